//! Asking a language model: what it is asked, in what shape it must answer, and what comes back.
//!
//! A model is a stranger that is good with words. It is told what it needs for one question and nothing else, and its
//! answer is text until somebody has read it against the [`Shape`] that was asked for. Every list and every text in a shape
//! has a bound, because small models loop: an unbounded shape cannot be written down.

/// Where a model is asked.
#[derive(Clone, PartialEq, Eq)]
pub struct ModelServer {
    /// Address that the interface's own paths are joined to, `http://127.0.0.1:11434`, with or without `/v1` at its end.
    pub address: String,
    /// What the server calls the model.
    pub model: String,
    /// The person's key; empty when there is none. Never part of an error or a log.
    pub key: String,
    /// Whether the person allowed an address that is not this computer's own.
    pub allow_remote: bool,
    /// Milliseconds for the whole exchange.
    pub timeout_ms: u32,
}

impl std::fmt::Debug for ModelServer {
    /// Without the key and the address: a person's own server may say who they are.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ModelServer")
            .field("allow_remote", &self.allow_remote)
            .field("timeout_ms", &self.timeout_ms)
            .finish_non_exhaustive()
    }
}

impl ModelServer {
    /// Whether the address names this computer: `localhost`, `127.…` or `::1`, and nothing that only looks like it.
    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.address)
    }
}

/// Whether an address of the web names this computer by its own loopback address.
pub fn is_loopback(address: &str) -> bool {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let Some(rest) = rest else { return false };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    if authority.contains('@') {
        return false;
    }
    let (host, port) = match authority.strip_prefix('[') {
        Some(six) => {
            let Some((host, port)) = six.split_once(']') else { return false };
            (host, port)
        }
        None => match authority.split_once(':') {
            Some((host, _)) => (host, &authority[host.len()..]),
            None => (authority, ""),
        },
    };
    let good_port = port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    let named = host.eq_ignore_ascii_case("localhost");
    let four = host.parse::<core::net::Ipv4Addr>().is_ok_and(|ip| ip.is_loopback());
    let six =
        authority.starts_with('[') && host.parse::<core::net::Ipv6Addr>().is_ok_and(|ip| ip.is_loopback());
    good_port && (named || four || six)
}

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelRole {
    /// Laolu's standing instructions.
    System,
    /// The question.
    User,
    /// An answer: of an example, or the model's own that is to be mended.
    Assistant,
}

impl ModelRole {
    /// The interface's word.
    pub fn word(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// One message of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelMessage {
    /// Who says it.
    pub role: ModelRole,
    /// The text.
    pub text: String,
}

/// What an answer must look like: a JSON schema of which every part is bounded.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// An object with exactly these fields, all of them.
    Object(Vec<(&'static str, Shape)>),
    /// A list of at most so many.
    List(Box<Shape>, usize),
    /// One of these words.
    Word(Vec<String>),
    /// Text of at most so many characters.
    Text(usize),
    /// A number in a closed range.
    Number(f64, f64),
}

impl Shape {
    /// One of these words.
    pub fn word(words: &[&str]) -> Self {
        Self::Word(words.iter().map(|word| (*word).to_owned()).collect())
    }

    /// A list of at most so many.
    pub fn list(of: Self, most: usize) -> Self {
        Self::List(Box::new(of), most)
    }
}

/// How much an answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelLimits {
    /// Most tokens that the model may write.
    pub tokens: u32,
    /// Most bytes of the server's answer that are taken.
    pub bytes: usize,
}

impl Default for ModelLimits {
    /// Twenty short objects, and a server's answer with all that belongs to it.
    fn default() -> Self {
        Self { tokens: 700, bytes: 256 << 10 }
    }
}

/// A question to a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelAsk {
    /// What it is told, in order.
    pub messages: Vec<ModelMessage>,
    /// What the answer must look like; absent for free text, which only the baseline of MISSION S0-33 wants.
    pub shape: Option<Shape>,
    /// How much it may take.
    pub limits: ModelLimits,
    /// The same seed and question give the same answer, as far as a server keeps to it.
    pub seed: u32,
}

/// What a model wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelAnswer {
    /// Its text, not yet read.
    pub text: String,
    /// Milliseconds from asking to the end of the answer.
    pub ms: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s0_17_only_this_computers_own_addresses_are_loopback() {
        let check = |address: &str, expected: bool| assert_eq!(is_loopback(address), expected, "{address}");
        check("http://127.0.0.1:11434", true);
        check("http://127.0.0.1:11434/v1", true);
        check("http://127.8.9.10", true);
        check("https://localhost:8080/v1", true);
        check("http://LOCALHOST", true);
        check("http://[::1]:8000", true);
        check("http://0.0.0.0:8000", false);
        check("http://192.168.1.5:8000", false);
        check("http://[::2]:8000", false);
        check("http://::1", false);
        check("http://127.0.0.1.evil.example", false);
        check("http://localhost.evil.example", false);
        check("http://127.0.0.1@evil.example", false);
        check("http://evil.example/127.0.0.1", false);
        check("http://evil.example\\127.0.0.1", false);
        check("http://127.0.0.1:80:80", false);
        check("http://127.0.0.1:x", false);
        check("http://2130706433", false);
        check("127.0.0.1:8000", false);
        check("ftp://127.0.0.1", false);
        check("", false);
    }

    #[test]
    fn a_server_is_shown_without_its_secrets() {
        let server = ModelServer {
            address: "http://my-home.example".to_owned(),
            model: "m".to_owned(),
            key: "secret".to_owned(),
            allow_remote: true,
            timeout_ms: 1,
        };
        let shown = format!("{server:?}");
        assert!(!shown.contains("secret") && !shown.contains("my-home"), "{shown}");
    }
}
