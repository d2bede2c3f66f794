//! Words that are nearly the same.

use strsim::osa_distance;

/// How many letters of a word may be wrong: none in short ones, where every other word is a neighbour.
pub(crate) fn allowed(word: &str) -> usize {
    match word.chars().count() {
        0..=4 => 0,
        5..=7 => 1,
        _ => 2,
    }
}

/// How alike a typed word and a known word are, 0 to 1, where the known one may go on; `None` when too different.
pub(crate) fn likeness(typed: &str, known: &str) -> Option<f64> {
    let near = Near::new(typed);
    let distance = near.distance(known)?;
    Some(1.0 - distance as f64 / typed.chars().count().max(1) as f64)
}

/// A typed word, ready to be compared with many.
pub(crate) struct Near<'a> {
    typed: &'a str,
    length: usize,
    allowed: usize,
    letters: u32,
}

impl<'a> Near<'a> {
    /// Takes the typed word.
    pub fn new(typed: &'a str) -> Self {
        Self { typed, length: typed.chars().count(), allowed: allowed(typed), letters: letters(typed) }
    }

    /// Whether the word is near enough.
    pub fn accepts(&self, known: &str) -> bool {
        self.distance(known).is_some()
    }

    /// Number of slips between the typed word and the beginning of the known one.
    fn distance(&self, known: &str) -> Option<usize> {
        let known_length = known.chars().count();
        if self.allowed == 0 || known_length + self.allowed < self.length {
            return None;
        }
        // Each slip changes at most two letters of the set; much cheaper than the distance, and usually enough.
        if (self.letters & !letters(known)).count_ones() as usize > self.allowed {
            return None;
        }
        // Someone still typing has a beginning: also compare with as much of the known word, and one letter around.
        let lengths = [known_length, self.length.saturating_sub(1), self.length, self.length + 1];
        let distances = lengths.iter().filter(|length| **length <= known_length).map(|length| {
            let end = known.char_indices().nth(*length).map_or(known.len(), |(at, _)| at);
            osa_distance(self.typed, known.get(..end).unwrap_or(known))
        });
        distances.min().filter(|distance| *distance <= self.allowed)
    }
}

/// A bit per letter that occurs.
fn letters(word: &str) -> u32 {
    word.bytes().filter(u8::is_ascii_lowercase).fold(0, |bits, b| bits | 1 << (b - b'a'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, known: &str, near: bool) {
        assert_eq!(likeness(typed, known).is_some(), near, "{typed} {known}");
    }

    #[test]
    fn slips_are_forgiven_in_long_words_only() {
        check("girmaldi", "grimaldi", true);
        check("grimladi", "grimaldi", true);
        check("grimadli", "grimaldi", true);
        check("pharamcy", "pharmacy", true);
        check("farmacy", "pharmacy", false);
        check("larvoto", "larvotto", true);
        check("grimaldo", "grimaldi", true);
        check("hotal", "hotel", true);
        check("rue", "rua", false);
        check("port", "fort", false);
        check("monaco", "menton", false);
    }

    #[test]
    fn a_beginning_with_a_slip_is_near_the_whole() {
        check("boulevrd", "boulevard", true);
        check("carefou", "carrefour", true);
        check("grimaldi", "grim", false);
    }
}
