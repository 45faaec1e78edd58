//! Pictures and a table of values, for Roll20, Tabletopia, Screentop, Owlbear Rodeo and any other tool that
//! takes pictures.

use crate::deck::Field;
use crate::diagnostic::Problems;
use crate::formula;
use crate::render::NamedFile;

use super::pictures::Picture;
use super::sources::Sources;

/// `cards.csv` and the pictures it names.
pub(super) fn files(sources: &Sources<'_>) -> Result<Vec<NamedFile>, Problems> {
    let cards = sources.pictures.cards()?;
    let behind = sources.pictures.back_of_cards()?;
    let table = table(sources, cards, &behind).into_bytes();
    let table = NamedFile { path: "cards.csv".to_owned(), bytes: table };
    let pictures = cards.iter().chain(sources.pictures.backs()?);
    let pictures = pictures
        .map(|picture| NamedFile { path: picture.name.clone(), bytes: picture.png.clone() });
    Ok(std::iter::once(table).chain(pictures).collect())
}

/// One line for each card: its picture, its back's picture, its values as text, and every field of
/// `deck.csv`.
fn table(sources: &Sources<'_>, cards: &[Picture], behind: &[&Picture]) -> String {
    let deck = sources.export.deck;
    let fields = deck.layout().fields();
    let in_memory = "writing to memory does not fail";
    let mut writer = csv::Writer::from_writer(Vec::new());
    let own = ["name", "front", "back", "description"].map(str::to_owned);
    writer
        .write_record(own.into_iter().chain(fields.iter().map(Field::to_string)))
        .expect(in_memory);
    let pictures = cards.iter().zip(behind);
    for ((card, (picture, back)), values) in deck.cards().iter().zip(pictures).zip(&sources.values)
    {
        let own =
            [values.name.clone(), picture.name.clone(), back.name.clone(), values.text.clone()];
        let fields = fields.iter().map(|field| formula::guarded(field.text(deck.layout(), card)));
        writer.write_record(own.into_iter().chain(fields)).expect(in_memory);
    }
    String::from_utf8(writer.into_inner().expect(in_memory)).expect("every field is text")
}
