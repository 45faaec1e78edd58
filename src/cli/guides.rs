//! Cutting guides from the command line: on which sheets they are drawn, and why not on others.

use clap::{Args, ValueEnum};

use crate::diagnostic::Problem;
use crate::render::pdf::Conformance;
use crate::render::sheet::{GuideStyle, Sheet};

use super::console;

/// The options for cutting guides.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct GuideArgs {
    /// Marks that show where to cut, on sheets that have them: in the margin, in full length to the edge
    /// of the paper, or on the fronts at the corners of each card; by default the sheet's. For a press
    /// margin or full
    #[arg(long, value_enum, value_name = "WHERE")]
    guides: Option<GuidesArg>,
    /// Colours of these marks: black, or two, dashes of black and white, which are visible on any background;
    /// not for a press
    #[arg(long, value_enum, value_name = "COLOURS")]
    guide_colours: Option<GuideColoursArg>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum GuidesArg {
    Margin,
    Full,
    Corner,
    Cross,
}

impl GuidesArg {
    fn style(self) -> GuideStyle {
        match self {
            Self::Margin => GuideStyle::Margin,
            Self::Full => GuideStyle::Full,
            Self::Corner => GuideStyle::Corner,
            Self::Cross => GuideStyle::Cross,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GuideColoursArg {
    Black,
    Two,
}

/// How the sheets were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetSource {
    /// By name, on the command line or in the spec.
    ByName,
    /// By the vendors on the command line.
    ByVendors,
}

/// Why a press sheet keeps its own marks.
const OF_A_PRESS: &str =
    "on a press a mark is on all plates, and nothing but the card is within its bleed";

impl GuideArgs {
    /// Draws guides on every sheet that may have them, and notes which sheets keep their own marks.
    ///
    /// # Errors
    /// Why none of the sheets may have guides.
    pub fn on<'s>(
        self,
        sheets: impl IntoIterator<Item = &'s mut Sheet>,
        chosen: SheetSource,
    ) -> Result<(), Problem> {
        let style = self.guides.map(GuidesArg::style);
        let two_colours = self.guide_colours.map(|args| args == GuideColoursArg::Two);
        if style.is_none() && two_colours.is_none() {
            return Ok(());
        }
        let (mut guided, mut kept) = (0_usize, Vec::new());
        for sheet in sheets {
            let Some(marks) = &mut sheet.crop_marks else { continue };
            let is_on_cards = style.is_some_and(GuideStyle::is_on_cards);
            if sheet.press != Conformance::Plain && (is_on_cards || two_colours == Some(true)) {
                kept.push(sheet.title.clone());
                continue;
            }
            marks.style = style.unwrap_or(marks.style);
            marks.two_colours = two_colours.unwrap_or(marks.two_colours);
            guided += 1;
        }
        kept.dedup();
        let argument = if style.is_some() { "guides" } else { "guide-colours" };
        let refused = |message: String, accepted: &str| {
            let problem = Problem::coded("argument.guides", message).for_argument(argument);
            Err(problem.accepts(accepted))
        };
        match (guided, kept.as_slice()) {
            (0, []) if chosen == SheetSource::ByVendors => {
                let message = "the files of this vendor bear no cut marks";
                refused(
                    message.to_owned(),
                    "vendors whose files do, such as press-x4 and home, or --sheet alone",
                )
            }
            (0, []) => {
                let message = "none of these sheets has crop marks";
                refused(message.to_owned(), "a sheet with crop marks, such as a4-3x3 or single-x4")
            }
            (0, _) => {
                let message = format!("none of these sheets takes such marks: {OF_A_PRESS}");
                refused(message, "margin or full, in black; or a sheet for one's own printer")
            }
            (_, []) => Ok(()),
            (_, kept) => {
                console::note(&format!("{}: the sheet's own marks; {OF_A_PRESS}", kept.join(", ")));
                Ok(())
            }
        }
    }
}
