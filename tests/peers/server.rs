//! One server process on loopback, and asking it.

use super::{PeerAnswer, PeerError, build, osrm, tools::Tools, valhalla};
use domain::LonLat;
use serde_json::{Value, json};
use std::{
    fmt, fs,
    fs::File,
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// A free port may be taken by somebody else before the server takes it.
const ATTEMPTS: usize = 5;
/// Asking whether it is up, this often and so many times: 60 seconds.
const POLL: Duration = Duration::from_millis(30);
const POLLS: usize = 2_000;
const PATIENCE: Duration = Duration::from_secs(60);

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// <https://project-osrm.org>
    Osrm,
    /// <https://valhalla.github.io>
    Valhalla,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Osrm => "OSRM",
            Self::Valhalla => "Valhalla",
        })
    }
}

/// A running server, which ends with this value.
pub struct Server {
    engine: Engine,
    child: Child,
    port: u16,
    /// Keeps its connection open between requests.
    agent: ureq::Agent,
    /// Sockets between the parts of Valhalla, and its log.
    _folder: tempfile::TempDir,
}

impl Server {
    /// Asks for a route through the points and reads the answer. `alternatives` is how many more are wanted.
    pub fn route(
        &self,
        points: &[LonLat],
        alternatives: usize,
        steps: bool,
    ) -> Result<PeerAnswer, PeerError> {
        self.read(&self.ask(points, alternatives, steps)?)
    }

    /// The answer as sent: for measuring how long it takes to come.
    pub fn ask(&self, points: &[LonLat], alternatives: usize, steps: bool) -> Result<Vec<u8>, PeerError> {
        match self.engine {
            Engine::Osrm => self.get(&osrm::path(points, alternatives, steps)),
            Engine::Valhalla => self.post("/route", &valhalla::body(points, alternatives, steps)),
        }
    }

    /// Reads an answer of [`Self::ask`].
    pub fn read(&self, answer: &[u8]) -> Result<PeerAnswer, PeerError> {
        match self.engine {
            Engine::Osrm => osrm::read(answer),
            Engine::Valhalla => valhalla::read(answer),
        }
    }

    /// Which server it is.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// `http://127.0.0.1:PORT`
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Memory of the process in RAM now, bytes; `None` where the system does not tell.
    pub fn resident_bytes(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
    }

    /// Processor time of the process so far, all its threads, seconds; `None` where the system does not tell.
    pub fn processor_s(&self) -> Option<f64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // Fields 14 and 15 of the file; the second field may hold blanks and ends with the last parenthesis.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
        // Linux counts in hundredths of a second on every machine that Laolu runs on.
        Some(ticks / 100.0)
    }

    pub(super) fn start(engine: Engine, tools: &Tools, built: &Path) -> Result<Self, PeerError> {
        for _ in 0..ATTEMPTS {
            let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            let folder = tempfile::Builder::new().prefix("peer").tempdir()?;
            let child = spawn(engine, tools, built, folder.path(), port)?;
            let agent = ureq::Agent::config_builder()
                .timeout_global(Some(PATIENCE))
                .http_status_as_error(false)
                .build()
                .new_agent();
            let mut server = Self { engine, child, port, agent, _folder: folder };
            if server.wait()? {
                return Ok(server);
            }
        }
        Err(PeerError::Silent(engine))
    }

    /// Until it answers. False when it ended by itself: perhaps somebody took its port.
    fn wait(&mut self) -> Result<bool, PeerError> {
        let question = match self.engine {
            // Any answer will do, also "too far from a road".
            Engine::Osrm => "/nearest/v1/driving/0,0",
            Engine::Valhalla => "/status",
        };
        for _ in 0..POLLS {
            if self.child.try_wait()?.is_some() {
                return Ok(false);
            }
            if self.get(question).is_ok_and(|body| body.starts_with(b"{")) {
                return Ok(true);
            }
            thread::sleep(POLL);
        }
        Err(PeerError::Silent(self.engine))
    }

    fn get(&self, path: &str) -> Result<Vec<u8>, PeerError> {
        self.body(self.agent.get(format!("{}{path}", self.address())).call())
    }

    fn post(&self, path: &str, body: &str) -> Result<Vec<u8>, PeerError> {
        self.body(self.agent.post(format!("{}{path}", self.address())).send(body))
    }

    fn body(
        &self,
        response: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<Vec<u8>, PeerError> {
        let silent = |_: ureq::Error| PeerError::Silent(self.engine);
        response.map_err(silent)?.body_mut().read_to_vec().map_err(silent)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already; there is nobody to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("engine", &self.engine)
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

fn spawn(engine: Engine, tools: &Tools, built: &Path, folder: &Path, port: u16) -> Result<Child, PeerError> {
    let mut command = match engine {
        Engine::Osrm => {
            let mut command = Command::new(tools.osrm("osrm-routed"));
            command.args([
                "--algorithm",
                "ch",
                "--ip",
                "127.0.0.1",
                "--threads",
                "1",
                "--max-alternatives",
                "3",
            ]);
            command.args(["--port", &port.to_string()]).arg(build::osrm_graph(built));
            command
        }
        Engine::Valhalla => {
            let mut command = Command::new(tools.valhalla("valhalla_service"));
            command.arg(serving(built, folder, port)?).arg("1");
            command
        }
    };
    let log = File::create(folder.join("server.log"))?;
    Ok(command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()?)
}

/// The configuration of the build, with a port and with sockets that no other server uses.
fn serving(built: &Path, folder: &Path, port: u16) -> Result<std::path::PathBuf, PeerError> {
    let unreadable = |_| PeerError::Unreadable(Engine::Valhalla);
    let text = fs::read(build::valhalla_config(built))?;
    let mut config: Value = serde_json::from_slice(&text).map_err(unreadable)?;
    let socket = |name: &str| json!(format!("ipc://{}", folder.join(name).display()));
    config["httpd"]["service"]["listen"] = json!(format!("tcp://127.0.0.1:{port}"));
    for name in ["loopback", "interrupt"] {
        config["httpd"]["service"][name] = socket(name);
    }
    for part in ["loki", "thor", "odin"] {
        config[part]["service"]["proxy"] = socket(part);
    }
    let file = folder.join("serve.json");
    fs::write(&file, config.to_string())?;
    Ok(file)
}
