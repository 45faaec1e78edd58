//! Requests and responses of the page, as plain values.

use std::sync::Arc;

use super::origin_guard::Refusal;
use super::route::Route;

/// The largest body of a request, in bytes: that of a spec file, and room for the JSON around it.
pub const MOST_BODY_BYTES: usize = 2 << 20;

/// The method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads something.
    Get,
    /// Changes something.
    Post,
    /// Any other method.
    Other,
}

/// A request. A header that occurs twice counts as missing, since the page does not send such requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The path with its query, as sent.
    pub target: String,
    /// `Host`
    pub host: Option<String>,
    /// `Origin`
    pub origin: Option<String>,
    /// `Sec-Fetch-Site`
    pub fetch_site: Option<String>,
    /// `Content-Type`
    pub content_type: Option<String>,
    /// The body.
    pub body: Vec<u8>,
}

/// What a request asks for, without what only concerns its transport.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call<'r> {
    pub(super) route: Route,
    query: &'r str,
    pub(super) body: &'r [u8],
}

impl<'r> Call<'r> {
    /// The call of a method at a path with its query, such as `/face?card=34`.
    ///
    /// # Errors
    /// That the path is unknown, or does not accept the method.
    pub fn new(method: Method, target: &'r str, body: &'r [u8]) -> Result<Self, Refusal> {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let route = Route::at(path).ok_or(Refusal::NoRoute)?;
        match method == route.method() {
            true => Ok(Self { route, query, body }),
            false => Err(Refusal::WrongMethod),
        }
    }

    /// The value of a query parameter. The page's own need no escapes.
    pub(super) fn query(&self, name: &str) -> Option<&'r str> {
        let mut pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(own, _)| *own == name).map(|(_, value)| value)
    }
}

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The content type.
    pub content_type: &'static str,
    /// The file name for a download.
    pub file_name: Option<String>,
    /// The body.
    pub body: Arc<[u8]>,
}

/// Headers of every response: no framing, no content sniffing, no caching.
const RULES: [(&str, &str); 7] = [
    (
        "Content-Security-Policy",
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         object-src 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
];

impl Response {
    /// A response with this content type.
    pub fn new(status: u16, content_type: &'static str, body: impl Into<Arc<[u8]>>) -> Self {
        Self { status, content_type, file_name: None, body: body.into() }
    }

    /// A plain text.
    pub fn text(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", format!("{text}\n").into_bytes())
    }

    /// A JSON value.
    pub fn json(status: u16, value: &impl serde::Serialize) -> Self {
        let body = serde_json::to_vec(value).unwrap_or_default();
        Self::new(status, "application/json", body)
    }

    /// The headers, each with its value.
    pub fn headers(&self) -> Vec<(&'static str, String)> {
        let mut headers: Vec<(&str, String)> =
            RULES.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        headers.push(("Content-Type", self.content_type.to_owned()));
        if let Some(name) = &self.file_name {
            headers.push(("Content-Disposition", format!("attachment; filename=\"{name}\"")));
        }
        headers
    }
}
