//! The HTTP server: the limits of a connection, and requests and responses as plain values.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::channel::{Channel, Sender};
use http_body_util::{BodyExt as _, Either, Full};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{self, HeaderName};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use crate::studio::{MOST_BODY_BYTES, Method, OriginGuard, Reply, Request, Response, StudioState};

/// The largest number of connections. A browser opens six.
const MOST_CONNECTIONS: usize = 128;

/// The longest head of a request, in bytes.
const MOST_HEAD_BYTES: usize = 16 << 10;

/// The largest number of headers of a request.
const MOST_HEADERS: usize = 64;

/// The time in which the head of a request must arrive, and then its body. A browser on the same machine
/// needs milliseconds.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// After this time without events a page is sent an empty line, which fails if the page is closed.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The body of a response: complete, or a stream of events.
type Body = Either<Full<Bytes>, Channel<Bytes>>;

/// Answers requests until the program ends.
pub async fn serve(listener: TcpListener, guard: OriginGuard, studio_state: Arc<StudioState>) -> ! {
    let guard = Arc::new(guard);
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let permit = Arc::clone(&connections).acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            // Too many files are open.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (guard, studio_state) = (Arc::clone(&guard), Arc::clone(&studio_state));
        tokio::spawn(async move {
            let respond = |request| respond(request, Arc::clone(&guard), Arc::clone(&studio_state));
            // The client may close the connection at any time.
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(READ_TIMEOUT)
                .max_buf_size(MOST_HEAD_BYTES)
                .max_headers(MOST_HEADERS)
                .title_case_headers(true)
                .keep_alive(false)
                .serve_connection(TokioIo::new(stream), service_fn(respond))
                .await;
            drop(permit);
        });
    }
}

/// Returns the response to a request, computed on a separate thread.
async fn respond(
    request: hyper::Request<Incoming>,
    guard: Arc<OriginGuard>,
    studio_state: Arc<StudioState>,
) -> Result<hyper::Response<Body>, hyper::http::Error> {
    let reply = match read(request).await {
        Ok(request) => {
            let studio_state = Arc::clone(&studio_state);
            let reply = move || match guard.check(&request) {
                Ok(call) => studio_state.reply(&call),
                Err(refusal) => Reply::Whole(refusal.response()),
            };
            spawn_blocking(reply).await
        }
        Err(refusal) => Ok(Reply::Whole(refusal)),
    };
    let failed = || Reply::Whole(Response::text(500, "the request could not be answered"));
    let (head, body) = match reply.unwrap_or_else(|_| failed()) {
        Reply::Whole(response) => {
            let body = Full::new(Bytes::from_owner(Arc::clone(&response.body)));
            (response, Either::Left(body))
        }
        Reply::Events => {
            let (events, body) = Channel::new(1);
            tokio::spawn(send_events(events, studio_state));
            (Response::new(200, "text/event-stream", Vec::new()), Either::Right(body))
        }
    };
    let mut response = hyper::Response::builder().status(head.status);
    for (name, value) in head.headers() {
        response = response.header(name, value);
    }
    response.body(body)
}

/// Reads a whole request.
///
/// # Errors
/// The response to a request without a length, or with a body that is too large or too slow.
async fn read(request: hyper::Request<Incoming>) -> Result<Request, Response> {
    let (head, body) = request.into_parts();
    if head.headers.contains_key(header::TRANSFER_ENCODING) {
        return Err(Response::text(411, "the request needs a length"));
    }
    let too_large = || Response::text(413, "the request body is too large");
    if body.size_hint().lower() > MOST_BODY_BYTES as u64 {
        return Err(too_large());
    }
    let body = timeout(READ_TIMEOUT, body.collect()).await;
    let body = body.map_err(|_| Response::text(408, "the request came too slowly"))?;
    let body = body.map_err(|_| Response::text(400, "the request body cannot be read"))?;
    // A header that occurs twice counts as missing.
    let only = |name: HeaderName| {
        let mut values = head.headers.get_all(name).iter();
        let value = values.next().filter(|_| values.next().is_none())?;
        Some(value.to_str().ok()?.to_owned())
    };
    Ok(Request {
        method: match head.method {
            hyper::Method::GET => Method::Get,
            hyper::Method::POST => Method::Post,
            _ => Method::Other,
        },
        target: head.uri.to_string(),
        host: only(header::HOST),
        // Two origins are refused like a foreign one.
        origin: (head.headers.contains_key(header::ORIGIN))
            .then(|| only(header::ORIGIN).unwrap_or_default()),
        fetch_site: only(HeaderName::from_static("sec-fetch-site")),
        content_type: only(header::CONTENT_TYPE),
        body: body.to_bytes().to_vec(),
    })
}

/// Sends events until the page is closed.
async fn send_events(mut events: Sender<Bytes>, studio_state: Arc<StudioState>) {
    let mut seen = 0;
    while !studio_state.is_closing() {
        let waiting = Arc::clone(&studio_state);
        let Ok(next_event) = spawn_blocking(move || waiting.next_event(seen, HEARTBEAT)).await
        else {
            return;
        };
        let text = match next_event {
            Some(next_event) => {
                seen = next_event.number;
                format!("data: {}\n\n", serde_json::to_string(&next_event).unwrap_or_default())
            }
            None => ":\n\n".to_owned(),
        };
        if events.send_data(text.into()).await.is_err() {
            return;
        }
    }
}
