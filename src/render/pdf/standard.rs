//! Completes a file with what printpdf cannot set: page boxes, output intent, document information, metadata,
//! identifier and version.

use lopdf_writer::{
    Dictionary, Document as PdfFile, Object, ObjectId, Result, Stream, StringFormat, dictionary,
    text_string,
};
use sha2::{Digest as _, Sha256};

use crate::geometry::Rect;
use crate::render::placement::PDF_KEY;

use super::condition::Conformance;
use super::content::points;
use super::document::{Document, Page, View};
use super::impose::size_box;
use super::metadata::{self, Metadata, PRODUCER};

/// Completes a file with these pages, and returns its bytes.
///
/// # Errors
/// An object that printpdf did not write.
pub(super) fn complete(
    mut file: PdfFile,
    pages: &[ObjectId],
    document: &Document<'_>,
    compress: bool,
) -> Result<Vec<u8>> {
    file.version = document.conformance.version().to_owned();
    for (page, &id) in document.pages.iter().zip(pages) {
        set_boxes(&mut file, id, page)?;
        set_record(&mut file, id, page, &document.metadata)?;
    }
    let mut catalog = dictionary! {
        "Type" => "Catalog",
        "Pages" => file.catalog()?.get(b"Pages")?.clone(),
    };
    if let Some(view) = document.view {
        catalog.set("ViewerPreferences", viewer_preferences(view));
    }
    if let Some(intent) = output_intent(&mut file, &document.conformance) {
        catalog.set("OutputIntents", vec![intent]);
    }
    let (catalog, information) = (file.add_object(catalog), file.add_object(information(document)));
    file.trailer = dictionary! { "Root" => catalog, "Info" => information };
    file.prune_objects();
    file.renumber_objects();
    if compress {
        file.compress();
    }
    identify(&mut file, document)?;
    bytes(&mut file)
}

/// The boxes of a page (PDF Reference 1.4, 9.10.1). printpdf sets a crop box, too, which PDF/X-1a does
/// not need, and an empty list of annotations.
fn set_boxes(file: &mut PdfFile, id: ObjectId, page: &Page<'_>) -> Result<()> {
    let upright = |rect: &Rect| -> Vec<Object> {
        let height = page.size.height;
        [rect.x, height - rect.bottom(), rect.right(), height - rect.y]
            .map(|edge| points(edge).into())
            .to_vec()
    };
    let dictionary = file.get_dictionary_mut(id)?;
    dictionary.remove(b"CropBox");
    dictionary.remove(b"Annots");
    dictionary.set("MediaBox", size_box(page.size));
    dictionary.set("BleedBox", upright(&page.bleed));
    dictionary.set("TrimBox", upright(&page.trim));
    Ok(())
}

/// Stores the placement record of a page as private data of the program (PDF Reference 1.4, 9.4), which stays
/// with the page when it is extracted.
fn set_record(
    file: &mut PdfFile,
    id: ObjectId,
    page: &Page<'_>,
    metadata: &Metadata,
) -> Result<()> {
    let Some(record) = &page.record else { return Ok(()) };
    let date = text_string(&metadata.date.pdf());
    let private = dictionary! {
        "LastModified" => date.clone(),
        "Private" => text_string(&record.text()),
    };
    let dictionary = file.get_dictionary_mut(id)?;
    dictionary.set("LastModified", date);
    dictionary.set("PieceInfo", dictionary! { PDF_KEY => private });
    Ok(())
}

/// The viewer preferences for printing (ISO 32000-1, 12.2): full size, the paper of the page, and the edge to
/// turn on.
fn viewer_preferences(view: View) -> Dictionary {
    let duplex = match view {
        View::OneSided => "Simplex",
        View::LongEdge => "DuplexFlipLongEdge",
        View::ShortEdge => "DuplexFlipShortEdge",
    };
    dictionary! { "PrintScaling" => "None", "Duplex" => duplex, "PickTrayByPDFSize" => true }
}

/// The printing condition a file is made for (PDF Reference 1.4, 9.10.4), with its profile if that is
/// embedded.
fn output_intent(file: &mut PdfFile, conformance: &Conformance) -> Option<Object> {
    let condition = conformance.output_condition()?;
    let mut intent = dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => text_string(&condition.identifier),
        "OutputCondition" => text_string(&condition.description),
        "Info" => text_string(&condition.description),
    };
    if condition.is_registered() {
        intent.set("RegistryName", text_string("http://www.color.org"));
    }
    if let Some(profile) = conformance.output_profile() {
        let stream = Stream::new(dictionary! { "N" => 4 }, profile.icc.to_vec());
        intent.set("DestOutputProfile", file.add_object(stream));
    }
    Some(file.add_object(intent).into())
}

/// The document information (PDF Reference 1.4, 9.2.1). It replaces printpdf's, which has the time of writing
/// and empty entries.
fn information(document: &Document<'_>) -> Dictionary {
    let metadata = &document.metadata;
    let date = metadata.date.pdf();
    let mut information = dictionary! {
        "Title" => text_string(&metadata.title),
        "Subject" => text_string(&metadata.subject),
        "Creator" => text_string(PRODUCER),
        "Producer" => text_string(PRODUCER),
        "CreationDate" => text_string(&date),
        "ModDate" => text_string(&date),
        "Trapped" => "False",
    };
    if let Some(credit) = &metadata.imprint.credit {
        information.set("Author", text_string(credit));
    }
    if let Some(version) = document.conformance.pdfx_version() {
        information.set("GTS_PDFXVersion", text_string(version));
    }
    information
}

/// Adds the metadata packet and the file identifier, both from a digest of everything else.
fn identify(file: &mut PdfFile, document: &Document<'_>) -> Result<()> {
    let digest = Sha256::digest(bytes(file)?);
    let identifier = digest[..16].to_vec();
    let digits: String = identifier.iter().map(|byte| format!("{byte:02x}")).collect();
    let packet = metadata::xmp(&document.metadata, &document.conformance, &digits);
    let dictionary = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    // Programs of print houses search the bytes for the packet, so it is never compressed.
    let packet = Stream::new(dictionary, packet.into_bytes()).with_compression(false);
    let packet = file.add_object(packet);
    file.catalog_mut()?.set("Metadata", packet);
    let identifier = Object::String(identifier, StringFormat::Hexadecimal);
    file.trailer.set("ID", vec![identifier.clone(), identifier]);
    Ok(())
}

fn bytes(file: &mut PdfFile) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.save_to(&mut bytes)?;
    Ok(bytes)
}
