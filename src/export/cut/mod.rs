//! Cut lines for cutting machines: where the cards of a printed sheet are, as DXF and as SVG.

mod dxf;
mod outline;
mod svg;

use crate::diagnostic::{Problem, Problems};
use crate::geometry::Mm;
use crate::render::NamedFile;
use crate::render::sheet::{Packing, Sheet, Sides};

use super::wanted::Export;

/// The cards of a sheet. A cut file is for all pages, so the machine also cuts the blank places of a last
/// page that is not full; the block of cards stays in the middle of the paper.
struct Plan {
    packing: Packing,
    corner_radius: Mm,
}

/// A DXF file for each sheet.
pub(super) fn dxf_files(export: &Export<'_>) -> Result<Vec<NamedFile>, Problems> {
    files(export, "dxf", |plan| dxf::drawing(&plan.packing, plan.corner_radius))
}

/// An SVG file for each sheet.
pub(super) fn svg_files(export: &Export<'_>) -> Result<Vec<NamedFile>, Problems> {
    files(export, "svg", |plan| svg::drawing(&plan.packing, plan.corner_radius))
}

fn files(
    export: &Export<'_>,
    ending: &str,
    drawing: impl Fn(&Plan) -> String,
) -> Result<Vec<NamedFile>, Problems> {
    let mut problems = Problems::new();
    let mut files = Vec::new();
    for sheet in &export.sheets {
        match plan(export, sheet) {
            Ok(plan) => files.push(NamedFile {
                path: format!("{}.{ending}", sheet.name),
                bytes: drawing(&plan).into_bytes(),
            }),
            Err(found) => problems.extend(found),
        }
    }
    problems.into_result(files)
}

fn plan(export: &Export<'_>, sheet: &Sheet) -> Result<Plan, Problems> {
    if sheet.paper.is_none() || sheet.sides == Sides::Fold {
        let why = if sheet.paper.is_none() { "is one card a page" } else { "is folded" };
        let message = format!("sheet {} {why}: a machine has nothing to cut", sheet.name);
        let accepted = "sheets with several cards on one side, such as silhouette-a4";
        return Err(Problem::coded("export.cut-sheet", message).accepts(accepted).into());
    }
    let format = export.theme.format();
    let packing = Packing::new(sheet, format)?;
    let widest = format.trim_width_mm().min(format.trim_height_mm()) / 2.0;
    if !(0.0..=widest).contains(&export.corner_radius.0) {
        let message =
            format!("corners of {} mm cannot be the corners of this card", export.corner_radius.0);
        let accepted = format!("0 to {widest} mm");
        return Err(Problem::coded("export.corner", message).accepts(accepted).into());
    }
    Ok(Plan { packing, corner_radius: export.corner_radius })
}
