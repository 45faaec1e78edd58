//! One connection: a request read within limits of size and time, and an answer written.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use crate::cli::clock;
use crate::studio::{MOST_BODY_BYTES, Method, Request, Response};

/// The longest head of a request, in bytes.
const MOST_HEAD_BYTES: usize = 16 << 10;

/// The most headers of a request.
const MOST_HEADERS: usize = 64;

/// A whole request is there within this time, however slowly it comes. A browser on the same machine
/// takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long what a refused client still sends is read away, so that it sees the answer.
const FAREWELL: Duration = Duration::from_millis(300);

/// A request that is being read.
pub struct Incoming<'s> {
    stream: &'s TcpStream,
    until: Instant,
}

impl<'s> Incoming<'s> {
    /// Begins to read.
    pub fn new(stream: &'s TcpStream) -> Self {
        Self { stream, until: clock::now() + PATIENCE }
    }

    /// The request; `None` if the client went away before it said anything whole.
    ///
    /// # Errors
    /// The answer to a request that is too large, too slow or no HTTP.
    pub fn read(&self) -> Result<Option<Request>, Response> {
        let mut bytes = Vec::new();
        let (mut request, head, length) = loop {
            if let Some(found) = head(&bytes)? {
                break found;
            }
            if bytes.len() >= MOST_HEAD_BYTES {
                return Err(Response::text(431, "the head of the request is too long"));
            }
            if self.more(&mut bytes, MOST_HEAD_BYTES)? == 0 {
                return Ok(None);
            }
        };
        while bytes.len() < head + length {
            if self.more(&mut bytes, head + length)? == 0 {
                return Ok(None);
            }
        }
        request.body = bytes[head..head + length].to_vec();
        Ok(Some(request))
    }

    /// Reads what is there, up to so many bytes in all, and says how many came.
    fn more(&self, bytes: &mut Vec<u8>, most: usize) -> Result<usize, Response> {
        let slow = || Response::text(408, "the request came too slowly");
        let left = self.until.saturating_duration_since(clock::now());
        if left.is_zero() {
            return Err(slow());
        }
        let mut buffer = [0; 8192];
        let room = most.saturating_sub(bytes.len()).clamp(1, buffer.len());
        let set = self.stream.set_read_timeout(Some(left));
        match set.and_then(|()| (&mut &*self.stream).read(&mut buffer[..room])) {
            Ok(count) => {
                bytes.extend_from_slice(&buffer[..count]);
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(0),
            Err(error)
                if [io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut].contains(&error.kind()) =>
            {
                Err(slow())
            }
            Err(_) => Ok(0),
        }
    }
}

/// The request without its body, the length of its head and of its body; `None` while the head is not
/// whole.
fn head(bytes: &[u8]) -> Result<Option<(Request, usize, usize)>, Response> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let length = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            return Err(Response::text(431, "the request has too many headers"));
        }
        Err(_) => return Err(Response::text(400, "this is not HTTP/1.1")),
    };
    let only = |name: &str| {
        let mut own = parsed.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        let header = own.next().filter(|_| own.next().is_none())?;
        String::from_utf8(header.value.to_vec()).ok()
    };
    let is_there =
        |name: &str| parsed.headers.iter().any(|header| header.name.eq_ignore_ascii_case(name));
    if is_there("transfer-encoding") {
        return Err(Response::text(411, "the request needs a length"));
    }
    let body = match (is_there("content-length"), only("content-length")) {
        (false, _) => 0,
        (true, Some(text)) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            text.parse().unwrap_or(usize::MAX)
        }
        _ => return Err(Response::text(400, "the request has no length that can be read")),
    };
    if body > MOST_BODY_BYTES {
        return Err(Response::text(413, "that is too much"));
    }
    let method = match parsed.method {
        Some("GET") => Method::Get,
        Some("POST") => Method::Post,
        _ => Method::Other,
    };
    let request = Request {
        method,
        target: parsed.path.unwrap_or_default().to_owned(),
        host: only("host"),
        // Two of them are as bad as a foreign one.
        origin: is_there("origin").then(|| only("origin").unwrap_or_default()),
        fetch_site: only("sec-fetch-site"),
        content_type: only("content-type"),
        body: Vec::new(),
    };
    Ok(Some((request, length, body)))
}

/// Writes an answer.
///
/// # Errors
/// That the client is gone or takes nothing.
pub fn written(mut stream: &TcpStream, response: &Response) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut head = format!("HTTP/1.1 {} {}\r\n", response.status, reason(response.status));
    for (name, value) in response.headers() {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("Content-Length: {}\r\nConnection: close\r\n\r\n", response.body.len()));
    stream.write_all(head.as_bytes())?;
    stream.write_all(&response.body)?;
    stream.flush()
}

/// Lets a client that is still sending see the answer: a connection that is closed over unread bytes
/// is reset, and the answer lost with it.
pub fn closed(mut stream: &TcpStream) {
    let until = clock::now() + FAREWELL;
    let mut buffer = [0; 8192];
    let _ = stream.shutdown(Shutdown::Write);
    loop {
        let left = until.saturating_duration_since(clock::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return;
        }
        if !matches!(stream.read(&mut buffer), Ok(1..)) {
            return;
        }
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        202 => "Accepted",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(text: &str) -> Option<u16> {
        head(text.as_bytes()).err().map(|response| response.status)
    }

    #[test]
    fn a_header_that_comes_twice_is_not_there_and_a_second_origin_is_a_foreign_one() {
        let text = "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\nOrigin: x\r\nOrigin: x\r\n\r\n";
        let (request, length, body) = head(text.as_bytes()).unwrap().unwrap();
        assert_eq!((None, Some(String::new())), (request.host, request.origin));
        assert_eq!((text.len(), 0), (length, body));
    }

    #[test]
    fn lengths_that_are_none_chunks_and_endless_bodies_are_refused_before_they_are_read() {
        for (status_code, header) in [
            (413, "Content-Length: 99999999999999999999999"),
            (413, "Content-Length: 2097153"),
            (400, "Content-Length: -1"),
            (400, "Content-Length: +5"),
            (400, "Content-Length: 5\r\nContent-Length: 6"),
            (411, "Transfer-Encoding: chunked"),
            (411, "Content-Length: 5\r\nTransfer-Encoding: chunked"),
        ] {
            let text = format!("POST /edit HTTP/1.1\r\n{header}\r\n\r\n");
            assert_eq!(Some(status_code), status(&text), "{header}");
        }
        assert_eq!(Some(400), status("\0\0\0\0 /\r\n\r\n"));
        assert_eq!(Some(431), status(&format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(65))));
        assert_eq!(None, status("GET / HTTP/1.1\r\nHost: a"));
    }
}
