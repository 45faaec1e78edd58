//! What the studio answers to strangers on the same machine.

use std::fs;
use std::io::{Read, Write};
#[cfg(target_os = "linux")]
use std::net::TcpStream;

use super::{SPEC, Studio};

#[test]
fn the_address_that_is_printed_opens_the_page_and_nothing_else_does() {
    let studio = Studio::open();
    let (port, token) = (studio.port(), studio.token());
    assert_eq!(32, token.len());
    assert_ne!(token, Studio::open().token(), "nobody guesses it");
    // Every address of 127/8 is this machine's own; only the one that is printed is listened at.
    #[cfg(target_os = "linux")]
    assert!(TcpStream::connect(("127.0.0.2", port)).is_err(), "it is at 127.0.0.1 alone");
    let get = |target: &str, host: &str, more: &str| {
        studio.raw(format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n").as_bytes())
    };
    let (status, page) = get(&format!("/?token={token}"), &format!("localhost:{port}"), "");
    assert_eq!(200, status);
    for header in [
        &format!("Set-Cookie: actiondeck-{port}={token}; Path=/; HttpOnly; SameSite=Strict\r\n"),
        "Content-Security-Policy: default-src 'self';",
        "X-Content-Type-Options: nosniff\r\n",
        "Cache-Control: no-store\r\n",
        "Connection: close\r\n",
    ] {
        assert!(page.contains(header), "{header}");
    }
    assert!(!page.contains("Access-Control"));
    let own = format!("127.0.0.1:{port}");
    let cookie = format!("Cookie: actiondeck-{port}={token}\r\n");
    assert_eq!(200, get("/project", &own, &cookie).0);
    assert_eq!(403, get("/", &own, "").0);
    assert_eq!(403, get("/project", &own, "").0);
    assert_eq!(403, get("/project", &format!("rebound.example:{port}"), &cookie).0);
    assert_eq!(403, get("/project", &own, &format!("{cookie}Host: {own}\r\n")).0, "two hosts");
    let foreign = format!("{cookie}Origin: http://rebound.example\r\n");
    assert_eq!(403, get("/project", &own, &foreign).0);
    assert_eq!(403, get("/events", &own, &cookie).0, "news are for the page alone");
    for path in ["/../deck.toml", "/deck.toml", "/..%2fdeck.toml", "//deck.toml", "/etc/passwd"] {
        let (status, answer) = get(path, &own, &cookie);
        assert_eq!(404, status, "{path}");
        assert!(!answer.contains("Salt Road"));
    }
}

#[test]
fn what_is_saved_keeps_comments_and_never_goes_over_another_programs_work() {
    let studio = Studio::open();
    let edit = |revision: u64, to: u8| {
        let path = "[\"penetration\",\"0\"]";
        let edit = format!("{{\"count\":{{\"path\":{path},\"to\":{to}}}}}");
        studio.own("POST", "/edit", &format!("{{\"revision\":{revision},\"edit\":{edit}}}")).0
    };
    assert_eq!(200, edit(1, 20));
    assert_eq!(409, edit(1, 21), "the text is a newer one");
    assert_eq!(200, studio.own("POST", "/save", "{}").0);
    let saved = fs::read_to_string(studio.spec()).unwrap();
    assert_eq!(SPEC.replace("0 = 30", "0 = 20").replace("1 = 12", "1 = 17"), saved);
    fs::write(studio.spec(), "# by hand\n").unwrap();
    assert_eq!(200, edit(2, 30));
    let (status, answer) = studio.own("POST", "/save", "{}");
    assert_eq!(409, status);
    assert!(answer.contains("deck.toml was changed by another program"), "{answer}");
    assert_eq!("# by hand\n", fs::read_to_string(studio.spec()).unwrap());
    let (status, answer) = studio.own("POST", "/reload", "{}");
    assert_eq!(200, status);
    assert!(answer.contains("# by hand"), "{answer}");
}

#[test]
fn bad_clients_are_sent_away_and_good_ones_are_answered_meanwhile() {
    let mut studio = Studio::open();
    let port = studio.port();
    let head = format!("POST /edit HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n");
    let long = format!("{head}Content-Length: 900000000\r\n\r\n");
    assert_eq!(413, studio.raw(long.as_bytes()).0);
    assert_eq!(411, studio.raw(format!("{head}Transfer-Encoding: chunked\r\n\r\n").as_bytes()).0);
    assert_eq!(400, studio.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n").0);
    assert_eq!(431, studio.raw(format!("{head}X: {}\r\n\r\n", "a".repeat(40_000)).as_bytes()).0);
    // Heads that never end, bodies that never come, connections that say nothing.
    let mut slow = Vec::new();
    for begin in [&*head, &format!("{head}Content-Length: 10\r\n\r\n123"), ""] {
        let mut stream = studio.connect();
        stream.write_all(begin.as_bytes()).unwrap();
        slow.push(stream);
    }
    assert_eq!(200, studio.own("GET", "/project", "").0);
    for mut stream in slow {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    }
    // More at once than a browser ever opens.
    let idle: Vec<_> = (0..40).map(|_| studio.connect()).collect();
    let refused =
        (0..5).map(|_| studio.own("GET", "/project", "").0).filter(|status| *status != 200);
    assert!(refused.count() > 0);
    drop(idle);
    let answered = (0..500).any(|_| studio.own("GET", "/project", "").0 == 200);
    assert!(answered);
    assert!(studio.running.child.try_wait().unwrap().is_none(), "the studio still runs");
}

/// What the studio tells of the deck as soon as `is_it` holds of it.
fn figures_when(studio: &Studio, is_it: impl Fn(&serde_json::Value) -> bool) -> serde_json::Value {
    for _ in 0..3000 {
        let (status, answer) = studio.own("GET", "/figures", "");
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        if status == 200
            && let Ok(figures) = serde_json::from_str(body)
            && is_it(&figures)
        {
            return figures;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("never told");
}

#[test]
fn a_theme_that_is_saved_outside_is_shown_without_an_edit() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("deck.toml"), SPEC.replace("ink-saver", "looks")).unwrap();
    super::copy_theme(folder.path(), "ink-saver");
    let studio = Studio::open_in(folder);
    let before = figures_when(&studio, |figures| figures["stage"] == "settled");
    let face = || studio.own("GET", "/face?card=7", "");
    let (status, first) = face();
    assert_eq!(200, status);
    super::copy_theme(studio.folder.path(), "high-contrast");
    let after = figures_when(&studio, |figures| {
        figures["theme_faults"].is_null() && figures["drawn_by"] != before["drawn_by"]
    });
    assert_eq!(before["deck"], after["deck"], "the cards say the same");
    assert_ne!(first, face().1);
}

#[cfg(unix)]
#[test]
fn who_ends_the_program_finds_what_was_not_saved_beside_the_spec() {
    let mut studio = Studio::open();
    let edit = "{\"count\":{\"path\":[\"penetration\",\"0\"],\"to\":20}}";
    let (status, _) = studio.own("POST", "/edit", &format!("{{\"revision\":1,\"edit\":{edit}}}"));
    assert_eq!(200, status);
    // Not Ctrl-C: who runs the tests in the background has it ignored.
    let id = studio.running.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(!studio.running.child.wait().unwrap().success());
    assert_eq!(SPEC, fs::read_to_string(studio.spec()).unwrap());
    let kept = fs::read_to_string(studio.folder.path().join("deck.unsaved.toml")).unwrap();
    assert_eq!(SPEC.replace("0 = 30", "0 = 20").replace("1 = 12", "1 = 17"), kept);
}

#[test]
fn a_preset_is_no_file_that_could_be_saved() {
    let mut studio = crate::program::actiondeck();
    let refused = studio.args(["studio", "true-dice"]).assert().code(2);
    let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(told.contains("\"true-dice\" is not a file"), "{told}");
}

#[test]
fn a_port_that_is_taken_is_told_and_nothing_is_served() {
    let studio = Studio::open();
    let port = studio.port().to_string();
    let mut second = crate::program::actiondeck();
    second.current_dir(studio.folder.path()).args(["studio", "deck.toml", "--port", &port]);
    let refused = second.assert().code(3);
    let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(told.contains(&format!("cannot serve at port {port} of this machine")), "{told}");
    assert!(refused.get_output().stdout.is_empty());
}
