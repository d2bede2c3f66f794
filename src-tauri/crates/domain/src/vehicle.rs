//! The car as far as its size is known, and what signs at the road say about size.

/// What can be too much for a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// Height with everything on the roof.
    Height,
    /// Width with mirrors as the sign means it: of the body.
    Width,
    /// Length with whatever is drawn.
    Length,
    /// Actual weight.
    Weight,
    /// Weight on one axle.
    AxleLoad,
}

impl Measure {
    /// All.
    pub const ALL: [Self; 5] = [Self::Height, Self::Width, Self::Length, Self::Weight, Self::AxleLoad];

    /// Stable word for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Height => "height",
            Self::Width => "width",
            Self::Length => "length",
            Self::Weight => "weight",
            Self::AxleLoad => "axle_load",
        }
    }
}

/// The car. What is not known (`None`) is an ordinary car's, for which a road that lets cars in has room: no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vehicle {
    /// Centimetres.
    pub height_cm: Option<u16>,
    /// Centimetres.
    pub width_cm: Option<u16>,
    /// Centimetres.
    pub length_cm: Option<u16>,
    /// Kilograms as driven.
    pub weight_kg: Option<u32>,
}

/// What is posted at a road; 0 where nothing is. A vehicle that has exactly the posted measure may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SizeLimits {
    /// Centimetres.
    pub height_cm: u16,
    /// Centimetres.
    pub width_cm: u16,
    /// Centimetres.
    pub length_cm: u16,
    /// Kilograms.
    pub weight_kg: u32,
    /// Kilograms on one axle.
    pub axle_kg: u32,
}

/// Part of the weight of a car with two axles, loaded as it may be, that its heavier axle carries at most: our estimate,
/// because nobody knows the load of each axle.
const HEAVIER_AXLE: f64 = 0.6;

impl Vehicle {
    /// Whether nothing is known of it.
    pub fn is_ordinary(&self) -> bool {
        *self == Self::default()
    }

    /// Kilograms on its heavier axle.
    pub fn axle_kg(&self) -> Option<u32> {
        self.weight_kg.map(|kg| (f64::from(kg) * HEAVIER_AXLE).ceil() as u32)
    }

    /// The first measure in which it is too much for a road; `None` when it fits.
    pub fn exceeds(&self, limits: &SizeLimits) -> Option<Measure> {
        let over = |own: Option<u32>, posted: u32| posted > 0 && own.is_some_and(|own| own > posted);
        let wide = |own: Option<u16>| own.map(u32::from);
        let found = [
            (Measure::Height, over(wide(self.height_cm), limits.height_cm.into())),
            (Measure::Width, over(wide(self.width_cm), limits.width_cm.into())),
            (Measure::Length, over(wide(self.length_cm), limits.length_cm.into())),
            (Measure::Weight, over(self.weight_kg, limits.weight_kg)),
            (Measure::AxleLoad, over(self.axle_kg(), limits.axle_kg)),
        ];
        found.into_iter().find(|(_, over)| *over).map(|(measure, _)| measure)
    }
}

impl SizeLimits {
    /// Whether nothing is posted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Of two posted values the smaller one counts.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let short = |a: u16, b: u16| if a == 0 || (b != 0 && b < a) { b } else { a };
        let light = |a: u32, b: u32| if a == 0 || (b != 0 && b < a) { b } else { a };
        Self {
            height_cm: short(self.height_cm, other.height_cm),
            width_cm: short(self.width_cm, other.width_cm),
            length_cm: short(self.length_cm, other.length_cm),
            weight_kg: light(self.weight_kg, other.weight_kg),
            axle_kg: light(self.axle_kg, other.axle_kg),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vehicle_fits_where_nothing_is_too_small() {
        let van = Vehicle {
            height_cm: Some(270),
            width_cm: Some(205),
            length_cm: Some(600),
            weight_kg: Some(3_500),
        };
        let limits = SizeLimits::default();
        let check = |vehicle: Vehicle, limits: SizeLimits, expected: Option<Measure>| {
            assert_eq!(vehicle.exceeds(&limits), expected, "{vehicle:?} {limits:?}");
        };
        check(van, limits, None);
        check(van, SizeLimits { height_cm: 270, ..limits }, None);
        check(van, SizeLimits { height_cm: 269, ..limits }, Some(Measure::Height));
        check(van, SizeLimits { width_cm: 200, ..limits }, Some(Measure::Width));
        check(van, SizeLimits { length_cm: 500, ..limits }, Some(Measure::Length));
        check(van, SizeLimits { weight_kg: 3_000, ..limits }, Some(Measure::Weight));
        check(van, SizeLimits { axle_kg: 2_100, ..limits }, None);
        check(van, SizeLimits { axle_kg: 2_000, ..limits }, Some(Measure::AxleLoad));
        check(Vehicle { height_cm: None, ..van }, SizeLimits { height_cm: 180, ..limits }, None);
        let tight = SizeLimits { height_cm: 180, width_cm: 150, length_cm: 300, weight_kg: 1, axle_kg: 1 };
        check(Vehicle::default(), tight, None);
    }

    #[test]
    fn of_two_limits_the_smaller_counts() {
        let low = SizeLimits { height_cm: 200, weight_kg: 7_500, ..SizeLimits::default() };
        let light = SizeLimits { height_cm: 300, weight_kg: 3_500, axle_kg: 900, ..SizeLimits::default() };
        let both = SizeLimits { height_cm: 200, weight_kg: 3_500, axle_kg: 900, ..SizeLimits::default() };
        assert_eq!((low.and(light), light.and(low)), (both, both));
    }
}
