//! Exports for virtual tabletops, print orders and cutting machines.
//!
//! [`Export::files`] returns the files of each [`Target`] in a folder of its name; nothing is written to
//! disk. Names of pictures contain a digest of the content, so that no virtual tabletop shows an older
//! picture from its cache.

pub(crate) mod archive;
mod cgs;
mod cut;
mod foundry;
mod images;
mod name;
mod order;
mod pcio;
mod pictures;
mod room;
mod sources;
mod target;
#[cfg(test)]
mod testing;
mod ttpg;
mod tts;
mod values;
mod vtt;
mod wanted;

use crate::diagnostic::{Problem, Problems};
use crate::isolate;
use crate::render::NamedFile;

pub use pictures::{Grid, GridError};
pub use target::{Target, TargetError};
pub use wanted::Export;

use crate::publish::slug;
use pictures::Pictures;
use sources::Sources;
use values::Values;

impl Export<'_> {
    /// Makes the files of all targets. The same export gives the same files on any number of threads.
    ///
    /// # Errors
    /// Everything wrong with the theme for this deck, such as a text that does not fit.
    pub fn files(&self, targets: &[Target]) -> Result<Vec<NamedFile>, Problems> {
        isolate::run(|| self.made(targets)).unwrap_or_else(|panic| {
            let message = format!("the theme {} cannot be drawn: {panic}", self.theme.name());
            Err(Problem::coded("face.undrawable", message).into())
        })
    }

    fn made(&self, targets: &[Target]) -> Result<Vec<NamedFile>, Problems> {
        let sources = Sources {
            export: self,
            slug: slug(self.deck.name()),
            values: Values::all(self.deck, self.theme.words()),
            pictures: Pictures::new(self.deck, self.theme, self.card_width_px),
        };
        let mut files = Vec::new();
        for target in Target::ALL.into_iter().filter(|target| targets.contains(target)) {
            let made = match target {
                Target::Images => images::files(&sources)?,
                Target::TabletopSimulator => tts::files(&sources)?,
                Target::Foundry => foundry::files(&sources)?,
                Target::PlayingCards => pcio::files(&sources)?,
                Target::VirtualTabletop => vtt::files(&sources)?,
                Target::CardGameSimulator => cgs::files(&sources)?,
                Target::TabletopPlayground => ttpg::files(&sources)?,
                Target::Order => order::files(self)?,
                Target::Dxf => cut::dxf_files(self)?,
                Target::SvgCut => cut::svg_files(self)?,
            };
            let below = |file: NamedFile| NamedFile {
                path: format!("{}/{}", target.name(), file.path),
                ..file
            };
            files.extend(made.into_iter().map(below));
        }
        Ok(files)
    }
}
