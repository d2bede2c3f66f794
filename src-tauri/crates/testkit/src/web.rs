//! A server on this computer that serves files well or badly, for testing whoever fetches. It listens on a loopback port
//! that the system chooses, and ends when it is dropped.

use std::{
    collections::BTreeMap,
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// How a file is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// As it should be: length, strong ETag, parts on request.
    Well,
    /// The first bytes of each answer, then the connection is cut although more was promised.
    CutAfter(usize),
    /// The first bytes, then nothing more until the asker goes away.
    StallAfter(usize),
    /// Nothing at all, until the asker goes away.
    Silent,
    /// Whole, whatever part is asked for.
    NoRange,
    /// Parts that begin one byte too early.
    WrongRange,
    /// Without a length and without an ETag: the end of the connection is the end.
    NoLength,
    /// A length that is larger than the file, and the file's bytes.
    Promises(u64),
    /// Another address, with status 302.
    Redirect(String),
    /// An error without words.
    Status(u16),
    /// An error with the file's bytes.
    StatusWith(u16),
    /// A page for people, with status 200.
    Page,
    /// Bytes that are no HTTP.
    Babble,
}

/// A request that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// `GET`, `HEAD`, `POST`.
    pub method: String,
    /// `/path`.
    pub path: String,
    /// The `Range` header.
    pub range: Option<String>,
    /// All header lines, as they came.
    pub headers: Vec<String>,
    /// What was posted; empty when nothing was.
    pub body: String,
}

/// Served for every path that has no file of its own.
pub const ANY: &str = "*";

/// What a server answers of itself: status, content type, body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Of HTTP.
    pub status: u16,
    /// `application/json`.
    pub kind: &'static str,
    /// Whole.
    pub body: Vec<u8>,
}

/// Makes an answer out of the request.
type Answerer = Arc<dyn Fn(&Asked) -> Reply + Send + Sync>;

#[derive(Clone)]
struct Served {
    bytes: Arc<Vec<u8>>,
    manner: Manner,
    version: u32,
}

#[derive(Default)]
struct Shared {
    files: Mutex<BTreeMap<String, Served>>,
    answerers: Mutex<BTreeMap<String, Answerer>>,
    asked: Mutex<Vec<Asked>>,
    stopped: AtomicBool,
}

/// The server.
pub struct Server {
    address: String,
    shared: Arc<Shared>,
}

impl Server {
    /// Starts with no file.
    ///
    /// # Errors
    /// The system gives no port.
    pub fn start() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(Shared::default());
        let served = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if served.stopped.load(Ordering::Relaxed) {
                    break;
                }
                let (Ok(stream), served) = (stream, Arc::clone(&served)) else { continue };
                // Whoever went away in the middle is no fault of the server's.
                thread::spawn(move || drop(answer(stream, &served)));
            }
        });
        Ok(Self { address, shared })
    }

    /// Serves bytes under a path from now on. Served again, they are a new version with an ETag of its own.
    pub fn serve(&self, path: &str, bytes: impl Into<Vec<u8>>, manner: Manner) {
        // What is said last holds.
        self.shared.answerers.lock().unwrap_or_else(PoisonError::into_inner).remove(path);
        let mut files = self.shared.files.lock().unwrap_or_else(PoisonError::into_inner);
        let version = files.get(path).map_or(1, |old| old.version + 1);
        files.insert(path.to_owned(), Served { bytes: Arc::new(bytes.into()), manner, version });
    }

    /// Answers requests to a path by what is in them, from now on; before files under the same path.
    pub fn answer_by(&self, path: &str, answer: impl Fn(&Asked) -> Reply + Send + Sync + 'static) {
        let mut answerers = self.shared.answerers.lock().unwrap_or_else(PoisonError::into_inner);
        answerers.insert(path.to_owned(), Arc::new(answer));
    }

    /// Serves what is there in another manner, as the same version.
    pub fn change(&self, path: &str, manner: Manner) {
        let mut files = self.shared.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = files.get_mut(path) {
            file.manner = manner;
        }
    }

    /// `http://127.0.0.1:PORT` and the path.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Requests so far, in order.
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
        // One last connection lets the listening thread see it.
        drop(self.address.strip_prefix("http://").map(TcpStream::connect));
    }
}

fn answer(stream: TcpStream, shared: &Shared) -> io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut stream = stream;
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        lines.push(line.trim().to_owned());
    }
    let Some(first) = lines.first().cloned() else { return Ok(()) };
    let mut words = first.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let header = |name: &str| {
        lines.iter().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let range = header("range");
    let length = header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = Vec::new();
    reader.by_ref().take(length).read_to_end(&mut body)?;
    let asked = Asked {
        method: method.to_owned(),
        path: path.to_owned(),
        range: range.clone(),
        headers: lines.clone(),
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    shared.asked.lock().unwrap_or_else(PoisonError::into_inner).push(asked.clone());
    let answerer = shared.answerers.lock().unwrap_or_else(PoisonError::into_inner).get(path).map(Arc::clone);
    if let Some(answerer) = answerer {
        let Reply { status, kind, body } = answerer(&asked);
        let head = format!(
            "HTTP/1.1 {status} Said\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(&body)?;
        return stream.flush();
    }
    let files = shared.files.lock().unwrap_or_else(PoisonError::into_inner);
    let file = files.get(path).or_else(|| files.get(ANY)).cloned();
    drop(files);
    let Some(file) = file else { return status(&mut stream, 404, "") };
    let etag = format!("\"version-{}\"", file.version);
    let wanted = range
        .filter(|_| header("if-range").is_none_or(|known| known == etag))
        .and_then(|range| range.strip_prefix("bytes=")?.strip_suffix('-')?.parse::<usize>().ok());
    serve(&mut stream, &file, method == "HEAD", wanted, &etag)?;
    stream.flush()
}

fn serve(
    stream: &mut TcpStream,
    file: &Served,
    head_only: bool,
    wanted: Option<usize>,
    etag: &str,
) -> io::Result<()> {
    let all = file.bytes.as_slice();
    match &file.manner {
        Manner::Silent => return until_gone(stream),
        Manner::Babble => return stream.write_all(b"220 this is another protocol\r\n"),
        Manner::Status(code) => return status(stream, *code, ""),
        Manner::StatusWith(code) => {
            let head = format!(
                "HTTP/1.1 {code} Said\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                all.len()
            );
            stream.write_all(head.as_bytes())?;
            return stream.write_all(all);
        }
        Manner::Redirect(to) => return status(stream, 302, &format!("Location: {to}\r\n")),
        Manner::Page => {
            let page = "<!DOCTYPE html><html><body>Please sign in</body></html>";
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                page.len()
            );
            stream.write_all(head.as_bytes())?;
            return if head_only { Ok(()) } else { stream.write_all(page.as_bytes()) };
        }
        Manner::NoLength => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?;
            return if head_only { Ok(()) } else { stream.write_all(all) };
        }
        _ => {}
    }
    let ranged = wanted.filter(|from| *from > 0 && file.manner != Manner::NoRange);
    if ranged.is_some_and(|from| from >= all.len()) {
        return status(stream, 416, &format!("Content-Range: bytes */{}\r\n", all.len()));
    }
    let from = ranged.map_or(0, |from| from - usize::from(file.manner == Manner::WrongRange));
    let body = all.get(from..).unwrap_or_default();
    let promised = match file.manner {
        Manner::Promises(bytes) => bytes,
        _ => body.len() as u64,
    };
    let mut head = match ranged {
        Some(_) => format!(
            "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes {from}-{}/{}\r\n",
            all.len().saturating_sub(1),
            all.len()
        ),
        None => "HTTP/1.1 200 OK\r\n".to_owned(),
    };
    if file.manner != Manner::NoRange {
        head.push_str("Accept-Ranges: bytes\r\n");
    }
    head.push_str(&format!(
        "ETag: {etag}\r\nContent-Type: application/octet-stream\r\nContent-Length: {promised}\r\nConnection: close\r\n\r\n"
    ));
    stream.write_all(head.as_bytes())?;
    if head_only {
        return Ok(());
    }
    match file.manner {
        Manner::CutAfter(bytes) => stream.write_all(body.get(..bytes).unwrap_or(body)),
        Manner::StallAfter(bytes) => {
            stream.write_all(body.get(..bytes).unwrap_or(body))?;
            stream.flush()?;
            until_gone(stream)
        }
        _ => stream.write_all(body),
    }
}

fn status(stream: &mut TcpStream, code: u16, more: &str) -> io::Result<()> {
    let head = format!("HTTP/1.1 {code} Said\r\n{more}Content-Length: 0\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes())
}

/// Waits for the other side to hang up: no clock is needed for being slow.
fn until_gone(stream: &mut TcpStream) -> io::Result<()> {
    let mut byte = [0];
    while stream.read(&mut byte)? > 0 {}
    Ok(())
}
