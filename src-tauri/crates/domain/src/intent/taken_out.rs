//! "Take my home address out of your memory": a request to forget whose words stand around what it is about.

use super::Span;

const VERBS: &str = "take |get |strike |cut |drop |remove |delete |erase |wipe |scrub |strip |clear ";
const FROM: &str = " out of | from | off ";
const MEMORY: &str = "your memory|memory|your memories|your records|your head|your mind";
const COURTESY: &str = "please |can you |could you |would you |just |now ";

/// What a folded English sentence wants out of the memory, in bytes of it; nothing where it wants no such thing.
pub fn out_of_memory(folded: &str) -> Option<Span> {
    let mut said = folded.trim_start();
    while let Some(rest) = COURTESY.split('|').find_map(|word| said.strip_prefix(word)) {
        said = rest;
    }
    let said = VERBS.split('|').find_map(|verb| said.strip_prefix(verb))?;
    let from = folded.len() - said.len();
    let said = said.trim_end_matches(['.', '!', '?', ' ']);
    let before = MEMORY.split('|').find_map(|end| {
        let before = said.strip_suffix(end)?;
        FROM.split('|').find_map(|link| before.strip_suffix(link))
    })?;
    (!before.trim().is_empty()).then(|| from..from + before.len())
}

#[cfg(test)]
mod tests {
    use super::out_of_memory;

    #[test]
    fn s1_20_what_is_to_be_taken_out_of_the_memory() {
        for (said, what) in [
            ("take my home address out of your memory", Some("my home address")),
            (" could you please get my number off your records?", Some("my number")),
            ("erase the school run from memory.", Some("the school run")),
            ("take the umbrella out of the trunk", None),
            ("take me to the memory museum", None),
            ("take out of your memory", None),
            ("what is in your memory", None),
            ("", None),
        ] {
            assert_eq!(out_of_memory(said).and_then(|span| said.get(span)), what, "{said}");
        }
    }
}
