//! Places on the ground and lengths along it.

/// A WGS84 coordinate in degrees. Longitude first, as in GeoJSON.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LonLat {
    /// Degrees east, −180 to 180.
    pub lon: f64,
    /// Degrees north, −90 to 90.
    pub lat: f64,
}

/// Mean earth radius in metres (IUGG).
pub const EARTH_RADIUS_M: f64 = 6_371_008.8;

impl LonLat {
    /// A coordinate, or `None` when it lies outside the globe or is not a number.
    pub fn new(lon: f64, lat: f64) -> Option<Self> {
        ((-180.0..=180.0).contains(&lon) && (-90.0..=90.0).contains(&lat)).then_some(Self { lon, lat })
    }

    /// Great-circle distance in metres (equirectangular approximation: better than 0.1 % over a region).
    pub fn distance_m(self, other: Self) -> f64 {
        let mean_lat = ((self.lat + other.lat) / 2.0).to_radians();
        let dx = (other.lon - self.lon).to_radians() * mean_lat.cos();
        let dy = (other.lat - self.lat).to_radians();
        EARTH_RADIUS_M * dx.hypot(dy)
    }

    /// Compass bearing towards `other`, degrees clockwise from north, 0 ≤ bearing < 360.
    pub fn bearing_deg(self, other: Self) -> f64 {
        let mean_lat = ((self.lat + other.lat) / 2.0).to_radians();
        let dx = (other.lon - self.lon) * mean_lat.cos();
        let dy = other.lat - self.lat;
        dx.atan2(dy).to_degrees().rem_euclid(360.0)
    }
}

/// A box in degrees. Regions across the antimeridian are not supported and are refused at import.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bbox {
    /// South-west corner.
    pub min: LonLat,
    /// North-east corner.
    pub max: LonLat,
}

impl Bbox {
    /// Whether the point lies inside or on the edge.
    pub fn contains(&self, p: LonLat) -> bool {
        (self.min.lon..=self.max.lon).contains(&p.lon) && (self.min.lat..=self.max.lat).contains(&p.lat)
    }

    /// The smallest box around the points; `None` when there are none.
    pub fn around(points: impl IntoIterator<Item = LonLat>) -> Option<Self> {
        points.into_iter().fold(None, |acc, p| {
            Some(match acc {
                None => Self { min: p, max: p },
                Some(b) => Self {
                    min: LonLat { lon: b.min.lon.min(p.lon), lat: b.min.lat.min(p.lat) },
                    max: LonLat { lon: b.max.lon.max(p.lon), lat: b.max.lat.max(p.lat) },
                },
            })
        })
    }
}
