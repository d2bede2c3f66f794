use domain::{Importance, Lang, Noticed};
use reflect::{
    importance,
    summary::{TOKENS, is_due, summarise, tokens},
};

use crate::made::stream;

fn talk(n: usize, words: &str) -> Vec<Noticed> {
    let text: Vec<String> =
        (0..n).map(|at| format!("2026-11-20T10:{at:02} session=a said drink=tea{at} |{words}")).collect();
    let mut all = stream(&text.join("\n"));
    for (at, turn) in all.iter_mut().enumerate() {
        turn.importance =
            Importance { emotion: 0.1 * at as f64 / n as f64, consequence: 0.3, repetition: 0.1 };
    }
    all
}

#[test]
fn s2_14_ten_turns_or_a_thousand_tokens_are_summed_up() {
    let check = |n: usize, words: &str, due: bool| {
        let all = talk(n, words);
        assert_eq!(is_due(&all.iter().collect::<Vec<_>>()), due, "{n} turns of {} tokens", tokens(words));
    };
    check(9, "我喜欢茶", false);
    check(10, "我喜欢茶", true);
    check(1, &"茶".repeat(TOKENS - 1), false);
    check(1, &"茶".repeat(TOKENS), true);
    check(2, &"tea and milk ".repeat(167), true);
}

#[test]
fn tokens_are_counted_in_both_languages() {
    for (text, n) in [("", 0), ("去公司", 3), ("to the office", 3), ("去 office！", 3), ("22.5°", 4)] {
        assert_eq!(tokens(text), n, "{text}");
    }
}

#[test]
fn s2_14_a_summary_lists_what_was_talked_about() {
    let all = talk(10, "我喜欢茶");
    let summary = summarise(&all.iter().collect::<Vec<_>>(), Lang::Zh).unwrap();
    assert_eq!(summary.entities.len(), 10);
    assert!(summary.entities.contains(&"tea3".to_owned()));
    assert!(summary.content.starts_with("聊到tea0、tea1"), "{}", summary.content);
    assert_eq!(summary.turns.len(), 10);
}

#[test]
fn s2_15_a_summary_matters_less_than_what_happened() {
    let all = talk(10, "我喜欢茶");
    let summary = summarise(&all.iter().collect::<Vec<_>>(), Lang::En).unwrap();
    let least = all.iter().map(|turn| importance::total(&turn.importance)).fold(f64::INFINITY, f64::min);
    assert!(importance::total(&summary.importance) < least);
    assert!(importance::total(&summary.importance) > 0.0);
}

#[test]
fn nothing_said_is_no_summary() {
    assert_eq!(summarise(&[], Lang::Zh), None);
    let all = stream("2026-11-20T10:00 set cabin.temperature=22");
    assert_eq!(summarise(&all.iter().collect::<Vec<_>>(), Lang::Zh), None);
}
