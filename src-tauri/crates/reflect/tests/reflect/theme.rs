use domain::{Lang, ObservationId};
use reflect::{Reflector as _, Rejection, Rules, entail, rules::Settings, wording};

use crate::made::stream;

const S: Settings = Settings::DEFAULT;

/// Evidence and sentence of the merged preference; none when there is none.
fn check(text: &str, expected: Option<(&[i64], &str)>) {
    let all = stream(text);
    let drafts = Rules.reflect(&all, &S).unwrap();
    let merged: Vec<_> = drafts.iter().filter(|draft| draft.meaning.starts_with("values_")).collect();
    let found = merged.first().map(|draft| {
        assert_eq!(entail::check(draft, &all, &S), Ok(()));
        let ids: Vec<i64> = draft.evidence.iter().map(|id| id.0).collect();
        (ids, wording::sentence(draft, Lang::Zh, |_| None))
    });
    assert_eq!(found, expected.map(|(ids, text)| (ids.to_vec(), text.to_owned())), "{text}");
}

#[test]
fn s3_54_praise_of_one_end_and_complaint_about_the_other_are_one_preference() {
    check(
        "2026-11-18T09:00 praised |司机很小心，轻拿轻放
         2026-11-18T10:00 said |今天天气真好
         2026-11-20T10:00 complained |上次把箱子摔了",
        Some((&[1, 3], "用户非常看重物品保护")),
    );
    check(
        "2026-11-18T10:00 said |昨天那条路很平稳，真好
         2026-11-20T10:00 said |这条路太颠了，受不了",
        Some((&[1, 2], "用户非常看重行车平稳")),
    );
    check(
        "2026-11-18T10:00 said |I liked how quiet it was, great
         2026-11-20T10:00 complained |so noisy on the ring road",
        Some((&[1, 2], "用户非常看重安静")),
    );
}

#[test]
fn one_sided_or_unrelated_judgements_are_not_merged() {
    check("2026-11-18T10:00 praised |很平稳\n2026-11-20T10:00 praised |开得稳", None);
    check("2026-11-18T10:00 praised |很平稳\n2026-11-20T10:00 complained |太吵了", None);
    check("2026-11-18T10:00 praised |好吵好喜欢\n2026-11-20T10:00 complained |太吵了", None);
    check("2026-11-18T10:00 said |路很平稳\n2026-11-20T10:00 said |有点颠", None);
}

#[test]
fn a_merged_preference_without_one_of_its_ends_is_rejected() {
    let all = stream(
        "2026-11-18T10:00 praised |很平稳
         2026-11-19T10:00 praised |开得稳
         2026-11-20T10:00 complained |太颠了",
    );
    let mut draft = Rules.reflect(&all, &S).unwrap().remove(0);
    draft.evidence = vec![ObservationId(1), ObservationId(2)];
    assert_eq!(entail::check(&draft, &all, &S), Err(Rejection::Unsupported));
}
