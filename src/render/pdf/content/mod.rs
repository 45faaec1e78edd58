//! From scenes to streams of operators: which streams a file has and what each shows.

mod frame;
mod operators;
mod paint;
mod pen;
mod resources;
mod stream;
mod text;
mod writer;

use crate::geometry::{Mm, Rect, point};
use crate::render::Turn;
use crate::render::scene::Item;

use super::document::{Page, Picture};
use super::fonts::FontSet;

use frame::Frame;
use stream::Stream;
pub(super) use writer::Writer;

pub(super) use pen::tint;
pub(super) use resources::{
    Body, Needs, Overprint, Pixels, PlacedGradient, Shared, form_name, gradient_name, group_name,
    opacity_name, raster_name, spot_name,
};

/// A part of a picture to be written.
pub(super) enum Part<'a> {
    /// Items written here.
    Items(&'a [Item]),
    /// A call of a form kept in this stream.
    Form(usize),
}

impl<'a> Writer<'a> {
    pub(super) fn new(fonts: &'a FontSet) -> Self {
        Self { fonts, shared: Shared::default() }
    }

    pub(super) fn into_shared(self) -> Shared {
        self.shared
    }

    /// The stream of a picture whose window's lower left corner is the origin.
    pub(super) fn picture(&mut self, parts: &[Part<'_>], window: &Rect) -> Body {
        let mut stream = Stream::new(
            self,
            Frame { left: window.x, bottom: window.bottom(), size: window.size() },
        );
        for part in parts {
            match part {
                Part::Items(items) => items.iter().for_each(|item| stream.item(item)),
                Part::Form(form) => {
                    stream.call(*form);
                }
            }
        }
        stream.into_body()
    }

    /// The stream of a page: its pictures, then its furniture.
    pub(super) fn page(
        &mut self,
        page: &Page<'_>,
        pictures: &[Picture<'_>],
        forms: &[usize],
    ) -> Body {
        let frame = Frame { left: Mm::ZERO, bottom: page.size.height, size: page.size };
        let mut stream = Stream::new(self, frame);
        if let Some(map) = &page.correction {
            stream.ops.plain("q");
            stream.ops.reals(&frame.map(map), "cm");
        }
        for placement in &page.placements {
            let Rect { width, height, .. } = pictures[placement.picture].window;
            let (left, top) = (Mm(placement.corner.x), Mm(placement.corner.y));
            // The window's own origin, its lower left corner, goes round the corners of the place.
            let ([a, b, c, d], origin) = match placement.turn {
                Turn::Upright => ([1.0, 0.0, 0.0, 1.0], point(left, top + height)),
                Turn::Right => ([0.0, -1.0, 1.0, 0.0], point(left, top)),
                Turn::Over => ([-1.0, 0.0, 0.0, -1.0], point(left + width, top)),
                Turn::Left => ([0.0, 1.0, -1.0, 0.0], point(left + height, top + width)),
            };
            let [x, y] = frame.point(origin);
            stream.ops.plain("q");
            if let Some(within) = &placement.within {
                stream.within(within);
            }
            stream.ops.reals(&[a, b, c, d, x, y], "cm");
            stream.call(forms[placement.picture]);
            stream.ops.plain("Q");
        }
        if let Some(furniture) = page.furniture {
            if page.is_furniture_overprinting {
                stream.overprint_all();
            }
            furniture.items.iter().for_each(|item| stream.item(item));
        }
        if page.correction.is_some() {
            stream.ops.plain("Q");
        }
        stream.into_body()
    }

    fn spot(&mut self, name: &str, alternate: [f32; 4]) -> usize {
        resources::place_of(
            &mut self.shared.spots,
            resources::Spot { name: name.to_owned(), alternate },
        )
    }
}
