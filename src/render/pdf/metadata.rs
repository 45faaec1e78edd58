//! The metadata of a file: title, dates, standard.

use time::OffsetDateTime;
use xmp_writer::{CustomNamespace, DateTime, Namespace, RenditionClass, Timezone, XmpWriter};

use crate::deck::Imprint;

use super::Conformance;

/// The metadata of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// The title; never empty in a PDF/X file.
    pub title: String,
    /// The content of the file, in a sentence.
    pub subject: String,
    /// The publisher's imprint: the credit as the author, the licence as the rights.
    pub imprint: Imprint,
    /// The creation date. Not the current time, so that the same deck gives the same file; the program takes
    /// it from `SOURCE_DATE_EPOCH` if that is set.
    pub date: Timestamp,
}

/// The program's name in Info and XMP.
pub(super) const PRODUCER: &str = concat!("actiondeck ", env!("CARGO_PKG_VERSION"));

/// A moment in UTC, in seconds since 1970-01-01 00:00:00.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp {
    seconds: i64,
}

impl Timestamp {
    /// 2000-01-01 00:00:00, the default date of files.
    pub const FIXED: Self = Self { seconds: 946_684_800 };

    /// A time in seconds since 1970-01-01 00:00:00 UTC, or `None` after the year 9999, which the formats
    /// cannot express.
    pub fn from_unix(seconds: u64) -> Option<Self> {
        const YEAR_10000: i64 = 253_402_300_800;
        let seconds = i64::try_from(seconds).ok()?;
        (seconds < YEAR_10000).then_some(Self { seconds })
    }

    /// The year; then month, day, hour, minute, second.
    fn parts(self) -> (u16, [u8; 5]) {
        let date = OffsetDateTime::from_unix_timestamp(self.seconds);
        let date = date.expect("the moment is before the year 10000");
        let year = u16::try_from(date.year()).expect("the moment is after 1970");
        let month = u8::from(date.month());
        (year, [month, date.day(), date.hour(), date.minute(), date.second()])
    }

    /// The form of Info: `D:20000101000000Z`.
    pub(super) fn pdf(self) -> String {
        let (year, [month, day, hour, minute, second]) = self.parts();
        format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z")
    }

    /// The form of XMP.
    fn xmp(self) -> DateTime {
        let (year, [month, day, hour, minute, second]) = self.parts();
        DateTime::new(year, month, day, hour, minute, second, Timezone::Utc)
    }
}

/// The XMP packet. `document_id` is 32 hexadecimal digits.
pub(super) fn xmp(metadata: &Metadata, conformance: &Conformance, document_id: &str) -> String {
    let date = metadata.date.xmp();
    let id = format!("uuid:{}", uuid(document_id));
    let mut packet = XmpWriter::new();
    packet.format("application/pdf");
    packet.title([(None, metadata.title.as_str())]);
    packet.description([(None, metadata.subject.as_str())]);
    if let Some(credit) = &metadata.imprint.credit {
        packet.creator([credit.as_str()]);
    }
    if let Some(licence) = &metadata.imprint.licence {
        packet.rights([(None, licence.as_str())]);
    }
    packet.creator_tool(PRODUCER).create_date(date).modify_date(date).metadata_date(date);
    packet.producer(PRODUCER).trapped(false);
    if let Some(version) = conformance.pdfx_version() {
        packet.pdfx_version(version);
        // Programs of the era of PDF/X-1a look for it in Adobe's own namespace.
        let pdfx = CustomNamespace::new("PDF/X", "pdfx", "http://ns.adobe.com/pdfx/1.3/");
        packet.element("GTS_PDFXVersion", Namespace::Custom(Box::new(pdfx))).value(version);
    }
    packet.document_id(&id).instance_id(&id).version_id("1");
    packet.rendition_class(RenditionClass::Default);
    packet.finish(None)
}

/// 32 hexadecimal digits as a UUID.
fn uuid(digits: &str) -> String {
    let mut grouped = String::with_capacity(digits.len() + 4);
    for (place, digit) in digits.chars().enumerate() {
        if [8, 12, 16, 20].contains(&place) {
            grouped.push('-');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::super::OutputCondition;
    use super::*;

    #[test]
    fn moments_are_written_as_dates() {
        let date = |seconds| Timestamp::from_unix(seconds).unwrap().pdf();
        assert_eq!("D:19700101000000Z", date(0));
        assert_eq!("D:20000229123456Z", date(951_827_696));
        assert_eq!("D:20261120235959Z", date(1_795_219_199));
        assert_eq!("D:99991231235959Z", date(253_402_300_799));
        assert_eq!(None, Timestamp::from_unix(253_402_300_800));
        assert_eq!("D:20000101000000Z", Timestamp::FIXED.pdf());
    }

    #[test]
    fn titles_cannot_break_the_packet() {
        let metadata = Metadata {
            title: "Dice & <Cards>".to_owned(),
            subject: "]]>\"".to_owned(),
            imprint: Default::default(),
            date: Timestamp::FIXED,
        };
        let id = "0123456789abcdef0123456789abcdef";
        let packet = xmp(&metadata, &Conformance::X1a2003(OutputCondition::CGATS_TR_001), id);
        let parsed = usvg::roxmltree::Document::parse(&packet).unwrap();
        let text = |name: &str| {
            let node = parsed.descendants().find(|node| node.tag_name().name() == name).unwrap();
            node.descendants()
                .filter(|node| node.is_text())
                .filter_map(|node| node.text())
                .collect::<String>()
        };
        assert_eq!("Dice & <Cards>", text("title"));
        assert_eq!("uuid:01234567-89ab-cdef-0123-456789abcdef", text("DocumentID"));
        assert_eq!("2000-01-01T00:00:00Z", text("CreateDate"));
        assert_eq!("False", text("Trapped"));
    }
}
