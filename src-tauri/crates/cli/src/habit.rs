//! The questions about habits that wait.

use app::{
    App, AppError,
    dto::{HabitAnswerDto, HabitAnswerRequest},
};

use crate::{
    args::{Habit, HabitAnswer},
    run::Ways,
    show,
};

/// Does what was typed about a question.
pub fn habit(app: &App, habit: &Habit, ways: &Ways) -> Result<(), AppError> {
    match habit {
        Habit::Next => ways.answer(&app.habit_next(ways.lang)?, |card| show::habit(ways.lang, card.as_ref())),
        Habit::Show { id } => {
            ways.answer(&app.habit_show(id, ways.lang)?, |card| show::habit(ways.lang, Some(card)))
        }
        Habit::Answer { id, answer } => {
            let answer = match answer {
                HabitAnswer::Yes => HabitAnswerDto::Yes,
                HabitAnswer::OnlyThen => HabitAnswerDto::OnlyThen,
                HabitAnswer::No => HabitAnswerDto::No,
                HabitAnswer::Later => HabitAnswerDto::Later,
            };
            let status = app.habit_answer(&HabitAnswerRequest { id: id.clone(), answer })?;
            ways.answer(&status, |status| show::waiting(ways.lang, status.unconfirmed))
        }
    }
}
