//! Positions of gpsd, the daemon that speaks with receivers, over its JSON protocol on a loopback socket.
//!
//! Source: gpsd_json(5), <https://gpsd.gitlab.io/gpsd/gpsd_json.html>. The client sends `?WATCH={"enable":true,"json":true}` once;
//! the daemon answers a line of JSON per report. Only `TPV` reports with a mode of 2 or more hold a position.

use std::{
    io::{BufRead, BufReader, ErrorKind, Write},
    net::{SocketAddr, TcpStream, ToSocketAddrs},
    time::Duration,
};

use domain::{
    LonLat,
    ports::{Position, PositionError, PositionSource},
};
use serde_json::Value;

/// Where gpsd listens unless it is told otherwise.
const ADDRESS: &str = "127.0.0.1:2947";
/// Reaching a socket of this computer takes no time; a firewall that says nothing does.
const REACH: Duration = Duration::from_secs(3);
/// Silence after which the caller is asked whether to go on.
const SILENCE: Duration = Duration::from_secs(2);
/// A longer line is no report.
const LONGEST: usize = 65_536;

/// A connection to gpsd.
#[derive(Debug)]
pub struct Gpsd {
    lines: BufReader<TcpStream>,
    /// The line that is being read: a timeout may cut it.
    line: Vec<u8>,
    greeted: bool,
}

impl Gpsd {
    /// Connects to gpsd at an address of this computer; its usual one when `address` is empty.
    ///
    /// # Errors
    /// When the address is another computer's or no address, or nobody answers.
    pub fn connect(address: &str) -> Result<Self, PositionError> {
        let address = if address.trim().is_empty() { ADDRESS } else { address.trim() };
        let found = address.to_socket_addrs().map_err(|_no_address| PositionError::Unreachable)?;
        // A position is nobody else's business: it never comes over the network.
        let own: Vec<SocketAddr> = found.filter(|at| at.ip().is_loopback()).collect();
        let stream = own.iter().find_map(|at| TcpStream::connect_timeout(at, REACH).ok());
        let mut stream = stream.ok_or(PositionError::Unreachable)?;
        let ready = stream
            .set_read_timeout(Some(SILENCE))
            .and_then(|()| stream.write_all(b"?WATCH={\"enable\":true,\"json\":true};\n"));
        ready.map_err(|_closed_at_once| PositionError::Lost)?;
        Ok(Self { lines: BufReader::new(stream), line: Vec::new(), greeted: false })
    }

    /// The next whole line; `None` at the end.
    fn line(&mut self) -> Result<Option<String>, PositionError> {
        loop {
            let (taken, ended) = match self.lines.fill_buf() {
                Ok([]) => return Ok(None),
                Ok(bytes) => {
                    let end = bytes.iter().position(|byte| *byte == b'\n');
                    let taken = end.map_or(bytes.len(), |end| end + 1);
                    self.line.extend_from_slice(&bytes[..taken]);
                    (taken, end.is_some())
                }
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    return Err(PositionError::Silent);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => return Err(PositionError::Lost),
            };
            self.lines.consume(taken);
            if ended {
                return Ok(Some(String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned()));
            }
            if self.line.len() > LONGEST {
                return Err(PositionError::NotOne);
            }
        }
    }
}

impl PositionSource for Gpsd {
    fn next(&mut self) -> Result<Option<Position>, PositionError> {
        while let Some(line) = self.line()? {
            // Whatever else is said between reports of positions is not for us.
            let Ok(report) = serde_json::from_str::<Value>(&line) else {
                if self.greeted {
                    continue;
                }
                return Err(PositionError::NotOne);
            };
            self.greeted = true;
            if let Some(position) = position(&report) {
                return Ok(Some(position));
            }
        }
        if self.greeted { Ok(None) } else { Err(PositionError::NotOne) }
    }
}

fn position(report: &Value) -> Option<Position> {
    let number = |key: &str| report.get(key)?.as_f64();
    if report.get("class")?.as_str()? != "TPV" || number("mode")? < 2.0 {
        return None;
    }
    let time: jiff::Timestamp = report.get("time")?.as_str()?.parse().ok()?;
    Some(Position {
        at: LonLat::new(number("lon")?, number("lat")?)?,
        time: time.as_millisecond() as f64 / 1_000.0,
        // The estimated horizontal error, metres.
        accuracy_m: number("eph"),
    })
}

#[cfg(test)]
mod tests {
    use std::{
        io::{BufRead, BufReader, Write},
        net::TcpListener,
        thread,
    };

    use domain::ports::{PositionError, PositionSource};

    use super::Gpsd;

    /// A gpsd that waits for the watch and then says these lines.
    fn scripted(lines: &'static [&'static str]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut asked = String::new();
            BufReader::new(stream.try_clone().unwrap()).read_line(&mut asked).unwrap();
            assert_eq!(asked, "?WATCH={\"enable\":true,\"json\":true};\n");
            for line in lines {
                // In two pieces, as a network may deliver them.
                let (head, tail) = line.split_at(line.len() / 2);
                for piece in [head, tail, "\n"] {
                    stream.write_all(piece.as_bytes()).unwrap();
                    stream.flush().unwrap();
                }
            }
        });
        address
    }

    #[test]
    fn positions_are_read_from_reports() {
        let address = scripted(&[
            r#"{"class":"VERSION","release":"3.25","proto_major":3,"proto_minor":15}"#,
            r#"{"class":"DEVICES","devices":[]}"#,
            r#"{"class":"TPV","mode":1,"time":"2026-07-01T08:00:00.000Z"}"#,
            r#"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-07-01T08:00:01.500Z","lat":41.15,"lon":-8.61,"eph":4.2,"speed":12.1,"track":90.1}"#,
            r#"{"class":"SKY","satellites":[]}"#,
            "no json at all",
            r#"{"class":"TPV","mode":3,"lat":41.16,"lon":-8.61}"#,
            r#"{"class":"TPV","mode":2,"time":"2026-07-01T08:00:03Z","lat":41.17,"lon":-8.61}"#,
        ]);
        let mut gpsd = Gpsd::connect(&address).unwrap();
        let first = gpsd.next().unwrap().unwrap();
        assert_eq!(
            (first.at.lat, first.at.lon, first.time, first.accuracy_m),
            (41.15, -8.61, 1_782_892_801.5, Some(4.2))
        );
        let second = gpsd.next().unwrap().unwrap();
        assert_eq!((second.at.lat, second.time, second.accuracy_m), (41.17, 1_782_892_803.0, None));
        assert_eq!(gpsd.next(), Ok(None), "the daemon ended");
    }

    #[test]
    fn what_is_no_gpsd_says_so() {
        let web = scripted(&["HTTP/1.1 400 Bad Request"]);
        assert_eq!(Gpsd::connect(&web).unwrap().next(), Err(PositionError::NotOne));
        let mute = scripted(&[]);
        assert_eq!(Gpsd::connect(&mute).unwrap().next(), Err(PositionError::NotOne));
        let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        assert_eq!(Gpsd::connect(&nobody).unwrap_err(), PositionError::Unreachable);
        for elsewhere in ["192.0.2.1:2947", "no address", "[2001:db8::1]:2947"] {
            assert_eq!(Gpsd::connect(elsewhere).unwrap_err(), PositionError::Unreachable, "{elsewhere}");
        }
    }
}
