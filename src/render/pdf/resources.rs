//! What content streams refer to by name: fonts, forms, images, spot inks, gradients and graphics states.

use std::collections::BTreeMap;
use std::sync::Arc;

use lopdf_writer::{Dictionary, Document, Object, ObjectId, dictionary};
use printpdf::{DictItem, Op};

use crate::geometry::Size;
use crate::render::scene::{Gradient, Png, RasterInks};

use super::image::ImageWriter;
use super::shading;

/// The resources of a file, each stored once and named by its place.
#[derive(Default)]
pub(super) struct Resources {
    forms: Vec<Form>,
    spots: Vec<Spot>,
    gradients: Vec<PlacedGradient>,
    images: Vec<Pixels>,
    opacities: Vec<f32>,
}

/// A drawing that other streams call.
pub(super) struct Form {
    pub(super) size: Size,
    pub(super) ops: Vec<Op>,
    /// Whether it is a transparency group.
    pub(super) is_group: bool,
}

/// A spot ink.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spot {
    /// The plate's name.
    pub(super) name: String,
    /// The process inks that replace it, 0 to 1.
    pub(super) alternate: [f32; 4],
}

/// A gradient in the space of a stream.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlacedGradient {
    pub(super) gradient: Arc<Gradient>,
    /// From the gradient's space to the points of the stream.
    pub(super) to_points: [f32; 6],
}

/// An image.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pixels {
    pub(super) png: Png,
    pub(super) inks: RasterInks,
    /// The spot ink it is printed in, if any.
    pub(super) spot: Option<Spot>,
}

/// What is painted without knocking out the plates that it has no ink for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Overprint {
    /// Nothing.
    #[default]
    Nothing,
    /// Fills: the letters of texts in black.
    Fills,
    /// Fills and strokes: black shapes, and lines that do not belong to the picture.
    All,
}

impl Overprint {
    const ALL: [Self; 3] = [Self::Nothing, Self::Fills, Self::All];

    /// The name of its graphics state.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Nothing => "Knockout",
            Self::Fills => "OverprintFills",
            Self::All => "Overprint",
        }
    }

    /// Its graphics state. In mode 1 those of the four inks that are 0 leave what is below, too (PDF
    /// Reference 1.4, 4.5.6).
    fn state(self) -> Dictionary {
        let (strokes, fills) = (self == Self::All, self != Self::Nothing);
        dictionary! { "Type" => "ExtGState", "OP" => strokes, "op" => fills, "OPM" => 1 }
    }
}

impl Resources {
    pub(super) fn font_name(place: usize) -> String {
        format!("Font{place}")
    }

    pub(super) fn form_name(place: usize) -> String {
        format!("Form{place}")
    }

    /// Adds a form and returns its place.
    pub(super) fn add_form(&mut self, form: Form) -> usize {
        self.forms.push(form);
        self.forms.len() - 1
    }

    pub(super) fn spot_name(&mut self, spot: Spot) -> String {
        format!("Spot{}", place_of(&mut self.spots, spot))
    }

    pub(super) fn gradient_name(&mut self, gradient: PlacedGradient) -> String {
        format!("Gradient{}", place_of(&mut self.gradients, gradient))
    }

    pub(super) fn image_name(&mut self, pixels: Pixels) -> String {
        format!("Image{}", place_of(&mut self.images, pixels))
    }

    /// The name of the graphics state with this opacity, 0 to 1.
    pub(super) fn opacity_name(&mut self, opacity: f32) -> String {
        format!("Opacity{}", place_of(&mut self.opacities, opacity))
    }

    pub(super) fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// The size and the operators of each form, which then has none any more.
    pub(super) fn take_form_pages(&mut self) -> Vec<(Size, Vec<Op>)> {
        self.forms.iter_mut().map(|form| (form.size, std::mem::take(&mut form.ops))).collect()
    }

    /// Whether anything lets what is below show through.
    pub(super) fn has_transparency(&self) -> bool {
        self.forms.iter().any(|form| form.is_group) || self.images.iter().any(Pixels::has_alpha)
    }

    /// Adds everything but forms and fonts to a file, and returns all by name.
    ///
    /// # Errors
    /// An image that cannot be read.
    pub(super) fn add_to(
        &self,
        file: &mut Document,
        forms: &[ObjectId],
        fonts: &Dictionary,
    ) -> std::io::Result<NamedObjects> {
        let mut objects = BTreeMap::new();
        for (name, font) in fonts {
            let name = String::from_utf8_lossy(name).into_owned();
            objects.insert((Kind::Font, name), font.clone());
        }
        for (place, &form) in forms.iter().enumerate() {
            objects.insert((Kind::XObject, Self::form_name(place)), form.into());
        }
        for (place, spot) in self.spots.iter().enumerate() {
            let space = file.add_object(spot.colour_space());
            objects.insert((Kind::ColorSpace, format!("Spot{place}")), space.into());
        }
        for (place, gradient) in self.gradients.iter().enumerate() {
            let pattern = file.add_object(shading::pattern(gradient));
            objects.insert((Kind::Pattern, format!("Gradient{place}")), pattern.into());
        }
        let mut writer = ImageWriter::new(file);
        for (place, pixels) in self.images.iter().enumerate() {
            let image = writer.add(pixels)?;
            objects.insert((Kind::XObject, format!("Image{place}")), image.into());
        }
        for (place, &opacity) in self.opacities.iter().enumerate() {
            let state = dictionary! { "Type" => "ExtGState", "ca" => opacity, "CA" => opacity };
            objects.insert((Kind::ExtGState, format!("Opacity{place}")), state.into());
        }
        for overprint in Overprint::ALL {
            let name = overprint.name().to_owned();
            objects.insert((Kind::ExtGState, name), overprint.state().into());
        }
        Ok(NamedObjects(objects))
    }
}

impl Spot {
    /// Its colour space: tints between no ink and the inks that replace it (PDF Reference 1.4, 4.5.5).
    pub(super) fn colour_space(&self) -> Vec<Object> {
        let tint = dictionary! {
            "FunctionType" => 2,
            "Domain" => vec![0.into(), 1.into()],
            "C0" => vec![Object::Real(0.0); 4],
            "C1" => self.alternate.map(Object::Real).to_vec(),
            "N" => 1,
        };
        let name = Object::Name(self.name.clone().into_bytes());
        vec!["Separation".into(), name, "DeviceCMYK".into(), tint.into()]
    }
}

impl Pixels {
    fn has_alpha(&self) -> bool {
        matches!(
            self.inks,
            RasterInks::Own { alpha: true, .. } | RasterInks::Colour { alpha: true }
        )
    }
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
pub(super) struct NamedObjects(BTreeMap<(Kind, String), Object>);

impl NamedObjects {
    /// The resource dictionary of a stream: what its operators name.
    pub(super) fn used_by(&self, ops: &[Op]) -> Dictionary {
        let mut used: BTreeMap<Kind, Dictionary> = BTreeMap::new();
        for (kind, name) in ops.iter().filter_map(named) {
            // The pattern colour space is no resource: it has no entry.
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

/// The place of a thing in a list, to which it is added if it is not there yet.
fn place_of<T: PartialEq>(list: &mut Vec<T>, thing: T) -> usize {
    list.iter().position(|known| *known == thing).unwrap_or_else(|| {
        list.push(thing);
        list.len() - 1
    })
}
