//! Map layers are drawn in a declared order: every layer id stands in `zorder.ts`.

use super::{Findings, tree::Tree};
use regex_lite::Regex;
use std::collections::BTreeSet;

const ORDER: &str = "ui/src/map/zorder.ts";

/// Every `id: "…"` beside a layer's `type`, and every id given to a small function that makes layers, is in the order.
///
/// The map refuses other layers when it starts; this says so before anyone starts it.
pub fn in_zorder(tree: &Tree) -> Findings {
    let Some(order) = tree.text(ORDER) else { return vec![format!("{ORDER} is missing")] };
    let ordered = strings(order, r#"["']([a-z][a-z0-9-]*)["']"#);
    let layer = r#"\bid:\s*["']([a-z][a-z0-9-]*)["'],\s*(?:\.\.\.[\w.()]+,\s*)?type:\s*["'](?:line|fill|symbol|circle|background|raster|heatmap|hillshade|fill-extrusion)["']"#;
    let made = r#"\b(?:line|road|fill|symbol|circle)\(\s*["']([a-z][a-z0-9-]*)["']"#;
    let mut drawn = BTreeSet::new();
    for (path, text) in tree.texts("ui/src/map/", &[".ts", ".svelte"]) {
        if path != ORDER && !path.ends_with(".test.ts") {
            drawn.extend(strings(text, layer));
            drawn.extend(strings(text, made));
        }
    }
    let mut findings: Findings =
        drawn.difference(&ordered).map(|id| format!("layer {id} is not in {ORDER}")).collect();
    if drawn.is_empty() {
        findings.push("no map layer was found under ui/src/map".to_owned());
    }
    findings
}

fn strings(text: &str, pattern: &str) -> BTreeSet<String> {
    let Ok(pattern) = Regex::new(pattern) else { return BTreeSet::new() };
    pattern.captures_iter(text).map(|found| found[1].to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_without_a_place_in_the_order_is_found() {
        let check = |order: &str, layers: &str, found: bool| {
            let tree = Tree::made_of(&[(ORDER, order), ("ui/src/map/layers/roads.ts", layers)]);
            assert_eq!(!in_zorder(&tree).is_empty(), found, "{layers}");
        };
        let roads = "[{ id: \"roads\", type: \"line\" }, { id: 'water',\n type: 'fill' }]";
        check("export const Z = ['water', \"roads\"]", roads, false);
        check("export const Z = ['water']", roads, true);
        check("export const Z = ['water']", "", true);
        check("export const Z = ['water']", "[line(\n  'route', SOURCE)]", true);
        check("export const Z = ['route']", "[line(\n  'route', SOURCE)]", false);
        assert!(!in_zorder(&Tree::made_of(&[])).is_empty());
    }
}
