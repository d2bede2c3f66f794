//! Settings of a car: a device, one of its properties, and a value.

use std::{ops::Range, sync::LazyLock};

use super::value::{self, Value};
use crate::text::{Words, folded};

/// Devices and their word in a key.
const DEVICES: &[(&str, &str)] = &[
    ("座椅|座位|椅子|椅背|seat|seats|driver's seat|passenger seat", "seat"),
    ("方向盘|steering wheel|the wheel|wheel", "wheel"),
    (
        "空调|冷气|暖气|冷风|暖风|车里温度|车内温度|车里|车内|温度|ac|a/c|air con|aircon|air conditioner|air conditioning|climate control|climate|cabin temperature|temperature|thermostat|heater|the heat|heat|cabin",
        "ac",
    ),
    (
        "氛围灯|气氛灯|环境灯|ambient light|ambient lights|ambient lighting|mood light|mood lighting|interior lighting|cabin lights|the lights|lights|lighting|灯光",
        "light.ambient",
    ),
    ("阅读灯|顶灯|reading light|reading lights|reading lamp|map light", "light.reading"),
    ("大灯|车灯|前照灯|headlight|headlights|high beam|high beams|low beams|远光灯|近光灯", "light.head"),
    (
        "仪表盘|仪表|仪表板|instrument panel|dashboard|instrument cluster|the panel|panel|dials|gauges",
        "panel",
    ),
    (
        "中控屏|中控|大屏|屏幕|屏|center screen|centre screen|central screen|center display|central display|information display|touchscreen|the screen|screen|display",
        "screen",
    ),
    ("后排屏|后排屏幕|顶屏|吸顶屏|overhead screen|rear screen|back screen|rear-seat screen", "rear_screen"),
    ("抬头显示|hud|head-up display|heads-up display|windshield display|projection", "hud"),
    (
        "女声|男声|male voice|female voice|导航|地图|导航语音|导航播报|播报|语音播报|navigation|nav|the map|map|sat nav|satnav|gps|guidance|voice guidance|navigation voice|voice prompts|directions voice",
        "nav",
    ),
    ("音乐|歌|歌曲|媒体|音响|music|songs|media|stereo|audio|playlist|sound system|speakers", "music"),
    ("收音机|电台|广播|radio", "radio"),
    ("视频|video|videos|movie screen", "video"),
    ("后视镜|反光镜|mirror|mirrors|rearview mirror|rear-view mirror|wing mirrors|side mirrors", "mirror"),
    ("车窗|窗户|窗|window|windows", "window"),
    ("天窗|sunroof|moonroof|panoramic roof", "sunroof"),
    ("车门|门锁|doors|door", "door"),
    ("香氛|香薰|香水|fragrance|scent|air freshener|perfume", "fragrance"),
    ("雨刷|雨刮|wipers|wiper", "wipers"),
    ("后备箱|尾门|trunk|boot|tailgate", "trunk"),
    ("驾驶模式|行驶模式|drive mode|driving mode", "drive"),
    ("能量回收|动能回收|regenerative braking|regen", "regen"),
    ("巡航|自适应巡航|cruise control|adaptive cruise", "cruise"),
    ("电话|通话|phone calls|calls|ringtone", "phone_calls"),
];

/// Properties of a device, by words; where the first column is empty it holds for any device.
const PROPERTIES: &[(&str, &str)] = &[
    ("加热|座椅加热|heating|heated|heater|warmer|warm", "heating"),
    ("通风|吹风|ventilation|ventilated|cooling|air flow through", "ventilation"),
    ("按摩|massage|massaging", "massage"),
    ("头枕|headrest|head rest", "headrest"),
    ("靠背|椅背|靠背角度|backrest|recline|back rest", "backrest"),
    ("坐垫|cushion", "cushion"),
    ("腿托|腿部支撑|leg support|leg rest|legrest", "leg_support"),
    ("脚托|foot support|foot rest|footrest", "foot_support"),
    ("腰托|腰部支撑|lumbar|lumbar support", "lumbar"),
    ("折叠|放倒|fold|folded|fold down|folded down", "folded"),
    ("座椅高度|座位高度|seat height|seat position|position|位置|前后位置", "position"),
    ("温度|度|temperature|degrees|celsius|°c|°", "temperature"),
    ("风量|风速|风力|fan|fan speed|blower", "fan"),
    ("风向|出风口|出风|吹脚|吹脸|吹头|对着人吹|airflow|air direction|vents|vent|blow", "direction"),
    ("内循环|外循环|循环|circulation|recirculation|recirculate|recycle|fresh air", "circulation"),
    ("颜色|色|color|colour|colors|colours", "color"),
    ("亮度|亮|暗|brightness|bright|brighter|dim|dimmer|dimmed", "brightness"),
    ("自动亮度|auto brightness|auto-brightness|automatic brightness", "auto_brightness"),
    ("自动大灯|auto headlights|automatic headlights|automatic high beams|auto high beams", "auto"),
    ("主题|theme|skin", "theme"),
    ("语言|language|in english|in chinese|英文|中文", "language"),
    (
        "时间格式|时制|小时制|time format|clock format|military time|12-hour|24-hour|12h|24h|12 hour|24 hour",
        "time_format",
    ),
    ("单位|units|miles or kilometres", "units"),
    (
        "音量|声音|大声|小声|响|吵|volume|loud|louder|loudness|quiet|quieter|softer|turned down|turned up",
        "volume",
    ),
    (
        "女声|男声|女声播报|男声播报|male voice|female voice|详细播报|简洁播报|播报|语音|声音模式|voice|voice mode|spoken|chatty|detailed|announcements|instructions|prompts",
        "voice",
    ),
    ("静音|mute|muted|silent", "voice"),
    (
        "视角|朝北|朝向|正北|车头朝上|三维|3d|view|map view|north up|heading up|north-up|heading-up|orientation|2d",
        "view",
    ),
    ("缩放|比例尺|放大|缩小|zoom|zoom level|zoomed", "zoom"),
    ("路况|实时路况|traffic|traffic display|traffic layer|traffic info", "traffic"),
    ("测速|电子眼|摄像头提醒|speed camera|speed cameras|camera alerts|camera alert", "camera_alert"),
    (
        "随机|随机播放|单曲循环|列表循环|顺序播放|播放模式|shuffle|repeat|in order|play mode|loop|sequential",
        "mode",
    ),
    ("歌词|lyrics", "lyrics"),
    ("频道|频率|station|channel|fm", "station"),
    ("画质|清晰度|quality|resolution|1080p|720p|4k|hd", "quality"),
    ("低音|重音|bass", "bass"),
    ("高度|调高|调低|高一点|低一点|height|higher|lower|tall", "height"),
    ("自动折叠|fold on lock|auto fold|auto-fold", "fold"),
    ("倒车下翻|reverse tilt|tilt down in reverse", "reverse_tilt"),
    ("儿童锁|童锁|child lock", "child_lock"),
    ("自动落锁|自动上锁|auto lock|auto-lock|lock automatically|locked", "lock"),
    ("自动关窗|auto close|auto-close|close on lock", "auto_close"),
    ("透气|开条缝|开缝|开|关|半开|open|closed|crack|cracked|a crack|ajar", "open"),
    ("强度|档位|档|挡|intensity|level|setting|speed|strength", "level"),
    ("运动|经济|节能|舒适|雪地|sport|sporty|eco|comfort|normal mode|snow", "mode"),
];

/// What a device's only or usual property is, where none is named.
const USUAL: &[(&str, &str)] = &[
    ("seat", "position"),
    ("wheel", "position"),
    ("ac", "temperature"),
    ("light.ambient", "on"),
    ("light.reading", "on"),
    ("light.head", "on"),
    ("panel", "style"),
    ("screen", "style"),
    ("rear_screen", "on"),
    ("hud", "on"),
    ("nav", "on"),
    ("music", "on"),
    ("radio", "on"),
    ("video", "on"),
    ("mirror", "position"),
    ("window", "open"),
    ("sunroof", "open"),
    ("door", "lock"),
    ("fragrance", "on"),
    ("wipers", "on"),
    ("trunk", "open"),
    ("drive", "mode"),
    ("regen", "level"),
    ("cruise", "on"),
    ("phone_calls", "on"),
];

/// Properties that imply their device when it is not named: "massage", "lyrics".
const ALONE: &[(&str, &str)] = &[
    ("headrest", "seat"),
    ("massage", "seat"),
    ("backrest", "seat"),
    ("lumbar", "seat"),
    ("leg_support", "seat"),
    ("foot_support", "seat"),
    ("cushion", "seat"),
    ("circulation", "ac"),
    ("fan", "ac"),
    ("lyrics", "music"),
    ("camera_alert", "nav"),
    ("zoom", "nav"),
    ("view", "nav"),
    ("time_format", "screen"),
    ("child_lock", "window"),
    ("bass", "music"),
    ("auto_brightness", "screen"),
];

static DEVICE: LazyLock<Words<&'static str>> = LazyLock::new(|| Words::new(DEVICES.iter().copied()));
static PROPERTY: LazyLock<Words<&'static str>> = LazyLock::new(|| Words::new(PROPERTIES.iter().copied()));

/// A setting that a text is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// `seat.heating`, `light.ambient.color`, `nav.volume`.
    pub attribute: String,
    /// The value, when one is said: `3`, `blue`, `off`, `low`.
    pub value: Option<String>,
    /// The words for the device, as bytes of the folded text; empty where a property alone implied it.
    pub span: Range<usize>,
}

/// The setting that a text is about, if it is about one.
pub fn setting(said: &str) -> Option<Setting> {
    setting_in(&folded(said))
}

pub(crate) fn setting_in(text: &str) -> Option<Setting> {
    let devices: Vec<(Range<usize>, &str)> =
        DEVICE.find(text).map(|(span, device)| (span, *device)).collect();
    let properties: Vec<(Range<usize>, &str)> =
        PROPERTY.find(text).map(|(span, word)| (span, *word)).collect();
    // "The reading light" beside "the seat": the more particular device is meant, and "screen" is less than "rear screen".
    let (span, device) = devices
        .iter()
        .min_by_key(|(span, device)| (weak(device), span.start))
        .cloned()
        .or_else(|| implied(&properties))?;
    let color = value::color(text);
    let property = properties
        .iter()
        .filter(|(at, property)| fits(device, property) && !(at == &span))
        .min_by_key(|(at, property)| (vague(property), at.start.abs_diff(span.start)))
        .map(|(_, property)| *property);
    let named = property.or_else(|| color.is_some().then_some("color").filter(|_| fits(device, "color")));
    let mut property = match named {
        Some("level") | None if device == "seat" && text.contains("height") => "position",
        // "AC at 22", "music at 24".
        None if value::number(text).is_some() && device == "music" => "volume",
        None if value::number(text).is_some() && device == "nav" => "volume",
        None => USUAL.iter().find(|(of, _)| *of == device).map_or("on", |(_, usual)| usual),
        Some(property) => property,
    };
    if property == "brightness" && color.is_some() && !text.contains("bright") && !text.contains('亮') {
        property = "color";
    }
    let value = value::of_property(property, text).map(Value::text);
    Some(Setting { attribute: format!("{device}.{property}"), value, span })
}

/// Which properties a device can have at all.
fn fits(device: &str, property: &str) -> bool {
    let any: &[&str] = match device {
        "seat" => &[
            "heating",
            "ventilation",
            "massage",
            "headrest",
            "backrest",
            "cushion",
            "leg_support",
            "foot_support",
            "lumbar",
            "folded",
            "position",
            "height",
        ],
        "wheel" => &["heating", "height", "position"],
        "ac" => &["temperature", "fan", "direction", "circulation", "mode"],
        "light.ambient" => &["color", "brightness"],
        "light.reading" | "rear_screen" => &["brightness", "language"],
        "light.head" => &["auto"],
        "panel" | "screen" => {
            &["color", "brightness", "auto_brightness", "theme", "language", "time_format", "units"]
        }
        "hud" => &["brightness", "height"],
        "nav" => &["volume", "voice", "view", "zoom", "traffic", "camera_alert", "language"],
        "music" => &["volume", "mode", "lyrics", "bass"],
        "radio" => &["volume", "station"],
        "video" => &["quality", "volume"],
        "mirror" => &["height", "position", "fold", "heating", "reverse_tilt"],
        "window" | "sunroof" => &["open", "child_lock", "auto_close", "lock"],
        "door" => &["lock", "child_lock"],
        "trunk" => &["open", "height"],
        "drive" => &["mode"],
        "regen" | "fragrance" => &["level"],
        "wipers" => &["level"],
        _ => &[],
    };
    any.contains(&property)
}

/// Words for a device that mean another thing beside a particular one.
fn weak(device: &str) -> u8 {
    match device {
        "music" | "nav" => 1,
        "ac" => 2,
        _ => 0,
    }
}

/// Words for a property that say little beside a particular one.
fn vague(property: &str) -> u8 {
    match property {
        "level" | "position" => 3,
        "height" | "open" | "voice" => 2,
        "temperature" | "heating" => 1,
        _ => 0,
    }
}

fn implied<'a>(properties: &[(Range<usize>, &'a str)]) -> Option<(Range<usize>, &'a str)> {
    properties.iter().find_map(|(span, property)| {
        let (_, device) = ALONE.iter().find(|(alone, _)| alone == property)?;
        Some((span.start..span.start, *device))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_ways_of_saying_one_setting_give_one_key() {
        let check = |said: &str, attribute: &str, value: Option<&str>| {
            let found = setting(said).unwrap_or_else(|| panic!("nothing in {said}"));
            assert_eq!((found.attribute.as_str(), found.value.as_deref()), (attribute, value), "{said}");
        };
        check("空调24度", "ac.temperature", Some("24"));
        check("the AC at 24 degrees", "ac.temperature", Some("24"));
        check("keep the cabin at twenty-two degrees", "ac.temperature", Some("22"));
        check("座椅加热3档", "seat.heating", Some("3"));
        check("seat heating on level three", "seat.heating", Some("3"));
        check("氛围灯调成蓝色", "light.ambient.color", Some("blue"));
        check("blue ambient light", "light.ambient.color", Some("blue"));
        check("导航声音小一点", "nav.volume", Some("low"));
        check("the navigation volume at 40", "nav.volume", Some("40"));
        check("地图朝北", "nav.view", Some("north_up"));
        check("the map north up", "nav.view", Some("north_up"));
        check("HUD brightness at 4", "hud.brightness", Some("4"));
        check("阅读灯亮度5", "light.reading.brightness", Some("5"));
        check("方向盘加热", "wheel.heating", None);
        check("steering wheel heating at level 2", "wheel.heating", Some("2"));
        check("instrument panel in green", "panel.color", Some("green"));
        check("仪表盘绿色", "panel.color", Some("green"));
        check("air circulation inside", "ac.circulation", Some("inside"));
        check("内循环", "ac.circulation", Some("inside"));
        check("the windows open a crack", "window.open", Some("crack"));
        check("massage level 1", "seat.massage", Some("1"));
        check("导航播报简洁一点", "nav.voice", Some("simple"));
        check("shuffle my music", "music.mode", Some("shuffle"));
        check("运动驾驶模式", "drive.mode", Some("sport"));
        check("rearview mirror height at 58", "mirror.height", Some("58"));
        assert_eq!(setting("我喜欢咖啡"), None);
    }
}
