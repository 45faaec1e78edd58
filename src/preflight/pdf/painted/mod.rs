//! What is found in one walk over the pages: each kind of finding by a file of its own.

mod area;
mod bleed;
mod canvas;
mod colours;
mod content;
mod font;
mod fonts;
mod ink;
mod inks;
mod letters;
mod lines;
mod marks;
mod overprint;
mod pixels;
mod reversed;
mod runs;
mod shapes;
mod transparency;
mod words;

use std::collections::BTreeMap;

use super::file::Pdf;
use super::walk::{Operation, Scope, Visitor, walk};
use crate::pdf_value::Dictionary;
use crate::preflight::limits::Past;
use crate::preflight::outlines::Letters;
use crate::preflight::rule::Criteria;

pub(super) use fonts::Used;
pub(super) use letters::Outlined;
pub(super) use runs::Run;
pub(super) use transparency::is_transparent_group;

/// Everything the pages show.
pub(super) struct Painted<'a> {
    canvas: canvas::Canvas,
    pub bleed: bleed::Bleed,
    pub content: content::Content,
    pub colours: colours::Colours,
    pub fonts: fonts::Fonts<'a>,
    pub transparency: transparency::Transparency,
    pub ink: ink::Ink,
    pub overprint: overprint::Overprint,
    pub lines: lines::Lines,
    pub shapes: shapes::Shapes,
    pub runs: runs::Runs,
    pub letters: letters::Letters,
    pub reversed: reversed::Reversed,
    /// Whether anybody asks about shapes or about texts.
    wants: Wants<'a>,
}

/// What is looked at besides what always is.
#[derive(Clone, Copy)]
pub(super) struct Wants<'a> {
    pub shapes: bool,
    pub runs: bool,
    /// The letters of the theme's own fonts, for pages without text.
    pub letters: &'a Letters,
}

/// What a page shows: a digest of its shapes and its text.
pub(super) type Look = (shapes::Digest, String);

impl<'a> Painted<'a> {
    /// Walks all pages once.
    ///
    /// # Errors
    /// If the file goes past a limit.
    pub(super) fn read(
        pdf: &'a Pdf,
        criteria: &Criteria<'_>,
        wants: Wants<'a>,
    ) -> Result<Self, Past> {
        let mut painted = Self {
            canvas: canvas::Canvas::default(),
            bleed: bleed::Bleed::new(pdf, criteria),
            content: content::Content::default(),
            colours: colours::Colours::default(),
            fonts: fonts::Fonts::default(),
            transparency: transparency::Transparency::default(),
            ink: ink::Ink::within(criteria.expectation.ink_limit_percent),
            overprint: overprint::Overprint::default(),
            lines: lines::Lines::default(),
            shapes: shapes::Shapes::new(pdf, criteria),
            runs: runs::Runs::default(),
            letters: letters::Letters::default(),
            reversed: reversed::Reversed::default(),
            wants,
        };
        walk(pdf, &mut painted)?;
        Ok(painted)
    }

    /// Whether text was met on the page that is being walked.
    fn has_text(&self, page: u32) -> bool {
        self.runs.found.last().is_some_and(|run| run.page == page)
    }

    /// What each page shows. Texts are part of it: the operators show glyphs by code, the same codes
    /// in every font.
    pub(super) fn looks(&self) -> Vec<Look> {
        let mut texts: BTreeMap<u32, String> = BTreeMap::new();
        for run in &self.runs.found {
            texts.entry(run.page).or_default().push_str(&run.text);
        }
        let looks = (1..).zip(&self.shapes.looks);
        looks.map(|(page, look)| (*look, texts.remove(&page).unwrap_or_default())).collect()
    }
}

impl<'a> Visitor<'a> for Painted<'a> {
    fn operator(&mut self, scope: &Scope<'a>, operation: &Operation<'_>) -> Result<(), Past> {
        self.content.operator(scope, operation);
        if scope.first {
            self.colours.operator(scope, operation);
            self.fonts.operator(scope, operation);
            self.transparency.operator(scope, operation);
            self.ink.operator(scope, operation);
            self.overprint.operator(scope, operation);
        }
        if scope.placed {
            let painting = self.canvas.operator(operation);
            self.lines.operator(operation);
            if self.wants.shapes {
                self.shapes.operator(scope, operation, &self.canvas);
            }
            self.bleed.operator(scope, operation, &self.canvas);
            self.reversed.operator(scope, operation, &self.canvas);
            if let Some(painting) = painting {
                self.bleed.path(scope.page, &self.canvas, painting);
                self.reversed.path(scope.page, &self.canvas, painting, self.wants.letters);
                self.lines.path(scope.page, &self.canvas, painting);
                if self.wants.shapes {
                    self.shapes.path(scope.page, &self.canvas, painting);
                }
                // Text comes early on a page that has any: its shapes are no letters then.
                if self.wants.runs && painting.fill && !self.has_text(scope.page) {
                    self.letters.path(&self.canvas);
                }
            }
            if self.wants.runs {
                self.runs.operator(scope, operation)?;
            }
        }
        Ok(())
    }

    fn broken(&mut self, scope: &Scope<'a>, reason: String) {
        self.content.fault(scope.page, reason);
    }

    fn enter(&mut self, scope: &Scope<'a>, form: Option<&'a Dictionary>) {
        self.content.enter(form);
        if scope.first {
            self.colours.enter(scope, form);
            if let Some(form) = form {
                self.transparency.enter(scope, form);
            }
            self.ink.enter(form);
            self.overprint.enter(form);
        }
        if scope.placed {
            self.canvas.enter(scope, form);
            self.lines.enter(scope, form);
            self.bleed.enter(scope, form, &self.canvas);
            self.reversed.enter(scope, form, &self.canvas);
            self.shapes.enter(form);
            self.runs.enter(scope, form);
        }
    }

    fn leave(&mut self, scope: &Scope<'a>) {
        self.content.leave(scope);
        if scope.first {
            self.ink.leave();
            self.overprint.leave();
        }
        if scope.placed {
            self.canvas.leave();
            self.lines.leave();
            self.bleed.leave(scope.page);
            self.reversed.leave(scope.page);
            self.shapes.leave();
            if self.runs.leave() {
                self.letters.end(scope.page, self.has_text(scope.page), self.wants.letters);
            }
        }
    }
}
