//! The fetcher against a server on this computer that behaves well, badly, and not at all.
#![allow(clippy::unwrap_used, reason = "a test, with its helper outside the test function")]

use std::time::Duration;

use adapters::{Patience, WebFetcher};
use domain::ports::{Arrived, FetchError, Fetcher, Remote, Wanted};
use testkit::web::{Manner, Server};

const FILE: &str = "/map.osm.pbf";

fn bytes() -> Vec<u8> {
    (0..300_000_u32).flat_map(u32::to_le_bytes).collect()
}

fn server(manner: Manner) -> Server {
    let server = Server::start().unwrap();
    server.serve(FILE, bytes(), manner);
    server
}

fn impatient() -> WebFetcher {
    let short = Duration::from_millis(300);
    WebFetcher::with_patience(Patience { connect: short, silence: short })
}

/// Where the answer began, what came, and how it ended.
type Fetched = (Option<u64>, Vec<u8>, Result<Remote, FetchError>);

fn fetch(address: &str, from: u64, validator: Option<&str>, most: u64) -> Fetched {
    let (mut begun, mut came) = (None, Vec::new());
    let wanted = Wanted { address, from, validator, most };
    let ended = impatient().fetch(&wanted, &|| false, &mut |arrived| {
        match arrived {
            Arrived::Start(at, _) => begun = Some(at),
            Arrived::Bytes(bytes) => came.extend(bytes),
        }
        true
    });
    (begun, came, ended)
}

const PLENTY: u64 = 1 << 40;

#[test]
fn a_file_comes_whole_and_its_size_is_told_first() {
    let server = server(Manner::Well);
    let remote = impatient().ask(&server.at(FILE), &|| false).unwrap();
    let expected = Remote {
        bytes: Some(bytes().len() as u64),
        validator: Some("\"version-1\"".to_owned()),
        resumes: true,
    };
    assert_eq!(remote, expected);
    let (begun, came, ended) = fetch(&server.at(FILE), 0, None, PLENTY);
    assert_eq!((begun, ended), (Some(0), Ok(expected)));
    assert!(came == bytes());
    let asked = server.asked();
    assert_eq!(asked.iter().map(|asked| asked.method.as_str()).collect::<Vec<_>>(), ["HEAD", "GET"]);
    // Nothing tells who asks but the program's name.
    for line in asked.iter().flat_map(|asked| asked.headers.iter().skip(1)) {
        let name = line.split(':').next().unwrap().to_ascii_lowercase();
        assert!(["host", "user-agent", "accept", "accept-encoding"].contains(&name.as_str()), "{line}");
    }
}

#[test]
fn the_rest_of_a_file_comes_when_it_is_still_the_same() {
    let server = server(Manner::Well);
    let same = Some("\"version-1\"");
    let (begun, came, ended) = fetch(&server.at(FILE), 1_000, same, PLENTY);
    assert_eq!(begun, Some(1_000));
    assert_eq!(ended.unwrap().bytes, Some(bytes().len() as u64));
    assert!(came == bytes()[1_000..]);
    // Another version, no validator, or a server that can't: all of it again.
    let whole = |(begun, came, ended): Fetched| {
        assert_eq!(begun, Some(0));
        assert!(ended.is_ok() && came == bytes());
    };
    whole(fetch(&server.at(FILE), 1_000, Some("\"version-0\""), PLENTY));
    whole(fetch(&server.at(FILE), 1_000, None, PLENTY));
    server.change(FILE, Manner::NoRange);
    whole(fetch(&server.at(FILE), 1_000, same, PLENTY));
    server.change(FILE, Manner::NoLength);
    whole(fetch(&server.at(FILE), 0, None, PLENTY));
}

#[test]
fn each_way_of_failing_has_its_name() {
    let check = |manner: Manner, came: usize, expected: FetchError| {
        let server = server(manner.clone());
        let (_, bytes, ended) = fetch(&server.at(FILE), 0, None, PLENTY);
        assert_eq!(ended, Err(expected), "{manner:?}");
        assert_eq!(bytes.len(), came, "{manner:?}");
    };
    check(Manner::CutAfter(70_000), 70_000, FetchError::Broken);
    check(Manner::StallAfter(70_000), 70_000, FetchError::Slow);
    check(Manner::Promises(9_000_000), 1_200_000, FetchError::Broken);
    check(Manner::Silent, 0, FetchError::Slow);
    check(Manner::Status(404), 0, FetchError::Refused(404));
    check(Manner::Status(503), 0, FetchError::Refused(503));
    check(Manner::Page, 0, FetchError::Page);
    check(Manner::Babble, 0, FetchError::Broken);
    let server = server(Manner::WrongRange);
    assert_eq!(fetch(&server.at(FILE), 1_000, Some("\"version-1\""), PLENTY).2, Err(FetchError::Broken));
    assert_eq!(fetch(&server.at("/no-such-file"), 0, None, PLENTY).2, Err(FetchError::Refused(404)));
    for address in ["", "map.osm.pbf", "ftp://127.0.0.1/map", "file:///etc/hosts", "http://"] {
        assert_eq!(fetch(address, 0, None, PLENTY).2, Err(FetchError::BadAddress), "{address}");
    }
    let gone = server.at(FILE);
    drop(server);
    // The port may still be listened to for a moment; then the connection is cut at once.
    let ended = fetch(&gone, 0, None, PLENTY).2;
    assert!(matches!(ended, Err(FetchError::Unreachable | FetchError::Broken)), "{ended:?}");
}

#[test]
fn no_more_is_taken_than_was_agreed() {
    let server = server(Manner::Well);
    let (begun, came, ended) = fetch(&server.at(FILE), 0, None, 1_000_000);
    assert_eq!((begun, came.len(), ended), (None, 0, Err(FetchError::TooLarge)), "said before it comes");
    server.change(FILE, Manner::NoLength);
    let (_, came, ended) = fetch(&server.at(FILE), 0, None, 1_000_000);
    assert_eq!(ended, Err(FetchError::TooLarge));
    assert!(came.len() <= 1_000_000);
}

#[test]
fn redirects_are_followed_a_few_times() {
    let server = server(Manner::Well);
    server.serve("/latest", "", Manner::Redirect(server.at(FILE)));
    server.serve("/round", "", Manner::Redirect(server.at("/round")));
    server.serve("/out", "", Manner::Redirect("ftp://127.0.0.1/map".to_owned()));
    assert!(fetch(&server.at("/latest"), 0, None, PLENTY).1 == bytes());
    assert_eq!(fetch(&server.at("/round"), 0, None, PLENTY).2, Err(FetchError::BadAddress));
    assert!(server.asked().iter().filter(|asked| asked.path == "/round").count() <= 7);
    assert!(fetch(&server.at("/out"), 0, None, PLENTY).2.is_err());
}

#[test]
fn whoever_stops_is_heard_at_once() {
    let server = server(Manner::StallAfter(70_000));
    let address = server.at(FILE);
    let wanted = Wanted { address: &address, from: 0, validator: None, most: PLENTY };
    let came = std::sync::atomic::AtomicUsize::new(0);
    let stop = || came.load(std::sync::atomic::Ordering::Relaxed) >= 70_000;
    // With the usual patience, which is half a minute: only the stop can end this in time.
    let ended = WebFetcher::new().fetch(&wanted, &stop, &mut |arrived| {
        if let Arrived::Bytes(bytes) = arrived {
            came.fetch_add(bytes.len(), std::sync::atomic::Ordering::Relaxed);
        }
        true
    });
    assert_eq!(ended, Err(FetchError::Stopped));
    let refused =
        WebFetcher::new().fetch(&wanted, &|| false, &mut |arrived| matches!(arrived, Arrived::Start(..)));
    assert_eq!(refused, Err(FetchError::NotTaken));
    server.change(FILE, Manner::Silent);
    assert_eq!(WebFetcher::new().ask(&address, &|| true), Err(FetchError::Stopped));
}
