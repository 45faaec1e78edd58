//! Zip archives: every file stored as it is, at the same date, in the order given.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::diagnostic::{Problem, Problems};

/// An archive of these files, each with its name in the archive. Nothing is compressed: pictures are
/// already.
pub(crate) fn archive(files: &[(&str, &[u8])]) -> Result<Vec<u8>, Problems> {
    written(files).map_err(|error| {
        Problem::coded("export.not-written", format!("the archive cannot be written: {error}"))
            .into()
    })
}

fn written(files: &[(&str, &[u8])]) -> zip::result::ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
