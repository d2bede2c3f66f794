//! "Did you mean …": the most similar names when nothing was found.

use domain::Lang;

use crate::Index;
use crate::fold::{fold, is_cjk};
use crate::hit::{Ask, Hit, Matched};
use crate::reading;
use crate::score;

impl Index {
    /// The `n` things whose names are most like the text, best first, however unlike they are. It looks at every name.
    pub fn nearest(&self, typed: &str, n: usize, lang: Lang) -> Vec<Hit> {
        let query = fold(typed);
        if query.is_empty() {
            return Vec::new();
        }
        let letters = if query.chars().any(is_cjk) { reading::usual(&query) } else { query.replace(' ', "") };
        let mut scored: Vec<(f64, u32)> = Vec::new();
        for row in &self.names.rows {
            if let Some(entry) = row.entries.first() {
                scored.push((score::likeness(&query, &row.folded), *entry));
            }
        }
        for (row, usual) in self.names.spoken() {
            if let Some(entry) = row.entries.first() {
                scored.push((0.95 * strsim::normalized_damerau_levenshtein(&letters, usual), *entry));
            }
        }
        scored.retain(|(likeness, _)| *likeness > 0.0);
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
