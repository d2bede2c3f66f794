//! The model's parameters.

/// Parameters of the model, with where they come from. Metres and seconds throughout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Standard deviation of a fix; estimated from the track when absent.
    pub noise_m: Option<f64>,
    /// Bounds of the estimate. Newson & Krumm measured 4.07 m with a good receiver under an open sky; between high houses
    /// 30 m are usual.
    pub least_noise_m: f64,
    /// See [`Self::least_noise_m`].
    pub most_noise_m: f64,
    /// Roads farther from a fix than this are never considered.
    pub radius_m: f64,
    /// Roads farther away than this many standard deviations are not considered either: 4 leave out one fix of 15,000.
    pub radius_noises: f64,
    /// Places considered per fix, nearest first.
    pub most_places: usize,
    /// Fixes nearer to each other than this many standard deviations count as one in their middle (Newson & Krumm leave
    /// out what lies within 2).
    pub thin_noises: f64,
    /// The middle of many fixes is surer than one, but not surer than this share of the standard deviation.
    pub least_share_of_noise: f64,
    /// The scale of the difference between the way driven and the line between two fixes (Newson & Krumm's beta): this
    /// many standard deviations, and this share of the line, because a longer stretch bends more.
    pub detour_noises: f64,
    /// See [`Self::detour_noises`].
    pub detour_share: f64,
    /// Nobody drives faster (metres per second; Newson & Krumm: 50).
    pub most_speed: f64,
    /// Turning around in the middle of a road is this much less likely than driving on (natural logarithm).
    pub turn_around: f64,
    /// A step over a gap in which nothing was recorded is marked when the line is longer than this.
    pub gap_m: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            noise_m: None,
            least_noise_m: 6.0,
            most_noise_m: 50.0,
            radius_m: 150.0,
            radius_noises: 4.0,
            most_places: 32,
            thin_noises: 2.5,
            least_share_of_noise: 0.6,
            detour_noises: 0.3,
            detour_share: 0.08,
            most_speed: 50.0,
            turn_around: 8.0,
            gap_m: 400.0,
        }
    }
}

impl Options {
    /// Radius in which roads are considered for fixes of this noise.
    pub(crate) fn radius(&self, noise_m: f64) -> f64 {
        (self.radius_noises * noise_m).clamp(25.0, self.radius_m)
    }
}
