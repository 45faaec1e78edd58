//! Imposition as n-up: the drawings of a document become forms that its sheets call.
//!
//! printpdf writes every drawing and every sheet as a page of its true size. Here the drawings leave the
//! page tree and become form XObjects, and each stream gets the resources that its operators name.

use lopdf_writer::{Dictionary, Document, Object, ObjectId, Result, Stream, dictionary};
use printpdf::PdfDocument;

use crate::geometry::Size;

use super::content::points;
use super::resources::Resources;

/// Turns the first pages of a file, which are the forms of its resources, into form XObjects. Returns the
/// pages that remain.
///
/// # Errors
/// An object that printpdf did not write, or an image that cannot be read.
pub(super) fn impose(
    pdf: &PdfDocument,
    resources: &Resources,
    file: &mut Document,
) -> Result<Vec<ObjectId>> {
    let pages: Vec<ObjectId> = file.get_pages().into_values().collect();
    let (forms, sheets) = pages.split_at(resources.forms().len());
    let fonts = fonts(file, &pages)?;
    let named = resources.add_to(file, forms, &fonts)?;
    let (form_pages, sheet_pages) = pdf.pages.split_at(forms.len());
    for ((form, page), &id) in resources.forms().iter().zip(form_pages).zip(forms) {
        let mut dictionary = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => size_box(form.size),
            "Resources" => named.used_by(&page.ops),
        };
        if form.is_group {
            dictionary.set("Group", transparency_group());
        }
        file.set_object(id, Stream::new(dictionary, file.get_page_content(id)));
    }
    for (page, &id) in sheet_pages.iter().zip(sheets) {
        let dictionary = file.get_dictionary_mut(id)?;
        dictionary.set("Resources", named.used_by(&page.ops));
        if resources.has_transparency() {
            // The inks in which to blend.
            dictionary.set("Group", transparency_group());
        }
    }
    let tree = file.catalog()?.get(b"Pages")?.as_reference()?;
    let tree = file.get_dictionary_mut(tree)?;
    tree.set("Count", sheets.len() as i64);
    tree.set("Kids", sheets.iter().map(|&id| id.into()).collect::<Vec<Object>>());
    Ok(sheets.to_vec())
}

/// The fonts of a file by name: printpdf lists all of them for each page.
fn fonts(file: &Document, pages: &[ObjectId]) -> Result<Dictionary> {
    let Some(&page) = pages.first() else { return Ok(Dictionary::new()) };
    let resources = file.get_dictionary(page)?.get(b"Resources")?.as_reference()?;
    let fonts = file.get_dictionary(resources)?.get(b"Font")?.as_reference()?;
    file.get_dictionary(fonts).cloned()
}

/// A box of this size at the origin.
pub(super) fn size_box(size: Size) -> Vec<Object> {
    vec![0.into(), 0.into(), points(size.width).into(), points(size.height).into()]
}

/// Painted as one, then laid over what is below (PDF Reference 1.4, 7.5.5), in the four inks.
fn transparency_group() -> Dictionary {
    dictionary! { "Type" => "Group", "S" => "Transparency", "CS" => "DeviceCMYK" }
}
