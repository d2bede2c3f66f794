use super::check;

#[test]
fn s0_01_a_sentence_in_chinese_becomes_a_request() {
    check(&[
        ("去公司别走高架", "to=公司 avoid:elevated"),
        // Going to work is going to the place of work; memory knows which that is.
        ("去上班", "to=上班"),
        ("去上班，别走隧道", "to=上班 avoid:tunnel"),
        ("上班路上别走隧道", "to=上班路上 avoid:tunnel"),
        ("送孩子上学", "to=上学"),
        ("先送孩子上学再去上班", "via=上学 to=上班"),
        ("下班回家", "to=家"),
        ("去公司别走隧道", "to=公司 avoid:tunnel"),
        ("去公司，别走高架。", "to=公司 avoid:elevated"),
        ("回家", "to=家"),
        ("回家走江边", "to=家 prefer:waterside"),
        ("公司", "to=公司"),
        ("公司不走隧道", "to=公司 avoid:tunnel"),
        ("请帮我导航到公司，谢谢", "to=公司"),
        ("我要去机场", "to=机场"),
        ("我今天要去机场", "to=机场"),
        ("去陆家嘴别走高架", "to=陆家嘴 avoid:elevated"),
        ("去家乐福", "to=家乐福"),
        ("去静安体育中心不要收费", "to=静安体育中心 avoid:toll"),
        ("去妈妈家吧", "to=妈妈家"),
        ("去虹桥火车站走高速", "to=虹桥火车站 prefer:motorway"),
        ("去江边公园", "to=江边公园"),
        ("去海边", "to=海边"),
        ("去世纪公园的东门", "to=世纪公园的东门"),
        ("去公司附近的超市", "to=公司附近的超市"),
        ("去43.7384,7.4246别走隧道", "to=43.7384/7.4246 avoid:tunnel"),
        ("去北纬43.73东经7.42", "to=43.7300/7.4200"),
        ("去老地方", "to=*"),
        ("老地方", "to=*"),
        ("去健身房，尽量别走收费的路", "to=健身房 rather_not:toll"),
        ("送孩子去学校", "to=学校"),
        ("开车去公司", "to=公司"),
        ("我想去公司，能不能别走高速", "to=公司 avoid:motorway"),
        ("陆家嘴", "to=陆家嘴"),
        ("去南京东路", "to=南京东路"),
        ("不去公司了，去机场", "to=机场 x«公司»"),
        ("去急诊", "to=急诊"),
        ("去风景区别走高速", "to=风景区 avoid:motorway"),
        ("去历史博物馆", "to=历史博物馆"),
        ("从当前位置去公司", "to=公司"),
        ("从这儿回家", "to=家"),
        ("记得别走隧道，去公司", "to=公司 avoid:tunnel"),
        ("去别墅", "to=别墅"),
        ("去一品三笑(五道口店)别走高架", "to=一品三笑(五道口店) avoid:elevated"),
        ("和味坊", "to=和味坊"),
        ("去和味坊", "to=和味坊"),
        ("去清华园支行", "to=清华园支行"),
        ("南京西路", "to=南京西路"),
        ("南京西路别走，去公司", "to=公司 avoid:[南京西路]"),
        ("去南京西路1266号不走高架", "to=南京西路1266号 avoid:elevated"),
        ("江边大道", "to=江边大道"),
        ("去公司走江边大道", "to=公司 prefer:[江边大道]"),
        ("去江边大道", "to=江边大道"),
        ("去機場別走高架", "to=機場 avoid:elevated"),
        ("從家去公司，儘量別過橋", "from=家 to=公司 rather_not:bridge"),
        ("明早八點去公司，繞開隧道", "to=公司 avoid:tunnel at=26/08:00"),
        ("去office别走tunnel", "to=office avoid:tunnel"),
        ("go to 公司 别走高架", "to=公司 avoid:elevated"),
    ]);
}

#[test]
fn in2_strength_comes_from_the_wording() {
    check(&[
        ("去公司尽量别走高架", "to=公司 rather_not:elevated"),
        ("去公司最好别走隧道", "to=公司 rather_not:tunnel"),
        ("去公司少走高速", "to=公司 rather_not:motorway"),
        ("去公司绝对不要走隧道", "to=公司 never:tunnel"),
        ("去公司千万别走高架", "to=公司 never:elevated"),
        ("去公司一定不要走收费站", "to=公司 never:toll"),
        ("去公司避开高速", "to=公司 avoid:motorway"),
        ("去公司绕开隧道", "to=公司 avoid:tunnel"),
        ("去公司不要走高速", "to=公司 avoid:motorway"),
        ("去公司不上高速", "to=公司 avoid:motorway"),
        ("去公司别过桥", "to=公司 avoid:bridge"),
        ("去公司别坐轮渡", "to=公司 avoid:ferry"),
        ("去公司不走土路", "to=公司 avoid:unpaved"),
        ("去公司走高架", "to=公司 prefer:elevated"),
        ("去公司沿着河边走", "to=公司 prefer:waterside"),
        ("去公司喜欢走江边", "to=公司 prefer:waterside"),
        ("高架别走，去公司", "to=公司 avoid:elevated"),
        ("隧道就不要走了，回家", "to=家 avoid:tunnel"),
        ("去公司能不走高架就不走高架", "to=公司 rather_not:elevated"),
        ("去公司不要避开高架", "to=公司 allow:elevated"),
        ("去公司免费的路", "to=公司 avoid:toll"),
        ("去公司走地面道路", "to=公司 avoid:elevated"),
        ("去公司可以的话别走隧道", "to=公司 rather_not:tunnel"),
        ("去公司无论如何都不要走轮渡", "to=公司 never:ferry"),
    ]);
}

#[test]
fn wishes_are_listed_negated_and_said_twice() {
    check(&[
        ("去公司别走高架和隧道", "to=公司 avoid:elevated avoid:tunnel"),
        ("去公司别走高架、隧道和收费站", "to=公司 avoid:elevated avoid:tunnel avoid:toll"),
        ("去公司别走高架，也别走隧道", "to=公司 avoid:elevated avoid:tunnel"),
        ("去公司别走高架走江边", "to=公司 avoid:elevated prefer:waterside"),
        ("去公司走江边，不走高架", "to=公司 prefer:waterside avoid:elevated"),
        ("去公司绝对不要走高架，尽量别走隧道", "to=公司 never:elevated rather_not:tunnel"),
        ("去公司别走隧道，别走隧道", "to=公司 avoid:tunnel"),
        ("去公司走高架，算了还是别走高架", "to=公司 avoid:elevated"),
        ("去公司不要高架不要收费", "to=公司 avoid:elevated avoid:toll"),
        ("别走南北高架去公司", "to=公司 avoid:[南北高架]"),
        ("去公司别走延安高架", "to=公司 avoid:[延安高架]"),
        ("去公司走滨江大道", "to=公司 prefer:[滨江大道]"),
        ("去公司走南京西路", "to=公司 prefer:[南京西路]"),
        ("去公司别走京沪高速", "to=公司 avoid:[京沪高速]"),
        ("去公司别走A8", "to=公司 avoid:[A8]"),
        ("去公司不走G15高速", "to=公司 avoid:[G15高速]"),
        ("去公司走内环", "to=公司 prefer:[内环]"),
        ("去公司别走堵车的路", "to=公司 x«堵车»"),
        ("去公司别走市中心", "to=公司 x«市中心»"),
        ("去公司 呱呱", "to=公司 ?«呱呱»"),
    ]);
}

#[test]
fn places_have_roles() {
    check(&[
        ("从家出发去公司", "from=家 to=公司"),
        ("从家到公司", "from=家 to=公司"),
        ("家到公司怎么走", "from=家 to=公司"),
        ("从公司回家", "from=公司 to=家"),
        ("从陆家嘴到虹桥机场别走高架", "from=陆家嘴 to=虹桥机场 avoid:elevated"),
        ("先送孩子去学校再到公司", "via=学校 to=公司"),
        ("先去学校，然后去公司", "via=学校 to=公司"),
        ("去公司途经超市", "via=超市 to=公司"),
        ("去公司，路过健身房", "via=健身房 to=公司"),
        ("途经超市去公司", "via=超市 to=公司"),
        ("经过学校和健身房去公司", "via=学校 via=健身房 to=公司"),
        ("去公司的路上去超市", "via=超市 to=公司"),
        ("去公司经过滨江", "to=公司 prefer:waterside"),
        ("去公司，顺便去超市", "via=超市 to=公司"),
        ("从公司出发", "from=公司"),
        ("去公司不经过隧道", "to=公司 avoid:tunnel"),
    ]);
}

#[test]
fn s0_02_and_s0_29_ways_of_weighing_and_the_usual_road() {
    check(&[
        ("走老路", "usual"),
        ("今天走老路", "usual"),
        ("老路", "usual"),
        ("去公司走老路", "to=公司 usual"),
        ("像上次一样去机场", "to=机场 usual"),
        ("去公司走最快的路", "to=公司 fastest"),
        ("最快去公司", "to=公司 fastest"),
        ("去公司稳一点", "to=公司 stable"),
        ("去公司，风景好一点", "to=公司 scenic"),
        ("去公司走国道", "to=公司 avoidhighway"),
        ("去公司好开一点的路", "to=公司 stable"),
    ]);
}

#[test]
fn s0_13_time_weather_and_hurry() {
    check(&[
        ("明早八点去公司", "to=公司 at=26/08:00"),
        ("今晚7点半去机场", "to=机场 at=25/19:30"),
        ("下周一上午九点去公司", "to=公司 at=30/09:00"),
        ("半小时后去机场", "to=机场 at=25/10:30"),
        ("三天后去机场", "to=机场 at=28/10:00"),
        ("一个半小时后出发去公司", "to=公司 at=25/11:30"),
        ("过20分钟去公司", "to=公司 at=25/10:20"),
        ("九点前到公司", "to=公司 by=25/21:00"),
        ("明天九点前到公司", "to=公司 by=26/09:00"),
        ("明天上午十点半到公司", "to=公司 by=26/10:30"),
        ("后天下午三点一刻去学校", "to=学校 at=27/15:15"),
        ("八点去公司", "to=公司 at=25/20:00"),
        ("19:45回家", "to=家 at=25/19:45"),
        ("晚上八点二十回家", "to=家 at=25/20:20"),
        ("周五去机场", "to=机场 at=27/10:00"),
        ("晚上去公司走江边", "to=公司 prefer:waterside at=25/20:00"),
        ("中午十二点去公司", "to=公司 at=25/12:00"),
        ("凌晨四点去机场", "to=机场 at=26/04:00"),
        ("下雨天去公司别走隧道", "to=公司 avoid:tunnel rain"),
        ("下雪了，回家", "to=家 snow"),
        ("有雾，去公司走国道", "to=公司 avoidhighway fog"),
        ("赶时间，去公司", "to=公司 hurry"),
        ("快迟到了去公司", "to=公司 hurry"),
        ("我很急，去机场走高速", "to=机场 prefer:motorway hurry"),
        ("25点去公司", "to=公司 ?«25点»"),
    ]);
}

#[test]
fn s0_12_kinds_of_request_and_how_long_wishes_live() {
    check(&[
        ("以后晚上都走滨江路", "remember prefer:[滨江路]! when=evening"),
        ("以后别走隧道", "remember avoid:tunnel!"),
        ("记住别走高架", "remember avoid:elevated!"),
        ("我喜欢走江边", "remember prefer:waterside!"),
        ("下雨天别走隧道", "remember avoid:tunnel! when=rain"),
        ("周末走海边", "remember prefer:waterside! when=weekend"),
        ("22:00以后不走隧道", "remember avoid:tunnel! when=night"),
        ("我从来不走高速", "remember avoid:motorway!"),
        ("以后去公司都别走高架", "remember to=公司 avoid:elevated!"),
        ("去公司别走高架，以后都这样", "to=公司 avoid:elevated!"),
        ("去公司这次别走高架", "to=公司 avoid:elevated"),
        ("每次下雨都别走高架", "remember avoid:elevated! when=rain"),
        ("上次去机场走的哪条路", "query to=机场"),
        ("你为什么推荐这条路", "query"),
        ("昨天我走的哪条路", "query"),
        ("忘掉江边那条路", "forget about=江边那条路"),
        ("把公司忘掉", "forget about=公司"),
        ("忘掉这个", "forget"),
        ("别走高架", "modify avoid:elevated"),
        ("今晚别走隧道", "modify avoid:tunnel at=25/20:00"),
        ("风景好一点", "modify scenic"),
        ("赶时间", "modify hurry"),
        ("你好", "unknown"),
        ("", "unknown"),
        ("。。。", "unknown"),
        ("别忘了去超市", "to=超市"),
    ]);
}
