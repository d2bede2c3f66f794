//! What is forgotten, when and by which rule; and the policies that decide it.

use std::collections::BTreeMap;

use domain::{Lang, MemoryRef, Moment, PlaceId, Preference, PreferenceId, Timestamp, Trip, TripId};
use memory::AgingRow;
use reflect::{
    Aged, Curve, Fate, Forget, Policies, Policy,
    ageing::{dues, fate, weight},
    energy,
};

use crate::{
    App, AppError,
    dto::{AgedNowDto, AgingRowDto, DeletionDto, DueDto, ErrorCode, PolicyDto},
    memory_page::shown_text,
    words,
};

const POLICIES_KEY: &str = "ageing_policies";
/// Memories that the person put forgetting off for, and since when: ids and times only.
const KEPT_KEY: &str = "ageing_kept";
/// The day on which everything was aged last.
const AGED_ON_KEY: &str = "aged_on";
const DAY_S: i64 = 86_400;

impl App {
    /// How everything ages: what it weighs, and what will happen to it when. What is nearest to being forgotten comes first.
    pub fn ageing(&self) -> Result<Vec<AgingRowDto>, AppError> {
        self.ageing_under(&self.policies()?)
    }

    /// The same for one type, as it would be under another policy. Changes nothing.
    pub fn ageing_preview(&self, wanted: &PolicyDto) -> Result<Vec<AgingRowDto>, AppError> {
        let mut policies = self.policies()?;
        let (aged, policy) = wanted_policy(wanted)?;
        policies.set(aged, policy);
        let mut rows = self.ageing_under(&policies)?;
        rows.retain(|row| row.aged == aged.word());
        Ok(rows)
    }

    fn ageing_under(&self, policies: &Policies) -> Result<Vec<AgingRowDto>, AppError> {
        let (kept, now) = (self.kept()?, self.now());
        let mut rows = self.mine().aging(&|memory| kept.get(&memory.to_string()).copied().map(Timestamp))?;
        self.word(&mut rows)?;
        let mut shown: Vec<AgingRowDto> =
            rows.iter().map(|row| aging_row(row, policies.of(row.aging.aged), &now)).collect();
        shown.sort_by_key(|row| {
            (row.next.first().map_or(i64::MAX, |due| due.at), row.now.is_none(), row.id.clone())
        });
        Ok(shown)
    }

    /// Says wishes and habits in the person's language, and trips by their ends, as the memory page does.
    fn word(&self, rows: &mut [AgingRow]) -> Result<(), AppError> {
        let mine = self.mine();
        let lang: Lang = self.settings()?.lang.into();
        let names: BTreeMap<PlaceId, String> =
            mine.places()?.into_iter().map(|place| (place.id, place.name)).collect();
        let wishes: BTreeMap<PreferenceId, Preference> =
            mine.preferences()?.into_iter().map(|wish| (wish.id, wish)).collect();
        let trips: BTreeMap<TripId, Trip> = mine.trips(0)?.into_iter().map(|trip| (trip.id, trip)).collect();
        let name = |id: Option<PlaceId>| id.and_then(|id| names.get(&id));
        for row in rows {
            let worded = match row.memory {
                MemoryRef::Preference(id) => {
                    wishes.get(&id).map(|wish| shown_text(wish, lang, |id| names.get(&id).cloned()))
                }
                MemoryRef::Trip(id) => trips.get(&id).and_then(|trip| {
                    let (from, to) = (name(trip.start_place)?, name(trip.end_place)?);
                    Some(words::from_to(lang, from, to))
                }),
                MemoryRef::Place(_) | MemoryRef::Statement(_) | MemoryRef::Observation(_) => None,
            };
            row.content = worded.unwrap_or_else(|| std::mem::take(&mut row.content));
        }
        Ok(())
    }

    /// Does what is due now: archives and deletes by policy, undoably.
    pub fn memory_age(&self) -> Result<AgedNowDto, AppError> {
        let (policies, kept, now) = (self.policies()?, self.kept()?, self.now());
        let kept_until = |memory: MemoryRef| kept.get(&memory.to_string()).copied().map(Timestamp);
        let mine = self.mine();
        // Waiting plans are only dropped where something goes that one of them could name.
        let goes = |row: &AgingRow| {
            let due = fate(&row.aging, policies.of(row.aging.aged), now.at);
            !row.aging.persons && due.is_some_and(|due| due.fate == Fate::Deleted)
        };
        let quiet =
            mine.aging(&kept_until)?.iter().any(goes).then(|| self.background.forget_plans(self.profile()));
        let aged = mine.age(&policies, &kept_until, &now)?;
        drop(quiet);
        let days = i64::from(self.settings()?.undo_days);
        Ok(AgedNowDto {
            archived: aged.archived.iter().map(|id| MemoryRef::Statement(*id).to_string()).collect(),
            deletion: aged.deleted.map(|deletion| DeletionDto {
                id: deletion.id.0.to_string(),
                deleted: deletion.memories.iter().chain(&deletion.also).map(ToString::to_string).collect(),
                text: String::new(),
                undo_until: deletion.at.0 + days * DAY_S,
            }),
        })
    }

    /// Ages once on each of the person's days; not while reflection is paused.
    pub(crate) fn age_once_a_day(&self) -> Result<(), AppError> {
        let today = format!("\"{}\"", self.now().zoned().date());
        if self.reflection_settings()?.paused || self.mine().setting(AGED_ON_KEY)?.as_deref() == Some(&today)
        {
            return Ok(());
        }
        self.memory_age()?;
        Ok(self.mine().set_setting(AGED_ON_KEY, Some(&today))?)
    }

    /// The person wants to keep it: its time begins anew. An archived one comes back.
    pub fn memory_keep(&self, id: &str) -> Result<Vec<AgingRowDto>, AppError> {
        let memory: MemoryRef = id.parse()?;
        let (mine, now) = (self.mine(), self.now());
        let known = mine.aging(&|_| None)?.into_iter().find(|row| row.memory == memory);
        let row = known.ok_or_else(|| AppError::new(ErrorCode::NoSuchMemory))?;
        let key = memory.to_string();
        mine.change_setting(KEPT_KEY, |text| {
            let mut kept: BTreeMap<String, i64> =
                text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
            kept.insert(key, now.at.0);
            serde_json::to_string(&kept).ok()
        })?;
        if let (MemoryRef::Statement(statement), Some(_)) = (memory, row.aging.archived) {
            mine.bring_back(statement, &now)?;
        }
        self.ageing()
    }

    /// The policies of all types.
    pub fn ageing_policies(&self) -> Result<Vec<PolicyDto>, AppError> {
        let policies = self.policies()?;
        Ok(Aged::ALL.into_iter().map(|aged| policy_dto(aged, policies.of(aged))).collect())
    }

    /// Changes the policy of a type; an empty curve brings back what it was after installation.
    pub fn ageing_policy_set(&self, wanted: &PolicyDto) -> Result<Vec<PolicyDto>, AppError> {
        let (aged, policy) = wanted_policy(wanted)?;
        let mut policies = self.policies()?;
        policies.set(aged, policy);
        let changed: Vec<PolicyDto> = Aged::ALL
            .into_iter()
            .map(|aged| policy_dto(aged, policies.of(aged)))
            .filter(|policy| !policy.is_default)
            .collect();
        let text = serde_json::to_string(&changed)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        self.mine().set_setting(POLICIES_KEY, Some(&text))?;
        self.ageing_policies()
    }

    /// The policies in use. One that another version wrote and this one cannot read is as after installation.
    pub(crate) fn policies(&self) -> Result<Policies, AppError> {
        let text = self.mine().setting(POLICIES_KEY)?;
        let kept: Vec<PolicyDto> = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let mut policies = Policies::default();
        for one in kept {
            if let Some(aged) = Aged::from_word(&one.aged)
                && let Ok(policy) = policy_of(&one)
            {
                policies.set(aged, policy);
            }
        }
        Ok(policies)
    }

    fn kept(&self) -> Result<BTreeMap<String, i64>, AppError> {
        let text = self.mine().setting(KEPT_KEY)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }
}

fn aging_row(row: &AgingRow, policy: &Policy, now: &Moment) -> AgingRowDto {
    let weight = weight(&row.aging, policy, now.at);
    let due = |due: &reflect::Due| DueDto {
        at: due.at.0,
        fate: due.fate.word().to_owned(),
        rule: due.rule.word().to_owned(),
    };
    let all = dues(&row.aging, policy);
    AgingRowDto {
        id: row.memory.to_string(),
        text: row.content.clone(),
        aged: row.aging.aged.word().to_owned(),
        persons: row.aging.persons,
        weight: weight.total(),
        parts: [weight.fade, weight.step, weight.end],
        energy: energy::at(row.aging.energy, row.aging.touched(), policy.energy_half_life_days, now.at),
        archived: row.aging.archived.is_some(),
        now: fate(&row.aging, policy, now.at).as_ref().map(due),
        next: all.iter().filter(|one| one.at > now.at).map(due).collect(),
    }
}

fn policy_dto(aged: Aged, policy: &Policy) -> PolicyDto {
    let (curve, value) = match policy.curve {
        Curve::Never => ("never", 0.0),
        Curve::HalfLife(days) => ("half_life", days),
        Curve::Exponential(rate) => ("exponential", rate),
        Curve::Strength(c) => ("strength", c),
    };
    PolicyDto {
        aged: aged.word().to_owned(),
        curve: curve.to_owned(),
        curve_value: value,
        lower_after_days: policy.lower_after_days,
        lower_to: policy.lower_to,
        forget_after_days: policy.forget_after_days,
        forget: policy.forget.word().to_owned(),
        energy_half_life_days: policy.energy_half_life_days,
        archive_under: policy.archive_under,
        ends_with_session: policy.ends_with_session,
        is_default: *policy == Policy::default_of(aged),
    }
}

/// The policy that is asked for; with an empty curve the one after installation.
fn wanted_policy(wanted: &PolicyDto) -> Result<(Aged, Policy), AppError> {
    let aged = Aged::from_word(&wanted.aged).ok_or_else(|| AppError::bad_request("aged"))?;
    let policy = if wanted.curve.is_empty() { Policy::default_of(aged) } else { policy_of(wanted)? };
    Ok((aged, policy))
}

fn policy_of(dto: &PolicyDto) -> Result<Policy, AppError> {
    let curve = match dto.curve.as_str() {
        "never" => Curve::Never,
        "half_life" => Curve::HalfLife(dto.curve_value),
        "exponential" => Curve::Exponential(dto.curve_value),
        "strength" => Curve::Strength(dto.curve_value),
        _ => return Err(AppError::bad_request("curve")),
    };
    let policy = Policy {
        curve,
        lower_after_days: dto.lower_after_days,
        lower_to: dto.lower_to,
        forget_after_days: dto.forget_after_days,
        forget: Forget::from_word(&dto.forget).ok_or_else(|| AppError::bad_request("forget"))?,
        energy_half_life_days: dto.energy_half_life_days,
        archive_under: dto.archive_under,
        ends_with_session: dto.ends_with_session,
    };
    policy.check().map_err(AppError::bad_request)?;
    Ok(policy)
}
