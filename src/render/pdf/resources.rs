//! The named resources of content streams: fonts, forms, images, spot inks, gradients and graphics states.

use std::sync::Arc;

use lopdf_writer::{Dictionary, Object, dictionary};
use printpdf::Op;

use crate::geometry::Size;
use crate::render::scene::{Gradient, Png, RasterInks};

/// The resources of a file, each stored once and named by its index.
#[derive(Default)]
pub(super) struct Resources {
    pub(super) forms: Vec<Form>,
    pub(super) spots: Vec<Spot>,
    pub(super) gradients: Vec<PlacedGradient>,
    pub(super) images: Vec<Pixels>,
    pub(super) opacities: Vec<f32>,
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

/// What is painted without knocking out other plates.
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
    pub(super) const ALL: [Self; 3] = [Self::Nothing, Self::Fills, Self::All];

    /// The name of its graphics state.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Nothing => "Knockout",
            Self::Fills => "OverprintFills",
            Self::All => "Overprint",
        }
    }

    /// Its graphics state. In mode 1, process inks of 0 preserve what is below, too (PDF Reference 1.4,
    /// 4.5.6).
    pub(super) fn state(self) -> Dictionary {
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

    /// Adds a form and returns its index.
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

    /// Takes the size and the operators out of each form.
    pub(super) fn take_form_pages(&mut self) -> Vec<(Size, Vec<Op>)> {
        self.forms.iter_mut().map(|form| (form.size, std::mem::take(&mut form.ops))).collect()
    }

    /// Whether anything is transparent.
    pub(super) fn has_transparency(&self) -> bool {
        self.forms.iter().any(|form| form.is_group) || self.images.iter().any(Pixels::has_alpha)
    }
}

impl Spot {
    /// Its colour space: tints between no ink and its alternate (PDF Reference 1.4, 4.5.5).
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

/// The index of an item in a list, which is added if missing.
fn place_of<T: PartialEq>(list: &mut Vec<T>, thing: T) -> usize {
    list.iter().position(|known| *known == thing).unwrap_or_else(|| {
        list.push(thing);
        list.len() - 1
    })
}
