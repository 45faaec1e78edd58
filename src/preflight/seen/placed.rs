//! Identifiers of faces, and their positions on a page.

use std::fmt;

use kurbo::{Rect, Vec2};
use serde::{Deserialize, Serialize};

use crate::deck::CardNumber;
use crate::face::{BackPlace, Extra, Format};
use crate::geometry::{Affine, Point, quarter_turn};
use crate::render::Turn;

/// The identifier of a face of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::preflight) enum FaceId {
    /// The front of a card.
    Card(CardNumber),
    /// A back.
    Back(BackPlace),
    /// An extra card.
    Extra(Extra),
}

impl fmt::Display for FaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(number) => write!(f, "card {number}"),
            Self::Back(_) => f.write_str("the back"),
            Self::Extra(extra) => write!(f, "the {extra} card"),
        }
    }
}

impl FaceId {
    /// The face that a file is named after: `fronts/card-07.png`, `back.png`, `title.png`. `backs` are the theme's
    /// backs with their names.
    pub(super) fn from_file_name<'n>(
        file: &str,
        backs: impl Iterator<Item = (BackPlace, &'n str)>,
    ) -> Option<Self> {
        let (stem, _) = file.rsplit(['/', '\\']).next()?.rsplit_once('.')?;
        Self::named(stem, backs)
    }

    /// The face with this name: `card-07`, `back`, `title`.
    pub(super) fn named<'n>(
        name: &str,
        mut backs: impl Iterator<Item = (BackPlace, &'n str)>,
    ) -> Option<Self> {
        if let Some((back, _)) = backs.find(|(_, own)| *own == name) {
            return Some(Self::Back(back));
        }
        let extra = Extra::ALL.into_iter().find(|extra| extra.name() == name);
        match name.strip_prefix("card-") {
            Some(digits) => CardNumber::new(digits.parse().ok()?).map(Self::Card),
            None => extra.map(Self::Extra),
        }
    }

    pub(super) fn is_back(self) -> bool {
        matches!(self, Self::Back(_))
    }
}

/// A face on a page.
#[derive(Clone, Copy, Debug)]
pub(in crate::preflight) struct PlacedFace {
    pub face: FaceId,
    /// From millimetres of the face, bleed included, to millimetres of the page.
    pub on_page: Affine,
    /// Its centre, without the correction for a printer.
    pub middle_mm: [f64; 2],
}

impl PlacedFace {
    /// A face at this position, on a page without a correction for a printer.
    pub(super) fn new(face: FaceId, on_page: Affine, format: Format) -> Self {
        let Point { x, y } = on_page * middle_of(format);
        Self { face, on_page, middle_mm: [x, y] }
    }
}

/// The transformation from millimetres of a face, bleed included, to those of a page with its trim and orientation.
pub(super) fn on_page(trim: Rect, turn: Turn, format: Format) -> Affine {
    let middle = Vec2::new(format.full_width_mm() / 2.0, format.full_height_mm() / 2.0);
    let quarters = (turn.degrees() / 90) as u8;
    quarter_turn(quarters).pre_translate(-middle).then_translate(trim.center().to_vec2())
}

/// The centre of a face with its bleed.
fn middle_of(format: Format) -> Point {
    Point::new(format.full_width_mm() / 2.0, format.full_height_mm() / 2.0)
}

/// The faces of a page.
#[derive(Clone, Debug, Default)]
pub(in crate::preflight) struct PlacedPage {
    /// The page, from 1, in files that have several.
    pub number: Option<u32>,
    pub faces: Vec<PlacedFace>,
    /// Whether the page as a whole is scaled or displaced relative to its sheet; then its faces are not compared.
    pub is_moved: bool,
}

impl PlacedPage {
    /// Whether it shows only backs or only fronts; `None` if neither.
    pub(in crate::preflight) fn is_back(&self) -> Option<bool> {
        let mut sides = self.faces.iter().map(|own| own.face.is_back());
        let first = sides.next()?;
        sides.all(|side| side == first).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_face_has_its_trim_at_its_place() {
        let format = Format::POKER;
        let [wide, high] = [format.trim_width_mm(), format.trim_height_mm()];
        let bleed = format.bleed_mm();
        let head = Point::new(bleed + wide / 2.0, bleed);
        for (turn, size, expected) in [
            (Turn::Upright, [wide, high], (10.0 + wide / 2.0, 20.0)),
            (Turn::Right, [high, wide], (10.0 + high, 20.0 + wide / 2.0)),
            (Turn::Over, [wide, high], (10.0 + wide / 2.0, 20.0 + high)),
            (Turn::Left, [high, wide], (10.0, 20.0 + wide / 2.0)),
        ] {
            let trim = Rect::new(10.0, 20.0, 10.0 + size[0], 20.0 + size[1]);
            let place = on_page(trim, turn, format);
            let off = place * head - Point::from(expected);
            assert!(off.x.abs() < 1e-9 && off.y.abs() < 1e-9, "{turn:?}: {off:?}");
        }
    }

    #[test]
    fn faces_have_the_names_of_their_files() {
        let backs = || [(BackPlace::FIRST, "back")].into_iter();
        let card = FaceId::Card(CardNumber::new(7).unwrap());
        assert_eq!(Some(card), FaceId::from_file_name("fronts/card-07.png", backs()));
        assert_eq!(Some(FaceId::Extra(Extra::Title)), FaceId::named("title", backs()));
        assert_eq!(Some(FaceId::Back(BackPlace::FIRST)), FaceId::named("back", backs()));
        assert_eq!(None, FaceId::named("changelog", backs()));
        assert_eq!(None, FaceId::named("card-121", backs()));
    }
}
