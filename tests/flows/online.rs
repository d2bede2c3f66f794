//! Regions downloaded inside the app, from a server on this computer: off until asked, sizes first, resumed, checked, and
//! every failure with its reason and nothing half done.

use std::{fs, sync::Arc};

use app::{
    App, AppError, CancelToken,
    dto::{ErrorCode, ProgressDto, RegionDto},
    silent,
};
use md5::{Digest, Md5};
use testkit::{
    city,
    web::{Manner, Server},
};

use crate::support::*;

const LIST: &str = "/index-v1.json";
const MAP: &str = "/town-latest.osm.pbf";
const SUM: &str = "/town-latest.osm.pbf.md5";
const ID: &str = "asia/town";
const FOLDER: &str = "asia-town";

/// An app that may use the network, and a server with a list and one small map.
struct Online {
    bench: Bench,
    server: Server,
    map: Vec<u8>,
}

impl Online {
    fn new() -> Self {
        let map = city::city(city::SEED, 300).into_bytes();
        let server = Server::start().unwrap();
        let list = format!(
            r#"{{"type":"FeatureCollection","features":[
            {{"type":"Feature","properties":{{"id":"asia","name":"Asia","urls":{{}}}},"geometry":null}},
            {{"type":"Feature","properties":{{"id":"{ID}","parent":"asia","name":"Town 小城",
             "iso3166-2":["CN-XX"],"urls":{{"pbf":"{}"}}}},"geometry":null}}]}}"#,
            server.at(MAP)
        );
        server.serve(LIST, list, Manner::Well);
        server.serve(MAP, map.clone(), Manner::Well);
        server.serve(SUM, format!("{}  town-latest.osm.pbf\n", sum(&map)), Manner::Well);
        let mut bench = Bench::empty();
        bench.app =
            bench.app.with_fetcher(Arc::new(adapters::WebFetcher::with_patience(adapters::Patience {
                connect: std::time::Duration::from_secs(5),
                silence: std::time::Duration::from_millis(500),
            })));
        Self { bench, server, map }
    }

    /// Switched on, with the list there.
    fn ready() -> Self {
        let online = Self::new();
        online.switch(true);
        online.app().regions_online(true, &CancelToken::new()).unwrap();
        online
    }

    fn app(&self) -> &App {
        &self.bench.app
    }

    fn switch(&self, on: bool) {
        let mut settings = self.app().settings().unwrap();
        settings.region_download = on;
        settings.region_list = self.server.at(LIST);
        self.app().settings_set(&settings).unwrap();
    }

    fn download(&self) -> Result<RegionDto, AppError> {
        self.app().region_download(ID, &mut silent(), &CancelToken::new())
    }

    fn have(&self) -> u64 {
        let list = self.app().regions_online(false, &CancelToken::new()).unwrap();
        list.regions.iter().find(|region| region.id == ID).unwrap().have_bytes
    }

    /// `Range` headers of the requests for the map so far.
    fn ranges(&self) -> Vec<Option<String>> {
        let asked = self.server.asked().into_iter();
        asked.filter(|asked| asked.path == MAP && asked.method == "GET").map(|asked| asked.range).collect()
    }
}

fn sum(bytes: &[u8]) -> String {
    Md5::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn nothing_is_sent_before_it_is_switched_on() {
    let online = Online::new();
    let cancel = CancelToken::new();
    let off = [("why", "off")];
    let app = online.app();
    check_fails(app.regions_online(true, &cancel), ErrorCode::Network, &off);
    check_fails(app.region_size(ID, &cancel), ErrorCode::Network, &off);
    check_fails(online.download(), ErrorCode::Network, &off);
    let list = app.regions_online(false, &cancel).unwrap();
    assert!(!list.on && list.at.is_none() && list.regions.is_empty());
    online.switch(true);
    let list = app.regions_online(false, &cancel).unwrap();
    assert!(list.on && list.regions.is_empty(), "switched on, and still nobody pressed the button");
    assert!(online.server.asked().is_empty());
    assert_eq!(app.status().unwrap().network_requests, 0);
    assert!(!online.bench.data_dir().join("network.json").exists());
    let list = app.regions_online(true, &cancel).unwrap();
    let names: Vec<(&str, bool)> =
        list.regions.iter().map(|region| (region.name.as_str(), region.downloadable)).collect();
    assert_eq!(names, [("Asia", false), ("Town 小城", true)]);
    // Switched off again, the list stays to be looked at.
    online.switch(false);
    assert_eq!(app.regions_online(false, &cancel).unwrap().regions.len(), 2);
    check_fails(online.download(), ErrorCode::Network, &off);
    let status = app.status().unwrap();
    assert_eq!((status.network_requests, status.network_last.len()), (1, 1));
    let request = &status.network_last[0];
    assert_eq!((request.purpose.as_str(), request.outcome.as_str()), ("list", "ok"));
    assert!(online.server.at("").ends_with(&request.host), "the server, and no more: {}", request.host);
}

#[test]
fn a_region_is_downloaded_checked_and_installed() {
    let online = Online::ready();
    let size = online.app().region_size(ID, &CancelToken::new()).unwrap();
    assert_eq!((size.bytes, size.have_bytes), (Some(online.map.len() as u64), 0));
    assert!(online.ranges().is_empty(), "the size is known before a byte of the map came");
    let mut seen: Vec<ProgressDto> = Vec::new();
    let mut sink = |progress: &ProgressDto| seen.push(progress.clone());
    let region = online.app().region_download(ID, &mut sink, &CancelToken::new()).unwrap();
    assert_eq!(
        (region.id.as_str(), region.name.as_str(), region.problem.as_str()),
        (FOLDER, "Town 小城", "")
    );
    assert!(region.road_km > 1.0);
    let mut phases: Vec<&str> = seen.iter().map(|progress| progress.phase.as_str()).collect();
    phases.dedup();
    let expected =
        ["download", "verify", "check", "read", "roads", "names", "map", "write", "prepare", "search"];
    assert_eq!(phases, expected);
    assert!(seen.windows(2).all(|pair| pair[0].fraction <= pair[1].fraction + 1e-9), "{seen:?}");
    assert!(seen.iter().all(|progress| progress.phase_count == 10));
    let told = seen.iter().rfind(|progress| progress.phase == "download").unwrap();
    assert_eq!((told.done, told.total), (online.map.len() as u64, online.map.len() as u64));
    // The file is not kept; the region is the same as from the file itself.
    assert_eq!(online.have(), 0);
    let list = online.app().regions_online(false, &CancelToken::new()).unwrap();
    assert!(list.regions.iter().any(|region| region.id == ID && region.installed));
    let purposes: Vec<String> =
        online.app().status().unwrap().network_last.into_iter().map(|request| request.purpose).collect();
    assert_eq!(purposes, ["checksum", "map", "size", "list"]);
}

#[test]
fn a_download_that_breaks_off_goes_on_where_it_was() {
    for manner in [Manner::CutAfter(40_000), Manner::StallAfter(40_000)] {
        let online = Online::ready();
        let why = if manner == Manner::CutAfter(40_000) { "broken" } else { "slow" };
        online.server.change(MAP, manner);
        check_fails(online.download(), ErrorCode::Network, &[("why", why)]);
        assert_eq!(online.have(), 40_000);
        assert!(online.app().region_list().unwrap().is_empty());
        // Also after the program was ended in between.
        let Online { bench, server, map } = online;
        let fetcher = Arc::new(adapters::WebFetcher::new());
        let mut bench = bench.reopen();
        bench.app = bench.app.with_fetcher(fetcher);
        let online = Online { bench, server, map };
        online.server.change(MAP, Manner::Well);
        let size = online.app().region_size(ID, &CancelToken::new()).unwrap();
        assert_eq!(size.have_bytes, 40_000);
        online.download().unwrap();
        assert_eq!(online.ranges(), [None, Some("bytes=40000-".to_owned())]);
    }
}

#[test]
fn a_part_of_another_version_is_not_mixed_with_this_one() {
    let online = Online::ready();
    online.server.change(MAP, Manner::CutAfter(40_000));
    check_fails(online.download(), ErrorCode::Network, &[("why", "broken")]);
    let newer = city::city(city::SEED + 1, 300).into_bytes();
    online.server.serve(MAP, newer.clone(), Manner::Well);
    online.server.serve(SUM, sum(&newer), Manner::Well);
    assert_eq!(online.app().region_size(ID, &CancelToken::new()).unwrap().have_bytes, 0);
    online.download().unwrap();
    assert_eq!(online.ranges().last().unwrap().as_deref(), Some("bytes=40000-"), "asked for the rest");
    // A server that can't give a part gives all of it, which is just as good.
    let online = Online::ready();
    online.server.change(MAP, Manner::CutAfter(40_000));
    check_fails(online.download(), ErrorCode::Network, &[("why", "broken")]);
    online.server.change(MAP, Manner::NoRange);
    online.download().unwrap();
}

#[test]
fn a_whole_file_that_was_not_imported_is_not_fetched_again() {
    let online = Online::ready();
    let cancel = CancelToken::new();
    let inner = cancel.clone();
    let mut sink = move |progress: &ProgressDto| {
        if progress.phase == "roads" {
            inner.cancel();
        }
    };
    check_fails(online.app().region_download(ID, &mut sink, &cancel), ErrorCode::Cancelled, &[]);
    assert_eq!(online.have(), online.map.len() as u64);
    online.download().unwrap();
    let all = format!("bytes={}-", online.map.len());
    assert_eq!(online.ranges(), [None, Some(all)]);
}

#[test]
fn what_fails_says_why_and_installs_nothing() {
    let check = |spoil: &dyn Fn(&Online), code: ErrorCode, args: &[(&str, &str)], have: u64| {
        let online = Online::ready();
        spoil(&online);
        check_fails(online.download(), code, args);
        assert!(online.app().region_list().unwrap().is_empty(), "{args:?}");
        assert_eq!(online.have(), have, "{args:?}");
        // The next attempt, with a server that is well again, succeeds.
        online.server.serve(MAP, online.map.clone(), Manner::Well);
        online.server.serve(SUM, sum(&online.map), Manner::Well);
        online.download().unwrap();
    };
    let map = |manner: Manner| move |online: &Online| online.server.change(MAP, manner.clone());
    let whole = Online::new().map.len() as u64;
    check(&map(Manner::Status(404)), ErrorCode::Network, &[("why", "refused"), ("status", "404")], 0);
    check(&map(Manner::Status(503)), ErrorCode::Network, &[("why", "refused"), ("status", "503")], 0);
    check(&map(Manner::Page), ErrorCode::Network, &[("why", "page")], 0);
    check(&map(Manner::Silent), ErrorCode::Network, &[("why", "slow")], 0);
    check(&map(Manner::Babble), ErrorCode::Network, &[("why", "broken")], 0);
    check(&map(Manner::Promises(1 << 50)), ErrorCode::Network, &[("why", "too_large")], 0);
    check(&map(Manner::Promises(whole + 9)), ErrorCode::Network, &[("why", "broken")], whole);
    let wrong_sum = |online: &Online| online.server.serve(SUM, sum(b"another file"), Manner::Well);
    check(&wrong_sum, ErrorCode::Network, &[("why", "checksum")], 0);
    let flipped = |online: &Online| {
        let mut bytes = online.map.clone();
        bytes[20_000] ^= 1;
        online.server.serve(MAP, bytes, Manner::Well);
    };
    check(&flipped, ErrorCode::Network, &[("why", "checksum")], 0);
    // No map, with a sum that is right.
    let page = |online: &Online| {
        let page = b"<!DOCTYPE html><html>Please sign in</html>".to_vec();
        online.server.serve(SUM, sum(&page), Manner::Well);
        online.server.serve(MAP, page, Manner::Well);
    };
    check(&page, ErrorCode::BadFile, &[("why", "html")], 0);
    let cut = |online: &Online| {
        let half = online.map[..online.map.len() / 2].to_vec();
        online.server.serve(SUM, sum(&half), Manner::Well);
        online.server.serve(MAP, half, Manner::Well);
    };
    check(&cut, ErrorCode::BadFile, &[("why", "truncated")], 0);
}

#[test]
fn redirects_and_missing_sums_are_fine() {
    let online = Online::ready();
    online.server.serve("/town-261129.osm.pbf", online.map.clone(), Manner::Well);
    online.server.change(MAP, Manner::Redirect(online.server.at("/town-261129.osm.pbf")));
    online.server.change(SUM, Manner::Status(404));
    online.download().unwrap();
}

#[test]
fn a_cancelled_download_stays_for_later_or_is_thrown_away() {
    let online = Online::ready();
    online.server.change(MAP, Manner::StallAfter(40_000));
    let cancel = CancelToken::new();
    let inner = cancel.clone();
    let mut sink = move |progress: &ProgressDto| {
        if progress.done > 0 {
            inner.cancel();
        }
    };
    check_fails(online.app().region_download(ID, &mut sink, &cancel), ErrorCode::Cancelled, &[]);
    assert!(online.have() > 0);
    online.app().region_download_discard(ID).unwrap();
    assert_eq!(online.have(), 0);
    online.app().region_download_discard(ID).unwrap();
}

#[test]
fn a_list_that_is_none_changes_nothing() {
    let online = Online::ready();
    let check = |text: &str, why: &str| {
        online.server.serve(LIST, text, Manner::Well);
        let error = online.app().regions_online(true, &CancelToken::new());
        check_fails(error, ErrorCode::Network, &[("why", why)]);
        let kept = online.app().regions_online(false, &CancelToken::new()).unwrap();
        assert_eq!(kept.regions.len(), 2, "the old list stays");
    };
    check("<!DOCTYPE html><html></html>", "page");
    check("{}", "list");
    check("", "list");
    check("{\"features\":[]}", "list");
    let none = online.app().region_size("nowhere", &CancelToken::new());
    check_fails(none, ErrorCode::Network, &[("why", "not_listed")]);
    let heading = online.app().region_size("asia", &CancelToken::new());
    check_fails(heading, ErrorCode::Network, &[("why", "not_listed")]);
    // Ids that look like paths stay inside.
    let evil = format!(
        r#"{{"features":[{{"properties":{{"id":"../../../evil","urls":{{"pbf":"{}"}}}}}}]}}"#,
        online.server.at(MAP)
    );
    online.server.serve(LIST, evil, Manner::Well);
    online.app().regions_online(true, &CancelToken::new()).unwrap();
    let region = online.app().region_download("../../../evil", &mut silent(), &CancelToken::new()).unwrap();
    assert_eq!(region.id, "evil");
    let names: Vec<String> = fs::read_dir(online.bench.data_dir().parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains("evil"))
        .collect();
    assert_eq!(names, Vec::<String>::new());
}
