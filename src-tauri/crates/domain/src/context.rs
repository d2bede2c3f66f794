//! What is known about right now, beside the question itself (MISSION S1-33).

use crate::{DayKind, Lang, Moment, TimeBucket, Weather};

/// The situation as far as somebody measured or said it. What nobody did is `None` and stays unknown: nothing here is
/// ever guessed.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// Departure.
    pub at: Moment,
    /// Whether the trip is between home and work.
    pub commuting: Option<bool>,
    /// Whether the person is in a hurry: known only when they said so.
    pub hurry: Option<bool>,
    /// The weather.
    pub weather: Option<Weather>,
    /// Degrees Celsius outside.
    pub outside_c: Option<f64>,
    /// Degrees Celsius in the car.
    pub cabin_c: Option<f64>,
    /// Seconds that traffic costs on the usual way; negative when it is quicker than usual.
    pub traffic_delay_s: Option<f64>,
    /// Who rides along, as the person calls them; empty when the person said nobody does.
    pub passengers: Option<Vec<String>>,
}

/// One line of a context, for a trace, a prompt or a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextLine {
    /// Stable word of the fact: `time`, `commuting`, `hurry`, `weather`, `outside`, `cabin`, `traffic`, `passengers`.
    pub fact: &'static str,
    /// Whether it is known.
    pub known: bool,
    /// In words.
    pub text: String,
}

impl Context {
    /// Only the time is known.
    pub fn at(at: Moment) -> Self {
        Self {
            at,
            commuting: None,
            hurry: None,
            weather: None,
            outside_c: None,
            cabin_c: None,
            traffic_delay_s: None,
            passengers: None,
        }
    }

    /// Every fact in a fixed order; unknown ones say so.
    pub fn lines(&self, lang: Lang) -> Vec<ContextLine> {
        let zoned = self.at.zoned();
        let day = match lang {
            Lang::Zh => ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
            Lang::En => ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        };
        let weekday = usize::try_from(zoned.weekday().to_monday_zero_offset()).unwrap_or(0);
        let (bucket, kind) = (self.at.bucket(), self.at.day_kind());
        let time = match lang {
            Lang::Zh => format!(
                "{} {:02}:{:02}，{}，{}",
                day[weekday],
                zoned.hour(),
                zoned.minute(),
                part_zh(bucket),
                if kind == DayKind::Workday { "工作日" } else { "周末" }
            ),
            Lang::En => {
                format!(
                    "{} {:02}:{:02}, {}, {}",
                    day[weekday],
                    zoned.hour(),
                    zoned.minute(),
                    bucket.word(),
                    kind.word()
                )
            }
        };
        let yes_no = |yes: bool| match (lang, yes) {
            (Lang::Zh, true) => "是".to_owned(),
            (Lang::Zh, false) => "否".to_owned(),
            (Lang::En, true) => "yes".to_owned(),
            (Lang::En, false) => "no".to_owned(),
        };
        let degrees = |c: f64| format!("{c:.0}°C");
        let delay = |seconds: f64| {
            let minutes = (seconds / 60.0).round() as i64;
            match lang {
                Lang::Zh => format!("{minutes:+} 分钟"),
                Lang::En => format!("{minutes:+} min"),
            }
        };
        let people = |names: &Vec<String>| match (lang, names.as_slice()) {
            (Lang::Zh, []) => "无".to_owned(),
            (Lang::En, []) => "nobody".to_owned(),
            (Lang::Zh, names) => names.join("、"),
            (Lang::En, names) => names.join(", "),
        };
        [
            ("time", ["时间", "Time"], Some(time)),
            ("commuting", ["通勤", "Commuting"], self.commuting.map(yes_no)),
            ("hurry", ["赶时间", "In a hurry"], self.hurry.map(yes_no)),
            ("weather", ["天气", "Weather"], self.weather.map(|sky| sky_word(lang, sky).to_owned())),
            ("outside", ["车外", "Outside"], self.outside_c.map(degrees)),
            ("cabin", ["车内", "In the car"], self.cabin_c.map(degrees)),
            ("traffic", ["路况延误", "Traffic delay"], self.traffic_delay_s.map(delay)),
            ("passengers", ["同乘", "Passengers"], self.passengers.as_ref().map(people)),
        ]
        .into_iter()
        .map(|(fact, label, value)| {
            let known = value.is_some();
            let text = match lang {
                Lang::Zh => format!("{}：{}", label[0], value.unwrap_or_else(|| "未知".to_owned())),
                Lang::En => format!("{}: {}", label[1], value.unwrap_or_else(|| "unknown".to_owned())),
            };
            ContextLine { fact, known, text }
        })
        .collect()
    }
}

fn part_zh(bucket: TimeBucket) -> &'static str {
    match bucket {
        TimeBucket::Morning => "早上",
        TimeBucket::Midday => "中午",
        TimeBucket::Afternoon => "下午",
        TimeBucket::Evening => "傍晚",
        TimeBucket::Night => "夜里",
    }
}

fn sky_word(lang: Lang, sky: Weather) -> &'static str {
    match (lang, sky) {
        (Lang::Zh, Weather::Rain) => "下雨",
        (Lang::Zh, Weather::Snow) => "下雪",
        (Lang::Zh, Weather::Fog) => "有雾",
        (Lang::Zh, Weather::Clear) => "晴",
        (Lang::En, sky) => sky.word(),
    }
}

#[cfg(test)]
mod tests {
    use super::Context;
    use crate::{Lang, Moment, Timestamp, Weather};

    fn check(context: &Context, lang: Lang, expected: &[&str]) {
        let lines: Vec<String> = context.lines(lang).into_iter().map(|line| line.text).collect();
        assert_eq!(lines, expected);
    }

    fn wednesday_morning() -> Context {
        Context::at(Moment { at: Timestamp(1_796_169_600), zone: "Asia/Shanghai".to_owned() })
    }

    #[test]
    fn s1_33_what_nobody_measured_or_said_is_unknown() {
        let context = wednesday_morning();
        check(
            &context,
            Lang::Zh,
            &[
                "时间：周三 08:00，早上，工作日",
                "通勤：未知",
                "赶时间：未知",
                "天气：未知",
                "车外：未知",
                "车内：未知",
                "路况延误：未知",
                "同乘：未知",
            ],
        );
        assert_eq!(context.lines(Lang::En).iter().filter(|line| line.known).count(), 1);
    }

    #[test]
    fn s1_33_what_is_known_is_said() {
        let context = Context {
            commuting: Some(true),
            hurry: Some(false),
            weather: Some(Weather::Rain),
            outside_c: Some(32.0),
            cabin_c: Some(24.0),
            traffic_delay_s: Some(480.0),
            passengers: Some(vec!["孩子".to_owned()]),
            ..wednesday_morning()
        };
        check(
            &context,
            Lang::Zh,
            &[
                "时间：周三 08:00，早上，工作日",
                "通勤：是",
                "赶时间：否",
                "天气：下雨",
                "车外：32°C",
                "车内：24°C",
                "路况延误：+8 分钟",
                "同乘：孩子",
            ],
        );
        check(
            &Context { passengers: Some(Vec::new()), ..context },
            Lang::En,
            &[
                "Time: Wednesday 08:00, morning, workday",
                "Commuting: yes",
                "In a hurry: no",
                "Weather: rain",
                "Outside: 32°C",
                "In the car: 24°C",
                "Traffic delay: +8 min",
                "Passengers: nobody",
            ],
        );
    }
}
