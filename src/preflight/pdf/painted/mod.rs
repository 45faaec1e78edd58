//! The results of one walk over the pages, one module for each kind of finding.

mod area;
mod canvas;
pub(super) mod colours;
pub(super) mod content;
mod font;
pub(super) mod fonts;
mod ground;
pub(super) mod ink;
pub(super) mod knockout;
mod letters;
pub(super) mod lines;
pub(super) mod overprint;
mod paints;
pub(super) mod reversed;
mod runs;
pub(super) mod shapes;
mod texts;
mod thin;
pub(super) mod transparency;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use super::file::Pdf;
use super::walk::{Operation, Scope, Visitor, walk};
use crate::preflight::limits::LimitExceeded;
use crate::preflight::rule::Criteria;
use lopdf::Dictionary;

pub(super) use letters::OutlinedWord;
pub(super) use runs::Run;

/// Everything found on the pages.
pub(super) struct PaintedPages<'a> {
    canvas: canvas::Canvas,
    paints: paints::Paints,
    texts: texts::Texts,
    ground: ground::Ground<'a>,
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
    pub knockout: knockout::Knockout,
    /// Which optional inspections are made.
    wants: InspectionOptions,
}

/// The optional inspections.
#[derive(Clone, Copy)]
pub(super) struct InspectionOptions {
    pub shapes: bool,
    pub runs: bool,
}

/// The look of a page: a digest of its shapes, and its text.
pub(super) type PageDigest = (shapes::Digest, String);

impl<'a> PaintedPages<'a> {
    /// Walks all pages once.
    ///
    /// # Errors
    /// If the file exceeds a limit.
    pub(super) fn read(
        pdf: &'a Pdf,
        criteria: &Criteria<'_>,
        wants: InspectionOptions,
    ) -> Result<Self, LimitExceeded> {
        let mut painted = Self {
            canvas: canvas::Canvas::default(),
            paints: paints::Paints::default(),
            texts: texts::Texts::default(),
            ground: ground::Ground::default(),
            content: content::Content::default(),
            colours: colours::Colours::new(criteria.to_pdfx()),
            fonts: fonts::Fonts::default(),
            transparency: transparency::Transparency::default(),
            ink: ink::Ink::within(criteria.expectation.ink_limit_percent),
            overprint: overprint::Overprint::default(),
            lines: lines::Lines::default(),
            shapes: shapes::Shapes::new(pdf, criteria),
            runs: runs::Runs::default(),
            letters: letters::Letters::default(),
            reversed: reversed::Reversed::default(),
            knockout: knockout::Knockout::within(criteria.expectation.ink_limit_percent),
            wants,
        };
        walk(pdf, &mut painted)?;
        Ok(painted)
    }

    /// Whether text was found on the current page.
    fn has_text(&self, page: u32) -> bool {
        self.runs.found.last().is_some_and(|run| run.page == page)
    }

    /// Handles a path that is painted or added to the clip.
    fn path(&mut self, page: u32, painting: canvas::Painting) {
        let Self { canvas, paints, ground, .. } = self;
        self.lines.path(page, canvas, painting, paints);
        if painting.fill {
            self.reversed.path(canvas, paints, ground);
        }
        self.knockout.path(page, canvas, painting, paints, ground);
        ground.path(canvas, painting, paints);
        if self.wants.shapes {
            self.shapes.path(page, canvas, painting);
        }
        // On a page with text, which usually comes early, shapes are not read as letters.
        if self.wants.runs && painting.fill && !self.has_text(page) {
            self.letters.path(&self.canvas);
        }
    }

    /// Whether any two pages look the same.
    pub(super) fn has_pages_alike(&self) -> bool {
        let looks = self.looks();
        looks.iter().collect::<BTreeSet<_>>().len() < looks.len()
    }

    /// The look of each page. It includes the texts, because the operators show glyphs by code, and the same codes
    /// occur in every font.
    pub(super) fn looks(&self) -> Vec<PageDigest> {
        let mut texts: BTreeMap<u32, String> = BTreeMap::new();
        for run in &self.runs.found {
            texts.entry(run.page).or_default().push_str(&run.text);
        }
        let looks = (1..).zip(&self.shapes.looks);
        looks.map(|(page, look)| (*look, texts.remove(&page).unwrap_or_default())).collect()
    }
}

impl<'a> Visitor<'a> for PaintedPages<'a> {
    fn operator(
        &mut self,
        scope: &Scope<'a>,
        operation: &Operation<'_>,
    ) -> Result<(), LimitExceeded> {
        let page = scope.page;
        self.paints.operator(scope, operation);
        self.content.operator(scope, operation);
        if scope.first {
            self.colours.operator(scope, operation);
            self.fonts.operator(scope, operation);
            self.transparency.operator(scope, operation);
            self.ink.operator(scope, operation, &mut self.paints);
            self.overprint.operator(page, operation, &self.paints);
        }
        if !scope.placed {
            self.lines.in_glyph(page, operation.operator);
            return Ok(());
        }
        let painting = self.canvas.operator(operation);
        if let Some(text) = self.texts.operator(operation, &self.canvas) {
            self.reversed.text(page, &text, &self.paints, &self.ground);
            self.knockout.text(page, &text, &self.paints, &self.ground);
        }
        if self.wants.shapes {
            self.shapes.operator(scope, operation, &self.canvas);
        }
        self.ground.operator(scope, operation, &self.canvas, &mut self.paints);
        if let Some(painting) = painting {
            self.path(page, painting);
        }
        if self.wants.runs {
            self.runs.operator(scope, operation)?;
        }
        Ok(())
    }

    fn broken(&mut self, scope: &Scope<'a>, reason: String) {
        self.content.fault(scope.page, reason);
    }

    fn enter(&mut self, scope: &Scope<'a>, form: Option<&'a Dictionary>) {
        self.content.enter(form);
        self.paints.enter(scope, form);
        if form.is_none() {
            self.knockout.begin();
        }
        if scope.first {
            self.colours.enter(scope, form);
            if let Some(form) = form {
                self.transparency.enter(scope, form);
            }
        }
        if scope.placed {
            self.canvas.enter(scope, form);
            self.texts.enter(form);
            self.ground.enter(scope, form, &self.canvas);
            self.shapes.enter(form);
            self.runs.enter(scope, form);
        }
    }

    fn leave(&mut self, scope: &Scope<'a>) {
        self.content.leave(scope);
        self.paints.leave();
        if scope.placed {
            self.canvas.leave();
            self.texts.leave();
            self.ground.leave();
            self.shapes.leave();
            if self.runs.leave() {
                self.reversed.outlined_words(scope.page);
                self.letters.end(scope.page, self.has_text(scope.page));
            }
        }
    }
}
