//! Facts of the owner in Chinese: where they live and work, what they drive, who is with them.

use std::sync::LazyLock;

use domain::{
    Moment,
    graph::{EntityKind, Relation},
};
use regex_lite::Regex;

use crate::{
    EntityName, Tie,
    key::{
        address::{address, end_of_address},
        vehicle::vehicle_in,
    },
    pattern,
    rules::{
        clause::LASTING,
        finding::{Finding, routine},
    },
};

pattern!(
    HOME,
    "^(?:现在|目前|如今)(?:就|都|也)?(?:住在?|定居在?)|(?:^|[^在])(?:我们家|我们|我家|我|咱家|用户|家|新家)(?:现在|目前|已经|一直|刚|刚刚|都|就|也|平时|最近|上个月|上周|去年|今年|年初)*(?:住在了?|是住在|住到了?|家在|家住|家是在|家就在|居住在|租住在|租在|定居在|搬到了?|搬去了?|搬家到了?|搬进了?|就在|在|住)"
);

pattern!(
    MOVED,
    "(?:我们家|我们|我家|我|用户)?(?:刚|刚刚|最近|上个月|上周|已经|要|现在)*(?:搬到了?|搬去了?|搬家到了?|搬进了?|搬家了|换了住处|新家在|新家是)"
);

pattern!(
    WORK,
    "(?:我们公司|我公司|公司|我们单位|单位|我办公室|办公室|我工作的地方|上班的地方|上班地点|我上班)(?:现在|目前|已经|就|地址|地点)*(?:搬到了?|搬去了?|是在|就在|在|换到了?|改到了?)"
);

pattern!(
    WORKS,
    "^(?:我|我们|用户)(?:现在|目前|平时|一直|以前)*在(.{2,24}?)(?:附近|旁边|那边|这边|一带)?(?:上班|工作|办公|当差)|^(?:现在|目前|平时)*在(.{2,24}?)(?:附近|旁边|那边|这边|一带)?(?:上班|工作|办公)(?:了|的)?$"
);

pattern!(
    JOB,
    "^(?:我|用户)(?:现在|目前)?(?:是)?(?:一?[个名位])?(?:做|当|干)?(?:的是)?(.{0,8}?)(老师|教师|医生|护士|律师|程序员|工程师|设计师|会计|会计师|司机|快递员|外卖员|厨师|销售|记者|公务员|警察|消防员|学生|研究生|大学生|自由职业者?|产品经理|项目经理|教练|摄影师|编辑|翻译|导游|建筑师|科研人员|研究员|教授|理发师|电工|装修的?|做生意的|个体户|退休了?|退休人员|网约车司机|货车司机|出租车司机)(?:的)?$"
);

pattern!(
    CAR,
    "^(?:我们家|我家|我们|我|用户)(?:现在|目前|平时|最近|刚|刚刚|上个月|去年|今年|已经)*(?:的座驾是|的座驾|座驾是|的车是|的车|开的是|开的车是|开的|开着?|换成了?|换了|买了|新买了|提了|有|刚买了|刚换了|刚提了)(?:一?[辆台部]|是)?(.{1,20})$"
);

pattern!(
    LEAVE,
    "(出门|出发|上班|下班|起床|才睡|就睡|睡了|点睡|点起|就起|才起|下课|收工|打卡|到岗|到公司|到单位|送孩子|接孩子|到家|放学|睡觉)"
);

pattern!(
    DIET,
    "^(?:我们|我|用户)(?:现在|一直|从小)*(?:是|是个|是回民|信教)?[, ]*(?:只)?(吃素|素食者|素食主义者|吃全素|清真|吃清真|无麸质)(?:的)?"
);

pattern!(
    PET,
    "^(?:(?:我们家|我家|我们|我|用户|家里|家)(?:里|里面)?(?:现在|还|也)*(?:养着|养了?|有|刚养了?|新养了?|收养了?)(?:一|两|三|几)?[只条个头]?|(?:我们家|我家|家里)(?:里)?(?:一|两|三|几)[只条])(?:.{0,6}?)(狗|猫|猫咪|狗狗|金毛|柯基|泰迪|拉布拉多|边牧|哈士奇|兔子|鹦鹉|仓鼠)"
);

pattern!(
    FAMILY,
    "^(?:(?:我们家|我家|我们|我|用户|家里)(?:里)?(?:现在|一共|总共)?有|(?:我们家|我家|家里)(?:里)?(?:就|一共|总共)?)([一两二三四五12345]?)个?(?:刚上小学的|上幼儿园的|.{0,8})?(孩子|小孩|儿子|女儿|娃|宝宝|老人|双胞胎)"
);

pattern!(
    PHONE,
    "^(?:我的?|用户的?|本人的?)(?:新)?(手机号码?|电话号码?|手机|电话|车牌号?|身份证号?码?|邮箱|微信号?|银行卡号?|生日|名字)(?:现在|改成了?|换成了?|变成了?|更新为)?(?:是|为|:|换成了?|改成了?)(.+)$"
);

pattern!(NAME, "^(?:我叫|叫我|我的名字叫|我姓|你可以叫我|以后叫我|以后就叫我)(.{1,8})$");

pattern!(
    PARKED,
    "(?:我的?|我把|我刚把|把)?车(?:子)?(?:我)?(?:刚|刚刚|就|给|已经)*(?:停|放|搁|泊)(?:在|到|进|好在)?了?(.{1,20})"
);

pattern!(
    POOL,
    "^(?:我|我们|用户).{0,8}(?:和|跟)(.{1,6}?)(?:一起)?(?:拼车|顺风车|轮流开车|共用这辆车|一起开这辆车|一起用这辆车|共用一辆车)"
);

pattern!(
    OWNED,
    "^(?:我们|我|咱)?(?:现在)?(?:开的|用的)?(?:这|那)?(?:白|黑|红|蓝|银|灰)?色?(?:的)?(?:这|那)?[辆台部]?车?(?:子)?(?:其实|就|都|不|是不)?是(?:我)?(?:从|跟|向|问|找)?(公司|单位|租|借|家人|老婆|老公|爸|妈|爸妈|朋友|同事|亲戚|岳父|哥哥|姐姐|我自己|我)(?:那里|那儿|家)?(?:的|来的|配的|给的|给配的|发的|提供的|借的|租的|买的|送的|名下的|借来的|租来的)(?:车)?$"
);

pattern!(
    PURPOSE,
    "^(?:这|那)(?:条路|家店|家|个地方|个停车场|辆车)(?:是)?(?:我|我们)?(?:专门|平时|一般|常|经常)*(?:用来|拿来|是用来|专门|带孩子|接孩子|送孩子)(.{2,16})"
);

pattern!(
    LANGUAGE,
    "^(?:我|用户)(?:只|的母语|平时|一般)*(?:会说|说|讲|是说|用)(?:的是)?(普通话|粤语|英语|英文|四川话|上海话|闽南话|日语|法语|德语)"
);

/// A fact about the owner.
pub(super) fn facts(said: &str, now: &Moment) -> Vec<Finding> {
    fact(said, now).into_iter().collect()
}

pub(super) fn fact(said: &str, now: &Moment) -> Option<Finding> {
    if let Some(found) = NAME.as_ref()?.captures(said) {
        let name = found.get(1)?.as_str();
        return (!["起", "一", "去", "你", "我"].iter().any(|word| name.starts_with(word)))
            .then(|| Finding::fact("name", name).sure(0.95));
    }
    if let Some(found) = PHONE.as_ref()?.captures(said) {
        let attribute = match found.get(1)?.as_str() {
            "邮箱" => "email",
            "生日" => "birthday",
            "名字" => "name",
            word if word.starts_with("车牌") => "plate",
            word if word.starts_with("身份证") => "id_number",
            word if word.starts_with("微信") => "account",
            word if word.starts_with("银行卡") => "card",
            _ => "phone",
        };
        // A phone that is dead, or old, is no number.
        let number = found.get(2)?.as_str();
        if attribute == "phone" && !number.chars().any(|c| c.is_ascii_digit()) {
            return None;
        }
        return Some(Finding::fact(attribute, found.get(2)?.as_str().trim()).sure(0.95));
    }
    if let Some(found) = WORK.as_ref()?.find(said).filter(|found| found.start() <= 12) {
        let parsed = address(said.get(end_of_address(said, found.end()))?);
        return place(&parsed.value()).map(|value| Finding::fact("work", value).sure(0.95));
    }
    if let Some(found) = WORKS.as_ref()?.captures(said) {
        let parsed = address(found.get(1).or(found.get(2))?.as_str());
        return place(&parsed.value()).map(|value| Finding::fact("work", value).sure(0.93));
    }
    if let Some(found) = MOVED
        .as_ref()?
        .find(said)
        .filter(|found| found.start() <= 6)
        .or_else(|| HOME.as_ref().and_then(|home| home.find(said)).filter(|found| found.start() <= 3))
    {
        let words = found.as_str();
        let to = end_of_address(said, found.end());
        let said_place = said.get(to)?;
        let live = "住|搬|家在|家住|租|定居|新家|家就在|家是在".split('|').any(|word| words.contains(word));
        let hotel = "酒店|宾馆|民宿|旅馆|招待所|青旅".split('|').any(|word| said_place.contains(word));
        let parsed = address(said_place);
        if live
            && !hotel
            && let Some(value) = place(&parsed.value())
        {
            return Some(Finding::fact("home", value).sure(0.95));
        }
    }
    if let Some(found) = JOB.as_ref()?.captures(said) {
        let job = format!("{}{}", found.get(1)?.as_str(), found.get(2)?.as_str());
        return Some(Finding::fact("job", job.trim_end_matches('的')));
    }
    if let Some(found) = DIET.as_ref()?.captures(said) {
        let value = if found.get(1)?.as_str().contains("清真") {
            "halal"
        } else if found.get(1)?.as_str().contains("麸") {
            "gluten_free"
        } else {
            "vegetarian"
        };
        return Some(Finding::fact("diet", value).sure(0.95));
    }
    if let Some(found) = PET.as_ref()?.captures(said) {
        let kind = if ["猫", "猫咪"].contains(&found.get(1)?.as_str()) {
            "cat"
        } else if ["兔子", "鹦鹉", "仓鼠"].contains(&found.get(1)?.as_str()) {
            "other"
        } else {
            "dog"
        };
        return Some(Finding::fact("pet", kind));
    }
    if said.starts_with('我')
        && ["一儿一女", "一个儿子一个女儿", "俩娃", "俩孩子", "俩儿子", "俩女儿", "二宝"]
            .iter()
            .any(|two| said.contains(two))
        && said.contains('有')
    {
        return Some(Finding::fact("family.children", "2"));
    }
    if let Some(found) = FAMILY.as_ref()?.captures(said) {
        let attribute = if found.get(2)?.as_str() == "老人" { "family.elders" } else { "family.children" };
        let count = found.get(1).map_or("", |count| count.as_str());
        let count = match count {
            "一" | "1" => "1",
            "两" | "二" | "2" => "2",
            "三" | "3" => "3",
            "四" | "4" => "4",
            "五" | "5" => "5",
            // 有个五岁的儿子 is one.
            _ if said.contains("有个") => "1",
            _ => "yes",
        };
        return Some(Finding::fact(attribute, if found.get(2)?.as_str() == "双胞胎" { "2" } else { count }));
    }
    if let Some(found) = POOL.as_ref()?.captures(said) {
        let with = found.get(1)?.as_str();
        let mut finding = Finding::fact("carpool", with);
        finding.ties = vec![Tie {
            relation: Relation::RelatedTo,
            to: EntityName { kind: EntityKind::Person, name: with.to_owned() },
        }];
        return Some(finding);
    }
    if let Some(found) = OWNED.as_ref()?.captures(said).filter(|_| said.contains(['车', '辆', '台'])) {
        let mut finding = Finding::fact(
            "vehicle.owner",
            match found.get(1)?.as_str() {
                "公司" | "单位" => "company",
                _ if said.contains("租") => "rented",
                _ if said.contains("借") => "borrowed",
                "我" | "我自己" => "me",
                other => other,
            },
        );
        finding.ties = vec![Tie {
            relation: Relation::RelatedTo,
            to: EntityName { kind: EntityKind::Thing, name: "car".to_owned() },
        }];
        return Some(finding);
    }
    if let Some(found) = LANGUAGE.as_ref()?.captures(said) {
        let language = match found.get(1)?.as_str() {
            "英语" | "英文" => "en",
            "粤语" => "yue",
            "日语" => "ja",
            "法语" => "fr",
            "德语" => "de",
            "普通话" => "zh",
            other => other,
        };
        return Some(Finding::fact("language", language));
    }
    if let Some(found) = PURPOSE.as_ref()?.captures(said) {
        let purpose = found.get(1)?.as_str();
        let mut finding = Finding::fact("used_for", purpose);
        finding.ties = vec![Tie {
            relation: Relation::UsedFor,
            to: EntityName { kind: EntityKind::Thing, name: purpose.to_owned() },
        }];
        return Some(finding);
    }
    if let Some(found) = PARKED
        .as_ref()?
        .captures(said)
        .filter(|_| !LASTING.any(said) && !said.contains("可以") && !said.contains("停在路边吧"))
    {
        let where_to = found.get(1)?.as_str();
        if where_to.chars().count() >= 2
            && !"哪|路边|这里|那里|这|那".split('|').any(|word| where_to.starts_with(word))
        {
            let mut finding = Finding::fact("parked", where_to.trim_end_matches('了'));
            finding.until = Some(domain::Timestamp(now.at.0 + 86_400));
            finding.class = domain::MemoryClass::Conversational;
            return Some(finding);
        }
    }
    let any = |words: &str| words.split('|').any(|word| said.contains(word));
    // 我九点上班 is how it is on any day, unless a day is named.
    let any_day = ["我", "我们", "咱"].iter().any(|who| said.starts_with(who))
        && any("上班|下班|起床|睡觉|放学|下课|收工|打卡|到岗")
        && !any(
            "今天|明天|后天|昨天|前天|今晚|今早|明早|昨晚|这周|下周|周末|号|刚|才|已经|要去|得去|准备|打算|差点|迟到|了",
        );
    let often = any_day || any("每天|平时|一般|通常|工作日|周一到周五|平常|天天|正常|都是");
    if often
        && let Some(found) = LEAVE.as_ref()?.find(said)
        && said.contains(['点', ':', '时'])
    {
        let attribute = match found.as_str() {
            "出门" | "出发" => "commute.leave",
            "上班" | "到公司" | "到单位" | "打卡" | "到岗" => "work.start",
            "下班" | "收工" => "work.end",
            "起床" | "点起" | "就起" | "才起" => "wake_up",
            "才睡" | "就睡" | "睡了" | "点睡" => "bedtime",
            "到家" => "home.arrive",
            "睡觉" => "bedtime",
            "接孩子" | "放学" => "pickup.children",
            _ => "dropoff.children",
        };
        return routine(attribute, said);
    }
    if let Some(found) = CAR.as_ref()?.captures(said) {
        let rest = found.get(1)?.as_str();
        let kind = vehicle_in(rest);
        let drives = "开的|的车|买了|换|提了|有|开着|开".split('|').any(|word| said.contains(word));
        let short = rest.chars().count() <= 14 && (rest.ends_with('车') || kind.is_some_and(|_| true));
        if drives
            && short
            && let Some(kind) = kind
            && !["去", "到", "上", "得", "了很"].iter().any(|word| rest.starts_with(word))
        {
            return Some(Finding::fact("vehicle", kind).sure(0.93));
        }
    }
    None
}

/// An address that names anything.
pub(super) fn place(value: &str) -> Option<String> {
    const NOTHING: &str =
        "poi=哪|poi=这|poi=那|poi=家|poi=公司|poi=路上|poi=一起|poi=车|poi=外面|poi=心里|poi=里";
    (!value.is_empty()
        && value.chars().count() > 5
        && !NOTHING
            .split('|')
            .any(|word| value.starts_with(word) && value.chars().count() <= word.chars().count() + 3))
    .then(|| value.to_owned())
}
