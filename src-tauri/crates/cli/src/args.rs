//! What can be typed. `laolu help` prints this; `docs/cli.md` documents the answers.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

mod asking;
mod driving;
mod outward;
mod provider;
mod settings;

pub use asking::{Ask, RouteArgs};
pub use driving::{Drove, Habit, HabitAnswer};
pub use outward::Outward;
pub use provider::Provider;
pub use settings::{Profile, Settings};

use crate::draw::Draw;
use crate::inspect::{Trace, feedback::Feedback, sandbox::Sandbox};

/// Plans your drive the way you would, because it remembers.
#[derive(Debug, Parser)]
#[command(name = "laolu", version, about = "Plans your drive the way you would, because it remembers. 老路：按你的习惯规划驾车路线。", long_about = None)]
pub struct Cli {
    /// Folder that holds everything Laolu keeps.
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Whose memories; made when there is none of that name.
    #[arg(long, global = true, value_name = "NAME")]
    pub profile: Option<String>,
    /// Language of words and instructions; the terminal's when absent.
    #[arg(long, global = true)]
    pub lang: Option<Language>,
    /// Answer as if it were this time: 2026-11-29T18:30, with a zone like …[Europe/Paris] or …Z.
    #[arg(long, global = true, value_name = "TIME")]
    pub now: Option<String>,
    /// Print JSON, as documented in docs/cli.md.
    #[arg(long, global = true)]
    pub json: bool,
    /// Read the passphrase of a locked memory from this open file; else LAOLU_PASSPHRASE, else the keyring, else a prompt.
    #[arg(long, global = true, value_name = "N")]
    pub passphrase_fd: Option<u32>,
    /// Read a new passphrase from this open file; else LAOLU_NEW_PASSPHRASE, else a prompt.
    #[arg(long, global = true, value_name = "N")]
    pub new_passphrase_fd: Option<u32>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// 中文
    Zh,
    /// English
    En,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plan from a sentence: laolu ask 「去公司别走隧道」
    Ask(Ask),
    /// Plan between places, without a sentence.
    Route(RouteArgs),
    /// "I drove this": write a planned route down as a trip.
    Drove(Drove),
    /// The roads that a recorded track was driven on; nothing is kept.
    Track {
        /// A GPX file.
        file: PathBuf,
    },
    /// Drives that come in from files or a receiver, and the places that they suggest.
    #[command(subcommand)]
    Trips(crate::trips::Trips),
    /// Questions about habits that wait for an answer.
    #[command(subcommand)]
    Habit(Habit),
    /// What is remembered.
    #[command(subcommand)]
    Memory(Memory),
    /// Places: remembered ones and those on the map.
    #[command(subcommand)]
    Place(Place),
    /// Search remembered places and the maps: laolu search 「现在开门的药店」
    Search(Search),
    /// Map regions on this computer.
    #[command(subcommand)]
    Region(Region),
    /// Install the demo (two regions, two weeks of trips), or remove it.
    Demo {
        /// Remove it with everything it holds.
        #[arg(long)]
        remove: bool,
    },
    /// Services of others that can be asked for routes; all are off until switched on.
    #[command(subcommand)]
    Provider(Provider),
    /// A language model of your own, off until switched on.
    #[command(subcommand)]
    Model(crate::model::Model),
    /// Settings of the profile.
    #[command(subcommand)]
    Settings(Settings),
    /// Profiles on this computer.
    #[command(subcommand)]
    Profile(Profile),
    /// How answers came about: the last ones, or one in full.
    Trace(Trace),
    /// Play a made-up talk on a copy of what is remembered: nothing real is changed.
    Sandbox(Sandbox),
    /// What you say about answers, and how memory is doing.
    #[command(subcommand)]
    Feedback(Feedback),
    /// Encrypt the memory file with a passphrase. A lost passphrase can't be recovered.
    Encrypt(crate::passphrase::Encrypt),
    /// Write the memory file without encryption again.
    Decrypt,
    /// The passphrase of an encrypted memory file.
    #[command(subcommand)]
    Passphrase(crate::passphrase::Passphrase),
    /// Health and backups.
    #[command(flatten)]
    Upkeep(crate::upkeep::Upkeep),
    #[command(flatten)]
    Situation(crate::situation::Situation),
    /// Find the distance above which a vector of the model in use says nothing.
    ScanThreshold {
        /// Use what was found from now on.
        #[arg(long)]
        keep: bool,
    },
    /// A month, a time of the week, and files for others.
    #[command(flatten)]
    Outward(Outward),
    /// Open the window.
    Open,
    /// Write a vector tile or a picture of a memory's roads to a file.
    #[command(subcommand)]
    Draw(Draw),
}

/// What both ways of asking can add.
#[derive(Debug, Args)]
pub struct Trip {
    /// Where from: a name, or LAT,LON; home when absent.
    #[arg(long, allow_hyphen_values = true)]
    pub from: Option<String>,
    /// Stop on the way: a name, or LAT,LON; may be repeated.
    #[arg(long, allow_hyphen_values = true)]
    pub via: Vec<String>,
    /// Avoid for this trip: motorway, toll, ferry, tunnel, bridge, elevated, unpaved, residential (short cuts), narrow, steep, or a road's name; may be repeated.
    #[arg(long)]
    pub avoid: Vec<String>,
    /// Rather not, for this trip.
    #[arg(long)]
    pub rather_not: Vec<String>,
    /// Never, for this trip.
    #[arg(long)]
    pub never: Vec<String>,
    /// Rather use, for this trip: waterside, or a road's name.
    #[arg(long)]
    pub prefer: Vec<String>,
    /// Departure; now when absent.
    #[arg(long, value_name = "TIME")]
    pub depart: Option<String>,
    /// rain, snow, fog or clear.
    #[arg(long)]
    pub weather: Option<String>,
    /// Switch a reason off for this plan, by its id (pref-5, setting-toll, sentence-0); may be repeated.
    #[arg(long, value_name = "ID")]
    pub off: Vec<String>,
    /// Go on from the last trip: its stops stay.
    #[arg(long = "continue")]
    pub keep: bool,
    /// Print the three stages with their timing.
    #[arg(long)]
    pub trace: bool,
    /// Print the instructions of every route.
    #[arg(long)]
    pub steps: bool,
    /// Ask this service for the routes too: osrm, valhalla, graphhopper, amap. It must be switched on.
    #[arg(long, value_name = "SERVICE")]
    pub provider: Option<String>,
}

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Speaker {
    /// The person whose memory this is.
    Owner,
    /// Somebody else in the car.
    Other,
    /// Nobody can tell.
    Unclear,
}

/// Memories.
#[derive(Debug, Subcommand)]
pub enum Memory {
    /// List.
    List(List),
    /// Find by words.
    Search {
        /// The words.
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// Everything about one.
    Show {
        /// Memory id: place-1, pref-2, trip-3.
        id: String,
    },
    /// Remember a preference: laolu memory add 「以后晚上都走江边」
    Add {
        /// The statement.
        #[arg(required = true)]
        statement: Vec<String>,
        /// Until when; for ever when absent.
        #[arg(long, value_name = "TIME")]
        until: Option<String>,
    },
    /// Say something: what is worth remembering is made harmless and kept, and a request to forget is followed.
    Say {
        /// The words.
        #[arg(required = true)]
        words: Vec<String>,
        /// Who said it; of others nothing is remembered.
        #[arg(long, value_enum, default_value = "owner")]
        speaker: Speaker,
        /// How sure it was heard right, 0 to 1.
        #[arg(long, value_name = "SURE")]
        heard: Option<f64>,
        /// The talk or trip that it belongs to.
        #[arg(long, value_name = "NAME", default_value = "")]
        session: String,
    },
    /// Remember a wish about the road at a point: LAT,LON.
    Road {
        /// LAT,LON.
        #[arg(allow_hyphen_values = true)]
        at: String,
        /// avoid, rather-not, never or prefer.
        strength: Strength,
        /// Only this direction of travel: 1 or 2, as "place here" lists them.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=2))]
        way: Option<u32>,
        /// Extend the stretch by so many junctions before its start.
        #[arg(long, default_value_t = 0)]
        before: u32,
        /// Extend it by so many behind its end.
        #[arg(long, default_value_t = 0)]
        behind: u32,
        #[command(flatten)]
        when: When,
    },
    /// Remember a wish about an area: avoid, rather-not, never or prefer, and its corners.
    Area {
        /// avoid, rather-not, never or prefer.
        strength: Strength,
        /// Corners, LAT,LON, three at least, in order around it.
        #[arg(allow_hyphen_values = true, required = true, num_args = 3..)]
        corners: Vec<String>,
        /// What to call it.
        #[arg(long, default_value = "")]
        name: String,
        #[command(flatten)]
        when: When,
    },
    /// Correct.
    Edit(Edit),
    /// Say yes to a habit.
    Confirm {
        /// Memory id.
        id: String,
    },
    /// Say no to a habit: it is not proposed again.
    Reject {
        /// Memory id.
        id: String,
    },
    /// Delete; can be undone.
    Delete {
        /// Memory ids.
        #[arg(required = true)]
        ids: Vec<String>,
    },
    /// Take a deletion back: the newest, or the one with this id.
    Undo {
        /// The deletion's id.
        deletion: Option<String>,
        /// The newest correction instead.
        #[arg(long, conflicts_with = "deletion")]
        edit: bool,
    },
    /// Bring single memories back from "recently deleted".
    Restore {
        /// Memory ids.
        #[arg(required = true)]
        ids: Vec<String>,
    },
    /// Erase for good, and prove it. Cannot be undone.
    Erase(Erase),
    #[command(flatten)]
    Mind(crate::mind::Mind),
    /// What says the same twice, and what nobody has read.
    #[command(flatten)]
    Care(crate::upkeep::Care),
}

/// When a wish about a stretch or an area holds.
#[derive(Debug, Args)]
pub struct When {
    /// Until then.
    #[arg(long, value_name = "TIME")]
    pub until: Option<String>,
    /// Only in this part of the day: morning, midday, afternoon, evening, night.
    #[arg(long)]
    pub part: Option<String>,
    /// Only on these days: workday or weekend.
    #[arg(long)]
    pub days: Option<String>,
}

/// Strengths that can be typed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Strength {
    /// Rather use it.
    Prefer,
    /// Rather not.
    RatherNot,
    /// Avoid.
    Avoid,
    /// Never.
    Never,
}

/// Which to list.
#[derive(Debug, Default, Args)]
pub struct List {
    /// place, avoid, preference, habit or trip; may be repeated.
    #[arg(long)]
    pub kind: Vec<String>,
    /// stated, confirmed, inferred or imported; may be repeated.
    #[arg(long)]
    pub origin: Vec<String>,
    /// Only those that wait for an answer.
    #[arg(long)]
    pub unconfirmed: bool,
    /// The "recently deleted" list.
    #[arg(long)]
    pub deleted: bool,
    /// Only at most this sure, 0 to 1.
    #[arg(long)]
    pub max_confidence: Option<f64>,
}

/// Correct a memory.
#[derive(Debug, Args)]
pub struct Edit {
    /// Memory id.
    pub id: String,
    /// New wording, name or note.
    #[arg(long)]
    pub text: Option<String>,
    /// New other names of a place, all of them; may be repeated.
    #[arg(long)]
    pub alias: Vec<String>,
    /// New point of a place: LAT,LON.
    #[arg(long, allow_hyphen_values = true)]
    pub at: Option<String>,
    /// New tag of a place.
    #[arg(long)]
    pub tag: Option<String>,
    /// New strength.
    #[arg(long)]
    pub strength: Option<Strength>,
    /// New expiry; `never` takes it away.
    #[arg(long, value_name = "TIME")]
    pub until: Option<String>,
}

/// Erase.
#[derive(Debug, Args)]
pub struct Erase {
    /// Memory ids.
    pub ids: Vec<String>,
    /// Erase the trips it came from too.
    #[arg(long)]
    pub with_trips: bool,
    /// Only show what would go.
    #[arg(long)]
    pub dry_run: bool,
    /// Everything this profile owns.
    #[arg(long, conflicts_with = "ids")]
    pub everything: bool,
    /// Finish an erasure that was cut short.
    #[arg(long, conflicts_with_all = ["ids", "everything"])]
    pub resume: bool,
    /// Needed with --everything.
    #[arg(long)]
    pub yes: bool,
}

/// Places.
#[derive(Debug, Subcommand)]
pub enum Place {
    /// Remember a place.
    Add {
        /// What you call it.
        name: String,
        /// Where: LAT,LON, or a name on the map.
        #[arg(allow_hyphen_values = true)]
        at: String,
        /// Other names; may be repeated.
        #[arg(long)]
        alias: Vec<String>,
        /// home, work, school, gym or free text.
        #[arg(long, default_value = "")]
        tag: String,
        /// Street address or note.
        #[arg(long, default_value = "")]
        address: String,
    },
    /// Remembered places.
    List,
    /// Find by name: remembered places and the map.
    Search {
        /// What to look for.
        #[arg(required = true)]
        text: Vec<String>,
    },
    /// What is at a point: LAT,LON.
    Here {
        /// LAT,LON.
        #[arg(allow_hyphen_values = true)]
        at: String,
    },
}

/// Regions.
#[derive(Debug, Subcommand)]
pub enum Region {
    /// Import an .osm.pbf, .osm, .osm.gz or .osm.bz2 file.
    Import {
        /// The file.
        file: PathBuf,
        /// Name to show.
        #[arg(long, default_value = "")]
        name: String,
    },
    /// Import the map that comes with Laolu.
    Bundled,
    /// Installed regions; with --online those that can be downloaded.
    List {
        /// Those of the list that was fetched last.
        #[arg(long)]
        online: bool,
        /// Fetch the list anew.
        #[arg(long, requires = "online")]
        refresh: bool,
        /// Only those whose name, id or code holds this.
        #[arg(long, requires = "online", value_name = "TEXT")]
        find: Option<String>,
    },
    /// How large a region's file is, asked of its server.
    Size {
        /// Its id in the list.
        id: String,
    },
    /// Download a region of the list and import it; stopped, it goes on where it was.
    Download {
        /// Its id in the list.
        id: String,
    },
    /// Throw away what is there of a download that was stopped.
    Discard {
        /// Its id in the list.
        id: String,
    },
    /// Remove one.
    Remove {
        /// Its id.
        id: String,
    },
}

/// Search.
#[derive(Debug, Args)]
pub struct Search {
    /// A name, an address, two streets, a kind of thing, coordinates; with words like "open now", "near home", "along the
    /// way" (of the plan made last).
    #[arg(required = true, allow_hyphen_values = true)]
    pub text: Vec<String>,
    /// Look around here: a name, or LAT,LON; home when absent.
    #[arg(long, allow_hyphen_values = true)]
    pub near: Option<String>,
    /// Along this plan instead of the last one, by its id.
    #[arg(long, value_name = "PLAN")]
    pub along: Option<String>,
    /// The route of that plan, by its id; the recommended one when absent.
    #[arg(long, value_name = "ROUTE")]
    pub route: Option<String>,
    /// At most this many.
    #[arg(long, default_value_t = 8)]
    pub limit: u32,
}
