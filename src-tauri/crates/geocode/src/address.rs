//! House numbers.

use crate::fold::{fold, words};
use crate::query::{Query, Token};

/// A query read as an address: the rest of it names the street.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Address {
    /// The number as typed, folded, without spaces: `12bis`.
    pub number: String,
    /// The street, and whatever else was typed.
    pub street: Query,
}

/// Words that only say that a number is a house number.
const NUMBER_WORDS: [&str; 4] = ["号", "no", "nr", "number"];

/// Additions to a number that are written as words of their own.
const ADDITIONS: [&str; 6] = ["bis", "ter", "quater", "a", "b", "c"];

/// Every way to read the query as an address: each number in it may be the house's, as in "12 rue du 4 septembre".
pub(crate) fn readings(query: &Query) -> Vec<Address> {
    let numbers = query.tokens.iter().enumerate().filter(|(_, token)| token.is_number());
    numbers.filter_map(|(at, token)| reading(&query.tokens, at, token)).collect()
}

fn reading(tokens: &[Token], at: usize, number: &Token) -> Option<Address> {
    let addition = tokens.get(at + 1).filter(|next| ADDITIONS.contains(&next.text.as_str()));
    let mut used = vec![at];
    let mut text = number.text.clone();
    // "12 b rue X" is number 12b, but in "rue X 12 b" and shorter the b may be anything, so it needs a street beside.
    if let Some(addition) = addition.filter(|_| tokens.len() > 2) {
        text.push_str(&addition.text);
        used.push(at + 1);
    }
    let rest = tokens
        .iter()
        .enumerate()
        .filter(|(place, token)| !used.contains(place) && !NUMBER_WORDS.contains(&token.text.as_str()))
        .map(|(_, token)| token.text.as_str());
    let street = Query::of(rest);
    (!street.is_empty()).then_some(Address { number: text, street })
}

/// How well a typed number fits a house's, 0 to 1. Houses may have several ("12;14", "12-16").
pub(crate) fn number_quality(typed: &str, house: &str) -> Option<f64> {
    let folded = fold(house);
    let parts: Vec<&str> = words(&folded).filter(|word| *word != "号").collect();
    if parts.concat() == typed {
        return Some(1.0);
    }
    if parts.contains(&typed) {
        return Some(0.97);
    }
    let value = |text: &str| text.parse::<u32>().ok();
    if let ([from, to], Some(wanted)) = (parts.as_slice(), value(typed))
        && let (Some(from), Some(to)) = (value(from), value(to))
        // One side of the street has the odd numbers.
        && (from..=to).contains(&wanted)
        && (wanted - from).is_multiple_of(2)
    {
        return Some(0.95);
    }
    // 12 when only 12bis is there, and 1 while 12 is being typed.
    let longer = parts.concat().strip_prefix(typed).map(str::to_owned)?;
    Some(if longer.starts_with(|c: char| c.is_ascii_digit()) { 0.7 } else { 0.9 })
}

/// How far a typed number is from a house's on the same side of the street; `None` when one of them is no number or
/// they are too far apart to help.
pub(crate) fn apart(typed: &str, house: &str) -> Option<u32> {
    let value = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        text.get(..end)?.parse::<u32>().ok()
    };
    let (typed, house) = (value(typed)?, value(house)?);
    let apart = typed.abs_diff(house);
    (apart <= 20 && apart.is_multiple_of(2)).then_some(apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, expected: &[(&str, &str)]) {
        let found = readings(&Query::new(typed));
        let found: Vec<_> = found.iter().map(|a| (a.number.as_str(), a.street.text.as_str())).collect();
        assert_eq!(found, expected, "{typed}");
    }

    #[test]
    fn numbers_before_and_after_the_street() {
        check("12 rue grimaldi", &[("12", "rue grimaldi")]);
        check("rue grimaldi 12", &[("12", "rue grimaldi")]);
        check("12bis, Rue Grimaldi", &[("12bis", "rue grimaldi")]);
        check("12 bis rue grimaldi", &[("12bis", "rue grimaldi")]);
        check("滨江路12号", &[("12", "滨江路")]);
        check("滨江路 12號", &[("12", "滨江路")]);
        check("12 rue du 4 septembre", &[("12", "rue du 4 septembre"), ("4", "12 rue du septembre")]);
        check("rue grimaldi", &[]);
        check("98000", &[]);
        check("12", &[]);
    }

    #[test]
    fn neighbours_are_on_the_same_side() {
        assert_eq!(apart("13", "11"), Some(2));
        assert_eq!(apart("13", "15bis"), Some(2));
        assert_eq!(apart("13", "12"), None);
        assert_eq!(apart("13", "99"), None);
        assert_eq!(apart("13", "A"), None);
    }

    #[test]
    fn houses_with_several_numbers() {
        assert_eq!(number_quality("12", "12"), Some(1.0));
        assert_eq!(number_quality("12bis", "12 bis"), Some(1.0));
        assert_eq!(number_quality("14", "12;14"), Some(0.97));
        assert_eq!(number_quality("14", "12-16"), Some(0.95));
        assert_eq!(number_quality("13", "12-16"), None);
        assert_eq!(number_quality("1", "12"), Some(0.7));
        assert_eq!(number_quality("12", "12bis"), Some(0.9));
        assert_eq!(number_quality("12", "2"), None);
        assert_eq!(number_quality("12", "12号"), Some(1.0));
    }
}
