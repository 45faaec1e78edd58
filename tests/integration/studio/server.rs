//! The server of the studio: security, bad clients, saving and exit.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
#[cfg(target_os = "linux")]
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::{SPEC, Studio};

#[test]
fn only_the_printed_address_opens_the_page() {
    let studio = Studio::open();
    let (port, token) = (studio.port(), studio.token());
    assert_eq!(32, token.len());
    assert_ne!(token, Studio::open().token(), "the token is random");
    // All of 127/8 is local; the server listens only at the printed address.
    #[cfg(target_os = "linux")]
    assert!(TcpStream::connect(("127.0.0.2", port)).is_err(), "it is at 127.0.0.1 alone");
    let get = |target: &str, host: &str, more: &str| {
        studio.raw(format!("GET {target} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n").as_bytes())
    };
    let own = format!("127.0.0.1:{port}");
    let behind = |path: &str| format!("/{token}{path}");
    let (status, page) = get(&behind("/"), &format!("localhost:{port}"), "");
    assert_eq!(200, status);
    for header in [
        "Content-Security-Policy: default-src 'self';",
        "X-Content-Type-Options: nosniff\r\n",
        "Cache-Control: no-store\r\n",
        "Referrer-Policy: no-referrer\r\n",
        "Connection: close\r\n",
    ] {
        assert!(page.contains(header), "{header}");
    }
    assert!(!page.contains("Access-Control") && !page.contains("Set-Cookie"));
    assert!(!page.contains(token), "the page knows it from its address alone");
    assert_eq!(200, get(&behind("/project"), &own, "").0);
    for path in ["/", "/project", &format!("/?token={token}"), &format!("/x/{token}/project")] {
        assert_eq!(403, get(path, &own, "").0, "{path}");
    }
    assert_eq!(403, get(&behind("/project"), &format!("rebound.example:{port}"), "").0);
    assert_eq!(403, get(&behind("/project"), &own, &format!("Host: {own}\r\n")).0, "two hosts");
    let foreign = "Origin: http://rebound.example\r\n";
    assert_eq!(403, get(&behind("/project"), &own, foreign).0);
    let twice = format!("Origin: http://{own}\r\n").repeat(2);
    assert_eq!(403, get(&behind("/project"), &own, &twice).0, "two origins");
    assert_eq!(403, get(&behind("/events"), &own, "").0, "news are for the page alone");
    for path in ["/../deck.toml", "/deck.toml", "/..%2fdeck.toml", "//deck.toml", "/etc/passwd"] {
        let (status, answer) = get(&behind(path), &own, "");
        assert_eq!(404, status, "{path}");
        assert!(!answer.contains("Salt Road"));
    }
}

#[test]
fn saving_keeps_comments_and_edits_of_other_programs() {
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
    assert_eq!(200, edit(2, 30));
    fs::write(studio.spec(), "# by hand\n").unwrap();
    let (status, answer) = studio.own("POST", "/save", "{}");
    assert_eq!(409, status);
    assert!(answer.contains("deck.toml was changed by another program"), "{answer}");
    assert_eq!("# by hand\n", fs::read_to_string(studio.spec()).unwrap());
    let (status, answer) = studio.own("POST", "/reload", "{}");
    assert_eq!(200, status);
    assert!(answer.contains("# by hand"), "{answer}");
}

#[test]
fn bad_clients_are_refused_while_good_ones_are_answered() {
    let mut studio = Studio::open();
    let port = studio.port();
    let head = format!("POST /edit HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n");
    let long = format!("{head}Content-Length: 900000000\r\n\r\n");
    assert_eq!(413, studio.raw(long.as_bytes()).0);
    assert_eq!(411, studio.raw(format!("{head}Transfer-Encoding: chunked\r\n\r\n").as_bytes()).0);
    assert_eq!(400, studio.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n").0);
    assert_eq!(431, studio.raw(format!("{head}X: {}\r\n\r\n", "a".repeat(40_000)).as_bytes()).0);
    for (status, headers) in [
        (400, "Content-Length: 99999999999999999999999\r\n"),
        (413, "Content-Length: 2097153\r\n"),
        (400, "Content-Length: -1\r\n"),
        (400, "Content-Length: +5\r\n"),
        (400, "Content-Length: 5\r\nContent-Length: 6\r\n"),
        (411, "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
        (431, &"A: b\r\n".repeat(65)),
    ] {
        assert_eq!(status, studio.raw(format!("{head}{headers}\r\n").as_bytes()).0, "{headers}");
    }
    // Endless headers, missing bodies, silent connections.
    let mut slow = Vec::new();
    let body = format!("{head}Content-Length: 10\r\n\r\n123");
    for (begin, status) in [(&*head, None), (&body, Some("HTTP/1.1 408")), ("", None)] {
        let mut stream = studio.connect();
        stream.write_all(begin.as_bytes()).unwrap();
        slow.push((stream, status));
    }
    assert_eq!(200, studio.own("GET", "/project", "").0);
    for (mut stream, status) in slow {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        // A connection with an incomplete header is closed without a response.
        assert_eq!(status, answer.get(..12), "{answer}");
    }
    // More connections than a browser opens.
    let idle: Vec<_> = (0..40).map(|_| studio.connect()).collect();
    assert!((0..20).all(|_| studio.own("GET", "/project", "").0 == 200));
    drop(idle);
    assert!(studio.running.child.try_wait().unwrap().is_none(), "the studio still runs");
}

#[test]
fn clients_that_send_a_byte_at_a_time_do_not_starve_the_page() {
    let studio = Studio::open();
    let is_done = AtomicBool::new(false);
    let statuses: Vec<u16> = thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    let mut stream = studio.connect();
                    let bytes = b"GET /project HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: yes";
                    for byte in bytes.iter().take_while(|_| !is_done.load(Ordering::Relaxed)) {
                        if stream.write_all(&[*byte]).is_err() {
                            break;
                        }
                        thread::sleep(Duration::from_millis(300));
                    }
                }
            });
        }
        thread::sleep(Duration::from_millis(500));
        let ask = |_| {
            thread::sleep(Duration::from_millis(50));
            studio.own("GET", "/project", "").0
        };
        let statuses = (0..60).map(ask).collect();
        is_done.store(true, Ordering::Relaxed);
        statuses
    });
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
}

#[test]
fn a_page_reloaded_often_gets_every_event() {
    let studio = Studio::open();
    let (port, token) = (studio.port(), studio.token());
    let request = format!(
        "GET /{token}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nSec-Fetch-Site: same-origin\r\n\r\n"
    );
    let mut pages = Vec::new();
    for _ in 0..30 {
        let mut stream = studio.connect();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        assert_eq!("HTTP/1.1 200 OK", lines.next().unwrap().unwrap());
        let news = lines.find(|line| line.as_ref().unwrap().starts_with("data: "));
        assert!(news.unwrap().unwrap().contains("\"revision\":1"));
        // Kept open, as by a browser that has not yet closed the old page.
        pages.push(stream);
    }
}

/// Polls the state of the project until `is_it` holds.
fn project_when(studio: &Studio, is_it: impl Fn(&serde_json::Value) -> bool) {
    for _ in 0..1000 {
        let (_, answer) = studio.own("GET", "/project", "");
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        if serde_json::from_str(body).is_ok_and(|state| is_it(&state)) {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("the project never reached the state");
}

#[test]
fn a_spec_and_a_pin_table_that_are_saved_outside_are_followed() {
    let folder = tempfile::tempdir().unwrap();
    let pins = |value: u8| format!("card,grid,row,column,value,note\n34,cause,1,d6,{value},\n");
    let spec = SPEC.replacen("seed", "pins = \"p.csv\"\nseed", 1);
    fs::write(folder.path().join("deck.toml"), &spec).unwrap();
    fs::write(folder.path().join("p.csv"), pins(2)).unwrap();
    let studio = Studio::open_in(folder);
    let first = figures_when(&studio, |figures| figures["stage"] == "settled");
    fs::write(studio.folder.path().join("p.csv"), pins(3)).unwrap();
    project_when(&studio, |state| state["followed"] == 1 && state["unsaved"] == false);
    let second = figures_when(&studio, |figures| {
        figures["stage"] == "settled" && figures["revision"] != first["revision"]
    });
    assert_ne!(first["deck"]["edition"], second["deck"]["edition"]);
    let theirs = spec.replace("seed = 7", "seed = 8");
    fs::write(studio.spec(), &theirs).unwrap();
    project_when(&studio, |state| state["text"] == *theirs && state["followed"] == 2);
    // With unsaved edits a change waits for a decision.
    let (_, undone) = studio.own("POST", "/undo", "{}");
    assert!(undone.contains("\"unsaved\":true"), "{undone}");
    fs::write(studio.spec(), theirs.replace("seed = 8", "seed = 9")).unwrap();
    project_when(&studio, |state| state["outside"].is_u64() && state["text"] == *spec);
    assert_eq!(200, studio.own("POST", "/keep-mine", "{}").0);
    let (status, saved) = studio.own("POST", "/save", "{}");
    assert_eq!(200, status, "{saved}");
    assert_eq!(spec, fs::read_to_string(studio.spec()).unwrap());
}

/// Polls the figures of the deck until `is_it` holds, and returns them.
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
        thread::sleep(Duration::from_millis(20));
    }
    panic!("the figures never arrived");
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

#[test]
fn a_table_of_texts_that_is_saved_outside_is_read_without_an_edit() {
    let folder = tempfile::tempdir().unwrap();
    let element = "[[element]]\nid = \"omen\"\ntexts = \"words.csv#scene\"\n";
    fs::write(folder.path().join("deck.toml"), format!("{SPEC}{element}")).unwrap();
    fs::write(folder.path().join("words.csv"), "scene\nsun\nmoon\n").unwrap();
    let studio = Studio::open_in(folder);
    let before = figures_when(&studio, |figures| figures["stage"] == "settled");
    let table = studio.folder.path().join("words.csv");
    // A fault of the table is shown with the last deck; the file is followed all the same.
    fs::write(&table, "mood\ncalm\n").unwrap();
    let faults = || {
        let (_, answer) = studio.own("GET", "/project", "");
        answer.contains("words.csv has no column")
    };
    while !faults() {
        thread::sleep(Duration::from_millis(20));
    }
    fs::write(&table, "scene\nsun\nstar\n").unwrap();
    let after = figures_when(&studio, |figures| {
        figures["stage"] == "settled" && figures["revision"] != before["revision"]
    });
    assert_ne!(before["deck"]["edition"], after["deck"]["edition"]);
    assert!(!faults());
    assert_eq!(200, studio.own("POST", "/save", "{}").0);
    assert_eq!("scene\nsun\nstar\n", fs::read_to_string(&table).unwrap());
}

#[cfg(unix)]
#[test]
fn a_slow_reading_does_not_delay_requests_or_exit() {
    let mut studio = Studio::open();
    // Twenty elements with the maximum number of dice in a sum.
    let element = |at: u8| format!("[[element]]\nid = \"e{at}\"\ndice = \"20d50k10+20d50\"\n");
    let spec = SPEC.to_owned() + &(0..20).map(element).collect::<String>();
    let body = serde_json::json!({ "revision": 1, "edit": { "text": spec } }).to_string();
    thread::scope(|scope| {
        let edit = scope.spawn(|| studio.own("POST", "/edit", &body).0);
        let mut state = serde_json::Value::Null;
        while state["revision"] != 2 {
            let (status, answer) = studio.own("GET", "/project", "");
            assert_eq!(200, status);
            state = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        }
        assert_eq!(true, state["reading"]);
        let id = studio.running.child.id().to_string();
        let kill = std::process::Command::new("kill").args(["-TERM", &id]).status();
        assert!(kill.unwrap().success());
        assert_ne!(200, edit.join().unwrap(), "the program ended before it was read");
    });
    assert!(!studio.running.child.wait().unwrap().success());
    let kept = fs::read_to_string(studio.folder.path().join("deck.unsaved.toml")).unwrap();
    assert_eq!(spec, kept);
}

#[cfg(unix)]
#[test]
fn unsaved_changes_are_kept_beside_the_spec_at_exit() {
    let mut studio = Studio::open();
    let edit = "{\"count\":{\"path\":[\"penetration\",\"0\"],\"to\":20}}";
    let (status, _) = studio.own("POST", "/edit", &format!("{{\"revision\":1,\"edit\":{edit}}}"));
    assert_eq!(200, status);
    // SIGTERM, because SIGINT is ignored for tests in the background.
    let id = studio.running.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(!studio.running.child.wait().unwrap().success());
    assert_eq!(SPEC, fs::read_to_string(studio.spec()).unwrap());
    let kept = fs::read_to_string(studio.folder.path().join("deck.unsaved.toml")).unwrap();
    assert_eq!(SPEC.replace("0 = 30", "0 = 20").replace("1 = 12", "1 = 17"), kept);
}

#[test]
fn a_preset_cannot_be_saved() {
    let mut studio = crate::program::actiondeck();
    let refused = studio.args(["studio", "true-dice"]).assert().code(2);
    let stderr = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(stderr.contains("\"true-dice\" is not a file"), "{stderr}");
}

#[test]
fn a_port_in_use_is_reported() {
    let studio = Studio::open();
    let port = studio.port().to_string();
    let mut second = crate::program::actiondeck();
    second.current_dir(studio.folder.path()).args(["studio", "deck.toml", "--port", &port]);
    let refused = second.assert().code(3);
    let stderr = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(stderr.contains(&format!("cannot serve at port {port} of this machine")), "{stderr}");
    assert!(refused.get_output().stdout.is_empty());
}
