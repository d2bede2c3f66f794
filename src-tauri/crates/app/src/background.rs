//! What is done after an answer and beside it: writing down, reflecting, ageing.
//!
//! An answer never waits for any of it (MISSION S2-34). What is to be written goes into a queue, in order; one thread takes
//! it out again only after it was written, in one transaction, so that a thread that dies loses nothing and writes nothing
//! twice (S1-23). Where no such thread runs (the terminal, which ends after its answer), it is written at once. Closing writes
//! what still waits; what a power failure catches in the queue, some milliseconds of it, is lost.
//!
//! A language model has a thread of its own, because it may take minutes: the rules have answered already, and what it adds
//! comes later or, when something is forgotten meanwhile or Laolu is closed, not at all.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak},
    thread,
    time::Duration,
};

use domain::{Moment, ProfileId};
use extract::{NewNoticed, Sanitized};

use crate::{App, AppError, CancelToken, llm::Heard};

/// How long the thread rests when nothing comes: then it looks whether it is time to reflect or to age.
const REST: Duration = Duration::from_secs(60);
/// How long it waits after something failed: a full disk, another program on the file.
const RETRY: Duration = Duration::from_secs(2);
/// Seconds without anything new after which it is quiet.
const QUIET_S: i64 = 600;
/// Most entries that wait; one more is written at once, by the one who brings it.
const MOST: usize = 1_000;
/// Most turns that wait for a model; beyond that the rules' answer has to do.
const MOST_HEARD: usize = 50;

/// The queue and the thread that empties it.
#[derive(Default)]
pub struct Background {
    state: Mutex<State>,
    wake: Condvar,
    /// Held while an entry is written, and by whoever must know that none is.
    writing: Mutex<()>,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Queued>,
    next: u64,
    running: bool,
    stop: bool,
    /// When the last entry came, UTC seconds: nothing for long is a quiet hour.
    came: i64,
    /// Turns that wait for a model, which has a thread of its own: it may take minutes, and nothing else waits for it.
    heard: VecDeque<Heard>,
    asking: bool,
    /// Stops what the model is being asked.
    stop_asking: CancelToken,
    /// How often something was forgotten: what a model was asked before is not written after.
    forgotten: u64,
}

/// Something to be written.
#[derive(Clone)]
pub struct Queued {
    /// Its number, from 1 on.
    pub number: u64,
    /// Whose it is.
    pub profile: ProfileId,
    /// What it is.
    pub work: Work,
}

/// What can wait.
#[derive(Clone)]
pub enum Work {
    /// A finished plan that "I drove this" may name.
    Plan {
        /// Its id.
        id: String,
        /// As kept.
        body: String,
        /// When it was made.
        at: Moment,
    },
    /// How an answer came about.
    Trace {
        /// Its id.
        id: String,
        /// As kept.
        body: String,
        /// When the answer was given.
        at: Moment,
    },
    /// Something that was noticed.
    Notice(Box<Sanitized<NewNoticed>>),
}

impl Background {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many entries wait.
    pub fn waiting(&self) -> usize {
        self.state().queue.len()
    }

    /// Whether nothing came for so long that work which is not urgent disturbs nobody.
    pub fn is_quiet(&self, now: i64) -> bool {
        let state = self.state();
        state.queue.is_empty() && (now - state.came).abs() >= QUIET_S
    }

    /// Whether the thread runs.
    pub fn runs(&self) -> bool {
        self.state().running
    }

    /// The newest waiting plan of a profile, or the one with this id: what was just answered can be named at once.
    pub fn plan(&self, profile: ProfileId, wanted: Option<&str>) -> Option<String> {
        let state = self.state();
        state.queue.iter().rev().filter(|queued| queued.profile == profile).find_map(|queued| {
            match &queued.work {
                Work::Plan { id, body, .. } => wanted.is_none_or(|wanted| wanted == id).then(|| body.clone()),
                Work::Trace { .. } | Work::Notice(_) => None,
            }
        })
    }

    /// Drops waiting plans and traces of a profile, because one of them could name what is being forgotten, and what a model
    /// is being asked. Nothing is written while the answer is held.
    pub fn forget_plans(&self, profile: ProfileId) -> MutexGuard<'_, ()> {
        let quiet = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.state();
        state.queue.retain(|queued| match queued.work {
            Work::Plan { .. } | Work::Trace { .. } => queued.profile != profile,
            Work::Notice(_) => true,
        });
        state.heard.retain(|heard| heard.profile != profile);
        state.forgotten += 1;
        state.stop_asking.cancel();
        state.stop_asking = CancelToken::new();
        quiet
    }

    /// Asks the threads to end, without waiting for them.
    pub fn stop(&self) {
        let mut state = self.state();
        state.stop = true;
        state.stop_asking.cancel();
        drop(state);
        self.wake.notify_all();
    }

    /// Stops what a model is asked beside the answers when something is forgotten and when the thread is to end.
    pub fn stop_asking(&self) -> CancelToken {
        self.state().stop_asking.clone()
    }

    /// Takes a turn for the thread that asks the model; gives it back where none runs.
    pub fn hears(&self, heard: Heard) -> Option<Heard> {
        let mut state = self.state();
        if !state.asking {
            return Some(heard);
        }
        if state.heard.len() < MOST_HEARD {
            state.heard.push_back(heard);
        }
        drop(state);
        self.wake.notify_all();
        None
    }

    /// The next turn, and how often something was forgotten until now.
    pub fn next_heard(&self) -> Option<(Heard, u64)> {
        let mut state = self.state();
        let forgotten = state.forgotten;
        state.heard.pop_front().map(|heard| (heard, forgotten))
    }

    /// Runs `write`, unless something was forgotten since; nothing is forgotten meanwhile.
    pub fn unless_forgotten<T>(&self, since: u64, write: impl FnOnce() -> T) -> Option<T> {
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        (self.state().forgotten == since).then(write)
    }
}

impl App {
    /// Starts the threads that work beside everything else, one that writes, reflects and ages and one that asks a model;
    /// false when they run already. They end with the app.
    pub fn background_start(self: &Arc<Self>) -> Result<bool, AppError> {
        {
            let mut state = self.background.state();
            if state.running || state.asking {
                return Ok(false);
            }
            (state.running, state.asking, state.stop) = (true, true, false);
            state.stop_asking = CancelToken::new();
        }
        for (hand, name) in [(Hand::Writes, "laolu-memory"), (Hand::Asks, "laolu-model")] {
            let (app, background) = (Arc::downgrade(self), Arc::clone(&self.background));
            let started =
                thread::Builder::new().name(name.to_owned()).spawn(move || run(&app, &background, hand));
            if let Err(error) = started {
                *hand.runs(&mut self.background.state()) = false;
                if hand == Hand::Writes {
                    self.background.state().asking = false;
                    return Err(error.into());
                }
                // Without it the model is asked before the answer.
                log::warn!("background: no thread for the model: {error}");
            }
        }
        Ok(true)
    }

    /// Writes this down after the answer; at once where no thread runs.
    pub(crate) fn later(&self, work: Work) -> Result<(), AppError> {
        let (profile, now) = (self.profile(), self.now().at.0);
        let mut state = self.background.state();
        state.came = now;
        state.next += 1;
        let queued = Queued { number: state.next, profile, work };
        if state.running && state.queue.len() < MOST {
            state.queue.push_back(queued);
            drop(state);
            self.background.wake.notify_all();
            return Ok(());
        }
        drop(state);
        self.write_out(&queued)
    }

    /// Writes everything that waits, in order. An entry leaves the queue only after it was written.
    pub(crate) fn drain(&self) -> Result<usize, AppError> {
        let mut written = 0;
        loop {
            let _one_at_a_time = self.background.writing.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(first) = self.background.state().queue.front().cloned() else { return Ok(written) };
            match self.write_out(&first) {
                Err(error) if can_pass(&error) => return Err(error),
                Err(error) => log::error!("background: an entry that cannot be written is left out: {error}"),
                Ok(()) => written += 1,
            }
            let mut state = self.background.state();
            if state.queue.front().is_some_and(|front| front.number == first.number) {
                state.queue.pop_front();
            }
        }
    }

    fn write_out(&self, queued: &Queued) -> Result<(), AppError> {
        let mine = self.store.of(queued.profile);
        match &queued.work {
            Work::Plan { id, body, at } => Ok(mine.keep_plan(id, body, at)?),
            Work::Trace { id, body, at } => self.write_trace(queued.profile, id, body, at),
            Work::Notice(new) => Ok(mine.notice(new).map(drop)?),
        }
    }

    /// Writes what waits now, on the caller's thread: before something that has to see it, and in tests.
    pub fn background_settle(&self) -> Result<usize, AppError> {
        self.drain()
    }

    /// Whether a thread that works beside the answers runs.
    pub fn background_runs(&self) -> bool {
        let state = self.background.state();
        state.running || state.asking
    }

    /// Ends the thread; what waits stays in the queue and is written when it starts again, or when Laolu is closed.
    pub fn background_stop(&self) {
        self.background.stop();
    }

    /// One turn of a thread.
    fn background_turn(&self, hand: Hand) -> Result<(), AppError> {
        let by_model = self.reflects_by_model()?;
        match hand {
            Hand::Writes => {
                self.drain()?;
                // One that fails keeps none of the others from its turn.
                let reflected = if by_model { Ok(()) } else { self.memory_reflect_if_due().map(drop) };
                let aged = self.age_once_a_day();
                let read = match self.background.is_quiet(self.now().at.0) {
                    true => self.read_what_waits(&|| self.background.waiting() == 0).map(drop),
                    false => Ok(()),
                };
                let looked = self.look_for_alike_once_a_day();
                let backed_up = self.back_up_once_a_day().map(drop);
                reflected.and(aged).and(read).and(looked).and(backed_up)
            }
            Hand::Asks => {
                self.listen()?;
                if by_model {
                    self.memory_reflect_if_due()?;
                }
                Ok(())
            }
        }
    }
}

/// What one of the threads does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Writes,
    Asks,
}

impl Hand {
    fn runs(self, state: &mut State) -> &mut bool {
        match self {
            Self::Writes => &mut state.running,
            Self::Asks => &mut state.asking,
        }
    }

    fn rests(self, state: &State) -> bool {
        match self {
            Self::Writes => state.queue.is_empty(),
            Self::Asks => state.heard.is_empty(),
        }
    }
}

impl Drop for App {
    fn drop(&mut self) {
        self.background.stop();
        if let Err(error) = self.drain() {
            log::error!("closing: {} entries could not be written: {error}", self.background.waiting());
        }
    }
}

/// Whether waiting may help: another program holds the file, the disk is full or away. What is refused for its content would
/// be refused for ever, and everything behind it would wait.
fn can_pass(error: &AppError) -> bool {
    use crate::dto::ErrorCode;
    matches!(error.code, ErrorCode::SecondInstance | ErrorCode::DiskFull | ErrorCode::Io)
}

/// A thread: rests until something comes, works, and rests longer when something failed.
fn run(app: &Weak<App>, background: &Background, hand: Hand) {
    let _says_when_it_ends = Ends(background, hand);
    let mut rest = Duration::ZERO;
    loop {
        {
            let state = background.state();
            let waits = |state: &mut State| !state.stop && (rest == RETRY || hand.rests(state));
            let (state, _) = background
                .wake
                .wait_timeout_while(state, rest, waits)
                .unwrap_or_else(PoisonError::into_inner);
            if state.stop {
                return;
            }
        }
        let Some(app) = app.upgrade() else { return };
        // A fault in one turn is one turn lost: the entry is still in the queue, and a transaction that was cut is none.
        let turn = catch_unwind(AssertUnwindSafe(|| app.background_turn(hand)));
        rest = match turn {
            Ok(Ok(())) => REST,
            Ok(Err(error)) => {
                log::warn!("background: {error}");
                RETRY
            }
            Err(_panicked) => {
                log::error!("background: a fault of this program");
                RETRY
            }
        };
    }
}

/// Notes the thread's end, however it ends.
struct Ends<'a>(&'a Background, Hand);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        *self.1.runs(&mut self.0.state()) = false;
    }
}
