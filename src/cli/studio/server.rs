//! Connections: how many at once, and a thread for each.
//!
//! Every program of this machine can connect, so a client without the token must not use up the places
//! of the page. The connection whose request has been unfinished longest is closed for a new one: the
//! page sends each request whole, at once.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

use crate::studio::{Reply, Response, Room};

use super::connection::{Incoming, closed, written};

/// Connections with an unfinished request. A browser opens six.
static UNFINISHED: Slots = Slots::new(32);

/// Pages that are sent news at once.
static LISTENERS: Slots = Slots::new(8);

/// After this long without news a page is sent an empty line, which fails if the page is gone.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// Answers whoever connects.
pub fn serve<'scope, 'env>(
    listener: &'env TcpListener,
    room: &'env Room,
    scope: &'scope Scope<'scope, 'env>,
) {
    for stream in listener.incoming() {
        let accepted = stream.and_then(|stream| Ok((UNFINISHED.take_or_evict(&stream)?, stream)));
        let Ok((slot, stream)) = accepted else {
            // Too many files are open: when some are closed again, there is an answer.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let spawned =
            thread::Builder::new().spawn_scoped(scope, move || answer(stream, slot, room));
        // No thread to be had: the connection closes, and the next may find one.
        drop(spawned);
    }
}

/// A limited number of connections, the oldest first.
struct Slots {
    most: usize,
    taken: Mutex<Taken>,
}

struct Taken {
    /// The number of the next connection.
    next: u64,
    connections: VecDeque<(u64, TcpStream)>,
}

/// One of these slots, until it is dropped.
struct Slot {
    slots: &'static Slots,
    number: u64,
}

impl Slots {
    const fn new(most: usize) -> Self {
        Self { most, taken: Mutex::new(Taken { next: 0, connections: VecDeque::new() }) }
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A slot for this connection; if none is free, that of the oldest one, which is closed.
    ///
    /// # Errors
    /// That the system has no handle left for it.
    fn take_or_evict(&'static self, stream: &TcpStream) -> io::Result<Slot> {
        let stream = stream.try_clone()?;
        let mut taken = self.lock();
        if taken.connections.len() >= self.most
            && let Some((_, oldest)) = taken.connections.pop_front()
        {
            // The thread that answers it ends when it reads or writes next.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        let number = taken.next;
        taken.next += 1;
        taken.connections.push_back((number, stream));
        Ok(Slot { slots: self, number })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.lock().connections.retain(|(number, _)| *number != self.number);
    }
}

/// Answers one request and closes the connection: what is not kept open cannot be held open.
fn answer(stream: TcpStream, unfinished: Slot, room: &Room) {
    let request = match Incoming::new(&stream).read() {
        Ok(Some(request)) => request,
        Ok(None) => return,
        Err(response) => {
            let _ = written(&stream, &response);
            return closed(&stream);
        }
    };
    drop(unfinished);
    match room.reply(&request) {
        Reply::Whole(response) => {
            let _ = written(&stream, &response);
        }
        Reply::Events => {
            // The slot of a page that is gone may still be taken: the oldest is given up.
            if let Ok(_listener) = LISTENERS.take_or_evict(&stream) {
                send_news(stream, room);
            }
        }
    }
}

/// Sends news until the page is gone.
fn send_news(mut stream: TcpStream, room: &Room) {
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
