//! Stores for tests, in memory or in a folder, and short ways to fill them.

use std::path::Path;

use domain::{
    EdgeKey, Importance, LonLat, MemoryClass, Moment, ObservationKind, PlaceId, PreferenceId,
    PreferenceState, ProfileId, Provenance, RoadClass, RouteId, Scope, StatementKey, StatementState,
    StatementType, StreamSource, Strength, Target, Validity,
};
use extract::{Basis, NewNoticed, NewStatement, Policy, Sanitize, Sanitized};
use memory::{Embedding, Mine, NewPlace, NewPreference, NewTrip, Recorded, Store, StoreError};

use crate::{clock::monaco, embedder::FakeEmbedder};

/// A store with one profile, "me".
#[derive(Debug)]
pub struct TestStore {
    /// The store.
    pub store: Store,
    /// Its first profile.
    pub me: ProfileId,
    /// What embeds.
    pub embedder: FakeEmbedder,
    /// The time at which everything is written down.
    pub now: Moment,
}

impl TestStore {
    /// In memory.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::of(Store::open_in_memory()?)
    }

    /// In the file `memory.db` of a folder.
    pub fn in_folder(folder: &Path) -> Result<Self, StoreError> {
        Self::of(Store::open(&folder.join("memory.db"))?)
    }

    /// This store.
    pub fn of(store: Store) -> Result<Self, StoreError> {
        let now = monaco(crate::clock::MONDAY_MORNING);
        let me = store.ensure_profile("me", &now)?;
        Ok(Self { store, me, embedder: FakeEmbedder::default(), now })
    }

    /// The memories of the first profile.
    pub fn mine(&self) -> Mine<'_> {
        self.store.of(self.me)
    }

    /// A text's vector.
    pub fn vector(&self, text: &str) -> Embedding {
        use domain::ports::Embedder as _;
        let vector = self.embedder.embed(&[text]).ok().and_then(|mut all| all.pop()).unwrap_or_default();
        Embedding { model: self.embedder.model_id().to_owned(), vector }
    }

    /// A place that the person wrote down.
    pub fn place(&self, name: &str, tag: &str, lon: f64, lat: f64) -> Result<PlaceId, StoreError> {
        self.mine().add_place(&place(name, tag, lon, lat), &self.now)
    }

    /// A preference that the person stated, with its vector.
    pub fn stated(
        &self,
        content: &str,
        target: Target,
        strength: Strength,
    ) -> Result<PreferenceId, StoreError> {
        let new = preference(content, target, strength);
        self.mine().add_preference(&new, Some(&self.vector(content)), &self.now)
    }

    /// A drive, a day apart for every number, that left the recommended route by this road.
    pub fn deviated(&self, day: i64, from: PlaceId, to: PlaceId, road: &str) -> Result<Recorded, StoreError> {
        let mut new = drive(day, &format!("{road} driven"), "recommended");
        new.start_place = Some(from);
        new.end_place = Some(to);
        new.via_roads = vec![road.to_owned()];
        new.observed = Some(ObservationKind::Deviated(deviation(road)));
        self.mine().record_trip(&new, &self.now)
    }
}

/// A value after the privacy policy.
pub fn clean<T: Sanitize>(value: T) -> Sanitized<T> {
    Policy::default().sanitise(value, Basis::Observed).value
}

/// A key without condition.
pub fn key(subject: &str, attribute: &str) -> StatementKey {
    StatementKey { subject: subject.to_owned(), attribute: attribute.to_owned(), condition: String::new() }
}

/// A fact about the person as they state it.
pub fn fact(content: &str, attribute: &str, value: &str, now: &Moment) -> NewStatement {
    NewStatement {
        class: MemoryClass::Factual,
        kind: StatementType::Fact,
        content: content.to_owned(),
        key: key("me", attribute),
        value: value.to_owned(),
        importance: Importance { emotion: 0.2, consequence: 0.5, repetition: 0.0 },
        confidence: 0.9,
        provenance: Provenance::Stated,
        state: StatementState::Active,
        validity: Validity { valid_from: now.at, valid_to: None },
        session: None,
        corrects: None,
        ties: Vec::new(),
    }
}

/// Words as somebody said them.
pub fn said(words: &str, at: &Moment) -> NewNoticed {
    NewNoticed {
        at: at.clone(),
        source: StreamSource::Dialogue,
        kind: "said".to_owned(),
        words: words.to_owned(),
        key: None,
        value: String::new(),
        place: None,
        trip: None,
        weather: None,
        traffic: String::new(),
        passengers: Vec::new(),
        importance: Importance::default(),
        heard: 1.0,
        session: None,
    }
}

/// A place as the person writes it down.
pub fn place(name: &str, tag: &str, lon: f64, lat: f64) -> NewPlace {
    NewPlace {
        name: name.to_owned(),
        aliases: Vec::new(),
        address: String::new(),
        at: LonLat { lon, lat },
        tag: tag.to_owned(),
        provenance: Provenance::Stated,
    }
}

/// A preference as the person states it.
pub fn preference(content: &str, target: Target, strength: Strength) -> NewPreference {
    NewPreference {
        content: content.to_owned(),
        target,
        strength,
        scope: Scope::default(),
        provenance: Provenance::Stated,
        state: PreferenceState::Active,
        confidence: 1.0,
        validity: None,
        source_trip: None,
    }
}

/// What inference would propose.
pub fn habit(content: &str, target: Target, scope: Scope) -> NewPreference {
    NewPreference {
        scope,
        provenance: Provenance::Inferred,
        state: PreferenceState::Proposed,
        confidence: memory::INFERRED_CONFIDENCE,
        ..preference(content, target, Strength::Prefer)
    }
}

/// A drive on the evening of this day after the first Monday, by these routes.
pub fn drive(day: i64, chosen: &str, recommended: &str) -> NewTrip {
    NewTrip {
        event_id: format!("drive-{day}-{chosen}"),
        start_place: None,
        end_place: None,
        start: LonLat { lon: 7.4035, lat: 43.7243 },
        end: LonLat { lon: 7.4735, lat: 43.7560 },
        departure: monaco(crate::clock::MONDAY_MORNING + day * 86_400 + 10 * 3_600),
        duration_s: 1_500.0,
        recommended: RouteId(recommended.to_owned()),
        chosen: RouteId(chosen.to_owned()),
        recommended_s: 1_020.0,
        switched_at: None,
        traffic: String::new(),
        preferred: true,
        edges: (0..20).map(|n| EdgeKey { way: 1_000 + n, tail: n, head: n + 1 }).collect(),
        edge_seconds: Vec::new(),
        shape: Vec::new(),
        import: None,
        via_roads: Vec::new(),
        note: String::new(),
        provenance: Provenance::Stated,
        observed: None,
        circumstances: domain::Circumstances::default(),
    }
}

/// A deviation of eight minutes by this road, along water.
pub fn deviation(road: &str) -> domain::Deviation {
    domain::Deviation {
        taken: (5..15).map(|n| EdgeKey { way: 1_000 + n, tail: n, head: n + 1 }).collect(),
        road: road.to_owned(),
        waterside: true,
        classes: vec![(RoadClass::Secondary, 2_400.0)],
        is_congestion_alternative: false,
        delta_s: 480.0,
        delta_m: 900.0,
        ..domain::Deviation::default()
    }
}
