//! GPX 1.0 and 1.1, read as a stream: only the fixes are held, however long the file is.

use std::io::BufRead;

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use crate::{Fix, Format, Recording, Track, kind, place, read::ReadError, when};

/// Where the reader is.
#[derive(Default)]
struct At {
    /// Depth of open elements; more than none at the end says that the file was cut.
    depth: usize,
    gpx: bool,
    routes: usize,
    waypoints: usize,
    /// The fix that is being read, when one is.
    fix: Option<Option<Fix>>,
    /// Text of this element is wanted.
    wanted: Wanted,
    text: String,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Wanted {
    #[default]
    No,
    Time,
    Kind,
}

/// All tracks of a GPX file, one per segment.
pub(crate) fn read(source: impl BufRead, most: usize) -> Result<Recording, ReadError> {
    let mut reader = Reader::from_reader(source);
    // Files that end in the middle have open elements; those are looked for here.
    reader.config_mut().check_end_names = false;
    let mut recording = Recording::of(Format::Gpx);
    let (mut at, mut buffer, mut kind, mut fixes) = (At::default(), Vec::new(), crate::Mode::Unknown, 0);
    let mut first_of_track = 0;
    loop {
        match reader.read_event_into(&mut buffer) {
            Err(quick_xml::Error::Io(error)) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
                return Err(ReadError::Io);
            }
            Ok(Event::Eof) => {
                recording.cut = at.depth > 0;
                break;
            }
            // Not well formed from here on: what came before stands.
            Err(_) => {
                recording.cut = true;
                break;
            }
            Ok(Event::Start(element)) => {
                at.depth += 1;
                match element.local_name().as_ref() {
                    b"gpx" => at.gpx = true,
                    b"trk" => {
                        kind = crate::Mode::Unknown;
                        first_of_track = recording.tracks.len();
                    }
                    b"trkseg" => recording.tracks.push(Track { mode: kind, ..Track::default() }),
                    b"trkpt" => at.fix = Some(begin(&element)),
                    b"time" if at.fix.is_some() => at.wanted = Wanted::Time,
                    b"type" | b"activity" if at.fix.is_none() => at.wanted = Wanted::Kind,
                    b"rtept" => at.routes += 1,
                    b"wpt" => at.waypoints += 1,
                    _ => {}
                }
                at.text.clear();
            }
            Ok(Event::Empty(element)) => match element.local_name().as_ref() {
                b"trkpt" => {
                    take(&mut recording, begin(&element), &mut fixes, most)?;
                }
                b"rtept" => at.routes += 1,
                b"wpt" => at.waypoints += 1,
                _ => {}
            },
            Ok(Event::Text(text)) if at.wanted != Wanted::No => {
                at.text.push_str(&String::from_utf8_lossy(&text));
            }
            Ok(Event::CData(text)) if at.wanted != Wanted::No => {
                at.text.push_str(&String::from_utf8_lossy(&text));
            }
            Ok(Event::End(element)) => {
                at.depth = at.depth.saturating_sub(1);
                match (element.local_name().as_ref(), at.wanted) {
                    (b"trkpt", _) => {
                        let fix = at.fix.take().flatten();
                        take(&mut recording, fix, &mut fixes, most)?;
                    }
                    (b"time", Wanted::Time) => {
                        if let Some(Some(fix)) = &mut at.fix {
                            fix.time = when::time(&at.text, &jiff::tz::TimeZone::UTC);
                        }
                    }
                    (b"type" | b"activity", Wanted::Kind) => {
                        kind = kind::mode(&at.text);
                        // It may stand behind the segments.
                        recording.tracks.iter_mut().skip(first_of_track).for_each(|track| track.mode = kind);
                    }
                    _ => {}
                }
                at.wanted = Wanted::No;
            }
            Ok(_) => {}
        }
        buffer.clear();
    }
    if !at.gpx {
        return Err(ReadError::Unknown);
    }
    recording.tracks.retain(|track| !track.fixes.is_empty());
    match (recording.fixes(), at.routes, at.waypoints) {
        (0, 1.., _) => Err(ReadError::OnlyPlanned),
        (0, 0, 1..) => Err(ReadError::OnlyWaypoints),
        (0, 0, 0) if recording.cut => Err(ReadError::Damaged),
        (0, 0, 0) => Err(ReadError::NoPoints),
        _ => Ok(recording),
    }
}

fn take(
    recording: &mut Recording,
    fix: Option<Fix>,
    fixes: &mut usize,
    most: usize,
) -> Result<(), ReadError> {
    let Some(fix) = fix else {
        recording.unusable += 1;
        return Ok(());
    };
    *fixes += 1;
    if *fixes > most {
        return Err(ReadError::TooLong { most });
    }
    match recording.tracks.last_mut() {
        Some(track) => track.fixes.push(fix),
        // Some loggers leave the segment out.
        None => recording.tracks.push(Track { fixes: vec![fix], ..Track::default() }),
    }
    Ok(())
}

fn begin(element: &BytesStart<'_>) -> Option<Fix> {
    let (mut lon, mut lat) = (None, None);
    for attribute in element.attributes().flatten() {
        let number = || std::str::from_utf8(&attribute.value).ok()?.trim().parse::<f64>().ok();
        match attribute.key.local_name().as_ref() {
            b"lon" => lon = number(),
            b"lat" => lat = number(),
            _ => {}
        }
    }
    Some(Fix { at: place(lon?, lat?)?, time: None })
}
