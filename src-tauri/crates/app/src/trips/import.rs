//! The import itself: file by file, one transaction each, learned from at the end.

use std::{fs::File, path::Path};

use domain::{ImportId, Lang, LonLat, MemoryRef, Moment, Timestamp, TripId};
use memory::{Known, NewTrip};
use region::folder::RegionFolder;
use routing::Terms;
use tracks::{LeftOut, Rules, Stretch};

use super::{
    count,
    files::{listed, name_of, trouble},
    gates,
    matched::{OnRoads, Verdict, events_of, on_roads},
    visits,
};
use crate::{
    App, AppError, CancelToken, ProgressSink,
    dto::{
        ErrorCode, HabitCardDto, ImportReportDto, ImportedFileDto, ImportedTripDto, LangDto, LeftOutDto,
        ProgressDto, TripImportRequest,
    },
    settings::vehicle_of,
    words,
};

/// Metres within which a trip's end belongs to a remembered place: a house and where one parks before it.
pub(super) const AT_PLACE_M: f64 = 150.0;
/// Share of an import's time that learning takes, for the progress.
const LEARNING: f64 = 0.1;
/// Share of a file's time that reading it takes, for the progress.
const OF_READING: f64 = 0.4;
/// Trips of one file after which the progress is told again.
const TOLD_EVERY: usize = 10;

/// A file that is no longer read once the person has had enough.
struct Stoppable<'a> {
    source: File,
    cancel: &'a CancelToken,
}

impl std::io::Read for Stoppable<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.cancel.is_cancelled() {
            return Err(std::io::Error::other("cancelled"));
        }
        self.source.read(into)
    }
}

/// What an import works with.
struct Job {
    import: ImportId,
    now: Moment,
    regions: Vec<RegionFolder>,
    places: Vec<domain::Place>,
    terms: Terms,
    learning: bool,
    rules: Rules,
    lang: Lang,
    lang_dto: LangDto,
}

impl App {
    /// Imports recordings from files and folders. What can't be read is said per file and hinders nothing; when it is
    /// cancelled, nothing of it is kept.
    pub fn trips_import(
        &self,
        request: &TripImportRequest,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<ImportReportDto, AppError> {
        let folder = request.paths.iter().any(|path| Path::new(path).is_dir());
        self.import_from(request, if folder { "folder" } else { "files" }, sink, cancel)
    }

    /// The same, with a word for where they come from.
    pub(super) fn import_from(
        &self,
        request: &TripImportRequest,
        source: &str,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<ImportReportDto, AppError> {
        let paths = listed(&request.paths)?;
        if paths.is_empty() {
            return Err(AppError::bad_request("paths").with("why", "no_recordings"));
        }
        let reading = self.reading(request.mapping.as_ref())?;
        let started = self.clock.monotonic_s();
        let job = self.begin(source, request.lang)?;
        let mut files = Vec::new();
        let mut written = Vec::new();
        let outcome = (|| {
            for (index, path) in paths.iter().enumerate() {
                if cancel.is_cancelled() {
                    return Err(AppError::new(ErrorCode::Cancelled));
                }
                let mut part = |of_file: f64| {
                    let elapsed_s = self.clock.monotonic_s() - started;
                    sink.progress(&progress("trips", 0, (index, of_file), paths.len(), elapsed_s));
                };
                part(0.0);
                files.push(self.import_file_of_trips(
                    &job,
                    path,
                    &reading,
                    (&mut part, cancel),
                    &mut written,
                )?);
            }
            sink.progress(&progress("learn", 1, (0, 0.0), 1, self.clock.monotonic_s() - started));
            self.after_import(&job, &written, cancel)
        })();
        self.end(&job, files, outcome)
    }

    /// One finished drive as a receiver recorded it.
    pub(super) fn import_stretches(
        &self,
        stretches: &[Stretch],
        lang: LangDto,
        cancel: &CancelToken,
    ) -> Result<ImportReportDto, AppError> {
        let job = self.begin("recorder", lang)?;
        let mut file = ImportedFileDto {
            points: count(stretches.iter().map(|stretch| stretch.fixes.len()).sum()),
            ..ImportedFileDto::default()
        };
        let mut written = Vec::new();
        let outcome = (|| {
            self.take(&job, (stretches, &[]), &mut file, (&mut |_| {}, cancel), &mut written)?;
            self.after_import(&job, &written, cancel)
        })();
        self.end(&job, vec![file], outcome)
    }

    fn begin(&self, source: &str, lang: LangDto) -> Result<Job, AppError> {
        let regions = self.regions.by_size();
        if regions.is_empty() {
            return Err(self.no_usable_region());
        }
        let now = self.now();
        Ok(Job {
            import: self.mine().begin_import(source, &now)?,
            regions,
            places: self.mine().places()?,
            terms: Terms { vehicle: vehicle_of(&self.settings()?) },
            learning: self.learns()?,
            rules: Rules::default(),
            lang: lang.into(),
            lang_dto: lang,
            now,
        })
    }

    /// Closes the import: its report, or, when it was cut short, as if it had never begun.
    fn end(
        &self,
        job: &Job,
        files: Vec<ImportedFileDto>,
        outcome: Result<Vec<HabitCardDto>, AppError>,
    ) -> Result<ImportReportDto, AppError> {
        let gave = files.iter().filter(|file| !file.trips.is_empty() || file.visits > 0).count();
        let something = self.mine().end_import(job.import, count(gave))?;
        let questions = match outcome {
            Ok(questions) => questions,
            Err(error) => {
                if something {
                    self.trips_undo(&job.import.to_string())?;
                }
                return Err(error);
            }
        };
        let sum = |of: fn(&ImportedFileDto) -> u32| files.iter().map(of).sum();
        Ok(ImportReportDto {
            id: something.then(|| job.import.to_string()),
            trips: sum(|file| count(file.trips.len())),
            known: sum(|file| file.known),
            forgotten: sum(|file| file.forgotten),
            poor: sum(|file| file.poor),
            visits: sum(|file| file.visits),
            learning: job.learning,
            questions,
            places: self.suggested_places(job.lang)?,
            files,
        })
    }

    fn import_file_of_trips(
        &self,
        job: &Job,
        path: &Path,
        reading: &tracks::Options,
        (part, cancel): (&mut dyn FnMut(f64), &CancelToken),
        written: &mut Vec<(Timestamp, TripId)>,
    ) -> Result<ImportedFileDto, AppError> {
        let mut file = ImportedFileDto { file: name_of(path), ..ImportedFileDto::default() };
        let Ok(source) = File::open(path) else {
            "missing".clone_into(&mut file.why);
            file.text = words::pick(
                job.lang,
                "文件打不开：请检查它还在不在。",
                "The file can’t be opened: check that it is still there.",
            );
            return Ok(file);
        };
        let recording = match tracks::read(Stoppable { source, cancel }, reading) {
            Ok(recording) => recording,
            Err(_) if cancel.is_cancelled() => return Err(AppError::new(ErrorCode::Cancelled)),
            Err(error) => {
                error.word().clone_into(&mut file.why);
                file.text = trouble(job.lang, &error);
                return Ok(file);
            }
        };
        recording.format.word().clone_into(&mut file.format);
        file.points = count(recording.fixes());
        file.unusable = count(recording.unusable);
        file.cut = recording.cut;
        let split = tracks::trips(recording.tracks, &job.rules);
        for why in &split.left_out {
            leave_out(&mut file, *why);
        }
        part(OF_READING);
        self.take(job, (&split.trips, &recording.visits), &mut file, (part, cancel), written)?;
        file.text = remarks(job.lang, &file);
        Ok(file)
    }

    /// Writes the trips of one file down, in one transaction.
    fn take(
        &self,
        job: &Job,
        (stretches, named): (&[Stretch], &[tracks::Visit]),
        file: &mut ImportedFileDto,
        (part, cancel): (&mut dyn FnMut(f64), &CancelToken),
        written: &mut Vec<(Timestamp, TripId)>,
    ) -> Result<(), AppError> {
        let mine = self.mine();
        let mut found: Vec<OnRoads> = Vec::new();
        let mut poor: Vec<usize> = Vec::new();
        for (index, stretch) in stretches.iter().enumerate() {
            if cancel.is_cancelled() {
                return Err(AppError::new(ErrorCode::Cancelled));
            }
            // A year in one file takes its time.
            if index % TOLD_EVERY == TOLD_EVERY - 1 {
                part(OF_READING + (1.0 - OF_READING) * index as f64 / stretches.len() as f64);
            }
            let Some((span, ends)) = span_of(stretch) else { continue };
            // Before any matching: what is known costs nothing.
            match mine.known_drive(span[0], span[1], ends, &events_of(span[0], ends[0]))? {
                Some(Known::Trip(_)) => {
                    file.known += 1;
                    continue;
                }
                Some(Known::Deleted | Known::Erased) => {
                    file.forgotten += 1;
                    continue;
                }
                None => {}
            }
            let Some(region) = self.regions.holding_of(&job.regions, &sample(stretch)) else {
                file.outside += 1;
                continue;
            };
            match on_roads(&region, stretch, &job.now, job.terms, cancel)? {
                Verdict::Poor => {
                    file.poor += 1;
                    poor.push(index);
                }
                Verdict::Fits(fits) if found.iter().any(|known| overlap(&known.new, &fits.new)) => {
                    file.known += 1;
                }
                Verdict::Fits(fits) => found.push(self.placed(job, *fits)),
            }
        }
        let stays = visits::of(stretches, &poor, named, &job.rules);
        file.visits = count(self.keep_visits(job.import, &job.regions, stays, &job.now)?);
        let new: Vec<NewTrip> = found.iter().map(|one| one.new.clone()).collect();
        for (one, recorded) in found.iter().zip(mine.record_trips(&new, &job.now)?) {
            match recorded {
                None => file.forgotten += 1,
                Some(recorded) if !recorded.new => file.known += 1,
                Some(recorded) => {
                    written.push((one.new.departure.at, recorded.trip));
                    file.trips.push(trip_dto(job.lang, one, recorded.trip));
                }
            }
        }
        Ok(())
    }

    /// The trip with its import and the remembered places at its ends.
    fn placed(&self, job: &Job, mut one: OnRoads) -> OnRoads {
        let place_at = |at: LonLat| {
            let near = job.places.iter().map(|place| (gates::distance_m(place, at), place.id));
            let near = near.filter(|(metres, _)| *metres <= AT_PLACE_M);
            near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
        };
        one.new.import = Some(job.import);
        one.new.start_place = place_at(one.new.start);
        one.new.end_place = place_at(one.new.end);
        one
    }

    /// What follows from the trips: places were used, and habits may show.
    fn after_import(
        &self,
        job: &Job,
        written: &[(Timestamp, TripId)],
        cancel: &CancelToken,
    ) -> Result<Vec<HabitCardDto>, AppError> {
        let mut written = written.to_vec();
        // As they were driven, whatever order the files came in.
        written.sort_unstable();
        let trips: Vec<TripId> = written.into_iter().map(|(_, trip)| trip).collect();
        if job.learning && !trips.is_empty() {
            self.learn_from(&trips, job.lang_dto, cancel)
        } else {
            Ok(Vec::new())
        }
    }
}

/// When and where a trip was, by its recording.
fn span_of(stretch: &Stretch) -> Option<([Timestamp; 2], [LonLat; 2])> {
    let (first, last) = (stretch.fixes.first()?, stretch.fixes.last()?);
    Some(([Timestamp(first.time?.floor() as i64), Timestamp(last.time?.floor() as i64)], [first.at, last.at]))
}

/// Whether two drives of one file are the same: exports tell of one drive in more than one list.
fn overlap(a: &NewTrip, b: &NewTrip) -> bool {
    let span = |trip: &NewTrip| (trip.departure.at.0 as f64, trip.departure.at.0 as f64 + trip.duration_s);
    let ((a_from, a_to), (b_from, b_to)) = (span(a), span(b));
    let common = a_to.min(b_to) - a_from.max(b_from);
    common > 0.0 && 2.0 * common >= (a_to - a_from).min(b_to - b_from)
}

/// Some of a trip's fixes, the first and the last among them: those decide which region it lies in.
fn sample(stretch: &Stretch) -> Vec<LonLat> {
    const ASKED: usize = 32;
    let step = stretch.fixes.len().div_ceil(ASKED).max(1);
    stretch.fixes.iter().step_by(step).chain(stretch.fixes.last()).map(|fix| fix.at).collect()
}

fn leave_out(file: &mut ImportedFileDto, why: LeftOut) {
    match file.left_out.iter_mut().find(|known| known.why == why.word()) {
        Some(known) => known.count += 1,
        None => file.left_out.push(LeftOutDto { why: why.word().to_owned(), count: 1 }),
    }
}

fn trip_dto(lang: Lang, one: &OnRoads, id: TripId) -> ImportedTripDto {
    let new = &one.new;
    ImportedTripDto {
        id: MemoryRef::Trip(id).to_string(),
        departed_at: new.departure.at.0,
        zone: new.departure.zone.clone(),
        duration_s: new.duration_s,
        distance_m: one.distance_m,
        via: words::route_label(lang, &new.via_roads),
        deviated: new.chosen != new.recommended,
        sure: one.sure,
    }
}

/// What a person should know about a file that was read.
fn remarks(lang: Lang, file: &ImportedFileDto) -> String {
    let mut said = Vec::new();
    let mut say = |zh: String, en: String| said.push(words::pick(lang, &zh, &en));
    let untimed =
        file.left_out.iter().find(|part| part.why == LeftOut::Untimed.word()).map_or(0, |part| part.count);
    if untimed > 0 {
        say(
            format!("{untimed} 段没有时间：不知道什么时候开的，没有记下。导出时请带上时间。"),
            format!(
                "{untimed} without times: when they were driven is not known, so nothing was kept. Export them with times."
            ),
        );
    }
    if file.outside > 0 {
        say(
            format!("{} 段不在已安装的地图里：装上那里的地图再导入。", file.outside),
            format!(
                "{} outside of the installed maps: install the map of that place and import again.",
                file.outside
            ),
        );
    }
    if file.poor > 0 {
        say(
            format!(
                "{} 段和路对不上（点太稀、太乱，或者不是开车）：没有记下走的路，也不会从中学习。",
                file.poor
            ),
            format!(
                "{} fit to no roads (points too far apart, too scattered, or no drive): no way of them was kept, and nothing is learned from them.",
                file.poor
            ),
        );
    }
    if file.visits > 0 {
        say(
            format!("{} 次停留记作地点的线索，不教走法。", file.visits),
            format!("{} stays were noted as hints at places; they teach no way.", file.visits),
        );
    }
    if file.cut {
        say(
            "文件在中间断了：断点之前的已经读进来。".to_owned(),
            "The file ends in the middle: what stands before that was read.".to_owned(),
        );
    }
    said.join(" ")
}

fn progress(
    phase: &str,
    phase_index: u32,
    (done, of_next): (usize, f64),
    total: usize,
    elapsed_s: f64,
) -> ProgressDto {
    let part = if total == 0 { 0.0 } else { (done as f64 + of_next) / total as f64 };
    let fraction = if phase_index == 0 { part * (1.0 - LEARNING) } else { 1.0 - LEARNING };
    let told = fraction > 0.05 && elapsed_s > 0.5;
    ProgressDto {
        phase: phase.to_owned(),
        phase_index,
        phase_count: 2,
        done: done as u64,
        total: total as u64,
        fraction,
        eta_s: told.then(|| elapsed_s * (1.0 - fraction) / fraction),
    }
}
