//! The studio: its page, its server, foreign pages, and `watch`.

mod browser;
mod server;
mod watch;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A deck of two columns, which is searched in seconds even in debug builds.
const SPEC: &str = "\
format = \"actiondeck-spec/1\"
name = \"Salt Road\" # a caravan
abbreviation = \"SR\"
theme = \"ink-saver\"
seed = 7
without = [\"effect\", \"hit\", \"burst\", \"scatter\", \"unintended\"]
[cause]
columns = [\"d6\", \"d8\"]
rows = 3
[cause.exceptional]
d8 = [7, 7, 7] # water
[cause.critical]
d6 = [2, 1, 1] # thirst
# How thick the armour of the camel is.
[penetration]
-1 = 12
0 = 30
1 = 12
";

/// The program, ended when it is dropped.
struct Running {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Running {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("actiondeck"));
        command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// The next line on stdout.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder with the spec, and the studio open on it.
struct Studio {
    running: Running,
    folder: tempfile::TempDir,
    address: String,
}

impl Studio {
    fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("deck.toml"), SPEC).unwrap();
        Self::open_in(folder)
    }

    /// The studio open on the `deck.toml` of a folder.
    fn open_in(folder: tempfile::TempDir) -> Self {
        let mut running = Running::start(folder.path(), &["studio", "deck.toml"]);
        let address = running.line();
        Self { running, folder, address }
    }

    fn spec(&self) -> PathBuf {
        self.folder.path().join("deck.toml")
    }

    fn port(&self) -> u16 {
        let after = self.address.strip_prefix("http://127.0.0.1:").unwrap();
        after.split('/').next().unwrap().parse().unwrap()
    }

    fn token(&self) -> &str {
        self.address.split('/').nth(3).unwrap()
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", self.port())).unwrap()
    }

    /// Sends raw bytes and returns the status and the whole response.
    fn raw(&self, request: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        // A server that refuses a request may close before everything is sent.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or(0), answer)
    }

    /// Sends a request as the page does.
    fn own(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let (port, token) = (self.port(), self.token());
        let length = body.len();
        let request = format!(
            "{method} /{token}{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\
             Origin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        self.raw(request.as_bytes())
    }
}

/// Copies a built-in theme into a folder as the theme `looks`.
fn copy_theme(folder: &Path, theme: &str) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/themes").join(theme);
    let looks = folder.join("looks");
    fs::create_dir_all(&looks).unwrap();
    for file in ["theme.toml", "card.svg", "back.svg"] {
        fs::copy(from.join(file), looks.join(file)).unwrap();
    }
}
