//! The web, behind domain's `Fetcher`: with [`crate::providers`], which sends through [`exchange`], the only code of
//! Laolu that sends anything over a network.
//!
//! Plain on purpose: no proxy of the system, no cookies, no compression, nothing sent that names this computer, nothing
//! tried again. Redirects are followed five times at most, and never from a protected to an unprotected address. TLS is
//! rustls with the roots that the system trusts.

use std::{error::Error as _, future::Future, pin::pin, sync::OnceLock, thread, time::Duration};

use domain::ports::{Arrived, FetchError, Fetcher, Remote, Stop, Take, Wanted};
use reqwest::{
    Client, RequestBuilder, Response, StatusCode,
    header::{
        ACCEPT_ENCODING, ACCEPT_RANGES, AUTHORIZATION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, ETAG,
        HeaderMap, HeaderName, HeaderValue, IF_RANGE, LAST_MODIFIED, RANGE,
    },
    redirect::Policy,
};

/// Who asks, as servers want to know it. The version of Laolu, and nothing about the computer.
const AGENT: &str = concat!("Laolu/", env!("CARGO_PKG_VERSION"));
/// How often somebody who changed their mind is heard.
const TICK: Duration = Duration::from_millis(50);
const REDIRECTS: usize = 5;

/// How long to wait.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For a connection.
    pub connect: Duration,
    /// For the next bytes, or the beginning of an answer.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { connect: Duration::from_secs(15), silence: Duration::from_secs(30) }
    }
}

/// Fetches by HTTP. Nothing is opened before the first request.
#[derive(Clone, Copy, Debug, Default)]
pub struct WebFetcher {
    patience: Patience,
}

impl WebFetcher {
    /// With its usual patience.
    pub fn new() -> Self {
        Self::default()
    }

    /// With another patience.
    pub fn with_patience(patience: Patience) -> Self {
        Self { patience }
    }

    fn client(&self) -> Result<Client, FetchError> {
        let policy = Policy::custom(|attempt| {
            let safe = |scheme: &str| scheme == "https";
            let was_safe = attempt.previous().last().is_some_and(|url| safe(url.scheme()));
            if attempt.previous().len() > REDIRECTS {
                attempt.error("too many redirects")
            } else if was_safe && !safe(attempt.url().scheme()) {
                attempt.error("a redirect to an unprotected address")
            } else {
                attempt.follow()
            }
        });
        client(policy, self.patience.connect)
    }

    fn run<T: Send>(
        &self,
        work: impl AsyncFnOnce(Client) -> Result<T, FetchError> + Send,
    ) -> Result<T, FetchError> {
        on_a_thread(async || work(self.client()?).await)
    }

    /// Waits for something of the network, no longer than patience lasts and nobody says stop.
    async fn wait<T>(&self, stop: Stop<'_>, something: impl Future<Output = T>) -> Result<T, FetchError> {
        let mut something = pin!(something);
        let mut waited = Duration::ZERO;
        // The connection's own limit comes first; this one also ends a server that accepts and says nothing.
        let most = self.patience.silence.max(self.patience.connect);
        loop {
            if stop() {
                return Err(FetchError::Stopped);
            }
            match tokio::time::timeout(TICK, &mut something).await {
                Ok(done) => return Ok(done),
                Err(_tick) if waited >= most => return Err(FetchError::Slow),
                Err(_tick) => waited += TICK,
            }
        }
    }

    async fn send(&self, request: RequestBuilder, stop: Stop<'_>) -> Result<Response, FetchError> {
        let request = request.header(ACCEPT_ENCODING, "identity");
        let response = self.wait(stop, request.send()).await?.map_err(|error| why(&error))?;
        Ok(response)
    }
}

impl Fetcher for WebFetcher {
    fn ask(&self, address: &str, stop: Stop<'_>) -> Result<Remote, FetchError> {
        self.run(async |client| {
            let response = self.send(client.head(address), stop).await?;
            accept(&response)?;
            Ok(remote(response.headers()))
        })
    }

    fn fetch(&self, wanted: &Wanted<'_>, stop: Stop<'_>, take: Take<'_>) -> Result<Remote, FetchError> {
        self.run(async |client| {
            let mut request = client.get(wanted.address);
            if let (1.., Some(validator)) = (wanted.from, wanted.validator) {
                request =
                    request.header(RANGE, format!("bytes={}-", wanted.from)).header(IF_RANGE, validator);
            }
            let mut response = self.send(request, stop).await?;
            accept(&response)?;
            let mut remote = remote(response.headers());
            let mut at = 0;
            if response.status() == StatusCode::PARTIAL_CONTENT {
                // A part that was not asked for would be put in the wrong place.
                let (from, whole) = content_range(response.headers()).ok_or(FetchError::Broken)?;
                if from != wanted.from {
                    return Err(FetchError::Broken);
                }
                (at, remote.bytes, remote.resumes) = (from, whole, true);
            }
            if remote.bytes.is_some_and(|bytes| bytes > wanted.most) {
                return Err(FetchError::TooLarge);
            }
            if !take(Arrived::Start(at, &remote)) {
                return Err(FetchError::NotTaken);
            }
            loop {
                let chunk = self.wait(stop, response.chunk()).await?.map_err(|error| body_error(&error))?;
                let Some(bytes) = chunk else { break };
                at += bytes.len() as u64;
                if at > wanted.most {
                    return Err(FetchError::TooLarge);
                }
                if !take(Arrived::Bytes(&bytes)) {
                    return Err(FetchError::NotTaken);
                }
            }
            // Without a length, the end of the connection is the end of the file: the checksum has to tell.
            if remote.bytes.is_some_and(|bytes| bytes != at) { Err(FetchError::Broken) } else { Ok(remote) }
        })
    }
}

/// What a server is asked in one exchange, where the answer is no file.
pub(crate) struct Question {
    /// Where, with all that is asked by address.
    pub(crate) address: String,
    /// JSON that is posted; without it the question is the address.
    pub(crate) body: Option<String>,
    /// A key that is shown as a bearer's; empty when there is none.
    pub(crate) bearer: String,
}

/// What came, whatever the status.
pub(crate) struct Answer {
    /// Of HTTP.
    pub(crate) status: u16,
    /// What it says it is, in small letters without parameters; may be empty.
    pub(crate) kind: String,
    /// Whole.
    pub(crate) body: Vec<u8>,
}

/// Asks once and takes the whole answer, of at most `most` bytes, within `patience`. Follows no redirect: a question holds
/// places that somebody drives to, and goes to the server that was chosen or to none.
pub(crate) fn exchange(
    question: &Question,
    most: usize,
    patience: Duration,
    stop: Stop<'_>,
) -> Result<Answer, FetchError> {
    on_a_thread(async || {
        let client = asking_client()?;
        let mut request = match &question.body {
            None => client.get(&question.address),
            Some(body) => {
                client.post(&question.address).header(CONTENT_TYPE, "application/json").body(body.clone())
            }
        };
        request = request.header(ACCEPT_ENCODING, "identity");
        if !question.bearer.is_empty() {
            let mut bearer = HeaderValue::try_from(format!("Bearer {}", question.bearer))
                .map_err(|_no_header| FetchError::BadAddress)?;
            bearer.set_sensitive(true);
            request = request.header(AUTHORIZATION, bearer);
        }
        let mut whole = pin!(tokio::time::timeout(patience, take_whole(request, most)));
        loop {
            if stop() {
                return Err(FetchError::Stopped);
            }
            if let Ok(done) = tokio::time::timeout(TICK, &mut whole).await {
                return done.unwrap_or(Err(FetchError::Slow));
            }
        }
    })
}

/// The client of every [`exchange`]: reading the system's roots takes longer than asking a server on this computer. It keeps no
/// connection and no cookie, and its patience for connecting lies within that for the whole.
fn asking_client() -> Result<Client, FetchError> {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    if let Some(client) = CLIENT.get() {
        return Ok(client.clone());
    }
    let client = client(Policy::none(), Patience::default().connect)?;
    Ok(CLIENT.get_or_init(|| client).clone())
}

async fn take_whole(request: RequestBuilder, most: usize) -> Result<Answer, FetchError> {
    let mut response = request.send().await.map_err(|error| why(&error))?;
    let status = response.status().as_u16();
    let said = header(response.headers(), &CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    if said.is_some_and(|length| length > most) {
        return Err(FetchError::TooLarge);
    }
    if is_page(&response) {
        return Err(FetchError::Page);
    }
    let kind = header(response.headers(), &CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await.map_err(|error| body_error(&error))? {
        if body.len() + bytes.len() > most {
            return Err(FetchError::TooLarge);
        }
        body.extend_from_slice(&bytes);
    }
    Ok(Answer { status, kind, body })
}

fn client(policy: Policy, connect: Duration) -> Result<Client, FetchError> {
    // A second provider changes nothing: the first one of the process stays.
    drop(rustls::crypto::ring::default_provider().install_default());
    let client = Client::builder()
        .no_proxy()
        .user_agent(AGENT)
        .redirect(policy)
        .referer(false)
        .connect_timeout(connect)
        .http1_only()
        .pool_max_idle_per_host(0);
    client.build().map_err(|error| {
        log::warn!("web: no client: {error}");
        FetchError::Untrusted
    })
}

/// Runs on a thread of its own: the caller may be inside a runtime, where another one must not be waited for.
fn on_a_thread<T: Send>(work: impl AsyncFnOnce() -> Result<T, FetchError> + Send) -> Result<T, FetchError> {
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.map_err(|_no_runtime| FetchError::Unreachable)?.block_on(work())
        });
        worker.join().unwrap_or(Err(FetchError::Broken))
    })
}

/// What an answer that is no file means.
fn accept(response: &Response) -> Result<(), FetchError> {
    let status = response.status();
    if !status.is_success() {
        return Err(FetchError::Refused(status.as_u16()));
    }
    if is_page(response) { Err(FetchError::Page) } else { Ok(()) }
}

fn is_page(response: &Response) -> bool {
    let kind = header(response.headers(), &CONTENT_TYPE).unwrap_or_default();
    kind.trim_start().to_ascii_lowercase().starts_with("text/html")
}

fn remote(headers: &HeaderMap) -> Remote {
    // A weak tag says that two versions mean the same, not that their bytes are: no use for joining parts.
    let strong = header(headers, &ETAG).filter(|tag| tag.starts_with('"'));
    Remote {
        bytes: header(headers, &CONTENT_LENGTH).and_then(|length| length.parse().ok()),
        validator: strong.or_else(|| header(headers, &LAST_MODIFIED)).map(str::to_owned),
        resumes: header(headers, &ACCEPT_RANGES).is_some_and(|unit| unit.eq_ignore_ascii_case("bytes")),
    }
}

/// First byte and size of the whole: `bytes 100-199/200`, or `…/*` where the server does not know.
fn content_range(headers: &HeaderMap) -> Option<(u64, Option<u64>)> {
    let (range, whole) = header(headers, &CONTENT_RANGE)?.strip_prefix("bytes ")?.split_once('/')?;
    let (from, to) = range.split_once('-')?;
    let (from, to): (u64, u64) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    let whole = whole.trim().parse().ok();
    (from <= to && whole.is_none_or(|whole| to < whole)).then_some((from, whole))
}

fn header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn why(error: &reqwest::Error) -> FetchError {
    if error.is_builder() || error.is_redirect() {
        return FetchError::BadAddress;
    }
    if error.is_timeout() {
        return FetchError::Slow;
    }
    let mut cause = error.source();
    while let Some(inner) = cause {
        if inner.is::<rustls::Error>() {
            return FetchError::Untrusted;
        }
        // rustls' errors come wrapped in those of the system.
        if let Some(io) = inner.downcast_ref::<std::io::Error>()
            && io.get_ref().and_then(|inside| inside.downcast_ref::<rustls::Error>()).is_some()
        {
            return FetchError::Untrusted;
        }
        cause = inner.source();
    }
    if error.is_connect() { FetchError::Unreachable } else { FetchError::Broken }
}

fn body_error(error: &reqwest::Error) -> FetchError {
    if error.is_timeout() { FetchError::Slow } else { FetchError::Broken }
}
