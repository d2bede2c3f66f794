//! Route pictures from the helper program `laolu-preview`, which must never cost more than one picture.
//!
//! maplibre-rs needs a graphics adapter, may panic in a driver, and may hang. So it runs in a process of its own that is
//! killed when it takes too long, and is given up after it failed twice in a row.
//!
//! # Protocol
//! Both ways, over the helper's standard input and output, in turns: a frame is a length (4 bytes, little-endian,
//! at most 16 MiB) and that many bytes. A request is JSON, an answer is a PNG; an answer of no bytes says "could not":
//!
//! ```json
//! {"width": 320, "height": 200, "ground": 15921906,
//!  "areas": [{"color": 11325660, "ring": [[7.41, 43.73], [7.42, 43.73], [7.42, 43.74]]}],
//!  "lines": [{"color": 12092939, "width": 4.0, "points": [[7.41, 43.73], [7.42, 43.74]]}],
//!  "stops": [{"color": 2763306, "at": [7.41, 43.73]}]}
//! ```
//!
//! Colours are `0xRRGGBB` as numbers, points `[longitude, latitude]`, widths pixels. The helper ends when its input ends.

use crate::DrawnPreview;
use domain::{
    LonLat,
    ports::{PreviewError, PreviewPicture, RoutePreview},
};
use serde_json::json;
use std::{
    io::{self, Read, Write},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const LARGEST_FRAME: usize = 16 << 20;
/// The first frame takes 0.3 s on a quiet machine with software graphics, a later one a tenth.
const PATIENCE: Duration = Duration::from_secs(8);
const FAILURES_IN_A_ROW: u32 = 2;

/// The helper program, started at the first picture and kept for the next ones.
pub struct PreviewHelper {
    program: PathBuf,
    arguments: Vec<String>,
    patience: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: Option<Running>,
    failures: u32,
}

impl PreviewHelper {
    /// The helper at this path; nothing is started yet.
    pub fn new(program: PathBuf) -> Self {
        Self { program, arguments: Vec::new(), patience: PATIENCE, state: Mutex::default() }
    }
}

impl RoutePreview for PreviewHelper {
    /// [`PreviewError::Missing`] when the program can't be started or was given up; callers then draw plainly.
    fn draw(&self, picture: &PreviewPicture) -> Result<Vec<u8>, PreviewError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failures >= FAILURES_IN_A_ROW {
            return Err(PreviewError::Missing);
        }
        let running = match state.running.take() {
            Some(running) => running,
            None => Running::start(&self.program, &self.arguments)?,
        };
        let answer = running.ask(request(picture), self.patience);
        match &answer {
            Ok(_) => *state = State { running: Some(running), failures: 0 },
            // Dropping kills it: whatever it still writes would answer the wrong question.
            Err(_) => state.failures += 1,
        }
        answer
    }
}

/// A started helper and the two threads that feed and read its pipes, so that a full pipe can't block the caller.
struct Running {
    child: Child,
    requests: Sender<Vec<u8>>,
    answers: Receiver<Vec<u8>>,
}

impl Running {
    fn start(program: &PathBuf, arguments: &[String]) -> Result<Self, PreviewError> {
        let mut child = Command::new(program)
            .args(arguments)
            // The terminal may have been given a passphrase in its environment; it is nothing for a helper.
            .env_remove("LAOLU_PASSPHRASE")
            .env_remove("LAOLU_NEW_PASSPHRASE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| {
                log::info!("route previews are drawn plainly: the helper does not start ({})", error.kind());
                PreviewError::Missing
            })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(PreviewError::Failed);
        };
        let (requests, to_write) = channel();
        let (read, answers) = channel();
        thread::spawn(move || write_frames(input, &to_write));
        thread::spawn(move || read_frames(output, &read));
        Ok(Self { child, requests, answers })
    }

    fn ask(&self, request: Vec<u8>, patience: Duration) -> Result<Vec<u8>, PreviewError> {
        self.requests.send(request).map_err(|_closed| PreviewError::Failed)?;
        let answer = self.answers.recv_timeout(patience).map_err(|error| {
            log::warn!("the preview helper gave no answer: {error}");
            PreviewError::Failed
        })?;
        if answer.starts_with(PNG) { Ok(answer) } else { Err(PreviewError::Failed) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may be gone already; then there is nothing to kill, and waiting only clears the process table.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn write_frames(mut input: ChildStdin, requests: &Receiver<Vec<u8>>) {
    while let Ok(request) = requests.recv() {
        let Ok(length) = u32::try_from(request.len()) else { return };
        let sent = input.write_all(&length.to_le_bytes()).and_then(|()| input.write_all(&request));
        if sent.and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_frames(mut output: ChildStdout, answers: &Sender<Vec<u8>>) {
    while let Ok(frame) = read_frame(&mut output) {
        if answers.send(frame).is_err() {
            return;
        }
    }
}

fn read_frame(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LARGEST_FRAME {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut frame = vec![0; length];
    input.read_exact(&mut frame)?;
    Ok(frame)
}

fn request(picture: &PreviewPicture) -> Vec<u8> {
    let points = |line: &[LonLat]| line.iter().map(|p| [p.lon, p.lat]).collect::<Vec<_>>();
    let area = |(color, ring): &(u32, Vec<LonLat>)| json!({ "color": color, "ring": points(ring) });
    let line = |(color, width, line): &(u32, f64, Vec<LonLat>)| json!({ "color": color, "width": width, "points": points(line) });
    let stop = |(color, at): &(u32, LonLat)| json!({ "color": color, "at": [at.lon, at.lat] });
    json!({
        "width": picture.width,
        "height": picture.height,
        "ground": picture.ground,
        "areas": picture.areas.iter().map(area).collect::<Vec<_>>(),
        "lines": picture.lines.iter().map(line).collect::<Vec<_>>(),
        "stops": picture.stops.iter().map(stop).collect::<Vec<_>>(),
    })
    .to_string()
    .into_bytes()
}

/// The helper where it works, else the plain drawing: what the app uses.
pub struct PreviewOrDrawn {
    helper: Option<PreviewHelper>,
}

impl PreviewOrDrawn {
    /// With the helper program at this path, or always plain without one.
    pub fn new(helper: Option<PathBuf>) -> Self {
        Self { helper: helper.map(PreviewHelper::new) }
    }
}

impl RoutePreview for PreviewOrDrawn {
    fn draw(&self, picture: &PreviewPicture) -> Result<Vec<u8>, PreviewError> {
        match self.helper.as_ref().map(|helper| helper.draw(picture)) {
            Some(Ok(png)) => Ok(png),
            Some(Err(_)) | None => DrawnPreview.draw(picture),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn picture() -> PreviewPicture {
        let line = |n: usize| (0..n).map(|i| LonLat { lon: i as f64 * 1e-5, lat: 43.7 }).collect();
        PreviewPicture {
            width: 32,
            height: 20,
            ground: 0xff_ffff,
            areas: Vec::new(),
            lines: vec![(0xb8_860b, 2.0, line(20_000))], // more than a pipe holds
            stops: vec![(0, LonLat { lon: 0.0, lat: 43.7 })],
        }
    }

    fn helper(script: &str, patience_ms: u64) -> PreviewHelper {
        PreviewHelper {
            arguments: vec!["-c".to_owned(), script.to_owned()],
            patience: Duration::from_millis(patience_ms),
            ..PreviewHelper::new("/bin/sh".into())
        }
    }

    /// Twelve bytes that start like a PNG, as a frame.
    const ANSWER: &str = r"printf '\014\000\000\000\211PNG\r\n\032\n1234';";

    #[test]
    fn a_request_carries_everything_in_order() {
        let picture = PreviewPicture {
            areas: vec![(1, vec![LonLat { lon: 1.5, lat: 2.0 }])],
            lines: vec![(2, 3.0, vec![LonLat { lon: 4.0, lat: 5.0 }])],
            stops: vec![(6, LonLat { lon: 7.0, lat: 8.0 })],
            ..picture()
        };
        let sent: serde_json::Value = serde_json::from_slice(&request(&picture)).unwrap();
        let expected = json!({
            "width": 32, "height": 20, "ground": 0xff_ffff,
            "areas": [{ "color": 1, "ring": [[1.5, 2.0]] }],
            "lines": [{ "color": 2, "width": 3.0, "points": [[4.0, 5.0]] }],
            "stops": [{ "color": 6, "at": [7.0, 8.0] }],
        });
        assert_eq!(sent, expected);
    }

    #[test]
    fn one_helper_answers_many_pictures() {
        let helper = helper(&format!("{ANSWER} {ANSWER} cat >/dev/null"), 10_000);
        for _ in 0..2 {
            assert_eq!(helper.draw(&picture()).unwrap(), b"\x89PNG\r\n\x1a\n1234");
        }
    }

    #[test]
    fn a_helper_that_hangs_or_dies_or_talks_nonsense_costs_one_picture_each_and_is_then_given_up() {
        let check = |script: &str, patience_ms: u64| {
            let helper = helper(script, patience_ms);
            let answers: Vec<_> = (0..3).map(|_| helper.draw(&picture())).collect();
            let failed = || Err(PreviewError::Failed);
            assert_eq!(answers, [failed(), failed(), Err(PreviewError::Missing)], "{script}");
        };
        check("exec sleep 600", 50);
        check("exit 1", 10_000);
        check("printf '\\003\\000\\000\\000abc'; exec sleep 600", 10_000);
        check("printf '\\000\\000\\000\\000'; exec sleep 600", 10_000);
        check("printf '\\377\\377\\377\\377abc'", 10_000);
    }

    #[test]
    fn after_one_failure_a_new_helper_is_started() {
        let dir = tempfile::tempdir().unwrap();
        let mark = dir.path().join("mark");
        let script =
            format!("[ -e {0} ] || {{ touch {0}; exit 1; }}; {ANSWER} cat >/dev/null", mark.display());
        let helper = helper(&script, 10_000);
        assert_eq!(helper.draw(&picture()), Err(PreviewError::Failed));
        assert!(helper.draw(&picture()).is_ok());
    }

    #[test]
    fn without_a_helper_the_picture_is_drawn_plainly() {
        assert_eq!(
            PreviewHelper::new("/nowhere/laolu-preview".into()).draw(&picture()),
            Err(PreviewError::Missing)
        );
        for preview in [PreviewOrDrawn::new(None), PreviewOrDrawn::new(Some("/nowhere/laolu-preview".into()))]
        {
            assert!(preview.draw(&picture()).unwrap().starts_with(PNG));
        }
    }
}
