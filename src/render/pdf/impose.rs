//! Imposition as n-up: the drawings of a document become forms that its sheets call.
//!
//! printpdf writes every drawing and every sheet as a page of its true size. Here the drawings are moved from
//! the page tree to form XObjects, and each stream gets the resources that its operators name.

use std::collections::BTreeMap;

use lopdf_writer::{Dictionary, Document, Object, ObjectId, Result, Stream, dictionary};
use printpdf::{DictItem, Op, PdfDocument};

use super::content::{points, single, tint};
use super::image::ImageWriter;
use super::resources::{Overprint, PlacedGradient, Resources};
use crate::face::Cmyk;
use crate::geometry::Size;
use crate::render::scene::Along;

/// Turns the first pages of a file, which are the forms of its resources, into form XObjects. Returns the
/// pages that remain.
///
/// # Errors
/// An object that printpdf did not write, or an image that cannot be read.
pub(super) fn impose(
    pdf: &PdfDocument,
    resources: &Resources,
    file: &mut Document,
) -> Result<Vec<ObjectId>> {
    let pages: Vec<ObjectId> = file.get_pages().into_values().collect();
    let (forms, sheets) = pages.split_at(resources.forms.len());
    let fonts = fonts(file, &pages)?;
    let named = NamedObjects::new(resources, file, forms, &fonts)?;
    let (form_pages, sheet_pages) = pdf.pages.split_at(forms.len());
    for ((form, page), &id) in resources.forms.iter().zip(form_pages).zip(forms) {
        let mut dictionary = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => size_box(form.size),
            "Resources" => named.used_by(&page.ops),
        };
        if form.is_group {
            dictionary.set("Group", transparency_group());
        }
        file.set_object(id, Stream::new(dictionary, file.get_page_content(id)));
    }
    for (page, &id) in sheet_pages.iter().zip(sheets) {
        let dictionary = file.get_dictionary_mut(id)?;
        dictionary.set("Resources", named.used_by(&page.ops));
        if resources.has_transparency() {
            // The blending colour space.
            dictionary.set("Group", transparency_group());
        }
    }
    let tree = file.catalog()?.get(b"Pages")?.as_reference()?;
    let tree = file.get_dictionary_mut(tree)?;
    tree.set("Count", sheets.len() as i64);
    tree.set("Kids", sheets.iter().map(|&id| id.into()).collect::<Vec<Object>>());
    Ok(sheets.to_vec())
}

/// The fonts of a file by name; printpdf lists all of them for each page.
fn fonts(file: &Document, pages: &[ObjectId]) -> Result<Dictionary> {
    let Some(&page) = pages.first() else { return Ok(Dictionary::new()) };
    let resources = file.get_dictionary(page)?.get(b"Resources")?.as_reference()?;
    let fonts = file.get_dictionary(resources)?.get(b"Font")?.as_reference()?;
    file.get_dictionary(fonts).cloned()
}

/// A box of this size at the origin.
pub(super) fn size_box(size: Size) -> Vec<Object> {
    vec![0.into(), 0.into(), points(size.width).into(), points(size.height).into()]
}

/// An isolated group in the four inks, composited as one (PDF Reference 1.4, 7.5.5).
fn transparency_group() -> Dictionary {
    dictionary! { "Type" => "Group", "S" => "Transparency", "CS" => "DeviceCMYK" }
}

/// The kinds of named resources, by their keys in a resource dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Font,
    XObject,
    ColorSpace,
    Pattern,
    ExtGState,
}

impl Kind {
    fn key(self) -> &'static str {
        match self {
            Self::Font => "Font",
            Self::XObject => "XObject",
            Self::ColorSpace => "ColorSpace",
            Self::Pattern => "Pattern",
            Self::ExtGState => "ExtGState",
        }
    }
}

/// All resources of a file by kind and name.
struct NamedObjects(BTreeMap<(Kind, String), Object>);

impl NamedObjects {
    /// Adds everything except forms and fonts to a file.
    ///
    /// # Errors
    /// An image that cannot be read.
    fn new(
        resources: &Resources,
        file: &mut Document,
        forms: &[ObjectId],
        fonts: &Dictionary,
    ) -> std::io::Result<Self> {
        let mut objects = BTreeMap::new();
        for (name, font) in fonts {
            let name = String::from_utf8_lossy(name).into_owned();
            objects.insert((Kind::Font, name), font.clone());
        }
        for (place, &form) in forms.iter().enumerate() {
            objects.insert((Kind::XObject, Resources::form_name(place)), form.into());
        }
        for (place, spot) in resources.spots.iter().enumerate() {
            let space = file.add_object(spot.colour_space());
            objects.insert((Kind::ColorSpace, format!("Spot{place}")), space.into());
        }
        for (place, gradient) in resources.gradients.iter().enumerate() {
            let pattern = file.add_object(pattern(gradient));
            objects.insert((Kind::Pattern, format!("Gradient{place}")), pattern.into());
        }
        let mut writer = ImageWriter::new(file);
        for (place, pixels) in resources.images.iter().enumerate() {
            let image = writer.add(pixels)?;
            objects.insert((Kind::XObject, format!("Image{place}")), image.into());
        }
        for (place, &opacity) in resources.opacities.iter().enumerate() {
            let state = dictionary! { "Type" => "ExtGState", "ca" => opacity, "CA" => opacity };
            objects.insert((Kind::ExtGState, format!("Opacity{place}")), state.into());
        }
        for overprint in Overprint::ALL {
            let name = overprint.name().to_owned();
            objects.insert((Kind::ExtGState, name), overprint.state().into());
        }
        Ok(Self(objects))
    }

    /// The resource dictionary of a stream, by the names in its operators.
    fn used_by(&self, ops: &[Op]) -> Dictionary {
        let mut used: BTreeMap<Kind, Dictionary> = BTreeMap::new();
        for (kind, name) in ops.iter().filter_map(named) {
            // The pattern colour space is not a resource, so it has no entry.
            if let Some(object) = self.0.get(&(kind, name.clone())) {
                used.entry(kind).or_default().set(name, object.clone());
            }
        }
        used.into_iter().map(|(kind, named)| (kind.key(), named.into())).collect()
    }
}

/// The resource that an operator names.
fn named(op: &Op) -> Option<(Kind, String)> {
    Some(match op {
        Op::SetFont { font, .. } => (Kind::Font, font.get_resource_name()),
        Op::UseXobject { id, .. } => (Kind::XObject, id.0.clone()),
        Op::LoadGraphicsState { gs } => (Kind::ExtGState, gs.0.clone()),
        Op::SetColorSpaceFill { id } | Op::SetColorSpaceStroke { id } => {
            (Kind::ColorSpace, id.clone())
        }
        Op::Unknown { value, .. } => match value.first() {
            Some(DictItem::Name(name)) => {
                (Kind::Pattern, String::from_utf8_lossy(name).into_owned())
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// The pattern of a gradient.
pub(super) fn pattern(placed: &PlacedGradient) -> Dictionary {
    let (kind, coordinates): (i64, Vec<f64>) = match placed.gradient.along {
        Along::Line { from, to } => (2, [from, to].concat()),
        Along::Circles { from, to } => (3, [from, to].concat()),
    };
    let shading = dictionary! {
        "ShadingType" => kind,
        "ColorSpace" => "DeviceCMYK",
        "Coords" => reals(coordinates),
        "Function" => function(&placed.gradient.stops),
        // Beyond its ends the gradient continues with its last inks, as in SVG.
        "Extend" => vec![true.into(), true.into()],
    };
    dictionary! {
        "Type" => "Pattern",
        "PatternType" => 2,
        "Matrix" => placed.to_points.map(Object::Real).to_vec(),
        "Shading" => shading,
    }
}

/// The function from 0 to 1 along the gradient to inks, linear between neighbouring stops.
fn function(stops: &[(f64, Cmyk)]) -> Dictionary {
    let mut stops = stops.to_vec();
    // Before the first stop and after the last the inks are constant.
    if let Some(first) = stops.first().copied().filter(|(at, _)| *at > 0.0) {
        stops.insert(0, (0.0, first.1));
    }
    if let Some(last) = stops.last().copied().filter(|(at, _)| *at < 1.0) {
        stops.push((1.0, last.1));
    }
    let domain = || vec![0.into(), 1.into()];
    let piece = |from: &Cmyk, to: &Cmyk| {
        dictionary! {
            "FunctionType" => 2,
            "Domain" => domain(),
            "C0" => from.percent().map(|ink| Object::Real(tint(ink))).to_vec(),
            "C1" => to.percent().map(|ink| Object::Real(tint(ink))).to_vec(),
            "N" => 1,
        }
    };
    let pieces: Vec<Object> =
        stops.windows(2).map(|pair| piece(&pair[0].1, &pair[1].1).into()).collect();
    let inner = &stops[1..stops.len() - 1];
    let encode = pieces.iter().flat_map(|_| domain()).collect::<Vec<Object>>();
    dictionary! {
        "FunctionType" => 3,
        "Domain" => domain(),
        "Functions" => pieces,
        "Bounds" => reals(inner.iter().map(|(at, _)| *at)),
        "Encode" => encode,
    }
}

fn reals(numbers: impl IntoIterator<Item = f64>) -> Vec<Object> {
    numbers.into_iter().map(|number| Object::Real(single(number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_inside_the_ends_are_extended_to_them() {
        let inks = |black| Cmyk::new([0.0, 0.0, 0.0, black]).unwrap();
        let function = function(&[(0.25, inks(10.0)), (0.75, inks(90.0))]);
        assert_eq!(3, function.get(b"Functions").unwrap().as_array().unwrap().len());
        let bounds = function.get(b"Bounds").unwrap().as_array().unwrap();
        assert_eq!(vec![Object::Real(0.25), Object::Real(0.75)], *bounds);
        assert_eq!(6, function.get(b"Encode").unwrap().as_array().unwrap().len());
    }
}
