//! The only traits: what Laolu needs from outside and can be replaced, above all in tests.

use crate::{
    LonLat, Moment, WeatherHour,
    language_model::{ModelAnswer, ModelAsk, ModelServer},
    provider::{ProviderAnswer, ProviderAsk, ProviderId, ProviderServer},
};

/// Turns a sentence into a unit vector. Blocking; a sentence takes well under 10 ms.
pub trait Embedder: Send + Sync {
    /// Name of the model: vectors of different models are never compared.
    fn model_id(&self) -> &str;
    /// Length of every vector.
    fn dims(&self) -> usize;
    /// One unit vector per text, in order.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;
    /// A question, to be compared with the vectors of [`Embedder::embed`]. A model that learned where questions lie beside
    /// what answers them moves it there; any other reads it like every text.
    fn embed_question(&self, text: &str) -> Result<QuestionVector, EmbedError> {
        let vector = self.embed(&[text])?.pop().ok_or(EmbedError::Failed)?;
        Ok(QuestionVector { vector, leeway: None })
    }
}

/// A question as a model reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionVector {
    /// A unit vector.
    pub vector: Vec<f32>,
    /// How far off its answer may lie, 0 to 1: little for a question about the world or one in plain words, much for one in
    /// words of its own. `None` from a model that was not taught it.
    pub leeway: Option<f32>,
}

/// The model could not be used. Carries no text that was to be embedded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// Model or runtime file is missing or damaged.
    #[error("the language model's files are missing or damaged")]
    Missing,
    /// The runtime refused the input or failed.
    #[error("the language model failed to run")]
    Failed,
}

/// Reads the time, and measures it for traces and budgets.
pub trait Clock: Send + Sync {
    /// Now, in the person's zone.
    fn now(&self) -> Moment;
    /// Seconds since an arbitrary start, never going back.
    fn monotonic_s(&self) -> f64;
}

/// Where the car is, told again and again by a receiver.
pub trait PositionSource: Send {
    /// The next position; blocks until there is one, for a few seconds at most. `None` when the receiver has ended.
    fn next(&mut self) -> Result<Option<Position>, PositionError>;
}

/// Where a receiver believes to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The place.
    pub at: LonLat,
    /// Seconds since 1970, by the receiver's own clock.
    pub time: f64,
    /// How far off it may be, metres, as far as the receiver says.
    pub accuracy_m: Option<f64>,
}

/// Why there is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Nobody answers at the receiver's address.
    #[error("the receiver can't be reached")]
    Unreachable,
    /// Somebody answers, but no receiver.
    #[error("what answers is no receiver")]
    NotOne,
    /// No position for some seconds: asking again can help.
    #[error("the receiver knows no position now")]
    Silent,
    /// The connection broke.
    #[error("the receiver is gone")]
    Lost,
}

/// Draws a small picture of a route.
pub trait RoutePreview: Send + Sync {
    /// A PNG of the lines on a plain ground.
    fn draw(&self, picture: &PreviewPicture) -> Result<Vec<u8>, PreviewError>;
}

/// What to draw: lines from bottom to top, then the stops.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewPicture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Ground colour, `0xRRGGBB`.
    pub ground: u32,
    /// Filled areas such as the sea: colour and outer ring.
    pub areas: Vec<(u32, Vec<LonLat>)>,
    /// Lines: colour, width in pixels, points.
    pub lines: Vec<(u32, f64, Vec<LonLat>)>,
    /// Stops: colour and place.
    pub stops: Vec<(u32, LonLat)>,
}

/// The picture could not be drawn; the app draws a plain one instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PreviewError {
    /// The helper program is not there.
    #[error("the preview helper is not installed")]
    Missing,
    /// The helper crashed or took too long.
    #[error("the preview helper failed")]
    Failed,
}

/// Fetches files of the web. The one way out of this computer: nothing is fetched that a person did not ask for, and a
/// fetcher neither tries again by itself nor keeps anything. Blocking; `stop` is asked several times a second.
pub trait Fetcher: Send + Sync {
    /// What lies at an address, without its bytes.
    fn ask(&self, address: &str, stop: Stop<'_>) -> Result<Remote, FetchError>;
    /// The bytes at an address, in order, handed to `take` as they come; it answers whether it took them.
    fn fetch(&self, wanted: &Wanted<'_>, stop: Stop<'_>, take: Take<'_>) -> Result<Remote, FetchError>;
}

/// Whether the one who asked has changed their mind.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Takes what arrives.
pub type Take<'a> = &'a mut (dyn FnMut(Arrived<'_>) -> bool + Send);

/// What to fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted<'a> {
    /// `https://…` or `http://…`.
    pub address: &'a str,
    /// Bytes that are there already. Only with the validator they came with is the rest asked for alone.
    pub from: u64,
    /// [`Remote::validator`] of those bytes.
    pub validator: Option<&'a str>,
    /// Most bytes that are taken, the ones that are there included; a longer answer is [`FetchError::TooLarge`].
    pub most: u64,
}

/// What arrives, in order.
#[derive(Clone, Copy, Debug)]
pub enum Arrived<'a> {
    /// The answer begins: bytes come from this position on. 0 means that what was there is of another version.
    Start(u64, &'a Remote),
    /// The next bytes.
    Bytes(&'a [u8]),
}

/// What a server says about a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remote {
    /// Size of the whole file, where it is said.
    pub bytes: Option<u64>,
    /// Names this version of the file: a strong ETag, else the date of its last change.
    pub validator: Option<String>,
    /// Whether a part can be asked for.
    pub resumes: bool,
}

/// Why something could not be fetched. Carries no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// No address of the web, or one that leads from a protected to an unprotected one.
    #[error("the address can't be used")]
    BadAddress,
    /// The server's name is unknown, or nobody answers there.
    #[error("the server can't be reached")]
    Unreachable,
    /// The connection is not protected as it should be.
    #[error("the server's certificate is not to be trusted")]
    Untrusted,
    /// Nothing came for too long.
    #[error("the server takes too long")]
    Slow,
    /// The server answers with an error.
    #[error("the server refuses (status {0})")]
    Refused(u16),
    /// A web page instead of the file: a login, or a notice.
    #[error("a web page came instead of the file")]
    Page,
    /// More bytes than the caller takes.
    #[error("the file is larger than expected")]
    TooLarge,
    /// The connection broke off, or the answer makes no sense. What came is good as far as it goes.
    #[error("the connection broke off")]
    Broken,
    /// The caller stopped it.
    #[error("stopped")]
    Stopped,
    /// The caller could not take the bytes.
    #[error("the bytes were not taken")]
    NotTaken,
}

/// Asks a server of somebody else for a way. Sends one request per call, and only what is in the question; neither tries
/// again by itself nor keeps anything. Blocking; `stop` is asked several times a second.
pub trait RouteProvider: Send + Sync {
    /// Whose language it speaks.
    fn id(&self) -> ProviderId;
    /// The server's routes, and what it could not be asked.
    fn routes(
        &self,
        server: &ProviderServer,
        ask: &ProviderAsk,
        stop: Stop<'_>,
    ) -> Result<ProviderAnswer, ProviderError>;
}

/// Asks a weather service. Sends one request per call, and only what is in the question; neither tries again by itself nor
/// keeps anything. Blocking; `stop` is asked several times a second.
pub trait WeatherProvider: Send + Sync {
    /// The service's own address, to begin with.
    fn usual_address(&self) -> &'static str;
    /// Hours in the order of time, for a place on the grid of [`crate::on_weather_grid`].
    fn hours(
        &self,
        server: &ProviderServer,
        square: LonLat,
        stop: Stop<'_>,
    ) -> Result<Vec<WeatherHour>, ProviderError>;
}

/// Why a server gave no route. Carries neither address nor key, nor anything that the server wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// The exchange failed before there was an answer to read.
    #[error(transparent)]
    Exchange(#[from] FetchError),
    /// The answer can't be read as this service's.
    #[error("the answer can't be read")]
    Unreadable,
    /// The server knows no way between the stops.
    #[error("the server knows no way")]
    NoWay,
    /// A stop lies where the server has no map or no road.
    #[error("a stop lies off the server's map")]
    OffItsMap,
    /// The server does not take the wishes that it was told.
    #[error("the server does not take these wishes")]
    Wishes,
    /// The key is missing, wrong, or may not do this.
    #[error("the key is not accepted")]
    Key,
    /// The server answers no more questions for now.
    #[error("the server's limit is reached")]
    Limit,
}

/// Asks a language model. Sends one request per call, and only what is in the question; neither tries again by itself nor
/// keeps anything. Blocking; `stop` is asked several times a second.
pub trait LanguageModel: Send + Sync {
    /// What the model answers, as text that nobody has read yet.
    fn answer(&self, server: &ModelServer, ask: &ModelAsk, stop: Stop<'_>)
    -> Result<ModelAnswer, ModelError>;
    /// The names of the models that the server has, at most a hundred.
    fn models(&self, server: &ModelServer, stop: Stop<'_>) -> Result<Vec<String>, ModelError>;
}

/// Why a model gave no answer. Carries neither address nor key, nor anything that was asked or answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The exchange failed before there was an answer to read.
    #[error(transparent)]
    Exchange(#[from] FetchError),
    /// The address is not this computer's own, and the person allowed no other. Nothing was sent.
    #[error("the address is not on this computer")]
    Remote,
    /// The key is missing, wrong, or may not do this.
    #[error("the key is not accepted")]
    Key,
    /// The server knows no such model, or does not speak this interface.
    #[error("the server knows no such model")]
    NoModel,
    /// The server answers no more questions for now.
    #[error("the server's limit is reached")]
    Limit,
    /// What came is no answer of this interface.
    #[error("the answer can't be read")]
    Unreadable,
    /// The model had not finished when its limit was reached.
    #[error("the answer is not complete")]
    Unfinished,
}

/// Keeps the key of the memory file for this user, as the system's keyring does. Blocking; the system may ask the person.
pub trait KeyStore: Send + Sync {
    /// Whether there is a place to keep keys at all. Asks nobody.
    fn available(&self) -> Result<(), KeyStoreError>;
    /// What is kept under this name.
    fn get(&self, name: &str) -> Result<Option<String>, KeyStoreError>;
    /// Keeps a key under this name, in place of another one.
    fn set(&self, name: &str, key: &str) -> Result<(), KeyStoreError>;
    /// Keeps it no longer; nothing kept is no error.
    fn remove(&self, name: &str) -> Result<(), KeyStoreError>;
}

/// Why a key can't be kept or had. Carries no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyStoreError {
    /// This computer has none, as one without a desktop.
    #[error("this computer has no keyring")]
    Missing,
    /// It is locked, or the person or the system said no.
    #[error("the keyring does not open")]
    Refused,
    /// It failed in another way.
    #[error("the keyring failed")]
    Failed,
}
