//! How well a query fits one name.

use crate::fold::{is_cjk, is_cjk_word, words};
use crate::query::{Query, Token};
use crate::typo;

/// How a query fits a name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fit {
    /// 0 to 1.
    pub quality: f64,
    /// Words of the query that the name lacks, as indices of the query's tokens.
    pub missing: Vec<usize>,
}

/// Least quality of a name that begins as typed.
const BEGINS: f64 = 0.8;

/// How well the query fits the folded name; `None` when they share nothing.
pub(crate) fn fit(query: &Query, name: &str, typos: bool) -> Option<Fit> {
    if query.is_empty() {
        return None;
    }
    if query.text == name {
        return Some(Fit { quality: 1.0, missing: Vec::new() });
    }
    let parts: Vec<&str> = words(name).collect();
    let joined = parts.concat();
    if query.joined == joined {
        return Some(Fit { quality: 0.99, missing: Vec::new() });
    }
    let length = joined.chars().count().max(1) as f64;
    // A name that begins with exactly the words typed so far is what one is typing.
    if query.tokens.len() > 1 && name.starts_with(&query.text) {
        let share = query.joined.chars().count() as f64 / length;
        return Some(Fit { quality: BEGINS + (0.98 - BEGINS) * share, missing: Vec::new() });
    }
    let (mut missing, mut absent) = (Vec::new(), 0);
    let (mut sum, mut counted, mut covered, mut begins) = (0.0, 0.0, 0.0, false);
    for (place, token) in query.tokens.iter().enumerate() {
        let best = parts
            .iter()
            .enumerate()
            .filter_map(|(at, part)| {
                token_quality(token, part, typos).map(|(quality, share)| (quality, share, at))
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((quality, share, at)) => {
                sum += quality;
                counted += 1.0;
                covered += share;
                begins |= place == 0 && at == 0 && starts(token, parts[0], typos);
            }
            // Small words may be missing, but a name that has them is nearer.
            None if token.optional => absent += 1,
            None => missing.push(place),
        }
    }
    if counted == 0.0 {
        // "capdail" for Cap d'Ail: typed together, possibly not to the end.
        let together = query.joined.chars().count() >= 4 && joined.starts_with(&query.joined);
        let share = query.joined.chars().count() as f64 / length;
        return together.then(|| Fit { quality: 0.6 + 0.35 * share, missing: Vec::new() });
    }
    let coverage = f64::min(covered / length, 1.0);
    let quality =
        sum / counted * (0.55 + 0.35 * coverage + if begins { 0.1 } else { 0.0 }) * 0.98f64.powi(absent);
    Some(Fit { quality, missing })
}

/// How well one typed word fits one word of the name, and how many of its characters it covers.
fn token_quality(token: &Token, part: &str, typos: bool) -> Option<(f64, f64)> {
    let length = |text: &str| text.chars().count() as f64;
    if token.cjk != is_cjk_word(part) {
        return None;
    }
    if token.cjk {
        if part.contains(&token.text) {
            let share = length(&token.text);
            return Some((0.85 + 0.15 * share / length(part), share));
        }
        let common = typos.then(|| common_pairs(&token.text, part)).filter(|share| *share >= 0.5)?;
        return Some((0.7 * common, common * length(&token.text)));
    }
    let spelled = token.spellings().enumerate().filter_map(|(nth, spelling)| {
        if part == spelling {
            Some((if nth == 0 { 1.0 } else { 0.97 }, length(part)))
        } else if part.starts_with(spelling) {
            Some((0.8 + 0.15 * length(spelling) / length(part), length(spelling)))
        } else {
            None
        }
    });
    let best = spelled.max_by(|a, b| a.0.total_cmp(&b.0));
    best.or_else(|| {
        let likeness = typos.then(|| typo::likeness(&token.text, part)).flatten()?;
        Some((0.8 * likeness, length(&token.text).min(length(part))))
    })
}

/// Whether the name begins with this token.
fn starts(token: &Token, first: &str, typos: bool) -> bool {
    token.spellings().any(|spelling| first.starts_with(spelling))
        || (typos && !token.cjk && typo::likeness(&token.text, first).is_some())
}

/// Share of common character pairs (Dice), 0 to 1.
pub(crate) fn common_pairs(a: &str, b: &str) -> f64 {
    let pairs = |text: &str| {
        let characters: Vec<char> = text.chars().collect();
        characters.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
    };
    let (of_a, mut of_b) = (pairs(a), pairs(b));
    let total = of_a.len() + of_b.len();
    if total == 0 {
        return if a == b { 1.0 } else { 0.0 };
    }
    let mut common = 0;
    for pair in of_a {
        if let Some(at) = of_b.iter().position(|other| *other == pair) {
            of_b.swap_remove(at);
            common += 1;
        }
    }
    2.0 * f64::from(common) / total as f64
}

/// How alike two texts are as wholes, 0 to 1, for "did you mean"; 0 when it can't be more than `floor`.
pub(crate) fn likeness(query: &str, name: &str, floor: f64) -> f64 {
    if query.chars().any(is_cjk) || name.chars().any(is_cjk) {
        let shared = query.chars().filter(|c| name.contains(*c)).count() as f64;
        if shared == 0.0 {
            return 0.0;
        }
        let longest = query.chars().count().max(name.chars().count()).max(1) as f64;
        return (common_pairs(query, name) + shared / longest) / 2.0;
    }
    let alike = |other: &str, share: f64| {
        if share * bound(query, other) <= floor {
            return 0.0;
        }
        share * strsim::normalized_damerau_levenshtein(query, other)
    };
    // A single word that is nearly right inside a long name is a good suggestion too.
    words(name).map(|word| alike(word, 0.9)).fold(alike(name, 1.0), f64::max)
}

/// The most that two texts can be alike, by their lengths: cheaper than comparing them.
pub(crate) fn bound(a: &str, b: &str) -> f64 {
    let (a, b) = (a.chars().count(), b.chars().count());
    1.0 - a.abs_diff(b) as f64 / a.max(b).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quality(typed: &str, name: &str) -> f64 {
        fit(&Query::new(typed), name, true)
            .filter(|fit| fit.missing.is_empty())
            .map_or(0.0, |fit| fit.quality)
    }

    fn order(typed: &str, names: &[&str]) {
        for pair in names.windows(2) {
            let (a, b) = (quality(typed, pair[0]), quality(typed, pair[1]));
            assert!(a > b, "{typed}: {} {a} must beat {} {b}", pair[0], pair[1]);
        }
    }

    #[test]
    fn better_matches_score_higher() {
        order("rue grimaldi", &["rue grimaldi", "rue grimaldi prolongee", "rue de millo"]);
        order("grim", &["grimaldi", "grimaldi forum", "rue grimaldi", "rue de millo"]);
        order("grimaldi", &["grimaldi", "grimaldi forum", "rue grimaldi", "rue grimaldu"]);
        order("人民路", &["人民路", "人民路口", "老人民路", "人民广场"]);
        order("公园", &["公园", "公园路", "人民公园", "中山公园北门"]);
        order("avenue d ostende", &["avenue d ostende", "avenue ostende", "avenue de la costa"]);
    }

    #[test]
    fn missing_words_are_named() {
        let fit = fit(&Query::new("carrefour monaco"), "carrefour", false).unwrap();
        assert_eq!(fit.missing, [1]);
        assert_eq!(super::fit(&Query::new("monaco"), "carrefour", true), None);
        assert_eq!(super::fit(&Query::new(""), "carrefour", true), None);
    }
}
