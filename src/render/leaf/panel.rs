//! A panel of the leaf: a title, and below it words, lists, tables and pictures in one column.

use svg::node::element::Group;

use crate::face::Fonts;
use crate::geometry::{Mm, Point, Rect, Size};
use crate::render::sheet::{BLACK, FAMILY, labelled, line, stroked, text};

/// Panels on a side.
pub(super) const PANELS: usize = 4;

/// What stands on a panel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Panel {
    pub title: String,
    pub blocks: Vec<Block>,
}

/// A piece of a panel.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Block {
    /// A line in bold.
    Heading(String),
    /// A paragraph.
    Words(String),
    /// A paragraph that begins in bold; a number may stand before it.
    Item { mark: String, title: String, words: String },
    /// A row of heads and rows of figures.
    Table { head: Vec<String>, rows: Vec<Vec<String>> },
    /// Room for a picture: all that is left, and no less than this height.
    Picture { least: Mm },
}

/// A panel that has been set.
pub(super) struct Set {
    /// Its letters and lines.
    pub group: Group,
    /// Where its pictures belong.
    pub pictures: Vec<Rect>,
}

/// Text is set in the largest of these sizes that fits: from 7.1 pt down to 6 pt, the smallest that
/// prints well.
const SIZES_MM: [f64; 6] = [2.5, 2.42, 2.34, 2.26, 2.18, 2.117];
/// Line to line, in sizes.
const PITCH: f64 = 1.24;
/// Before a heading, an item, a table or a picture, in sizes.
const GAP: f64 = 0.55;
/// The title, and how far below the panel's edge the text begins.
const TITLE_MM: f64 = 3.4;
const HEAD_MM: f64 = 7.0;
/// Between the fold and the text.
const ASIDE_MM: f64 = 3.5;
/// Between the fold and a picture.
const PICTURE_ASIDE_MM: f64 = 0.5;
/// Below the last line.
const FOOT_MM: f64 = 3.0;
/// How far the words of an item stand in, in sizes, where it has a mark.
const INDENT: f64 = 2.0;

/// A piece of text at its place.
struct Piece {
    x: f64,
    y: f64,
    anchor: &'static str,
    bold: bool,
    words: String,
}

/// Text set in one size.
struct Setting {
    fonts: Fonts,
    size: f64,
    width: f64,
    y: f64,
    pieces: Vec<Piece>,
    /// Places of hairlines, from left to right.
    rules: Vec<[f64; 3]>,
    pictures: Vec<Rect>,
}

impl Panel {
    /// Sets the panel in the largest size that fits; none if the smallest is too large.
    pub fn set(&self, room: Size, fonts: &Fonts) -> Option<Set> {
        let set = |&size: &f64| {
            let mut setting = Setting::new(size, room.width.0 - 2.0 * ASIDE_MM, fonts);
            self.blocks.iter().for_each(|block| setting.block(block));
            (setting.y + FOOT_MM <= room.height.0).then_some(setting)
        };
        SIZES_MM.iter().find_map(set).map(|setting| setting.drawn(&self.title, room))
    }
}

fn weight(bold: bool) -> &'static str {
    if bold { "700" } else { "500" }
}

impl Setting {
    fn new(size: f64, width: f64, fonts: &Fonts) -> Self {
        let (pieces, rules, pictures) = (Vec::new(), Vec::new(), Vec::new());
        Self { fonts: fonts.clone(), size, width, y: HEAD_MM, pieces, rules, pictures }
    }

    fn length(&self, words: &str, bold: bool) -> f64 {
        self.fonts.line_width(FAMILY, weight(bold), self.size, words)
    }

    fn piece(&mut self, x: f64, anchor: &'static str, bold: bool, words: &str) {
        if !words.is_empty() {
            self.pieces.push(Piece { x, y: self.y, anchor, bold, words: words.to_owned() });
        }
    }

    fn next_line(&mut self) {
        self.y += self.size * PITCH;
    }

    fn gap(&mut self) {
        self.y += self.size * GAP;
    }

    /// Words in lines of the width that is left from `indent`; the first begins after `lead`.
    fn paragraph(&mut self, indent: f64, lead: f64, words: &str) {
        let space = self.length(" ", false);
        let mut x = lead;
        let mut at_start = lead <= indent;
        let mut pending = String::new();
        let mut from = x;
        self.next_line();
        for word in words.split(' ') {
            let length = self.length(word, false);
            let after = if at_start { x + length } else { x + space + length };
            if after > self.width && !at_start {
                self.piece(from, "start", false, &pending);
                self.next_line();
                (pending, from, x) = (word.to_owned(), indent, indent + length);
            } else {
                if pending.is_empty() {
                    from = if at_start { x } else { x + space };
                } else {
                    pending.push(' ');
                }
                pending.push_str(word);
                x = after;
            }
            at_start = false;
        }
        self.piece(from, "start", false, &pending);
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading(words) => {
                self.gap();
                self.next_line();
                self.piece(0.0, "start", true, words);
            }
            Block::Words(words) => self.paragraph(0.0, 0.0, words),
            Block::Item { mark, title, words } => {
                self.gap();
                let indent = if mark.is_empty() { 0.0 } else { INDENT * self.size };
                self.y += self.size * PITCH;
                self.piece(0.0, "start", true, mark);
                self.piece(indent, "start", true, title);
                let lead = indent + self.length(title, true);
                self.y -= self.size * PITCH;
                self.paragraph(indent, lead, words);
            }
            Block::Table { head, rows } => self.table(head, rows),
            Block::Picture { least } => {
                self.gap();
                let (y, width) = (Mm(self.y), Mm(self.width));
                self.pictures.push(Rect { x: Mm::ZERO, y, width, height: *least });
                self.y += least.0;
            }
        }
    }

    /// The first column as wide as its widest words, the others share the rest.
    fn table(&mut self, head: &[String], rows: &[Vec<String>]) {
        let firsts = rows.iter().filter_map(|row| row.first()).map(|words| (words, false));
        let firsts = firsts.chain(head.first().map(|words| (words, true)));
        let first =
            firsts.map(|(words, bold)| self.length(words, bold)).fold(0.0, f64::max) + self.size;
        let columns = head.len().max(2) - 1;
        let each = (self.width - first) / columns as f64;
        let right = |column: usize| first + each * column as f64;
        self.gap();
        self.next_line();
        let head = (0..).zip(head).map(|(column, words)| (column, words, true));
        let set = |setting: &mut Self, column: usize, words: &str, bold| match column {
            0 => setting.piece(0.0, "start", bold, words),
            _ => setting.piece(right(column), "end", bold, words),
        };
        head.for_each(|(column, words, bold)| set(self, column, words, bold));
        self.rules.push([0.0, self.width, self.y + self.size * 0.35]);
        self.y += self.size * 0.2;
        for row in rows {
            self.next_line();
            for (column, words) in row.iter().enumerate() {
                set(self, column, words, column == 0);
            }
        }
    }

    fn drawn(self, title: &str, room: Size) -> Set {
        let at = |x: f64, y: f64| Point::new(ASIDE_MM + x, y);
        let title = text(at(0.0, HEAD_MM - 1.6), Mm(TITLE_MM), "start", title);
        let mut group = labelled("panel").add(title.set("font-weight", 700));
        let mut rules =
            line(Mm(ASIDE_MM), Mm(HEAD_MM - 0.4), Mm(ASIDE_MM + self.width), Mm(HEAD_MM - 0.4));
        for [from, to, y] in &self.rules {
            rules += &line(Mm(ASIDE_MM + from), Mm(*y), Mm(ASIDE_MM + to), Mm(*y));
        }
        for piece in &self.pieces {
            let set = text(at(piece.x, piece.y), Mm(self.size), piece.anchor, &piece.words);
            group = group.add(set.set("font-weight", weight(piece.bold)));
        }
        let pictures = self.pictures.into_iter().map(|place| Rect {
            x: Mm(PICTURE_ASIDE_MM),
            width: room.width - Mm(2.0 * PICTURE_ASIDE_MM),
            height: place.height + room.height - Mm(self.y + FOOT_MM),
            ..place
        });
        Set { group: group.add(stroked(rules, BLACK)), pictures: pictures.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(blocks: &[Block]) -> Setting {
        let mut setting = Setting::new(2.4, 50.0, &Fonts::bundled());
        blocks.iter().for_each(|block| setting.block(block));
        setting
    }

    #[test]
    fn no_line_is_longer_than_the_column_and_no_word_is_lost() {
        let words = "A long paragraph of many words, as there are on a leaf that has to say how a \
                     whole deck of cards is read by somebody who has never held one";
        for lead in [3.0_f64, 17.3, 49.0] {
            let mut setting = Setting::new(2.4, 50.0, &Fonts::bundled());
            setting.paragraph(3.0, lead, words);
            let said: Vec<&str> = setting.pieces.iter().map(|piece| piece.words.as_str()).collect();
            assert_eq!(words, said.join(" "));
            for piece in &setting.pieces {
                let end = piece.x + setting.length(&piece.words, false);
                assert!(end <= 50.0 + 1e-9, "{} ends at {end}", piece.words);
            }
        }
    }

    #[test]
    fn figures_of_a_table_end_below_their_heads() {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let (head, row) = (words(&["level", "d4", "d12"]), words(&["1", "9 %", "100 %"]));
        let setting = setting(&[Block::Table { head, rows: vec![row] }]);
        let ends = |y: f64| -> Vec<f64> {
            let pieces = setting.pieces.iter().filter(|piece| (piece.y - y).abs() < 1e-9);
            pieces.filter(|piece| piece.anchor == "end").map(|piece| piece.x).collect()
        };
        let lines: Vec<f64> = setting.pieces.iter().map(|piece| piece.y).collect();
        assert_eq!(ends(lines[0]), ends(lines[3]));
        assert_eq!(50.0, *ends(lines[0]).last().unwrap());
    }

    #[test]
    fn a_panel_shrinks_its_letters_before_it_gives_up() {
        let words = "word ".repeat(5);
        let panel = |count| Panel {
            title: "Words".to_owned(),
            blocks: vec![Block::Words(words.trim_end().to_owned()); count],
        };
        let room = Size { width: Mm(62.0), height: Mm(88.0) };
        let size = |count| {
            let set = panel(count).set(room, &Fonts::bundled())?;
            let svg = set.group.to_string();
            let size = svg.split("font-size=\"").nth(2)?.split('"').next()?.to_owned();
            Some(size)
        };
        assert_eq!(Some("2.5".to_owned()), size(1));
        assert_eq!(Some("2.117".to_owned()), (2..).map_while(size).last());
    }
}
