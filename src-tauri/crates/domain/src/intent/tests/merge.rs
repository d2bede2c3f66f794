use super::{place, read};
use crate::intent::{TripState, merge};

/// Sentences said one after another, and the trip they leave: `from>via>via>to`, then wishes.
fn after(sentences: &[&str]) -> String {
    let mut state = TripState::default();
    for sentence in sentences {
        state = merge(&state, &read(sentence).0);
    }
    let stops = state.origin.iter().chain(&state.vias).chain(&state.destination);
    let mut line = stops.map(place).collect::<Vec<_>>().join(">");
    for wish in &state.wishes {
        let target = match &wish.target {
            crate::Target::Feature(feature) => feature.word(),
            _ => "road",
        };
        line.push_str(&format!(" {}:{target}", wish.strength.word()));
    }
    line
}

#[test]
fn s0_40_stops_are_inherited_only_when_the_sentence_says_so() {
    let cases: &[(&[&str], &str)] = &[
        (&["先送孩子去学校", "再到公司"], "公司"),
        (&["先送孩子去学校", "然后去公司"], "学校>公司"),
        (&["先送孩子去学校", "继续去公司"], "学校>公司"),
        (&["先送孩子去学校", "接着去公司"], "学校>公司"),
        (&["去公司途经超市", "去机场"], "机场"),
        (&["去公司途经超市", "回家"], "家"),
        (&["去公司", "加上超市"], "超市>公司"),
        (&["去公司", "再加一个超市"], "超市>公司"),
        (&["去公司", "顺便去超市"], "超市>公司"),
        (&["去公司", "还要去银行"], "银行>公司"),
        (&["去公司", "途经健身房"], "健身房>公司"),
        (&["去公司别走高架", "去机场"], "机场"),
        (&["去公司", "别走高架"], "公司 avoid:elevated"),
        (&["我今天要去机场", "别走高速", "走江边"], "机场 avoid:motorway prefer:waterside"),
        (&["去公司别走高架", "还是走高架吧"], "公司 prefer:elevated"),
        (&["从家出发去公司", "去机场"], "机场"),
        (&["从家出发去公司", "顺便去超市"], "家>超市>公司"),
        (&["去公司", "上次去机场走的哪条路"], "公司"),
        (&["去公司", "以后别走隧道"], "公司"),
        (&["去公司", "加上超市", "加上银行"], "超市>银行>公司"),
        (&["take the kids to school", "to the office"], "office"),
        (&["go to school", "go to the office"], "office"),
        (&["go to school", "then to the office"], "school>office"),
        (&["go to school", "and then go to the office"], "school>office"),
        (&["to the office", "also stop at the gym"], "gym>office"),
        (&["to the office", "add the gym"], "gym>office"),
        (&["to the office", "via the gym"], "gym>office"),
        (&["to the office via the gym", "go home"], "home"),
        (&["to the office avoiding tunnels", "go home"], "home"),
        (&["to the office", "avoid tunnels"], "office avoid:tunnel"),
        (&["to the office", "also avoid tunnels"], "office avoid:tunnel"),
        (&["to the office", "which way did I go last time"], "office"),
        (&["to the office", "forget the gym"], "office"),
        (&["from home to the office", "to Nice"], "Nice"),
    ];
    let mut wrong = String::new();
    for (sentences, expected) in cases {
        let got = after(sentences);
        if got != *expected {
            wrong.push_str(&format!("{sentences:?}\n  expected {expected}\n  got      {got}\n"));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn s0_07_the_destination_stays_for_the_following_turns() {
    assert_eq!(after(&["我今天要去机场", "赶时间", "别走高架", "你好"]), "机场 avoid:elevated");
}
