use super::*;

/// Tuesday, 24 November 2026, 10:00 in Shanghai.
fn now() -> Moment {
    let zoned: Zoned = "2026-11-24T10:00:00+08:00[Asia/Shanghai]".parse().unwrap();
    Moment::from_zoned(&zoned)
}

fn shown(window: &Window) -> String {
    let show = |at: Timestamp| at.in_zone("Asia/Shanghai").strftime("%m-%d %H:%M").to_string();
    format!("{} .. {}", show(window.from), show(window.to))
}

fn check(text: &str, lean: Lean, expected: &str) {
    let found: Vec<String> = windows(text, &now(), lean).iter().map(shown).collect();
    assert_eq!(found.join(" | "), expected, "{text}");
}

#[test]
fn every_pattern_compiles() {
    assert_eq!(DAYS.len(), patterns().len());
    assert!(CLOCK.is_some() && PART.is_some() && HOURS.is_some());
}

#[test]
fn s2_03_time_words_are_held_against_the_clock() {
    use Lean::{Future, Past};
    check("明天", Future, "11-25 00:00 .. 11-26 00:00");
    check("明天做什么", Future, "11-25 00:00 .. 11-26 00:00");
    check("下周二", Future, "12-01 00:00 .. 12-02 00:00");
    check("上个月去了哪", Past, "10-01 00:00 .. 11-01 00:00");
    check("明天下午3点开会", Future, "11-25 15:00 .. 11-25 16:00");
    check("明天晚上", Future, "11-25 18:00 .. 11-26 04:00");
    check("后天早上八点半", Future, "11-26 08:30 .. 11-26 09:30");
    check("周五", Future, "11-27 00:00 .. 11-28 00:00");
    check("周五走的哪条路", Past, "11-20 00:00 .. 11-21 00:00");
    check("这周末", Future, "11-28 00:00 .. 11-30 00:00");
    check("上周末去哪了", Past, "11-21 00:00 .. 11-23 00:00");
    check("大前天", Past, "11-21 00:00 .. 11-22 00:00");
    check("12月3号", Future, "12-03 00:00 .. 12-04 00:00");
    check("十二月三号", Future, "12-03 00:00 .. 12-04 00:00");
    check("3天后", Future, "11-27 00:00 .. 11-28 00:00");
    check("两周前", Past, "11-10 00:00 .. 11-11 00:00");
    check("6月份", Past, "06-01 00:00 .. 07-01 00:00");
    check("两小时后", Future, "11-24 11:30 .. 11-24 12:30");
    check("晚上8点", Future, "11-24 20:00 .. 11-24 21:00");
    check("tomorrow at 3 pm", Future, "11-25 15:00 .. 11-25 16:00");
    check("next Tuesday", Future, "12-01 00:00 .. 12-02 00:00");
    check("last month", Past, "10-01 00:00 .. 11-01 00:00");
    check("on Friday evening", Future, "11-27 17:00 .. 11-27 22:00");
    check("where did I go on Friday", Past, "11-20 00:00 .. 11-21 00:00");
    check("yesterday morning", Past, "11-23 05:00 .. 11-23 12:00");
    check("December 3rd", Future, "12-03 00:00 .. 12-04 00:00");
    check("3 December", Future, "12-03 00:00 .. 12-04 00:00");
    check("in two weeks", Future, "12-08 00:00 .. 12-09 00:00");
    check("3 days ago", Past, "11-21 00:00 .. 11-22 00:00");
    check("next week", Future, "11-30 00:00 .. 12-07 00:00");
    check("last year", Past, "01-01 00:00 .. 01-01 00:00");
    check("in June", Past, "06-01 00:00 .. 07-01 00:00");
    check("at 18:30", Future, "11-24 18:30 .. 11-24 19:30");
    check("in half an hour", Future, "11-24 10:22 .. 11-24 10:37");
    check("坐2号线", Future, "");
    check("加92号汽油", Future, "");
    check("every Friday", Future, "");
    check("我喜欢咖啡", Future, "");
}

#[test]
fn words_name_windows_across_clock_changes() {
    let zoned: Zoned = "2026-03-28T10:00:00+01:00[Europe/Paris]".parse().unwrap();
    let found = windows("tomorrow", &Moment::from_zoned(&zoned), Lean::Future);
    assert_eq!(found[0].to.0 - found[0].from.0, 23 * 3600);
}
