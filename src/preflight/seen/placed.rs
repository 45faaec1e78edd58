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
            Self::Extra(_) => f.write_str("an extra card"),
        }
    }
}

impl FaceId {
    /// The face that a file is named after: `fronts/card-07.png`, `back.png`, `title.png`, and `title_2.png` for a
    /// second copy of an extra card. `others` are backs and extra cards with their names.
    pub(super) fn from_file_name<'n>(
        file: &str,
        others: impl Iterator<Item = (Self, &'n str)> + Clone,
    ) -> Option<Self> {
        let (stem, _) = file.rsplit(['/', '\\']).next()?.rsplit_once('.')?;
        let copy = || {
            let (name, number) = stem.rsplit_once('_')?;
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
            let face = Self::named(name, others.clone()).filter(|_| is_number)?;
            matches!(face, Self::Extra(_)).then_some(face)
        };
        Self::named(stem, others.clone()).or_else(copy)
    }

    /// The face with this name: `card-07`, `back`, `title`.
    pub(super) fn named<'n>(
        name: &str,
        mut others: impl Iterator<Item = (Self, &'n str)>,
    ) -> Option<Self> {
        if let Some((face, _)) = others.find(|(_, own)| *own == name) {
            return Some(face);
        }
        let digits = name.strip_prefix("card-")?;
        CardNumber::new(digits.parse().ok()?).map(Self::Card)
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
        let (card, back) =
            (FaceId::Card(CardNumber::new(7).unwrap()), FaceId::Back(BackPlace::FIRST));
        let [title, own] = [Extra::Title, Extra::Own(0)].map(FaceId::Extra);
        let others = [(back, "back"), (title, "title"), (own, "extra-turns")].into_iter();
        let of_file = |name: &str| FaceId::from_file_name(name, others.clone());
        assert_eq!(Some(card), of_file("fronts/card-07.png"));
        assert_eq!(Some(own), of_file("extra-turns.svg"));
        assert_eq!(Some(own), of_file("a/extra-turns_12.svg"));
        assert_eq!(None, of_file("back_2.svg"));
        let named = |name: &str| FaceId::named(name, others.clone());
        assert_eq!([Some(title), Some(back)], ["title", "back"].map(named));
        assert_eq!([None; 3], ["changelog", "card-121", "title_2"].map(named));
    }
}
