//! `docs/cli.md` says what there is: every command and option, and exactly the fields of every answer. The program's own
//! declarations are compared with the page, so that neither can drift.

use std::{collections::BTreeSet, fs, path::Path};

use clap::{Command, CommandFactory as _};

use crate::args::Cli;

/// Shapes that the page must hold: what commands answer, and what those answers are made of.
const ANSWERS: &[&str] = &[
    "PlanDto",
    "ParseDto",
    "DroveDto",
    "HabitCardDto",
    "HabitChangeDto",
    "ImportReportDto",
    "TablePreviewDto",
    "ImportBriefDto",
    "ImportUndoneDto",
    "PlaceCandidateDto",
    "PlaceAnsweredDto",
    "CommuteDto",
    "SimulationDto",
    "WatchedFolderDto",
    "MonthDto",
    "WouldDto",
    "RouteExportDto",
    "InsightsExportDto",
    "InsightsTakenDto",
    "InsightsLookDto",
    "TrackDto",
    "TrackDriveDto",
    "TrackStretchDto",
    "StatusDto",
    "MemoryPageDto",
    "MemoryDetailDto",
    "MemoryRowDto",
    "DeletionDto",
    "ErasePreviewDto",
    "ReceiptDto",
    "PlaceHitDto",
    "SearchDto",
    "HereDto",
    "RegionDto",
    "OnlineListDto",
    "DownloadSizeDto",
    "ProviderDto",
    "ProviderPlanDto",
    "ModelDto",
    "ModelCheckDto",
    "ModelAskDto",
    "RephraseDto",
    "ModelTrainDto",
    "SettingsDto",
    "DoctorDto",
    "BackupDto",
    "RestoredDto",
    "AlikeDto",
    "ThresholdDto",
    "EncryptionDto",
    "TraceDto",
    "TraceBriefDto",
    "RatingDto",
    "FailureDto",
    "SampleDto",
    "FiguresDto",
    "CompareDto",
    "SandboxDto",
    "StreamPageDto",
    "ReflectionDto",
    "ReflectedDto",
    "AgingRowDto",
    "AgedNowDto",
    "PolicyDto",
    "WrongDto",
    "WrongDoneDto",
    "WhyDto",
    "WeatherDto",
    "CardsDto",
    "WhereDto",
    "ErrorDto",
];
/// Parts that are described in words: one of several shapes, or a list of words.
const IN_WORDS: &[&str] = &[
    "TargetDto",
    "ErrorCode",
    "LangDto",
    "ThemeDto",
    "ChipRole",
    "ChipSource",
    "LifetimeDto",
    "StrengthDto",
    "ReasonKind",
    "ReasonState",
    "MemoryKindDto",
    "OriginDto",
    "MemoryStateDto",
    "MeaningDto",
    "ThumbDto",
    "FeedbackLabelDto",
    "MemoryEditRequest",
];

fn page() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/cli.md");
    fs::read_to_string(file).expect("docs/cli.md can be read")
}

/// The text from a heading to the next heading of the same or a higher level.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let level = heading.chars().take_while(|c| *c == '#').count();
    let Some(start) = page.find(&format!("\n{heading}\n")) else { return "" };
    let body = &page[start + heading.len() + 2..];
    let ends = |line: &str| {
        let hashes = line.chars().take_while(|c| *c == '#').count();
        (1..=level).contains(&hashes)
    };
    let mut length = 0;
    for line in body.split_inclusive('\n') {
        if ends(line) {
            break;
        }
        length += line.len();
    }
    &body[..length]
}

/// Options that clap adds by itself.
const OF_CLAP: &[&str] = &["help", "version"];

fn own_options(command: &Command) -> impl Iterator<Item = &str> {
    let own = command.get_arguments().filter(|argument| !argument.is_global_set());
    own.filter_map(clap::Arg::get_long).filter(|long| !OF_CLAP.contains(long))
}

/// Whether a text names an option, and not only one that begins with the same letters.
fn names_option(text: &str, long: &str) -> bool {
    let option = format!("--{long}");
    text.match_indices(&option).any(|(at, _)| {
        let after = text[at + option.len()..].chars().next();
        after.is_some_and(|c| !c.is_alphanumeric() && c != '-')
    })
}

/// What is missing from the page about a command and everything below it.
fn undocumented(page: &str, command: &Command) -> Vec<String> {
    let mut missing = Vec::new();
    for top in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = format!("laolu {}", top.get_name());
        let text = section(page, &format!("### `{name}`"));
        let mut look = |path: &str, known: bool, command: &Command| {
            if !known {
                missing.push(path.to_owned());
            }
            for long in own_options(command).filter(|long| !names_option(text, long)) {
                missing.push(format!("{path} --{long}"));
            }
        };
        look(&name, !text.is_empty(), top);
        for below in top.get_subcommands().filter(|command| command.get_name() != "help") {
            let path = format!("{name} {}", below.get_name());
            look(&path, text.contains(&format!("`{path}")), below);
        }
    }
    let global = section(page, "## Global options");
    let options = command.get_arguments().filter_map(clap::Arg::get_long);
    missing.extend(
        options
            .filter(|long| !OF_CLAP.contains(long) && !names_option(global, long))
            .map(|long| format!("--{long}")),
    );
    missing
}

/// The declaration of a shape in the generated TypeScript, without its comments.
fn declaration(typescript: &str, shape: &str) -> String {
    let start = format!("export type {shape} = ");
    let Some((_, rest)) = typescript.split_once(&start) else { return String::new() };
    let body = rest.split("\nexport type ").next().unwrap_or_default();
    let mut text = String::new();
    for (index, part) in body.split("/**").enumerate() {
        text.push_str(if index == 0 { part } else { part.split_once("*/").map_or("", |(_, after)| after) });
    }
    text
}

/// Field names of a shape: what stands before a colon at a line's start.
fn fields(typescript: &str, shape: &str) -> BTreeSet<String> {
    let text = declaration(typescript, shape);
    let names = text.lines().filter_map(|line| line.trim_start_matches('{').trim().split_once(':'));
    names.map(|(name, _)| name.trim_matches(['"', '?']).to_owned()).filter(|name| is_word(name)).collect()
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Shapes named in a declaration.
fn parts(typescript: &str, shape: &str) -> BTreeSet<String> {
    let text = declaration(typescript, shape);
    let names = text.split(|c: char| !c.is_alphanumeric());
    names.filter(|name| typescript.contains(&format!("export type {name} = "))).map(str::to_owned).collect()
}

/// Every answer and all it is made of, as far as the page has a table for it.
fn shapes(typescript: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<String> = ANSWERS.iter().map(|shape| (*shape).to_owned()).collect();
    while let Some(shape) = open.pop() {
        if !IN_WORDS.contains(&shape.as_str()) && found.insert(shape.clone()) {
            open.extend(parts(typescript, &shape));
        }
    }
    found
}

/// First column of a section's tables.
fn rows(text: &str) -> BTreeSet<String> {
    let cells = text.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    cells.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn every_command_and_option_is_on_the_page() {
    let command = Cli::command();
    assert_eq!(undocumented(&page(), &command), Vec::<String>::new(), "missing in docs/cli.md");
    assert!(undocumented("", &command).len() > 60, "an empty page lacks nearly everything");
    let without = page().replace("laolu memory undo", "").replace("`--weather", "");
    assert_eq!(
        undocumented(&without, &command),
        [
            "laolu ask --weather",
            "laolu route --weather",
            "laolu drove --weather",
            "laolu memory undo",
            "laolu memory notice --weather"
        ]
    );
}

#[test]
fn every_field_of_every_answer_is_on_the_page_and_no_other() {
    let (page, typescript) = (page(), app::dto::typescript());
    let shapes = shapes(&typescript);
    assert!(shapes.contains("ReasonDto") && shapes.contains("TraceStageDto"), "shapes of shapes are found");
    for shape in &shapes {
        let declared = fields(&typescript, shape);
        assert!(!declared.is_empty(), "{shape} has fields");
        assert_eq!(
            rows(section(&page, &format!("#### {shape}"))),
            declared,
            "fields of {shape} in docs/cli.md"
        );
    }
}

#[test]
fn every_error_and_its_exit_code_is_on_the_page() {
    let (page, typescript) = (page(), app::dto::typescript());
    let text = section(&page, "### Errors");
    let words = declaration(&typescript, "ErrorCode");
    for word in words.split('"').filter(|word| is_word(word)) {
        let code: app::dto::ErrorCode =
            serde_json::from_value(serde_json::Value::from(word)).expect("a word of the list is a code");
        let row = format!("| `{word}` | {} |", crate::exit_code(code));
        assert!(text.contains(&row), "docs/cli.md must hold: {row}");
    }
}
