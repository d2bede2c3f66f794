//! What signs say about the size of vehicles. Limits that bind a certain kind of vehicle only (`maxweight:hgv`) or some
//! of the time (`:conditional`) are not read: the person's car is an ordinary vehicle, whatever its size.

use domain::SizeLimits;

use super::{access::directed, measure};
use crate::osm::Tags;

/// Posted limits of a way for one direction (`forward`, `backward`).
pub fn of_way(tags: &Tags, direction: &str) -> SizeLimits {
    read(|keys: &[&str]| directed(tags, keys, direction))
}

/// Posted limits of a node: a bar over the entrance, a weighbridge.
pub fn of_node(tags: &Tags) -> SizeLimits {
    read(|keys: &[&str]| keys.iter().find_map(|key| tags.get(key)))
}

/// <https://wiki.openstreetmap.org/wiki/Key:maxheight> and its like. Of what is signed and what is measured the smaller
/// one counts; words (`default`, `none`, `below_default`) say no number and limit nothing.
fn read<'a>(value: impl Fn(&[&str]) -> Option<&'a str>) -> SizeLimits {
    let least = |keys: &[&[&str]], read: fn(&str) -> Option<f64>| {
        let posted = keys.iter().filter_map(|keys| value(keys).and_then(read));
        posted.filter(|number| *number > 0.0).fold(f64::INFINITY, f64::min)
    };
    let cm = |metres: f64| {
        if metres.is_finite() { round(metres * 100.0).try_into().unwrap_or(u16::MAX) } else { 0 }
    };
    let kg = |tonnes: f64| if tonnes.is_finite() { round(tonnes * 1000.0) } else { 0 };
    SizeLimits {
        height_cm: cm(least(&[&["maxheight:physical"], &["maxheight"]], measure::metres)),
        width_cm: cm(least(&[&["maxwidth:physical"], &["maxwidth"]], measure::metres)),
        length_cm: cm(least(&[&["maxlength"]], measure::metres)),
        weight_kg: kg(least(&[&["maxweight"], &["maxweightrating"]], measure::tonnes)),
        axle_kg: kg(least(&[&["maxaxleload"]], measure::tonnes)),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, which no sign reaches"
)]
fn round(number: f64) -> u32 {
    number.round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posted_sizes_are_read_in_every_unit() {
        let check = |tags: &[(&str, &str)], expected: SizeLimits| {
            let tags: Tags = tags.iter().copied().collect();
            assert_eq!(of_way(&tags, "forward"), expected, "{tags:?}");
        };
        let none = SizeLimits::default();
        check(&[], none);
        check(&[("maxheight", "3.5")], SizeLimits { height_cm: 350, ..none });
        check(&[("maxheight", "3.5 m")], SizeLimits { height_cm: 350, ..none });
        check(&[("maxheight", "12'6\"")], SizeLimits { height_cm: 381, ..none });
        check(&[("maxheight", "11 ft")], SizeLimits { height_cm: 335, ..none });
        check(&[("maxheight", "default")], none);
        check(&[("maxheight", "none")], none);
        check(&[("maxheight", "0")], none);
        check(&[("maxheight", "4"), ("maxheight:physical", "3.8")], SizeLimits { height_cm: 380, ..none });
        check(&[("maxheight:forward", "2.2"), ("maxheight", "3")], SizeLimits { height_cm: 220, ..none });
        check(&[("maxheight:backward", "2.2")], none);
        check(&[("maxwidth", "2,3")], SizeLimits { width_cm: 230, ..none });
        check(&[("maxlength", "12")], SizeLimits { length_cm: 1200, ..none });
        check(&[("maxweight", "3.5")], SizeLimits { weight_kg: 3500, ..none });
        check(&[("maxweight", "7.5 t")], SizeLimits { weight_kg: 7500, ..none });
        check(&[("maxweight", "6000 lbs")], SizeLimits { weight_kg: 2722, ..none });
        check(&[("maxweight", "5 st")], SizeLimits { weight_kg: 4536, ..none });
        check(&[("maxweight", "16"), ("maxweightrating", "3.5")], SizeLimits { weight_kg: 3500, ..none });
        check(&[("maxaxleload", "8")], SizeLimits { axle_kg: 8000, ..none });
        check(&[("maxaxleload", "900 kg")], SizeLimits { axle_kg: 900, ..none });
        check(&[("maxweight:hgv", "3.5"), ("maxweight:conditional", "2 @ (22:00-06:00)")], none);
        check(&[("maxheight", "99999999999")], SizeLimits { height_cm: u16::MAX, ..none });
    }
}
