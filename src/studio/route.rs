//! The routes of the studio: path and method of each request.

use super::request::Method;

/// A route. All paths are in one table; they are unrelated to paths on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    File(&'static File),
    Project,
    Figures,
    Face,
    Card,
    Comparison,
    Events,
    Archive,
    Choices,
    Edit,
    Undo,
    Redo,
    Save,
    Reload,
    Outside,
    KeepMine,
    Keep,
    Order,
}

const TABLE: [(&str, Method, Route); 17] = [
    ("/project", Method::Get, Route::Project),
    ("/figures", Method::Get, Route::Figures),
    ("/face", Method::Get, Route::Face),
    ("/card", Method::Get, Route::Card),
    ("/comparison", Method::Get, Route::Comparison),
    ("/events", Method::Get, Route::Events),
    ("/archive", Method::Get, Route::Archive),
    ("/choices", Method::Get, Route::Choices),
    ("/edit", Method::Post, Route::Edit),
    ("/undo", Method::Post, Route::Undo),
    ("/redo", Method::Post, Route::Redo),
    ("/save", Method::Post, Route::Save),
    ("/reload", Method::Post, Route::Reload),
    ("/outside", Method::Get, Route::Outside),
    ("/keep-mine", Method::Post, Route::KeepMine),
    ("/keep", Method::Post, Route::Keep),
    ("/order", Method::Post, Route::Order),
];

impl Route {
    /// The route of a path.
    pub fn at(path: &str) -> Option<Self> {
        let file = FILES.iter().find(|file| file.path == path).map(Self::File);
        file.or_else(|| TABLE.iter().find(|(own, ..)| *own == path).map(|(.., route)| *route))
    }

    /// The method of a route.
    pub fn method(self) -> Method {
        let own = TABLE.iter().find(|(.., route)| *route == self);
        own.map_or(Method::Get, |(_, method, _)| *method)
    }
}

/// A static file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct File {
    /// Its URL path.
    pub path: &'static str,
    pub content_type: &'static str,
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";

const SVG: &str = "image/svg+xml";

const CSS: &str = "text/css; charset=utf-8";

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! files {
    ($($path:literal $name:literal $kind:ident),* $(,)?) => {
        &[$(File { path: $path, content_type: $kind, text: include_str!(concat!("page/", $name)) }),*]
    };
}

/// All files; the first is the page itself.
pub(super) const FILES: &[File] = files![
    "/" "studio.html" HTML,
    "/icon.svg" "icon.svg" SVG,
    "/studio.css" "studio.css" CSS,
    "/http.js" "http.js" SCRIPT,
    "/elements.js" "elements.js" SCRIPT,
    "/studio.js" "studio.js" SCRIPT,
    "/gesture.js" "gesture.js" SCRIPT,
    "/spec.js" "spec.js" SCRIPT,
    "/source.js" "source.js" SCRIPT,
    "/faults.js" "faults.js" SCRIPT,
    "/outside.js" "outside.js" SCRIPT,
    "/layout.js" "layout.js" SCRIPT,
    "/additions.js" "additions.js" SCRIPT,
    "/curves.js" "curves.js" SCRIPT,
    "/map.js" "map.js" SCRIPT,
    "/cards.js" "cards.js" SCRIPT,
    "/gallery.js" "gallery.js" SCRIPT,
    "/verdict.js" "verdict.js" SCRIPT,
    "/compare.js" "compare.js" SCRIPT,
    "/orders.js" "orders.js" SCRIPT,
];
