//! What is asked: the words said, who asks and who is there, what it is about.

use crate::{
    fold::{is_han, spaced},
    topics::{Topics, Values, topics_of, values},
};

/// A question, read once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ask {
    /// The words said: what stands in quotation marks where the question tells a scene, else all of it. This is what is
    /// embedded.
    pub said: String,
    /// What the whole question is about.
    pub topics: Topics,
    /// Kinds of values that it asks for.
    pub values: Values,
    /// Whose memory is meant: the first one named, by position among the known people.
    pub owner: Option<usize>,
    /// Everybody named.
    pub people: Vec<usize>,
    /// Whether what was said is Chinese.
    pub chinese: bool,
}

impl Ask {
    /// Reads a question; `people` are the normalised subjects that memories have (`me`, `person:gary allen`).
    pub fn of<'a>(question: &str, people: impl Iterator<Item = &'a str>) -> Self {
        let said = quoted(question);
        let all = spaced(question);
        // A scene that quotes somebody tells who is there outside of the quotation.
        let scene = if said.is_empty() { all.clone() } else { spaced(&outside(question)) };
        let mut named: Vec<(usize, usize)> = Vec::new();
        let mut everybody = Vec::new();
        for (position, subject) in people.enumerate() {
            let Some(name) = first_name(subject) else { continue };
            if let Some(at) = scene.find(&name) {
                named.push((at, position));
            }
            if all.contains(&name) {
                everybody.push(position);
            }
        }
        named.sort_unstable();
        let said = if said.is_empty() { question.trim().to_owned() } else { said };
        Self {
            topics: topics_of(&all),
            values: values(&all, true),
            owner: named.first().map(|(_, position)| *position),
            people: everybody,
            chinese: said.chars().any(is_han),
            said,
        }
    }
}

/// How a person is called in a sentence: the first word of an English name, the whole of a Chinese one; `me` is nobody
/// that is named.
fn first_name(subject: &str) -> Option<String> {
    let name = subject.strip_prefix("person:")?;
    let folded = spaced(name);
    let first = folded.split(' ').find(|word| !word.is_empty())?;
    Some(if first.is_ascii() { format!(" {first} ") } else { first.to_owned() })
}

const PAIRS: [(char, char); 5] = [('“', '”'), ('「', '」'), ('『', '』'), ('"', '"'), ('\'', '\'')];

/// The quoted parts, joined by blanks; empty without any. An apostrophe inside of a word is no quotation mark.
fn quoted(text: &str) -> String {
    spans(text).into_iter().map(|(from, to)| text[from..to].trim()).collect::<Vec<_>>().join(" ")
}

/// The rest.
fn outside(text: &str) -> String {
    let mut rest = String::new();
    let mut last = 0;
    for (from, to) in spans(text) {
        rest.push_str(&text[last..from]);
        rest.push(' ');
        last = to;
    }
    rest.push_str(&text[last..]);
    rest
}

/// Byte ranges of what stands in quotation marks.
fn spans(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open: Option<(char, usize)> = None;
    let mut before = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let after = chars.peek().map_or(' ', |(_, next)| *next);
        let inside_a_word = c == '\'' && before.is_alphanumeric() && after.is_alphanumeric();
        match open {
            Some((close, from)) if c == close && !inside_a_word => {
                found.push((from, at));
                open = None;
            }
            None if c != '\'' || !before.is_alphanumeric() => {
                if let Some((_, close)) = PAIRS.iter().find(|(start, _)| *start == c) {
                    open = Some((*close, at + c.len_utf8()));
                }
            }
            _ => {}
        }
        before = c;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Ask;

    const PEOPLE: [&str; 4] = ["me", "person:gary allen", "person:justin martinez", "person:王芳"];

    fn check(question: &str, said: &str, owner: Option<usize>, people: &[usize]) {
        let ask = Ask::of(question, PEOPLE.into_iter());
        assert_eq!(
            (ask.said.as_str(), ask.owner, ask.people.as_slice()),
            (said, owner, people),
            "{question}"
        );
    }

    #[test]
    fn s2_22_a_question_is_read_into_its_parts() {
        check("which seat do I like?", "which seat do I like?", None, &[]);
        check("What does Gary like?", "What does Gary like?", Some(1), &[1]);
        check(
            "At 8 AM, Justin drove Gary home. He told the car: 'It's Gary's turn, isn't it?'",
            "It's Gary's turn, isn't it?",
            Some(2),
            &[1, 2],
        );
        check("王芳说：“把灯调成她喜欢的颜色”", "把灯调成她喜欢的颜色", Some(3), &[3]);
        check("He said: 'unfinished", "He said: 'unfinished", None, &[]);
        check("", "", None, &[]);
        let ask = Ask::of("set the ambient light to my usual colour", PEOPLE.into_iter());
        assert!(ask.topics.names().any(|name| name == "ambient light"));
        assert!(!ask.values.is_empty());
    }
}
