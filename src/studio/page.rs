//! The static files of the page.

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
    "/elements.js" "elements.js" SCRIPT,
    "/studio.js" "studio.js" SCRIPT,
    "/spec.js" "spec.js" SCRIPT,
    "/curves.js" "curves.js" SCRIPT,
    "/map.js" "map.js" SCRIPT,
    "/cards.js" "cards.js" SCRIPT,
    "/verdict.js" "verdict.js" SCRIPT,
    "/compare.js" "compare.js" SCRIPT,
    "/orders.js" "orders.js" SCRIPT,
];
