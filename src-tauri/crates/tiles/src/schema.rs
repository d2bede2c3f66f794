//! What a tile says about a feature: which attributes, of which type, from which zoom (`docs/tiles.md`).

use region::Layer;

/// A value as the style reads it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    /// Text, also for numbers that are names: `ref`, `housenumber`.
    Text(Box<str>),
    /// A whole number.
    Int(i64),
    /// A flag that is set; flags that aren't are left out.
    Yes,
}

/// Attributes that are whole numbers. `oneway` is 1 along the line and −1 against it.
const NUMBERS: [&str; 5] = ["rank", "layer", "oneway", "lanes", "maxspeed"];

/// Attributes that are flags.
const FLAGS: [&str; 10] =
    ["link", "tunnel", "bridge", "elevated", "toll", "unpaved", "private", "maritime", "disputed", "capital"];

/// The value of an attribute, or `None` where it says nothing (a flag that isn't set, a number that isn't one,
/// one-way "no", ground level).
pub(crate) fn value(key: &str, text: &str) -> Option<Value> {
    if FLAGS.contains(&key) {
        return (!matches!(text, "" | "no" | "0" | "false")).then_some(Value::Yes);
    }
    if NUMBERS.contains(&key) {
        let number = match text {
            "yes" | "true" => 1,
            "reverse" => -1,
            _ => text.trim().parse().ok()?,
        };
        let says_nothing = number == 0 && matches!(key, "layer" | "oneway");
        return (!says_nothing).then_some(Value::Int(number));
    }
    (!text.is_empty()).then(|| Value::Text(text.into()))
}

/// The lowest zoom at which an attribute is written. Low tiles leave out what isn't drawn there, so that more
/// features are alike and can be merged into one.
pub(crate) fn attribute_zoom(layer: Layer, class: &str, key: &str) -> u8 {
    let name = key.starts_with("name");
    match layer {
        Layer::Place | Layer::Poi | Layer::Boundary => 0,
        Layer::Water | Layer::Waterway | Layer::Coast if name => 9,
        Layer::Landcover if name => 13,
        Layer::Building if name => 15,
        Layer::Rail if name => 14,
        Layer::Road => match key {
            _ if name => match class {
                "motorway" | "trunk" => 10,
                "primary" => 11,
                "secondary" | "ferry" => 12,
                "tertiary" => 13,
                _ => 14,
            },
            "ref" => 8,
            "link" => 11,
            "bridge" | "tunnel" | "elevated" | "toll" => 12,
            "layer" | "unpaved" | "private" => 13,
            // Arrows.
            "oneway" => 15,
            _ => 13,
        },
        _ => 11,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(key: &str, text: &str, expected: impl Into<Option<Value>>) {
        assert_eq!(value(key, text), expected.into(), "{key}={text}");
    }

    #[test]
    fn values_have_the_type_that_the_style_expects() {
        check("name", "Avenue de la Costa", Some(Value::Text("Avenue de la Costa".into())));
        check("name", "", None);
        check("ref", "98", Some(Value::Text("98".into())));
        check("layer", "-1", Some(Value::Int(-1)));
        check("layer", "0", None);
        check("layer", "deep", None);
        check("rank", "0", Some(Value::Int(0)));
        check("oneway", "yes", Some(Value::Int(1)));
        check("oneway", "-1", Some(Value::Int(-1)));
        check("oneway", "no", None);
        check("bridge", "viaduct", Some(Value::Yes));
        check("bridge", "1", Some(Value::Yes));
        check("tunnel", "no", None);
    }
}
