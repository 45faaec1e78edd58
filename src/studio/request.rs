//! A question of the page and its answer, as plain values.

use std::sync::Arc;

/// The most bytes that the body of a request has: a spec may have as many as its file, and a little is
/// said round it.
pub const MOST_BODY_BYTES: usize = 2 << 20;

/// What a request asks to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// To be told something.
    Get,
    /// To change something.
    Post,
    /// Anything else.
    Other,
}

/// A request as it came from a socket. A header that came twice is not there: who sends two is not our
/// page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What is to be done.
    pub method: Method,
    /// The path with its query, as it was sent.
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

impl Request {
    /// The path without the query.
    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// The value of a name in the query. Names and values of ours need no escapes.
    pub fn query(&self, name: &str) -> Option<&str> {
        let (_, query) = self.target.split_once('?')?;
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(own, _)| *own == name).map(|(_, value)| value)
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The kind of the body.
    pub content_type: &'static str,
    /// The name under which a browser keeps the body as a file.
    pub file_name: Option<String>,
    /// The body.
    pub body: Arc<[u8]>,
}

/// What every answer says besides: it is shown nowhere else, taken for nothing else, kept nowhere.
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
    /// An answer of this kind.
    pub fn new(status: u16, content_type: &'static str, body: impl Into<Arc<[u8]>>) -> Self {
        Self { status, content_type, file_name: None, body: body.into() }
    }

    /// A line of text.
    pub fn text(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", format!("{text}\n").into_bytes())
    }

    /// Data.
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
