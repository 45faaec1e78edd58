//! The routes of the studio: path and method of each request.

use super::page::{FILES, File};
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
    Edit,
    Undo,
    Redo,
    Save,
    Reload,
    Keep,
    Order,
}

const TABLE: [(&str, Method, Route); 14] = [
    ("/project", Method::Get, Route::Project),
    ("/figures", Method::Get, Route::Figures),
    ("/face", Method::Get, Route::Face),
    ("/card", Method::Get, Route::Card),
    ("/comparison", Method::Get, Route::Comparison),
    ("/events", Method::Get, Route::Events),
    ("/archive", Method::Get, Route::Archive),
    ("/edit", Method::Post, Route::Edit),
    ("/undo", Method::Post, Route::Undo),
    ("/redo", Method::Post, Route::Redo),
    ("/save", Method::Post, Route::Save),
    ("/reload", Method::Post, Route::Reload),
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
