//! Pixel pictures in templates: the file of each `<image>`, its inks, and its embedding in every face.
//!
//! A grey picture whose label names an ink is printed in exactly that ink: `ink rust` runs from the swatch
//! `rust` to bare paper, `ink rust on ledger` to another swatch. A picture in CMYK is printed in its own
//! inks; faces embed their screen colours. All other pictures are in colour: separated by the table
//! `[pictures]` of the theme, or left to the press with an sRGB profile.

mod decode;
mod encode;
mod ink_layers;
mod inking;
mod link;
mod pictures;
mod resolution;
mod separation;
mod tiff;
mod unusable;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source};

use super::document::{Element, Node};
use super::value::{EmbeddedPng, Value};
use super::{Palette, Ramp, Swatch};

use decode::{Picture, Pixels, decode};
use unusable::{MOST_PIXELS, PictureError};

pub(crate) use encode::data_uri;
pub(super) use ink_layers::ink_layers;
pub(super) use inking::Inking;
pub(super) use link::Links;
pub use pictures::Pictures;
pub(crate) use resolution::dots_per_inch;
pub use separation::InkPixels;
pub(super) use separation::{Separation, USUAL_INK_LIMIT};
pub(super) use unusable::is_drawable;

/// The most bytes of all pictures of a template, as PNG: each card's SVG file contains them.
const MOST_PACKED_BYTES: usize = 5_000_000;

const IN_ALL: &str = "no more than 8 million pixels and 5 MB as PNG in all pictures together";

/// The link of an element, if it is a picture with a link.
fn href(element: &Element) -> Option<&str> {
    let link = || element.attribute("href").or_else(|| element.attribute("xlink:href"));
    (element.name == "image").then(link).flatten()
}

/// The words after `ink` in the label of a picture.
fn ink_label(element: &Element) -> Option<String> {
    let label = element.label()?;
    let words: Vec<&str> = label.split_whitespace().collect();
    (words.first() == Some(&"ink")).then(|| words[1..].join(" "))
}

/// The swatches of an `ink` label for the black and the white of a picture, or the name that is not a swatch:
/// `rust`, `rust on ledger`. Without a second name the white is paper.
fn named_swatches<'n, 'p>(inks: &'n str, palette: &'p Palette) -> [Result<&'p Swatch, &'n str>; 2] {
    let named = |id: &'n str| palette.by_id(id).ok_or(id);
    let is_bare = |swatch: &&Swatch| swatch.ink.process().ink_sum() == 0.0;
    match inks.split_once(" on ") {
        Some((black, white)) => [named(black), named(white)],
        None => [named(inks), palette.iter().find(is_bare).ok_or("paper without ink")],
    }
}

/// Embeds the file of every picture in the template, in the one format that all programs show alike.
pub(super) fn enclose(
    root: &mut Element,
    source: &Arc<Source>,
    palette: &Palette,
    links: &Links,
    separation: &Separation,
) -> Problems {
    let mut ids = BTreeSet::new();
    root.visit(&mut |element| ids.extend(element.attribute("id").map(str::to_owned)));
    let problems = Problems::new();
    let (pixels, packed) = (0, 0);
    let mut enclosing =
        Enclosing { source, palette, links, separation, ids, pixels, packed, problems };
    enclosing.below(root);
    enclosing.problems
}

struct Enclosing<'t> {
    source: &'t Arc<Source>,
    palette: &'t Palette,
    links: &'t Links,
    separation: &'t Separation,
    ids: BTreeSet<String>,
    /// Pixels of all pictures so far.
    pixels: u64,
    /// Bytes of all pictures so far.
    packed: usize,
    problems: Problems,
}

impl Enclosing<'_> {
    fn below(&mut self, element: &mut Element) {
        for child in &mut element.children {
            if let Node::Element(child) = child {
                if child.name == "image" {
                    self.picture(child);
                }
                self.below(child);
            }
        }
    }

    fn picture(&mut self, element: &mut Element) {
        match self.enclosed(element) {
            Ok(enclosed) => {
                let key =
                    ["href", "xlink:href"].into_iter().find(|k| element.attribute(k).is_some());
                element.set(key.unwrap_or("href"), Value::Picture(Arc::new(enclosed)));
                // Both attributes may be present. The absolute path on the designer's machine is removed.
                let other = |name: &str| name == "xlink:href" && key != Some("xlink:href");
                element.attributes.retain(|(name, _)| name != "sodipodi:absref" && !other(name));
                self.name(element);
            }
            Err(PictureError { message, accepted }) => {
                let message = format!("{} {message}", element.described());
                let problem =
                    Problem::coded("face.picture", message).at(self.source, element.span.clone());
                self.problems.push(problem.accepts(accepted));
            }
        }
    }

    /// The PNG file of a picture, with its inks.
    fn enclosed(&mut self, element: &Element) -> Result<EmbeddedPng, PictureError> {
        let refuse = |message: String, accepted| PictureError { message, accepted };
        if self.pixels > MOST_PIXELS || self.packed > MOST_PACKED_BYTES {
            return Err(refuse("is one too many".into(), IN_ALL));
        }
        let Some(link) = href(element).filter(|link| !link.is_empty()) else {
            return Err(refuse("names no picture".into(), "a link to a PNG, JPEG or TIFF file"));
        };
        let (what, bytes) = if link.starts_with("data:") {
            let bytes = encode::decode_data_uri(link).ok_or_else(|| {
                refuse("holds a picture that cannot be unpacked".into(), "base64")
            })?;
            ("the embedded file".to_owned(), Arc::from(bytes))
        } else {
            let what = format!("the file {link:?}");
            let bytes = self.links.get(link).map_err(|fault| about(&what, fault))?;
            (what, bytes)
        };
        let picture = decode(&bytes).map_err(|fault| about(&what, fault))?;
        let (pixels, own) = match picture {
            Picture::Screen(pixels) => (pixels, None),
            Picture::Inked(inked) => {
                let (pixels, inks) =
                    self.separation.shown(inked).map_err(|fault| about(&what, fault))?;
                (pixels, Some(inks))
            }
        };
        self.pixels += u64::from(pixels.width) * u64::from(pixels.height);
        if self.pixels > MOST_PIXELS {
            let message = "has more pixels than the pictures before it leave".into();
            return Err(refuse(message, IN_ALL));
        }
        let label = ink_label(element);
        let png = match &label {
            None => encode::colours(&pixels),
            Some(_) if own.is_some() => {
                let message = "has inks of its own, where its label names one".into();
                return Err(refuse(message, "a label without \"ink\", or a grey picture"));
            }
            Some(inks) => encode::greys(&pixels, &self.ramp(inks, &pixels)?),
        };
        let png =
            png.map_err(|error| refuse(format!("cannot be packed: {error}"), "another picture"))?;
        self.packed += png.len();
        if self.packed > MOST_PACKED_BYTES {
            let megabytes = self.packed.div_ceil(1_000_000);
            let message = format!("comes to {megabytes} MB as PNG with the pictures before it");
            return Err(refuse(message, IN_ALL));
        }
        let separated = || Inking::separated(self.separation, &pixels);
        let inks = own.map(Inking::own).or_else(|| label.is_none().then(separated).flatten());
        Ok(EmbeddedPng::new(png, inks))
    }

    /// The ramp for the inks of a label, if they can print the picture.
    fn ramp(&self, inks: &str, pixels: &Pixels) -> Result<Ramp, PictureError> {
        let refuse = |message: String, accepted| Err(PictureError { message, accepted });
        let (black, white) = match named_swatches(inks, self.palette) {
            [Ok(black), Ok(white)] => (black, white),
            [Err(unknown), _] | [_, Err(unknown)] => {
                let message = format!("asks for the ink {unknown:?}, which is not a swatch");
                return refuse(message, "swatches of theme.toml: ink rust, ink rust on ledger");
            }
        };
        let Some(ramp) = Ramp::new(black, white) else {
            let message = format!("runs from {} to {}", black.id, white.id);
            return refuse(message, "a spot ink to paper without ink, or process inks");
        };
        if let Some([x, y]) = pixels.first_colour() {
            let message = format!("is in colour at pixel {x}, {y}, where its label names one ink");
            return refuse(message, "a grey picture, or a label without \"ink\"");
        }
        if pixels.alpha.is_some() {
            let message = "is in one ink and lets what is below show through".to_owned();
            return refuse(message, "a picture without alpha, a clip to its shape");
        }
        Ok(ramp)
    }

    /// Gives a picture an id if it has none, so that later faults have a place.
    fn name(&mut self, element: &mut Element) {
        if element.attribute("id").is_some() {
            return;
        }
        let mut ids = (1..).map(|count| format!("picture-{count}"));
        let id = ids.find(|id| !self.ids.contains(id)).expect("numbers do not run out");
        self.ids.insert(id.clone());
        element.set("id", id);
    }
}

fn about(what: &str, fault: PictureError) -> PictureError {
    PictureError { message: format!("cannot be drawn: {what} {}", fault.message), ..fault }
}
