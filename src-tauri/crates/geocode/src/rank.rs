//! What was found, in order: by how well it fits, how important it is, how near, and what the person used.

use domain::LonLat;

use crate::fold::fold;
use crate::hit::{Ask, Hit, Matched, Used};
use crate::hours::{Opening, opening};
use crate::phrase::Phrase;
use crate::search::{Crossing, Found, Gathered, How};
use crate::{Index, label, place};

/// How far distance can push a hit down, and over which distance it works (in metres, to 63 %).
const DISTANCE_WEIGHT: f64 = 0.15;
const DISTANCE_SCALE_M: f64 = 8_000.0;

/// For "the nearest …" distance decides.
const CATEGORY_DISTANCE_WEIGHT: f64 = 0.5;
const CATEGORY_DISTANCE_SCALE_M: f64 = 3_000.0;

/// Along a way, what it costs to leave it decides.
const DETOUR_WEIGHT: f64 = 0.6;
const DETOUR_SCALE_M: f64 = 1_000.0;

/// How far importance can lift a hit.
const IMPORTANCE_WEIGHT: f64 = 0.12;

/// How far having used a place can lift it.
const USED_WEIGHT: f64 = 0.25;

/// A thing this near to a place that was used is that place.
const USED_M: f64 = 60.0;

/// Pieces of one street within this distance are one answer.
const SAME_STREET_M: f64 = 3_000.0;

/// Things of one kind with one name within this distance are one answer: a node and the building around it.
const SAME_THING_M: f64 = 60.0;

/// When only open things are asked for, the hours of at most this many are read.
const HOURS_READ: usize = 300;

/// A candidate with its place in the order.
struct Scored<'a> {
    score: f64,
    what: What<'a>,
    at: LonLat,
    used: u32,
    /// Metres from the way and along it.
    beside: Option<(f64, f64)>,
}

#[derive(Clone, Copy)]
enum What<'a> {
    Thing(u32, Found<'a>),
    Junction(&'a Crossing),
}

impl Index {
    /// Orders, merges and dresses what was found.
    pub(crate) fn rank(&self, gathered: &Gathered, phrase: &Phrase, ask: &Ask) -> Vec<Hit> {
        let things = gathered.things.iter().filter_map(|(entry, found)| {
            let thing = self.things.get(*entry as usize)?;
            self.scored(What::Thing(*entry, *found), place(thing), thing.importance, ask)
        });
        let junctions = gathered.junctions.iter();
        let junctions =
            junctions.filter_map(|crossing| self.scored(What::Junction(crossing), crossing.at, 60, ask));
        let mut scored: Vec<Scored> = things.chain(junctions).collect();
        // Entry numbers break ties, so that equal queries get equal answers.
        let number = |what: &What| match what {
            What::Thing(entry, _) => *entry,
            What::Junction(_) => u32::MAX,
        };
        scored.sort_unstable_by(|a, b| {
            b.score.total_cmp(&a.score).then_with(|| number(&a.what).cmp(&number(&b.what)))
        });
        if phrase.open_now {
            return self.open_first(&scored, ask);
        }
        let mut hits: Vec<Hit> = Vec::new();
        for candidate in &scored {
            if hits.len() >= ask.limit {
                break;
            }
            if let Some(hit) =
                self.dressed(candidate, ask).filter(|hit| !hits.iter().any(|known| same(known, hit)))
            {
                hits.push(hit);
            }
        }
        hits
    }

    /// Only what is open; what may be, because nothing is known, behind it. What is closed comes only when there is
    /// nothing else to offer, and says when it opens.
    fn open_first(&self, scored: &[Scored], ask: &Ask) -> Vec<Hit> {
        let (mut open, mut unknown, mut closed): (Vec<Hit>, Vec<Hit>, Vec<Hit>) = Default::default();
        for candidate in scored.iter().take(HOURS_READ) {
            if open.len() >= ask.limit {
                break;
            }
            let Some(hit) = self.dressed(candidate, ask) else { continue };
            let list = match hit.opening {
                Opening::Open(_) => &mut open,
                Opening::Unknown => &mut unknown,
                Opening::Closed(_) => &mut closed,
            };
            if list.len() < ask.limit && !list.iter().any(|known| same(known, &hit)) {
                list.push(hit);
            }
        }
        open.extend(unknown);
        if open.is_empty() {
            open = closed;
        }
        open.truncate(ask.limit);
        open
    }

    fn scored<'a>(&self, what: What<'a>, at: LonLat, importance: u8, ask: &Ask) -> Option<Scored<'a>> {
        let (quality, how) = match what {
            What::Thing(_, found) => (found.quality, Some(found.how)),
            What::Junction(crossing) => (crossing.quality, None),
        };
        let category = matches!(how, Some(How::Category { rare: false }));
        let used = used_here(ask.used, at);
        let lifted = used.map_or(0.0, |used| USED_WEIGHT * used.weight);
        let far = |weight: f64, scale: f64, metres: f64| weight * (1.0 - (-metres / scale).exp());
        let importance = IMPORTANCE_WEIGHT * f64::from(importance) / 255.0;
        if let Some(way) = ask.along {
            let beside = way.beside(at)?;
            // The further ahead, the likelier something as good comes before it; a kilometre off weighs more.
            let off =
                far(DETOUR_WEIGHT, DETOUR_SCALE_M, 2.0 * beside.off_m) + far(0.02, 50_000.0, beside.after_m);
            let importance = if category { 0.0 } else { importance };
            return Some(Scored {
                score: quality + importance + lifted - off,
                what,
                at,
                used: used.map_or(0, |used| used.times),
                beside: Some((beside.off_m, beside.after_m)),
            });
        }
        let (weight, scale) = match how {
            Some(How::Category { rare: false }) => (CATEGORY_DISTANCE_WEIGHT, CATEGORY_DISTANCE_SCALE_M),
            Some(How::Category { rare: true }) => (DISTANCE_WEIGHT / 2.0, DISTANCE_SCALE_M),
            _ => (DISTANCE_WEIGHT, DISTANCE_SCALE_M),
        };
        let away = ask.near.map_or(0.0, |near| far(weight, scale, near.distance_m(at)));
        // Near something, importance says little about the kind that was asked for.
        let importance = if category && ask.near.is_some() { 0.0 } else { importance };
        Some(Scored {
            score: quality + importance + lifted - away,
            what,
            at,
            used: used.map_or(0, |used| used.times),
            beside: None,
        })
    }

    fn dressed(&self, candidate: &Scored, ask: &Ask) -> Option<Hit> {
        let mut hit = match candidate.what {
            What::Thing(entry, found) => {
                let matched = match found.how {
                    How::Name(folded) => Matched::Name(self.spelling(entry, folded)),
                    How::Address => Matched::Address,
                    How::Category { .. } => Matched::Category,
                    How::Like => Matched::Similar,
                };
                self.hit(entry, candidate.score, matched, ask)?
            }
            What::Junction(crossing) => {
                let (label, context) = self.junction_words(crossing.streets, ask.lang)?;
                Hit {
                    label,
                    context,
                    kind: "junction".to_owned(),
                    osm: String::new(),
                    at: crossing.at,
                    distance_m: None,
                    detour_m: None,
                    after_m: None,
                    score: candidate.score,
                    matched: if crossing.guess { Matched::Similar } else { Matched::Junction },
                    used: 0,
                    opening_hours: String::new(),
                    opening: Opening::Unknown,
                }
            }
        };
        hit.distance_m = ask.near.map(|near| near.distance_m(candidate.at));
        hit.used = candidate.used;
        if let Some((off_m, after_m)) = candidate.beside {
            (hit.detour_m, hit.after_m) = (Some(2.0 * off_m), Some(after_m));
        }
        Some(hit)
    }

    /// The name of the entry that folds to this text, as OSM spells it.
    fn spelling(&self, entry: u32, folded: &str) -> String {
        let names = self.things.get(entry as usize).map_or(&[][..], |thing| &thing.names);
        names
            .iter()
            .find(|(_, text)| fold(text) == folded)
            .map_or_else(|| folded.to_owned(), |(_, text)| text.clone())
    }

    /// Dresses one entry; `None` for things that have nothing to be called by.
    pub(crate) fn hit(&self, entry: u32, score: f64, matched: Matched, ask: &Ask) -> Option<Hit> {
        let thing = self.things.get(entry as usize)?;
        let at = place(thing);
        // Who asked for a house number is shown it, not the shop that is in the house; that is told beside.
        let (label, context) = if matched == Matched::Address {
            let label = label::address(&thing.street, &thing.housenumber);
            let named = label::label(thing, ask.lang);
            let beside: Vec<&str> = [named.as_str(), thing.city.as_str()]
                .into_iter()
                .filter(|part| !part.is_empty() && *part != label)
                .collect();
            (label, beside.join(", "))
        } else {
            let label = label::label(thing, ask.lang);
            let context = label::context(thing, &label);
            (label, context)
        };
        (!label.is_empty()).then(|| Hit {
            label,
            context,
            kind: thing.kind.clone(),
            osm: thing.osm.clone(),
            at,
            distance_m: ask.near.map(|near| near.distance_m(at)),
            detour_m: None,
            after_m: None,
            score,
            matched,
            used: 0,
            opening: ask.now.map_or(Opening::Unknown, |now| opening(&thing.opening_hours, at, now)),
            opening_hours: thing.opening_hours.clone(),
        })
    }
}

/// The place that the person used here, the one that counts most.
fn used_here(used: &[Used], at: LonLat) -> Option<&Used> {
    // A degree of latitude is 111 km everywhere: most places are told apart by that alone.
    let reach = USED_M / 111_000.0;
    used.iter()
        .filter(|place| (place.at.lat - at.lat).abs() <= reach && place.at.distance_m(at) <= USED_M)
        .max_by(|a, b| a.weight.total_cmp(&b.weight))
}

/// Whether two hits are one thing to a person.
fn same(a: &Hit, b: &Hit) -> bool {
    if a.label != b.label {
        return false;
    }
    let apart = a.at.distance_m(b.at);
    let street = |hit: &Hit| hit.kind.starts_with("highway=");
    if street(a) && street(b) { apart <= SAME_STREET_M } else { apart <= SAME_THING_M }
}
