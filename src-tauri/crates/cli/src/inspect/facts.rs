//! The facts of a trace's stages in words: a stable word and what it is about, as `app` writes them.

use app::dto::LangDto;

use crate::show::pick;

/// In words; as it stands where this program is older than the trace.
pub fn worded(lang: LangDto, fact: &str) -> String {
    let (word, about) = fact.split_once(' ').unwrap_or((fact, ""));
    let (zh, en) = match word {
        "characters" => ("{} 个字", "{} characters"),
        "kind" => ("是 {}", "it is {}"),
        "waypoint" => ("地点 {}", "place {}"),
        "waypoint_from" => ("地点来自 {}", "a place from {}"),
        "wish" => ("要求 {}", "a wish: {}"),
        "reset_context" => ("重新开始：{}", "starts anew: {}"),
        "model" => ("语言模型：{} 毫秒", "language model: {} ms"),
        "to_remember" => ("要记下 {} 条", "{} to remember"),
        "wrote" => ("写下 {}", "wrote {}"),
        "by" => ("按 {}", "by {}"),
        "known" => ("已知 {}", "known: {}"),
        "found" => ("找到 {} 条", "found {}"),
        "in_scope" => ("适用和等待确认：{}", "in scope, and waiting: {}"),
        "left_out" => ("没有采用 {} 条", "left out: {}"),
        "insights_first" => {
            ("总结已经回答了，没有再看其他的话", "insights answered: other sentences were not read")
        }
        "too_many" => ("候选 {} 条，比筛选该留下的多", "{} candidates: more than a filter should leave"),
        "not_near" => ("不够相近、没有再看的 {} 条", "not near enough to be looked at twice: {}"),
        "not_fitting" => ("按规则不适合的 {} 条", "not fitting by the rules: {}"),
        "model_fits" => ("语言模型看是否合适：{} 毫秒", "language model on what fits: {} ms"),
        "given" => ("交给决定 {} 条", "given to the decision: {}"),
        "cause" => ("起作用 {}", "in force: {}"),
        "cause_off" => ("已关 {}", "switched off: {}"),
        "route" => ("路线（秒、米）{}", "a way (s, m): {}"),
        "plans" => ("算了 {} 次", "plans computed: {}"),
        "cut_short" => ("解释没有做完", "explanation cut short"),
        "drive" => ("一次行程", "a drive"),
        "deviated" => ("没有照建议走", "another way than proposed"),
        "followed" => ("照建议走", "the way that was proposed"),
        "told" => ("告诉它 {}", "told: {}"),
        _ => return fact.to_owned(),
    };
    pick(lang, zh, en).replace("{}", about)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_worded_and_unknown_ones_stand_as_they_are() {
        for (fact, zh, en) in [
            ("characters 8", "8 个字", "8 characters"),
            ("by meaning words scope", "按 meaning words scope", "by meaning words scope"),
            ("cut_short", "解释没有做完", "explanation cut short"),
            ("of another version 3", "of another version 3", "of another version 3"),
        ] {
            assert_eq!((worded(LangDto::Zh, fact).as_str(), worded(LangDto::En, fact).as_str()), (zh, en));
        }
    }
}
