//! Self-contained sentences about "the user" from words in the first person (MISSION S2-08).

use domain::Lang;

use crate::text::is_cjk;

/// The sentence in the third person, beginning with its subject; as written otherwise.
pub(crate) fn about_the_user(written: &str, lang: Lang) -> String {
    let text = written.trim().trim_end_matches(['.', '。', '!', '！', ',', '，', ';', '；']).trim();
    match lang {
        Lang::Zh => chinese(text),
        Lang::En => english(text),
    }
}

fn chinese(text: &str) -> String {
    let mut said = text.to_owned();
    for (from, to) in [
        ("我们", "用户一行"),
        ("咱们", "用户一行"),
        ("咱", "用户"),
        ("俺", "用户"),
        ("本人", "用户"),
        ("我自己", "用户"),
        ("我", "用户"),
    ] {
        said = said.replace(from, to);
    }
    if said.starts_with("用户") || said.contains("用户") && said.find("用户").is_some_and(|at| at <= 12)
    {
        said
    } else {
        format!("用户{said}")
    }
}

fn english(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut said: Vec<String> = Vec::with_capacity(words.len() + 2);
    let mut verb_next = false;
    for (index, word) in words.iter().enumerate() {
        let core = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
        let plain = core.to_lowercase().replace('’', "'");
        let user = if index == 0 || said.is_empty() { "The user" } else { "the user" };
        let whole = |new: &str| word.replacen(core, new, 1);
        let (new, verb) = match plain.as_str() {
            "i" | "we" => (whole(user), true),
            "i'm" | "we're" => (whole(&format!("{user} is")), false),
            "i've" | "we've" => (whole(&format!("{user} has")), false),
            "i'd" | "we'd" => (whole(&format!("{user} would")), false),
            "i'll" | "we'll" => (whole(&format!("{user} will")), false),
            "my" | "our" => (whole(&format!("{user}'s")), false),
            "mine" | "ours" => (whole(&format!("{user}'s")), false),
            "me" | "us" => (whole("the user"), false),
            "myself" | "ourselves" => (whole("themself"), false),
            "am" if said.last().is_some_and(|last| last.ends_with("the user")) => (whole("is"), false),
            _ if verb_next && ADVERBS.split('|').any(|one| one == plain.as_str()) => {
                ((*word).to_owned(), true)
            }
            _ if verb_next => (whole(&third_person(&plain)), false),
            _ => ((*word).to_owned(), false),
        };
        verb_next = verb;
        said.push(new);
    }
    let said = said.join(" ");
    if said.starts_with("The user") {
        return said;
    }
    if said.to_lowercase().contains("the user") {
        return capital(&said);
    }
    // An instruction: it is the user who wants it.
    format!("The user wants: {said}")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

const ADVERBS: &str = "really|always|usually|often|never|normally|generally|just|also|still|only|mostly|absolutely|actually|truly|both|sometimes|rarely|hardly|definitely|particularly|especially|typically|now|already|totally|honestly|no|longer|recently|personally|even|simply";

/// "Like" becomes "likes".
fn third_person(verb: &str) -> String {
    match verb {
        "have" => "has".to_owned(),
        "do" => "does".to_owned(),
        "don't" => "doesn't".to_owned(),
        "haven't" => "hasn't".to_owned(),
        "am" | "are" => "is".to_owned(),
        "go" => "goes".to_owned(),
        "was" | "were" | "can" | "can't" | "cannot" | "could" | "couldn't" | "will" | "won't" | "would"
        | "wouldn't" | "should" | "shouldn't" | "must" | "might" | "may" | "did" | "didn't" | "had"
        | "used" | "moved" | "bought" | "got" | "gave" | "decided" | "switched" | "stopped" | "quit"
        | "started" | "said" | "told" | "went" | "took" | "made" | "chose" | "booked" | "finished"
        | "sold" | "became" | "hit" | "put" | "set" | "cut" | "let" | "changed" | "finally" => {
            verb.to_owned()
        }
        v if v.ends_with("ed") || v.ends_with("ing") || v.chars().any(is_cjk) => verb.to_owned(),
        v if v.ends_with('s')
            || v.ends_with("sh")
            || v.ends_with("ch")
            || v.ends_with('x')
            || v.ends_with('z') =>
        {
            format!("{verb}es")
        }
        v if v.ends_with('y')
            && !v.ends_with("ay")
            && !v.ends_with("ey")
            && !v.ends_with("oy")
            && !v.ends_with("uy") =>
        {
            format!("{}ies", v.trim_end_matches('y'))
        }
        _ => format!("{verb}s"),
    }
}

/// Pronouns that a self-contained sentence cannot begin with (MISSION S2-08, S2-40): what they stand for is elsewhere.
pub fn self_contained(sentence: &str) -> bool {
    let text = crate::text::folded(sentence);
    let text = text.trim();
    const LEADS: &str = "它|他|她|他们|她们|它们|这个|那个|这样|那样|这里|那里|这|那|it|he|she|they|this|that|these|those|there|here";
    let pronoun = LEADS.split('|').any(|lead| {
        text.strip_prefix(lead).is_some_and(|rest| {
            !lead.is_ascii() && !noun_follows(rest)
                || lead.is_ascii() && (rest.is_empty() || rest.starts_with([' ', '\'']))
        })
    });
    let objectless = "喜欢它|喜欢这个|喜欢那个|likes it|likes that|likes this|prefers it|wants it|wants that|hates it|hates that"
.split('|')
    .any(|end| text.trim_end_matches(['.', '!']).ends_with(end));
    !text.is_empty() && !pronoun && !objectless
}

/// 这条路, 那家店: a pronoun with its noun still points elsewhere, but 这辈子 does not.
fn noun_follows(rest: &str) -> bool {
    ["辈子", "么多年", "几年"].iter().any(|word| rest.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s2_08_a_memory_is_one_self_contained_sentence() {
        let check = |said: &str, lang: Lang, expected: &str| {
            let about = about_the_user(said, lang);
            assert_eq!(about, expected);
            assert!(self_contained(&about), "{about}");
        };
        check("我每天八点出门。", Lang::Zh, "用户每天八点出门");
        check("不喝咖啡", Lang::Zh, "用户不喝咖啡");
        check("I always take my coffee black.", Lang::En, "The user always takes the user's coffee black");
        check("I'm a nurse", Lang::En, "The user is a nurse");
        check("I've moved to Porto", Lang::En, "The user has moved to Porto");
        check("I don't like tunnels", Lang::En, "The user doesn't like tunnels");
        check("my office is in Porto", Lang::En, "The user's office is in Porto");
        check("never take the tunnel", Lang::En, "The user wants: never take the tunnel");
        for bad in
            ["它很好", "他喜欢咖啡", "It is great", "They prefer tea", "这个不错", "The user likes it", ""]
        {
            assert!(!self_contained(bad), "{bad}");
        }
    }
}
