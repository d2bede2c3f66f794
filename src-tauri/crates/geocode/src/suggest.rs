//! "Did you mean …": the most similar names when nothing was found.

use domain::Lang;

use crate::Index;
use crate::fold::{fold, is_cjk};
use crate::hit::{Ask, Hit, Matched};
use crate::reading;
use crate::score;

/// The best so far, and how good one must be to come among them.
struct Best {
    kept: Vec<(f64, u32)>,
    most: usize,
    floor: f64,
}

impl Best {
    fn of(most: usize) -> Self {
        Self { kept: Vec::with_capacity(2 * most + 1), most, floor: 0.0 }
    }

    fn note(&mut self, likeness: f64, entry: u32) {
        if likeness <= self.floor {
            return;
        }
        self.kept.push((likeness, entry));
        if self.kept.len() > 2 * self.most {
            self.kept.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            self.kept.truncate(self.most);
            self.floor = self.kept.last().map_or(0.0, |(likeness, _)| *likeness);
        }
    }
}

impl Index {
    /// The `n` things whose names are most like the text, best first, however unlike they are. It looks at every name.
    pub fn nearest(&self, typed: &str, n: usize, lang: Lang) -> Vec<Hit> {
        let query = fold(typed);
        if query.is_empty() {
            return Vec::new();
        }
        let letters = if query.chars().any(is_cjk) { reading::usual(&query) } else { query.replace(' ', "") };
        let mut best = Best::of(4 * n);
        for row in &self.names.rows {
            if let Some(entry) = row.entries.first() {
                best.note(score::likeness(&query, &row.folded, best.floor), *entry);
            }
        }
        for (row, usual) in self.names.spoken() {
            if let (Some(entry), true) = (row.entries.first(), score::bound(&letters, usual) > best.floor) {
                best.note(0.95 * strsim::normalized_damerau_levenshtein(&letters, usual), *entry);
            }
        }
        let mut scored = best.kept;
        scored.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut hits: Vec<Hit> = Vec::new();
        for (likeness, entry) in scored {
            if hits.len() >= n {
                break;
            }
            let Some(hit) = self.hit(entry, likeness, Matched::Similar, &Ask::new(lang)) else { continue };
            if !hits.iter().any(|known| known.label == hit.label) {
                hits.push(hit);
            }
        }
        hits
    }
}
