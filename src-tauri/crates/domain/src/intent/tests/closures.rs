//! Closures, wishes with an end, and the roads that are shunned for being small, narrow or steep.
//! It is Wednesday the 25th, ten o'clock; Friday is the 27th.

use super::check;

#[test]
fn in12_closures_in_chinese() {
    check(&[
        ("南京西路封了", "remember never:[南京西路]..26/10:00"),
        ("南京西路封路", "remember never:[南京西路]..26/10:00"),
        ("南京西路今天封了", "remember never:[南京西路]..26/00:00"),
        ("南京西路封到周五", "remember never:[南京西路]..28/00:00"),
        ("南京西路封路到周五", "remember never:[南京西路]..28/00:00"),
        ("南京西路封路，到周五", "remember never:[南京西路]..28/00:00"),
        ("南京西路封闭到周五为止", "remember never:[南京西路]..28/00:00"),
        ("南京西路封到下午五点", "remember never:[南京西路]..25/17:00"),
        ("南京西路封到明天早上八点", "remember never:[南京西路]..26/08:00"),
        ("南京西路封三天", "remember never:[南京西路]..29/00:00"),
        ("南京西路封路两个小时", "remember never:[南京西路]..25/12:00"),
        ("南京西路封路一周", "remember never:[南京西路]..03/00:00"),
        ("南京西路直到下周一都封着", "remember never:[南京西路]..01/00:00"),
        ("南京西路到周五都封着", "remember never:[南京西路]..28/00:00"),
        ("解放路封了", "remember never:[解放路]..26/10:00"),
        ("封路：南京西路", "remember never:[南京西路]..26/10:00"),
        ("A8封了", "remember never:[A8]..26/10:00"),
        ("南京西路在修路", "remember never:[南京西路]..26/10:00"),
        ("南京西路施工，不通", "remember never:[南京西路]..26/10:00"),
        ("因为施工南京西路不通", "remember never:[南京西路]..26/10:00"),
        ("南京西路过不去", "remember never:[南京西路]..26/10:00"),
        ("南京西路和江边大道封了", "remember never:[南京西路]..26/10:00 never:[江边大道]..26/10:00"),
        ("隧道封了", "remember never:tunnel..26/10:00"),
        ("去公司，南京西路封了", "to=公司 never:[南京西路]..26/10:00"),
        ("南京西路封了，去公司", "to=公司 never:[南京西路]..26/10:00"),
        ("去公司，南京西路封到周五", "to=公司 never:[南京西路]..28/00:00"),
        ("去公司别走南京西路，封路了", "to=公司 never:[南京西路]..26/10:00"),
        ("去公司，南京西路封了，别走高速", "to=公司 never:[南京西路]..26/10:00 avoid:motorway"),
        ("南京西路封了，明早八点去公司", "to=公司 never:[南京西路]..26/10:00 at=26/08:00"),
        ("南京西路解封了", "forget about=南京西路"),
    ]);
}

#[test]
fn in12_closures_in_english() {
    check(&[
        ("Rue Grimaldi is closed", "remember never:[Rue Grimaldi]..26/10:00"),
        ("Rue Grimaldi is closed today", "remember never:[Rue Grimaldi]..26/00:00"),
        ("Rue Grimaldi is closed until 5 pm", "remember never:[Rue Grimaldi]..25/17:00"),
        ("Rue Grimaldi is closed till Friday", "remember never:[Rue Grimaldi]..28/00:00"),
        ("Rue Grimaldi closed until tomorrow at 9", "remember never:[Rue Grimaldi]..26/09:00"),
        ("Rue Grimaldi is closed for three days", "remember never:[Rue Grimaldi]..29/00:00"),
        ("Rue Grimaldi is closed for two hours", "remember never:[Rue Grimaldi]..25/12:00"),
        ("Rue Grimaldi is blocked until next Monday", "remember never:[Rue Grimaldi]..01/00:00"),
        ("the A8 is closed till Friday", "remember never:[A8]..28/00:00"),
        ("roadworks on Rue Grimaldi until Friday", "remember never:[Rue Grimaldi]..28/00:00"),
        ("Moyenne Corniche is under construction", "remember never:[Moyenne Corniche]..26/10:00"),
        ("to work, Rue Grimaldi is closed", "to=work never:[Rue Grimaldi]..26/10:00"),
        ("to work, Rue Grimaldi is closed till Friday", "to=work never:[Rue Grimaldi]..28/00:00"),
        ("Rue Grimaldi is closed, take me to work", "to=work never:[Rue Grimaldi]..26/10:00"),
        ("the tunnel is closed until 5 pm", "remember never:tunnel..25/17:00"),
        ("to work, avoid Rue Grimaldi, it's closed", "to=work never:[Rue Grimaldi]..26/10:00"),
        ("Rue Grimaldi is open again", "forget about=Rue Grimaldi"),
    ]);
}

#[test]
fn in12_any_wish_may_have_an_end() {
    check(&[
        ("到周五都别走A8", "remember avoid:[A8]..28/00:00"),
        ("直到下周一都别走高架", "remember avoid:elevated..01/00:00"),
        ("avoid the A8 until Friday", "remember avoid:[A8]..28/00:00"),
        ("avoid tunnels for three days", "remember avoid:tunnel..29/00:00"),
        ("to work, no tunnels until Friday", "to=work avoid:tunnel..28/00:00"),
        ("prefer the Moyenne Corniche till Friday", "remember prefer:[Moyenne Corniche]..28/00:00"),
        // Before a day is until it begins, where there is no trip that could arrive by then.
        ("这周五之前别走隧道", "remember avoid:tunnel..27/00:00"),
        ("周五前别走隧道", "remember avoid:tunnel..27/00:00"),
        ("下周一以前尽量不走高架", "remember rather_not:elevated..30/00:00"),
        ("no tunnels before Friday", "remember avoid:tunnel..27/00:00"),
        ("周五之前到公司，别走隧道", "to=公司 avoid:tunnel by=27/10:00"),
        ("明天前往公司，别走隧道", "to=公司 avoid:tunnel at=26/10:00"),
        // Without a wish it is what it was before.
        ("to work until 9", "to=work by=25/21:00"),
        ("去公司，九点到", "to=公司 by=25/21:00"),
    ]);
}

#[test]
fn in12_any_wish_may_begin_later() {
    check(&[
        ("南京西路从明天起封三天", "remember never:[南京西路]@26/00:00..29/00:00"),
        ("南京西路明天开始封路", "remember never:[南京西路]@26/00:00..27/00:00"),
        ("从周一开始南京西路封路到周五", "remember never:[南京西路]@30/00:00..05/00:00"),
        ("南京西路封路，从周一到周五", "remember never:[南京西路]@30/00:00..05/00:00"),
        ("南京西路从周五晚上十点起封到周六早上六点", "remember never:[南京西路]@27/22:00..28/06:00"),
        ("从明天起别走高架", "remember avoid:elevated@26/00:00!"),
        ("去公司，南京西路从明天起封三天", "to=公司 never:[南京西路]@26/00:00..29/00:00"),
        (
            "Rue Grimaldi is closed from tomorrow for three days",
            "remember never:[Rue Grimaldi]@26/00:00..29/00:00",
        ),
        ("Rue Grimaldi is closed from Monday to Friday", "remember never:[Rue Grimaldi]@30/00:00..05/00:00"),
        (
            "Rue Grimaldi is closed from Friday at 10 pm until Saturday at 6 am",
            "remember never:[Rue Grimaldi]@27/22:00..28/06:00",
        ),
        ("starting tomorrow avoid the A8", "remember avoid:[A8]@26/00:00!"),
        ("avoid the A8 from Monday on", "remember avoid:[A8]@30/00:00!"),
        // What is past has begun; on which days of a week is no beginning; and a place is a place.
        ("周一到周五别走高架", "remember avoid:elevated! when=workday"),
        ("to work from home", "from=home to=work"),
        ("从公司回家", "from=公司 to=家"),
    ]);
}

#[test]
fn small_narrow_and_steep_roads() {
    check(&[
        ("去公司别走小路", "to=公司 avoid:residential"),
        ("去公司别穿小区", "to=公司 avoid:residential"),
        ("去公司不要穿小区抄近路", "to=公司 avoid:residential"),
        ("去公司尽量别钻小巷", "to=公司 rather_not:residential"),
        ("绝对不要走胡同", "modify never:residential"),
        ("以后别走小路", "remember avoid:residential!"),
        ("早上别走小路", "remember avoid:residential! when=morning"),
        ("去公司走小路", "to=公司 avoidhighway"),
        ("去阳光小区", "to=阳光小区"),
        ("去公司别走窄路", "to=公司 avoid:narrow"),
        ("去公司别走单车道", "to=公司 avoid:narrow"),
        ("去公司避开陡坡", "to=公司 avoid:steep"),
        ("去公司，太陡的路不要走", "to=公司 avoid:steep"),
        ("to work, no residential short cuts", "to=work avoid:residential"),
        ("to work avoiding residential streets", "to=work avoid:residential"),
        ("to work, no rat runs", "to=work avoid:residential"),
        ("never through residential areas", "modify never:residential"),
        ("to work, avoid narrow roads", "to=work avoid:narrow"),
        ("to work, try to avoid steep hills", "to=work rather_not:steep"),
        ("no alleys and no steep roads", "modify avoid:narrow avoid:steep"),
    ]);
}
