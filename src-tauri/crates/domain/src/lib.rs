//! Words and rules of Laolu, without IO.
//!
//! A person says something: [`intent`] turns it into an [`intent::Intent`] with [`intent::IntentWish`]es. What is
//! remembered ([`Place`], [`Preference`], [`Trip`]) joins in through [`precedence`], which yields [`Adjustment`]s
//! for the router and says what was overruled. A planned [`Route`] is explained by [`explain`], which only cites
//! [`Cause`]s and measured differences. A finished [`Trip`] may hold a [`Deviation`]; [`habit`] proposes what two
//! of them in a row suggest.
//!
//! Nothing here reads a clock, a file or a random number, and no function fails on what a person wrote.
//!
//! ```
//! use domain::{Moment, TimeBucket, Timestamp};
//! let evening = Moment { at: Timestamp(1_795_888_800), zone: "Europe/Paris".to_owned() };
//! assert_eq!(evening.bucket(), TimeBucket::Evening);
//! ```

mod area;
mod context;
pub mod corridor;
pub mod deviation;
pub mod explain;
mod geo;
pub mod graph;
pub mod habit;
mod ids;
pub mod intent;
mod lane;
pub mod language_model;
mod memory;
mod observation;
pub mod ports;
pub mod precedence;
pub mod provider;
mod road;
mod route;
pub mod sentence;
mod statement;
pub mod taste;
mod time;
pub mod traffic;
mod vehicle;
mod weather;
mod wish;

pub use area::{BadRing, Ring};
pub use context::{Context, ContextLine};
pub use geo::{Bbox, EARTH_RADIUS_M, LonLat};
pub use ids::{
    BadMemoryRef, EdgeKey, ImportId, MemoryRef, ObservationId, PlaceId, PreferenceId, ProfileId, RouteId,
    StatementId, TripId,
};
pub use lane::{Arrow, Lane, LaneMark, LaneUse};
pub use memory::{
    ENTRANCE_CHOSEN, Entrance, Place, Preference, PreferenceState, Provenance, Scope, Situation, Trip,
    Validity,
};
pub use observation::{
    AgainstPlain, Circumstances, Deviation, Evidence, Nature, Observation, ObservationKind,
};
pub use road::{FeatureSet, RoadClass, RoadFeature};
pub use route::{
    Detail, FeatureMetres, Lang, Leg, Maneuver, Note, PathDetail, RoadKind, RoadName, Route, Side, Signpost,
    Step, TurnAngle,
};
pub use statement::{
    Importance, MemoryClass, Noticed, Sensitivity, Statement, StatementKey, StatementState, StatementType,
    StreamSource, coarse,
};
pub use time::{DayKind, Moment, TimeBucket, Timestamp, Weather};
pub use vehicle::{Measure, SizeLimits, Vehicle};
pub use weather::{WEATHER_GRID_DEG, WeatherHour, hour_at, on_weather_grid};
pub use wish::{Adjustment, Cause, Lifetime, Strength, Target};
