//! Reads an SVG: its elements, and the tree that is drawn.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::sync::{Arc, Mutex};

use usvg::fontdb::Database;
use usvg::roxmltree::{Attribute, Document, Node};
use usvg::{FontResolver, FontStyle, ImageHrefResolver, ImageKind, Options, Tree};

use crate::budget::{self, Budget, SvgError};
use crate::face::{Fonts, face_of, lacking};
use crate::preflight::rule::{self, FileRules};
use crate::preflight::seen::SeenFile;

/// The rules for SVG files.
pub(super) struct SvgRules;

impl FileRules for SvgRules {
    type File<'f> = Svg<'f>;
}

/// A rule for SVG files.
pub(super) type Rule = rule::Rule<SvgRules>;

/// The namespace of SVG elements.
const SVG: &str = "http://www.w3.org/2000/svg";
/// The namespace of `href` in SVG 1.1.
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// A readable file.
pub(super) struct Svg<'t> {
    pub xml: Document<'t>,
    lines: Lines,
    pub tree: Tree,
    /// The available fonts of live text, and the missing ones.
    pub fonts: BTreeSet<String>,
    pub unknown_fonts: BTreeSet<String>,
    /// Characters that are missing in their fonts.
    pub lacking: BTreeSet<String>,
    /// The number of images inside the file that are not readable.
    pub broken_images: usize,
    /// The results of drawing its page, if it was drawn.
    pub look: Option<SeenFile>,
}

/// Whether a file begins like XML, in any encoding that drawing programs write.
pub(in crate::preflight) fn is_xml(bytes: &[u8]) -> bool {
    let wide = bytes.starts_with(b"\xff\xfe<\0") || bytes.starts_with(b"\xfe\xff\0<");
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    wide || bytes.trim_ascii_start().starts_with(b"<")
}

/// The file as text.
pub(super) fn text(bytes: &[u8]) -> Result<&str, String> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(
            "the file is UTF-16, which not every program reads; save it as UTF-8".to_owned()
        );
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        format!("the file is not UTF-8: byte {} does not begin a character", error.valid_up_to())
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

impl<'t> Svg<'t> {
    /// Parses the elements and the drawing, with the fonts of a theme. Nothing outside the file is opened.
    pub(super) fn read(text: &'t str, fonts: &Fonts) -> Result<Self, String> {
        let lines = Lines::new(text);
        let xml = budget::read_svg(text, Budget::PRINT_FILE).map_err(|fault| match &fault {
            SvgError::Excess(excess) if excess.span.start > 0 => {
                format!("line {}: {fault}", lines.number(excess.span.start))
            }
            _ => fault.to_string(),
        })?;
        let root = xml.root_element();
        if root.tag_name().name() != "svg" {
            return Err(format!("the root element is <{}>, not <svg>", root.tag_name().name()));
        }
        if root.tag_name().namespace() != Some(SVG) {
            return Err(format!("the root element is not in the namespace {SVG}"));
        }
        let noted = DrawingNotes::default();
        let tree = tree(&xml, &noted, fonts)?;
        let DrawingNotes { fonts, unknown_fonts, broken_images } = noted;
        let lacking = lacking(&tree).into_iter();
        let lacking = lacking.map(|(letter, font)| format!("{letter:?} in {font}")).collect();
        Ok(Self {
            tree,
            fonts: taken(fonts),
            unknown_fonts: taken(unknown_fonts),
            lacking,
            broken_images: taken(broken_images),
            xml,
            lines,
            look: None,
        })
    }

    /// The elements of the drawing, without the private data of editors.
    pub(super) fn elements(&self) -> impl Iterator<Item = Node<'_, 't>> {
        self.xml.descendants().filter(|node| node.tag_name().namespace() == Some(SVG))
    }

    /// The location of an element for messages: `line 3, <rect> "frame"`.
    pub(super) fn place(&self, node: Node<'_, 't>) -> String {
        let line = self.lines.number(node.range().start);
        let name = node.tag_name().name();
        match node.attribute("id") {
            Some(id) => format!("line {line}, <{name}> {id:?}"),
            None => format!("line {line}, <{name}>"),
        }
    }
}

/// The starts of the lines of a text, computed once because a file may have many faults.
pub(super) struct Lines(Vec<usize>);

impl Lines {
    fn new(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(at, _)| at).collect())
    }

    /// The line number of a byte, from 1.
    fn number(&self, byte: usize) -> usize {
        self.0.partition_point(|&end| end < byte) + 1
    }
}

/// The reference of an element, if it has one.
pub(super) fn href<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.attribute("href").or_else(|| node.attribute((XLINK, "href"))).map(str::trim)
}

/// The attributes of SVG itself: those of editors are in namespaces of their own.
pub(super) fn properties<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Attribute<'a, 'i>> {
    node.attributes().filter(|attribute| attribute.namespace().is_none())
}

/// The text of a style sheet without comments.
pub(super) fn style_sheet(node: Node<'_, '_>) -> Option<String> {
    if node.tag_name().name() != "style" {
        return None;
    }
    let text: String = node.descendants().filter_map(|n| n.is_text().then(|| n.text())?).collect();
    let mut rest = text.as_str();
    let mut plain = String::new();
    while let Some((before, after)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    Some(plain)
}

/// Observations collected while a file is drawn.
#[derive(Default)]
struct DrawingNotes {
    fonts: Mutex<BTreeSet<String>>,
    unknown_fonts: Mutex<BTreeSet<String>>,
    broken_images: Mutex<usize>,
}

fn tree(xml: &Document<'_>, noted: &DrawingNotes, fonts: &Fonts) -> Result<Tree, String> {
    // A missing font is substituted, so that size and colour of its text can be checked.
    let select_font = |font: &usvg::Font, database: &mut Arc<Database>| {
        let families: Vec<String> = font.families().iter().map(ToString::to_string).collect();
        let italic = if font.style() == FontStyle::Normal { "" } else { " italic" };
        let name = format!("{} {}{italic}", families.join(", "), font.weight());
        let found = face_of(font, database);
        let list = if found.is_some() { &noted.fonts } else { &noted.unknown_fonts };
        note(list, name);
        found.or_else(|| database.faces().next().map(|face| face.id))
    };
    let read_image = ImageHrefResolver::default_data_resolver();
    let image = |mime: &str, data: Arc<Vec<u8>>, options: &Options<'_>| {
        let allowed = is_of_pixels(&data) || is_small_svg(&data);
        let found = allowed.then(|| read_image(mime, data, options)).flatten().filter(opens);
        if found.is_none() {
            change(&noted.broken_images, |count| *count += 1);
        }
        found
    };
    let options = Options {
        fontdb: fonts.database(),
        font_resolver: FontResolver {
            select_font: Box::new(select_font),
            select_fallback: Box::new(|_, _, _| None),
        },
        // References out of the file are reported by a rule and never followed.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(image),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    Tree::from_xmltree(xml, &options).map_err(|error| format!("the SVG cannot be drawn: {error}"))
}

/// Whether an SVG embedded as an image is within its budget.
fn is_small_svg(data: &[u8]) -> bool {
    std::str::from_utf8(data).is_ok_and(|text| budget::read_svg(text, Budget::EMBEDDED).is_ok())
}

fn is_of_pixels(data: &[u8]) -> bool {
    let begins: [&[u8]; 4] = [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF"];
    begins.iter().any(|begin| data.starts_with(begin))
}

/// The limit on each side of an embedded PNG in pixels; other formats cannot exceed it. A picture of one column
/// and millions of rows becomes too thin for the drawing library once it is scaled to its place.
const MOST_PIXELS_A_SIDE: u32 = 100_000;

/// Whether an image begins with the signature of its format.
fn opens(image: &ImageKind) -> bool {
    match image {
        ImageKind::PNG(data) => {
            let reader = png::Decoder::new(Cursor::new(&data[..])).read_info();
            let size = reader.map(|reader| reader.info().size());
            size.is_ok_and(|(width, height)| width.max(height) <= MOST_PIXELS_A_SIDE)
        }
        ImageKind::JPEG(data) => data.starts_with(b"\xff\xd8\xff"),
        ImageKind::GIF(data) => data.starts_with(b"GIF8"),
        ImageKind::WEBP(data) => data.starts_with(b"RIFF"),
        ImageKind::SVG(_) => true,
    }
}

fn note(noted: &Mutex<BTreeSet<String>>, item: String) {
    change(noted, |list| {
        list.insert(item);
    });
}

fn change<T>(noted: &Mutex<T>, change: impl FnOnce(&mut T)) {
    change(&mut noted.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
}

fn taken<T>(noted: Mutex<T>) -> T {
    noted.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}
