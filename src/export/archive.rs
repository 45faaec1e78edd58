//! Zip archives: uncompressed files with a fixed date, in the order given.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use crate::diagnostic::{Problem, Problems};

/// Returns an archive of these files, each with its name in the archive.
///
/// Nothing is compressed, because pictures already are.
///
/// # Errors
/// A name occurs twice or is too long for the format.
pub(crate) fn archive(files: &[(&str, &[u8])]) -> Result<Vec<u8>, Problems> {
    stored(files).map_err(|error| {
        Problem::coded("export.not-written", format!("the archive cannot be written: {error}"))
            .into()
    })
}

fn stored(files: &[(&str, &[u8])]) -> zip::result::ZipResult<Vec<u8>> {
    // Set explicitly, since the defaults depend on the clock and the operating system.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .system(System::Unix)
        .unix_permissions(0o644);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
