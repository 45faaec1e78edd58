//! The texts of a PDF: what they say and where they stand.

use std::collections::BTreeMap;
use std::rc::Rc;

use lopdf::content::Operation;
use lopdf::{Dictionary, Object};

use super::content::{Scope, Visitor, plain};
use super::matrix::Matrix;
use super::read::Corners;
use super::stack::States;
use super::value::{array, as_dictionary, get, name, number, numbers};

/// A text shown in one piece.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub page: u32,
    pub text: String,
    /// From text space to the page, in points: its origin is where the baseline starts.
    pub place: Matrix,
    /// How far the baseline runs, and an em, both in text space.
    reach: [f64; 2],
    /// What each code says, and how far along the baseline it stands in text space.
    pub letters: Vec<(String, f64)>,
}

/// The height of capitals and figures, and how far letters such as g hang below the baseline, in
/// ems: what the common text faces have.
const CAPITALS_EM: f64 = 0.7;
const DESCENDERS_EM: f64 = 0.2;

impl Run {
    /// An em in text space.
    pub(super) fn em(&self) -> f64 {
        self.reach[1]
    }

    /// The rectangle on the page that its letters fill, in points.
    pub(super) fn bounds(&self) -> Corners {
        let [along, em] = self.reach;
        let hangs = |letter: char| "gjpqyçQ,;()[]{}|_ß§@$".contains(letter);
        let below = if self.text.contains(hangs) { -DESCENDERS_EM * em } else { 0.0 };
        let above = CAPITALS_EM * em;
        let corners = [[0.0, below], [along, below], [0.0, above], [along, above]];
        around(corners.map(|corner| self.place.apply(corner)))
    }
}

/// The upright rectangle round some points.
pub(super) fn around(points: impl IntoIterator<Item = [f64; 2]>) -> Corners {
    let nothing = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    points.into_iter().fold(nothing, |[left, bottom, right, top], [x, y]| {
        [left.min(x), bottom.min(y), right.max(x), top.max(y)]
    })
}

/// Collects the texts of every page, form by form.
#[derive(Default)]
pub(super) struct Runs {
    pub found: Vec<Run>,
    states: States<State>,
    /// The text and line matrices of the open text object.
    text: Matrix,
    line: Matrix,
    /// Whether text follows on from the run before, without a new place.
    continued: bool,
    /// Fonts already read, by where their dictionary lies.
    fonts: BTreeMap<*const Dictionary, Rc<Font>>,
}

/// The part of the graphics state that texts ask about.
#[derive(Clone, Default)]
struct State {
    place: Matrix,
    size: f64,
    leading: f64,
    /// Between letters, in text space.
    spacing: f64,
    font: Rc<Font>,
}

/// A piece of a text: codes, or a step back in thousandths of an em.
enum Piece<'p> {
    Codes(&'p [u8]),
    Back(f64),
}

/// What a font's codes stand for.
#[derive(Clone, Default)]
struct Font {
    two_bytes: bool,
    characters: BTreeMap<u16, String>,
    /// How wide glyphs are in ems, and those that are not told.
    widths: BTreeMap<u16, f64>,
    usual_width: f64,
}

impl Runs {
    fn font(&mut self, scope: &Scope<'_>, font: &Dictionary) -> Rc<Font> {
        let known = self.fonts.entry(std::ptr::from_ref(font));
        Rc::clone(known.or_insert_with(|| Rc::new(Font::read(scope, font))))
    }

    fn new_line(&mut self, x: f64, y: f64) {
        self.line = Matrix::shift(x, y).then(&self.line);
        self.text = self.line;
        self.continued = false;
    }

    fn show(&mut self, page: u32, pieces: &[Piece<'_>]) {
        let state = self.states.now();
        let mut text = String::new();
        let mut along = 0.0;
        let mut letters = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Codes(codes) => {
                    for code in codes.chunks(state.font.bytes_a_code()) {
                        let letter = state.font.decode(code);
                        text += &letter;
                        letters.push((letter, along));
                        let (ems, spaces) = state.font.width(code);
                        along += ems * state.size + spaces * state.spacing;
                    }
                }
                Piece::Back(thousandths) => along -= thousandths / 1000.0 * state.size,
            }
        }
        if self.continued
            && let Some(last) = self.found.last_mut()
        {
            last.text += &text;
            let start = last.reach[0];
            last.letters.extend(letters.into_iter().map(|(letter, at)| (letter, start + at)));
            last.reach[0] += along;
            return;
        }
        let place = self.text.then(&state.place);
        self.found.push(Run { page, text, place, reach: [along, state.size], letters });
        self.continued = true;
    }
}

impl<'a> Visitor<'a> for Runs {
    fn operator(&mut self, scope: &Scope<'a>, operation: &Operation) {
        let numbers = numbers(&operation.operands);
        match (operation.operator.as_str(), numbers.as_slice()) {
            ("q", _) => self.states.save(),
            ("Q", _) => self.states.restore(),
            ("cm", numbers) => {
                if let Some(matrix) = Matrix::from_numbers(numbers) {
                    let state = self.states.now_mut();
                    state.place = matrix.then(&state.place);
                }
            }
            ("BT", _) => {
                (self.text, self.line) = (Matrix::IDENTITY, Matrix::IDENTITY);
                self.continued = false;
            }
            ("Tm", numbers) => {
                if let Some(matrix) = Matrix::from_numbers(numbers) {
                    (self.text, self.line) = (matrix, matrix);
                    self.continued = false;
                }
            }
            ("Td", &[x, y]) => self.new_line(x, y),
            ("TD", &[x, y]) => {
                self.states.now_mut().leading = -y;
                self.new_line(x, y);
            }
            ("TL", &[leading]) => self.states.now_mut().leading = leading,
            ("Tc", &[spacing]) => self.states.now_mut().spacing = spacing,
            ("T*", _) => self.new_line(0.0, -self.states.now().leading),
            ("Tf", &[size]) => {
                let resource = operation.operands.first().and_then(|o| o.as_name().ok());
                let font = resource.and_then(|r| scope.resource("Font", r)).and_then(as_dictionary);
                let font = font.map(|font| self.font(scope, font)).unwrap_or_default();
                let state = self.states.now_mut();
                (state.size, state.font) = (size, font);
            }
            ("Tj" | "TJ", _) => {
                let pieces: Vec<Piece<'_>> = match operation.operands.first() {
                    Some(Object::String(text, _)) => vec![Piece::Codes(text)],
                    Some(Object::Array(items)) => items
                        .iter()
                        .filter_map(|item| match item {
                            Object::String(text, _) => Some(Piece::Codes(text)),
                            step => number(step).map(Piece::Back),
                        })
                        .collect(),
                    _ => Vec::new(),
                };
                self.show(scope.page, &pieces);
            }
            ("'" | "\"", _) => {
                self.new_line(0.0, -self.states.now().leading);
                if let Some(Object::String(text, _)) = operation.operands.last() {
                    self.show(scope.page, &[Piece::Codes(text)]);
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, scope: &Scope<'a>, form: Option<&'a Dictionary>) {
        let state = self.states.enter(form);
        if let Some(matrix) = form.and_then(|form| Matrix::of(scope, form)) {
            state.place = matrix.then(&state.place);
        }
    }

    fn leave(&mut self) {
        self.states.leave();
    }

    fn every_call(&self) -> bool {
        true
    }
}

impl Font {
    fn read(scope: &Scope<'_>, font: &Dictionary) -> Self {
        let file = &scope.pdf.file;
        let map = get(file, font, "ToUnicode").and_then(|map| map.as_stream().ok());
        let map = map.and_then(|map| plain(map).ok()).unwrap_or_default();
        let characters = character_map(&String::from_utf8_lossy(&map));
        let two_bytes = name(file, font, "Subtype") == Some("Type0");
        let (widths, usual_width) = if two_bytes {
            composite_widths(scope, font).unwrap_or_default()
        } else {
            simple_widths(scope, font)
        };
        Self { two_bytes, characters, widths, usual_width }
    }

    fn bytes_a_code(&self) -> usize {
        if self.two_bytes { 2 } else { 1 }
    }

    /// How wide these codes are together in ems, and how many letters they are.
    fn width(&self, codes: &[u8]) -> (f64, f64) {
        let wide = |code: u16| self.widths.get(&code).copied().unwrap_or(self.usual_width);
        let codes: Vec<u16> = if self.two_bytes {
            codes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect()
        } else {
            codes.iter().map(|&code| u16::from(code)).collect()
        };
        let letters = u32::try_from(codes.len()).unwrap_or(u32::MAX);
        (codes.into_iter().map(wide).sum(), f64::from(letters))
    }

    fn decode(&self, codes: &[u8]) -> String {
        let known = |code: u16| self.characters.get(&code).cloned();
        if self.two_bytes {
            let codes = codes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            codes.map(|code| known(code).unwrap_or_else(|| '\u{FFFD}'.to_string())).collect()
        } else {
            let codes = codes.iter().map(|&code| u16::from(code));
            let plain = |code| char::from_u32(u32::from(code)).unwrap_or('\u{FFFD}').to_string();
            codes.map(|code| known(code).unwrap_or_else(|| plain(code))).collect()
        }
    }
}

/// The widths of a font of one-byte codes (PDF Reference 1.4, 5.5.1).
fn simple_widths(scope: &Scope<'_>, font: &Dictionary) -> (BTreeMap<u16, f64>, f64) {
    let file = &scope.pdf.file;
    let first = get(file, font, "FirstChar").and_then(number).unwrap_or(0.0);
    let widths = array(file, font, "Widths").unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a code of a byte")]
    let first = first as u16;
    let widths = widths.into_iter().zip(first..);
    let widths = widths.filter_map(|(width, code)| Some((code, number(width)? / 1000.0))).collect();
    // The standard fonts may tell no widths; half an em is what letters have on average.
    (widths, 0.5)
}

/// The widths of a font of two-byte codes (PDF Reference 1.4, 5.6.3): `c [w ...]` for codes from c
/// on, `first last w` for a range.
fn composite_widths(scope: &Scope<'_>, font: &Dictionary) -> Option<(BTreeMap<u16, f64>, f64)> {
    let file = &scope.pdf.file;
    let descendant = as_dictionary(array(file, font, "DescendantFonts")?.first()?)?;
    let usual = get(file, descendant, "DW").and_then(number).unwrap_or(1000.0) / 1000.0;
    let mut widths = BTreeMap::new();
    let items = array(file, descendant, "W").unwrap_or_default();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a code of two bytes"
    )]
    let code = |object: &Object| number(object).map(|number| number as u16);
    let mut items = items.into_iter();
    while let (Some(first), Some(second)) = (items.next().and_then(code), items.next()) {
        match second {
            Object::Array(listed) => {
                let listed = listed.iter().filter_map(number).map(|width| width / 1000.0);
                widths.extend((first..).zip(listed));
            }
            last => {
                let width = items.next().and_then(number).unwrap_or(1000.0) / 1000.0;
                let last = code(last).unwrap_or(first);
                widths.extend((first..=last).map(|code| (code, width)));
            }
        }
    }
    Some((widths, usual))
}

/// The single codes and ranges of a ToUnicode map (Adobe Technical Note 5411).
fn character_map(map: &str) -> BTreeMap<u16, String> {
    let mut characters = BTreeMap::new();
    let section = |begin: &'static str, end: &'static str| {
        map.split(begin).skip(1).filter_map(move |rest| rest.split(end).next())
    };
    let hex = |text: &str| -> Vec<String> {
        text.split('<')
            .skip(1)
            .filter_map(|rest| Some(rest.split('>').next()?.to_owned()))
            .collect()
    };
    let code = |text: &str| u16::from_str_radix(text, 16).ok();
    let text = |hex: &str| {
        let units: Option<Vec<u16>> =
            (0..hex.len() / 4).map(|unit| code(hex.get(unit * 4..unit * 4 + 4)?)).collect();
        units.and_then(|units| String::from_utf16(&units).ok())
    };
    for pairs in section("beginbfchar", "endbfchar") {
        for pair in hex(pairs).chunks_exact(2) {
            if let (Some(code), Some(text)) = (code(&pair[0]), text(&pair[1])) {
                characters.insert(code, text);
            }
        }
    }
    for ranges in section("beginbfrange", "endbfrange") {
        for range in ranges.lines() {
            let items = hex(range);
            let (Some(first), Some(last)) =
                (items.first().and_then(|f| code(f)), items.get(1).and_then(|l| code(l)))
            else {
                continue;
            };
            for (step, code) in (first..=last).enumerate() {
                let listed = if range.contains('[') { items.get(2 + step) } else { items.get(2) };
                let Some(mut text) = listed.and_then(|listed| text(listed)) else { continue };
                // Without a list the last character counts up with the code.
                if !range.contains('[')
                    && let (Some(last), Ok(step)) = (text.pop(), u32::try_from(step))
                {
                    text.extend(char::from_u32(u32::from(last) + step));
                }
                characters.insert(code, text);
            }
        }
    }
    characters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn character_maps_are_read_with_ranges_lists_and_ligatures() {
        let map = "2 beginbfchar\n<0001> <0041>\n<0002> <00660069>\nendbfchar\n\
            2 beginbfrange\n<0010> <0012> <0030>\n<0020> <0021> [<0058> <0059>]\nendbfrange\n";
        let characters = character_map(map);
        let of = |code: u16| characters.get(&code).map(String::as_str);
        assert_eq!([Some("A"), Some("fi"), None], [of(1), of(2), of(3)]);
        assert_eq!([Some("0"), Some("1"), Some("2")], [of(0x10), of(0x11), of(0x12)]);
        assert_eq!([Some("X"), Some("Y")], [of(0x20), of(0x21)]);
    }
}
