//! Connections: how many at once, and a thread for each.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Scope};
use std::time::Duration;

use crate::studio::{Reply, Response, Room};

use super::connection::{Incoming, closed, written};

/// Connections that are answered at once. A browser opens six; who keeps more open than this waits.
const MOST_CONNECTIONS: usize = 32;

/// Pages that are told news at once.
const MOST_LISTENERS: usize = 8;

/// After this long without news a page is sent an empty line, by which it is found out that it is gone.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// Answers whoever connects.
pub fn serve<'scope, 'env>(
    listener: &'env TcpListener,
    room: &'env Room,
    scope: &'scope Scope<'scope, 'env>,
) {
    static CONNECTIONS: AtomicUsize = AtomicUsize::new(0);
    static LISTENERS: AtomicUsize = AtomicUsize::new(0);
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Too many files are open: when some are closed again, there is an answer.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let Some(place) = Place::taken(&CONNECTIONS, MOST_CONNECTIONS) else {
            // Said without waiting for anything: who opens many connections waits for nobody either.
            let _ = stream.set_nonblocking(true);
            let _ = written(&stream, &Response::text(503, "too many connections"));
            continue;
        };
        let spawned = thread::Builder::new().spawn_scoped(scope, move || {
            answer(stream, room, &LISTENERS);
            drop(place);
        });
        // No thread to be had: the connection closes, and the next may find one.
        drop(spawned);
    }
}

/// One of so many places, until it is dropped.
struct Place(&'static AtomicUsize);

impl Place {
    fn taken(count: &'static AtomicUsize, most: usize) -> Option<Self> {
        let next = |taken: usize| (taken < most).then_some(taken + 1);
        count.fetch_update(Ordering::AcqRel, Ordering::Acquire, next).ok().map(|_| Self(count))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Answers one request and closes the connection: what is not kept open cannot be held open.
fn answer(stream: TcpStream, room: &Room, listeners: &'static AtomicUsize) {
    let request = match Incoming::new(&stream).read() {
        Ok(Some(request)) => request,
        Ok(None) => return,
        Err(response) => {
            let _ = written(&stream, &response);
            return closed(&stream);
        }
    };
    match room.reply(&request) {
        Reply::Whole(response) => {
            let _ = written(&stream, &response);
        }
        Reply::Events => match Place::taken(listeners, MOST_LISTENERS) {
            Some(_place) => tell_news(stream, room),
            None => {
                let _ = written(&stream, &Response::text(503, "too many pages are open"));
            }
        },
    }
}

/// Sends news until the page is gone.
fn tell_news(mut stream: TcpStream, room: &Room) {
    let head = Response::new(200, "text/event-stream", Vec::new());
    let mut text = String::from("HTTP/1.1 200 OK\r\nConnection: close\r\n");
    for (name, value) in head.headers() {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str("\r\n");
    let mut seen = 0;
    loop {
        if stream.write_all(text.as_bytes()).is_err() || room.is_closing() {
            return;
        }
        text = match room.news(seen, HEARTBEAT) {
            Some(news) => {
                seen = news.number;
                let news = serde_json::to_string(&news).unwrap_or_default();
                format!("data: {news}\n\n")
            }
            None => ":\n\n".to_owned(),
        };
    }
}
