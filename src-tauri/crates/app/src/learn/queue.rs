//! The questions that wait, and what a person answers.

use std::collections::BTreeMap;

use domain::{MemoryRef, Preference, PreferenceId};

use crate::{
    App, AppError,
    dto::{ErrorCode, HabitAnswerDto, HabitAnswerRequest, HabitCardDto, LangDto, StatusDto},
};

/// Setting that holds the questions put off; row numbers and times only.
const PUT_OFF_KEY: &str = "put_off";

impl App {
    /// The next question that waits, those put off until later left out; none when learning is off.
    pub fn habit_next(&self, lang: LangDto) -> Result<Option<HabitCardDto>, AppError> {
        if !self.learns()? {
            return Ok(None);
        }
        let put_off = self.put_off()?;
        let now = self.now().at.0;
        let waits = |habit: &Preference| put_off.get(&habit.id.to_string()).is_none_or(|until| *until <= now);
        match self.mine().proposed()?.iter().find(|habit| waits(habit)) {
            Some(habit) => self.habit_card(habit, lang.into()).map(Some),
            None => Ok(None),
        }
    }

    /// One question that waits, whether it was put off or not.
    pub fn habit_show(&self, id: &str, lang: LangDto) -> Result<HabitCardDto, AppError> {
        let MemoryRef::Preference(id) = id.parse()? else { return Err(AppError::bad_request("id")) };
        let habit = self.mine().preference(id)?.ok_or_else(|| AppError::new(ErrorCode::NoSuchMemory))?;
        self.habit_card(&habit, lang.into())
    }

    /// Questions put off, by row, with the time until which.
    fn put_off(&self) -> Result<BTreeMap<String, i64>, AppError> {
        let text = self.mine().setting(PUT_OFF_KEY)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    fn put_off_until_tomorrow(&self, id: PreferenceId) -> Result<(), AppError> {
        let now = self.now().at.0;
        let mut put_off = self.put_off()?;
        put_off.retain(|_, until| *until > now);
        put_off.insert(id.to_string(), now + 86_400);
        let text = serde_json::to_string(&put_off)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        Ok(self.mine().set_setting(PUT_OFF_KEY, Some(&text))?)
    }

    /// The person's answer to a habit.
    pub fn habit_answer(&self, request: &HabitAnswerRequest) -> Result<StatusDto, AppError> {
        let MemoryRef::Preference(id) = request.id.parse()? else { return Err(AppError::bad_request("id")) };
        let mine = self.mine();
        match request.answer {
            HabitAnswerDto::Yes => drop(self.memory_confirm(&request.id, LangDto::default())?),
            HabitAnswerDto::No => drop(self.memory_reject(&request.id)?),
            HabitAnswerDto::OnlyThen => {
                let drives = self.drives_behind(&[MemoryRef::Preference(id)])?;
                mine.only_then(&drives.iter().map(|drive| drive.id).collect::<Vec<_>>())?;
                mine.withdraw(id)?;
                self.look_again(&drives)?;
            }
            HabitAnswerDto::Later => self.put_off_until_tomorrow(id)?,
        }
        self.status()
    }

    /// Whether drives that the person reports may suggest habits. Before the first-start choice a report from the
    /// terminal counts as the person's own act; after it the setting decides.
    pub(crate) fn learns(&self) -> Result<bool, AppError> {
        let settings = self.settings()?;
        Ok(settings.learning || !settings.welcomed)
    }
}
