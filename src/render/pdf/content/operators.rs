//! Operators as a stream writes them: operands first, a line each (PDF Reference 1.4, 3.7.1).

use std::io::Write as _;

use crate::render::pdf::font_objects::resource_name;

/// A stream of operators in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Operators {
    bytes: Vec<u8>,
}

impl Operators {
    /// An operator with numbers.
    pub(super) fn reals(&mut self, operands: &[f32], key: &str) {
        self.start();
        for operand in operands {
            self.put(format_args!("{operand} "));
        }
        self.put(format_args!("{key}"));
    }

    /// An operator with one of a list, such as the kinds of line ends.
    pub(super) fn whole(&mut self, operand: u8, key: &str) {
        self.start();
        self.put(format_args!("{operand} {key}"));
    }

    /// An operator with the name of a resource. All names are of letters and digits.
    pub(super) fn name(&mut self, name: &str, key: &str) {
        self.start();
        self.put(format_args!("/{name} {key}"));
    }

    /// An operator alone.
    pub(super) fn plain(&mut self, key: &str) {
        self.start();
        self.put(format_args!("{key}"));
    }

    /// The pattern of dashes and how far into it a line begins, in points.
    pub(super) fn dashes(&mut self, lengths: &[f32], offset: f32) {
        self.start();
        self.put(format_args!("["));
        self.list(lengths);
        self.put(format_args!("] {offset} d"));
    }

    /// The font at this place and its size in points.
    pub(super) fn font(&mut self, place: usize, size: f32) {
        self.start();
        self.put(format_args!("/{} {size} Tf", resource_name(place)));
    }

    /// Glyphs by number, each with how far back the pen goes after it, in thousandths of an em.
    pub(super) fn glyphs(&mut self, glyphs: &[(u16, f32)]) {
        self.start();
        self.put(format_args!("["));
        for &(glyph, back) in glyphs {
            self.put(format_args!("<{glyph:04X}>"));
            if back != 0.0 {
                self.put(format_args!(" {back}"));
            }
        }
        self.put(format_args!("] TJ"));
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn list(&mut self, numbers: &[f32]) {
        for (place, number) in numbers.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            self.put(format_args!("{space}{number}"));
        }
    }

    fn start(&mut self) {
        if !self.bytes.is_empty() {
            self.bytes.push(b'\n');
        }
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.bytes.write_fmt(text).expect("memory takes every byte");
    }
}
