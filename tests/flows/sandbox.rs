//! A made-up talk on a copy: the real chain runs, and nothing of it reaches the store.

use std::collections::BTreeMap;

use app::{
    CancelToken,
    dto::{ErrorCode, LangDto, SandboxDto, SandboxRequest, SandboxTurnDto, TraceStageDto},
};

use crate::support::*;

fn play(bench: &Bench, turns: &[&str]) -> SandboxDto {
    let request = SandboxRequest { turns: owned(turns), ..SandboxRequest::default() };
    bench.app.sandbox(&request, &CancelToken::new()).unwrap()
}

/// A number that differs when any byte of any file differs.
fn state_of_disk(bench: &Bench) -> BTreeMap<std::path::PathBuf, u64> {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let files = bytes_below(bench.data_dir()).unwrap();
    let hashed = files.into_iter().map(|(name, bytes)| {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        (name, hasher.finish())
    });
    // The reader's marks in the shared index are no content.
    hashed.filter(|(name, _)| !name.to_string_lossy().ends_with("-shm")).collect()
}

fn stage<'a>(turn: &'a SandboxTurnDto, name: &str) -> &'a TraceStageDto {
    turn.trace.stages.iter().find(|stage| stage.name == name).unwrap_or_else(|| panic!("{name} in {turn:?}"))
}

#[test]
fn s3_48_a_sandbox_runs_the_whole_chain_and_leaves_the_store_byte_identical() {
    let bench = Bench::demo(DEMO);
    bench.ask("去公司");
    let rows = bench.rows();
    let traces = bench.app.traces().unwrap();
    let before = state_of_disk(&bench);
    let played = play(
        &bench,
        &["以后晚上别走隧道", "去公司", "今天天气真不错", "去火星", "从公司回家，以后别走收费路"],
    );
    assert_eq!(state_of_disk(&bench), before, "not one byte of any file has changed");
    assert_eq!(bench.rows(), rows);
    assert_eq!(bench.app.traces().unwrap(), traces, "what was played is no answer that was given");
    assert_eq!(bench.app.figures().unwrap().total.asked, 1, "and is not counted");

    let [remembered, planned, heard, lost, both] = played.turns.as_slice() else { panic!("{played:?}") };
    // Extraction and what would be stored.
    assert_eq!((remembered.kind.as_str(), remembered.stored.len()), ("remember", 1));
    assert!(remembered.stored[0].text.contains("隧道") && stage(remembered, "store").candidates.len() == 1);
    // The full chain, and later turns know what earlier ones said.
    let scored = &stage(planned, "recall").candidates;
    assert!(scored.iter().any(|one| one.score.is_some() && !one.parts.is_empty()), "{planned:?}");
    assert!(
        !planned.answer.is_empty()
            && stage(planned, "route").output.iter().any(|it| it.starts_with("route "))
    );
    assert!(
        stage(both, "recall")
            .candidates
            .iter()
            .chain(&stage(both, "route").candidates)
            .any(|one| { one.id == both.stored[0].id })
    );
    // What has no answer says so, and still shows what came to mind.
    assert!(heard.answer.is_empty() && !stage(heard, "recall").input.is_empty());
    assert_eq!(lost.problem, "unknown_place");
    assert_eq!(played.profile, DEMO);
    assert!(played.after >= played.before + 2, "{} {}", played.before, played.after);
}

#[test]
fn s3_48_what_is_said_in_a_sandbox_goes_the_way_from_words_to_memory_and_is_recalled_later() {
    let bench = Bench::demo(DEMO);
    let played = play(&bench, &["我喜欢喝咖啡", "你记得我喜欢喝什么咖啡吗", "忘掉我喜欢喝咖啡"]);
    let [told, asked, _] = played.turns.as_slice() else { panic!("{played:?}") };
    let written = &stage(told, "store").candidates[0];
    assert!(written.id.starts_with("stmt-") && written.text.contains("咖啡"), "{told:?}");
    // The sentence, and what was noticed for it.
    assert!(told.answer.contains("咖啡") && told.stored.iter().any(|one| one.id == written.id), "{told:?}");
    let hit = stage(asked, "recall").candidates.iter().find(|one| one.id == written.id);
    let hit = hit.unwrap_or_else(|| panic!("{asked:?}"));
    // Every part by its name, as the page shows them.
    let names: Vec<&str> = hit.parts.iter().map(|part| part.name.as_str()).collect();
    assert!(
        hit.kept
            && names.len() == 20
            && names.contains(&"leeway")
            && names.contains(&"words")
            && names.contains(&"ageing"),
        "{hit:?}"
    );
}

#[test]
fn s3_48_a_sandbox_can_be_somebody_else_or_nobody() {
    let bench = Bench::demo(DEMO);
    let as_who = |profile: &str, fresh: bool| {
        let request = SandboxRequest {
            profile: profile.to_owned(),
            fresh,
            turns: owned(&["以后别走隧道"]),
            lang: LangDto::Zh,
        };
        bench.app.sandbox(&request, &CancelToken::new())
    };
    let city = as_who(CITY, false).unwrap();
    let nobody = as_who("", true).unwrap();
    assert_eq!((city.profile.as_str(), nobody.profile.as_str()), (CITY, ""));
    assert!(city.before > 0);
    assert_eq!((nobody.before, nobody.after), (0, 1), "nothing is known of somebody new");
    check_fails(as_who("nobody of this name", false), ErrorCode::BadRequest, &[("field", "profile")]);
    let profiles = bench.app.status().unwrap().profiles.len();
    as_who("", true).unwrap();
    assert_eq!(bench.app.status().unwrap().profiles.len(), profiles, "no profile is made by trying");
    // Nothing to say, too much to say, stopped.
    let turns = |turns: Vec<String>| SandboxRequest { turns, ..SandboxRequest::default() };
    for bad in [vec![], vec![" ".to_owned()], vec!["去公司".to_owned(); 41]] {
        let error = bench.app.sandbox(&turns(bad), &CancelToken::new());
        check_fails(error, ErrorCode::BadRequest, &[("field", "turns")]);
    }
    let stopped = CancelToken::new();
    stopped.cancel();
    check_fails(bench.app.sandbox(&turns(owned(&["去公司"])), &stopped), ErrorCode::Cancelled, &[]);
}
