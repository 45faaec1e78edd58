//! The output intent of a file.

use super::file::{Pdf, array, as_dictionary, get, name, text};
use lopdf::Dictionary;

/// The output intents of type GTS_PDFX.
pub(super) fn intents(pdf: &Pdf) -> Vec<&Dictionary> {
    let all = pdf.catalog().and_then(|catalog| array(&pdf.file, catalog, "OutputIntents"));
    let all = all.unwrap_or_default().into_iter().filter_map(as_dictionary);
    all.filter(|intent| name(&pdf.file, intent, "S") == Some("GTS_PDFX")).collect()
}

/// The name of the printing condition, if there is one.
pub(super) fn condition_name(pdf: &Pdf) -> Option<String> {
    text(&pdf.file, intents(pdf).first()?, "OutputConditionIdentifier")
}

/// The embedded profile, if it can be read.
pub(super) fn embedded_profile(pdf: &Pdf) -> Option<Vec<u8>> {
    let profile = get(&pdf.file, intents(pdf).first()?, "DestOutputProfile")?;
    Some(pdf.unpacker.unpack(profile.as_stream().ok()?).ok()?.to_vec())
}
