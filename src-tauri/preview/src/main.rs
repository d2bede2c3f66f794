//! `laolu-preview`: draws pictures of routes with maplibre-rs, for the app.
//!
//! A program of its own, because what it needs can fail in ways that must cost no more than one picture: there may be
//! no graphics adapter, a driver may panic or hang. The app gives it a time limit and draws plainly without it.
//!
//! # Protocol
//! Over standard input and output, in turns, until the input ends. A frame is a length (4 bytes, little-endian, at most
//! 16 MiB) and that many bytes. A request is JSON, the answer a PNG; an answer of no bytes says "could not":
//!
//! ```json
//! {"width": 320, "height": 200, "ground": 15921906,
//!  "areas": [{"color": 11325660, "ring": [[7.41, 43.73], [7.42, 43.73], [7.42, 43.74]]}],
//!  "lines": [{"color": 12092939, "width": 4.0, "points": [[7.41, 43.73], [7.42, 43.74]]}],
//!  "stops": [{"color": 2763306, "at": [7.41, 43.73]}]}
//! ```
//!
//! Colours are `0xRRGGBB` as numbers, points `[longitude, latitude]`, widths pixels. Areas lie at the bottom, then
//! lines, then stops. The picture shows all lines and stops with a margin; areas may run out of it.
//!
//! Exit codes: 0 when the input ends, 3 when there is no graphics adapter, 4 when the pipes break or the other side
//! doesn't keep to the protocol. One line on standard error says why, without anything of the request.

#![forbid(unsafe_code)]

mod map;
mod picture;
mod shapes;

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use map::{MapError, Maps};
use picture::{Picture, View};

const LARGEST_FRAME: usize = 16 << 20;

const NO_ADAPTER: u8 = 3;
const BROKEN_PIPE: u8 = 4;

fn main() -> ExitCode {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut maps = Maps::default();
    loop {
        let request = match read_frame(&mut input) {
            Ok(Some(request)) => request,
            Ok(None) => return ExitCode::SUCCESS,
            Err(error) => return give_up(BROKEN_PIPE, &error.kind().to_string()),
        };
        let answer = match answer(&mut maps, &request) {
            Ok(png) => png,
            Err(MapError::NoAdapter) => return give_up(NO_ADAPTER, "there is no graphics adapter"),
            Err(MapError::Impossible) => Vec::new(),
        };
        if let Err(error) = write_frame(&mut output, &answer) {
            return give_up(BROKEN_PIPE, &error.kind().to_string());
        }
    }
}

fn give_up(code: u8, reason: &str) -> ExitCode {
    eprintln!("laolu-preview: {reason}");
    ExitCode::from(code)
}

/// A PNG for a request. A panic of the renderer, which is young, costs this picture and the maps made so far.
fn answer(maps: &mut Maps, request: &[u8]) -> Result<Vec<u8>, MapError> {
    let picture: Picture = serde_json::from_slice(request).map_err(|_| MapError::Impossible)?;
    let drawn = catch_unwind(AssertUnwindSafe(|| draw(maps, &picture)));
    drawn.unwrap_or_else(|_| {
        *maps = Maps::default();
        Err(MapError::Impossible)
    })
}

fn draw(maps: &mut Maps, picture: &Picture) -> Result<Vec<u8>, MapError> {
    let view = View::of(picture).ok_or(MapError::Impossible)?;
    let layers = shapes::layers(picture, &view);
    let pixels = maps.draw(view.side(), &layers)?;
    picture::png(&pixels, &view).ok_or(MapError::Impossible)
}

/// The next frame; `None` when the input ends before one begins.
fn read_frame(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    let mut have = 0;
    while have < length.len() {
        match input.read(&mut length[have..])? {
            0 if have == 0 => return Ok(None),
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            more => have += more,
        }
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > LARGEST_FRAME {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut frame = vec![0; length];
    input.read_exact(&mut frame)?;
    Ok(Some(frame))
}

fn write_frame(output: &mut impl Write, frame: &[u8]) -> io::Result<()> {
    let length = u32::try_from(frame.len()).map_err(|_| io::ErrorKind::InvalidData)?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(frame)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_whole_or_refused() {
        let read = |mut bytes: &[u8]| read_frame(&mut bytes);
        assert_eq!(read(b"").unwrap(), None);
        assert_eq!(read(b"\x02\0\0\0ab").unwrap(), Some(b"ab".to_vec()));
        assert_eq!(read(b"\0\0\0\0").unwrap(), Some(Vec::new()));
        assert_eq!(read(b"\x02\0").unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(read(b"\x02\0\0\0a").unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(read(b"\xff\xff\xff\xff").unwrap_err().kind(), io::ErrorKind::InvalidData);
        let mut out = Vec::new();
        write_frame(&mut out, b"ab").unwrap();
        assert_eq!(out, b"\x02\0\0\0ab");
    }

    #[test]
    fn nonsense_is_answered_with_no_picture() {
        for request in [
            &b""[..],
            b"{",
            b"[]",
            b"{\"width\":0,\"height\":5,\"ground\":0}",
            b"{\"width\":9000,\"height\":5,\"ground\":0}",
        ] {
            assert!(matches!(answer(&mut Maps::default(), request), Err(MapError::Impossible)));
        }
    }
}
