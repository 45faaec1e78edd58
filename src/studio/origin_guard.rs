//! Access control of the studio: only the page served by the program, in a browser with the printed address,
//! is answered. Pages of other sites in the same browser are refused.
//!
//! Each rule prevents one attack: the check of `Host` prevents DNS rebinding, the token excludes other users
//! and programs on this machine, `Origin` and `Sec-Fetch-Site` exclude other pages in the same browser, and
//! the content type excludes forms, which cannot send JSON.
//!
//! The token is the first part of every path. A cookie would be sent to every server on 127.0.0.1, since
//! cookies do not depend on ports; a path is sent only to the server of its port, and `Referrer-Policy:
//! no-referrer` keeps it out of the headers of other requests.

use std::fmt;

use super::request::{Call, MOST_BODY_BYTES, Method, Request, Response};
use super::route::Route;

/// A secret of 128 random bits, required in every path.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A token of these bytes, which must be random.
    pub fn new(bytes: [u8; 16]) -> Self {
        Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Compares in constant time.
    fn is(&self, other: &str) -> bool {
        let differs = |all: u8, (one, other): (u8, u8)| all | (one ^ other);
        self.0.len() == other.len() && self.0.bytes().zip(other.bytes()).fold(0, differs) == 0
    }
}

/// Hidden, so that it does not appear in logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// Checks and routes requests.
#[derive(Clone, Debug)]
pub struct OriginGuard {
    port: u16,
    token: Token,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The `Host` header names another machine.
    #[error("the studio is at 127.0.0.1 and has no other name")]
    ForeignHost,
    /// The request comes from a page of another site.
    #[error("the studio answers to no page but its own")]
    ForeignPage,
    /// The token is missing or wrong.
    #[error("open the address that `actiondeck studio` printed; an earlier one is of no use")]
    NoToken,
    /// The path is unknown.
    #[error("there is nothing here")]
    NoRoute,
    /// The path does not accept this method.
    #[error("this is asked in another way")]
    WrongMethod,
    /// The body is not JSON.
    #[error("the studio takes JSON")]
    NoJson,
    /// The body is too large.
    #[error("that is too much")]
    TooLarge,
}

impl Refusal {
    /// The status code.
    pub const fn status(self) -> u16 {
        match self {
            Self::ForeignHost | Self::ForeignPage | Self::NoToken => 403,
            Self::NoRoute => 404,
            Self::WrongMethod => 405,
            Self::TooLarge => 413,
            Self::NoJson => 415,
        }
    }

    /// The answer.
    pub fn response(self) -> Response {
        Response::text(self.status(), &self.to_string())
    }
}

impl OriginGuard {
    /// A guard for this port.
    pub fn new(port: u16, token: Token) -> Self {
        Self { port, token }
    }

    /// The address of the page, with the token.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token.0)
    }

    /// The path and query after the token; `None` if the token is missing or wrong.
    fn behind_token<'r>(&self, request: &'r Request) -> Option<&'r str> {
        let target = request.target.strip_prefix('/')?;
        let end = target.find(['/', '?']).unwrap_or(target.len());
        self.token.is(&target[..end]).then(|| &target[end..])
    }

    /// Returns what a request asks for if it is allowed. The order of the checks reveals nothing to foreign
    /// requests.
    ///
    /// # Errors
    /// The first rule that the request breaks.
    pub fn check<'r>(&self, request: &'r Request) -> Result<Call<'r>, Refusal> {
        let names = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{}", self.port));
        let host = request.host.as_deref().unwrap_or_default();
        if !names.iter().any(|name| name == host) {
            return Err(Refusal::ForeignHost);
        }
        let is_own = |origin: &String| *origin == format!("http://{host}");
        if request.origin.as_ref().is_some_and(|origin| !is_own(origin)) {
            return Err(Refusal::ForeignPage);
        }
        let target = self.behind_token(request).ok_or(Refusal::NoToken)?;
        let call = Call::new(request.method, target, &request.body)?;
        let says_own = request.origin.is_some()
            || request.fetch_site.as_deref().is_some_and(|site| site == "same-origin");
        if (request.method == Method::Post || call.route == Route::Events) && !says_own {
            return Err(Refusal::ForeignPage);
        }
        if request.method == Method::Post {
            let kind = request.content_type.as_deref().unwrap_or_default();
            if kind.split(';').next().unwrap_or_default().trim() != "application/json" {
                return Err(Refusal::NoJson);
            }
        }
        if request.body.len() > MOST_BODY_BYTES {
            return Err(Refusal::TooLarge);
        }
        Ok(call)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> OriginGuard {
        OriginGuard::new(4711, Token::new([7; 16]))
    }

    /// A request as the page sends it, to a path after the token.
    fn own(method: Method, target: &str) -> Request {
        Request {
            method,
            target: format!("/{}{target}", "07".repeat(16)),
            host: Some("127.0.0.1:4711".into()),
            origin: (method == Method::Post).then(|| "http://127.0.0.1:4711".into()),
            fetch_site: Some("same-origin".into()),
            content_type: Some("application/json".into()),
            body: Vec::new(),
        }
    }

    fn refused(change: impl Fn(&mut Request), method: Method, target: &str) -> Option<Refusal> {
        let mut request = own(method, target);
        change(&mut request);
        guard().check(&request).err()
    }

    #[test]
    fn the_page_is_allowed_under_each_name_of_the_machine() {
        for name in ["127.0.0.1", "localhost", "[::1]"] {
            for (method, target) in
                [(Method::Get, "/"), (Method::Get, "/events"), (Method::Post, "/save")]
            {
                let change = |request: &mut Request| {
                    request.host = Some(format!("{name}:4711"));
                    request.origin =
                        request.origin.is_some().then(|| format!("http://{name}:4711"));
                };
                assert_eq!(None, refused(change, method, target), "{name} {target}");
            }
        }
    }

    #[test]
    fn another_host_name_is_always_refused() {
        for host in [
            "attacker.example:4711",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost.:4711",
            "127.0.0.1:4711.evil.example",
            "evil.example",
            "",
            "LOCALHOST:4711 ",
            "0.0.0.0:4711",
            "127.0.0.2:4711",
        ] {
            let reported =
                refused(|request| request.host = Some(host.into()), Method::Get, "/project");
            assert_eq!(Some(Refusal::ForeignHost), reported, "{host}");
        }
        let reported = refused(|request| request.host = None, Method::Get, "/project");
        assert_eq!(Some(Refusal::ForeignHost), reported);
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        for origin in [
            "http://evil.example",
            "null",
            "https://127.0.0.1:4711",
            "http://127.0.0.1:80",
            "http://localhost:4711",
        ] {
            for (method, target) in
                [(Method::Get, "/project"), (Method::Get, "/events"), (Method::Post, "/edit")]
            {
                let reported =
                    refused(|request| request.origin = Some(origin.into()), method, target);
                assert_eq!(Some(Refusal::ForeignPage), reported, "{origin} {target}");
            }
        }
        // Not every browser sends `Origin` for a form or an image of another page.
        for site in [None, Some("cross-site"), Some("same-site"), Some("none")] {
            let change = |request: &mut Request| {
                request.origin = None;
                request.fetch_site = site.map(str::to_owned);
            };
            assert_eq!(
                Some(Refusal::ForeignPage),
                refused(change, Method::Post, "/edit"),
                "{site:?}"
            );
            assert_eq!(
                Some(Refusal::ForeignPage),
                refused(change, Method::Get, "/events"),
                "{site:?}"
            );
        }
    }

    #[test]
    fn without_the_token_all_paths_look_alike() {
        let token = "07".repeat(16);
        for target in [
            "",
            "/",
            "//",
            "/project",
            "/no/such/thing",
            "/studio.css",
            "/events",
            &format!("/?token={token}"),
            &format!("/project?token={token}"),
            &format!("/project/{token}/"),
            &format!("//{token}/project"),
            &format!("{token}/project"),
            &format!("/{}/project", &token[..30]),
            &format!("/1{}/project", &token[1..]),
            &format!("/{token}0/project"),
            &format!("/%30{}/project", &token[1..]),
        ] {
            let reported = refused(|request| request.target = target.into(), Method::Get, "");
            assert_eq!(Some(Refusal::NoToken), reported, "{target}");
        }
        let address = guard().address();
        let own = address.strip_prefix("http://127.0.0.1:4711").unwrap();
        assert_eq!(None, refused(|request| request.target = own.into(), Method::Get, ""));
    }

    #[test]
    fn only_paths_of_the_table_are_known() {
        for target in [
            "/../deck.toml",
            "/..%2fdeck.toml",
            "//etc/passwd",
            "/studio.css/../project",
            "/project/",
            "/Project",
            "/%70roject",
            "/.git/config",
            "/project\\",
            "",
            "/project#x",
            "/studio.css%00",
            "/./project",
        ] {
            assert_eq!(Some(Refusal::NoRoute), refused(|_| (), Method::Get, target), "{target}");
        }
    }

    #[test]
    fn changes_require_post_and_json() {
        for target in ["/edit", "/undo", "/redo", "/save", "/reload", "/keep", "/order"] {
            assert_eq!(
                Some(Refusal::WrongMethod),
                refused(|_| (), Method::Get, target),
                "{target}"
            );
            for kind in [
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data",
                "application/jsonp",
                "",
            ] {
                let change = |request: &mut Request| request.content_type = Some(kind.into());
                assert_eq!(
                    Some(Refusal::NoJson),
                    refused(change, Method::Post, target),
                    "{target} {kind}"
                );
            }
            let change = |request: &mut Request| request.content_type = None;
            assert_eq!(Some(Refusal::NoJson), refused(change, Method::Post, target), "{target}");
        }
        assert_eq!(Some(Refusal::WrongMethod), refused(|_| (), Method::Post, "/project"));
        assert_eq!(Some(Refusal::WrongMethod), refused(|_| (), Method::Other, "/project"));
    }

    #[test]
    fn a_body_that_is_too_large_is_refused() {
        let change = |request: &mut Request| request.body = vec![b' '; MOST_BODY_BYTES + 1];
        assert_eq!(Some(Refusal::TooLarge), refused(change, Method::Post, "/edit"));
    }

    #[test]
    fn the_token_is_hidden_in_debug_output() {
        assert!(!format!("{:?}", guard()).contains("0707"));
    }
}
