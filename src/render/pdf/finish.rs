//! From streams and fonts to a file a print house accepts.
//!
//! The file is put together object by object in a fixed order.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use crate::diagnostic::{Problem, Problems};
use crate::geometry::{Rect, Size};
use crate::pdf_value::{
    Dictionary, Object, ObjectId, Stream as ObjectStream, StringFormat, dictionary,
};

use super::built::{Built, Role};
use super::content::{
    Needs, Overprint, form_name, gradient_name, group_name, opacity_name, raster_name, spot_name,
};
use super::document::{Document, Page, View};
use super::font_objects::resource_name;
use super::metadata::{self, PRODUCER};
use super::objects::Objects;
use super::points::points;
use super::text_string::text_string;
use super::{image, shading};

/// Whether streams are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Streams {
    Compressed,
    Plain,
}

/// The finished file.
pub(super) fn bytes(
    built: Built,
    document: &Document<'_>,
    streams: Streams,
) -> Result<Vec<u8>, Problems> {
    assemble(built, document, streams).map_err(|error| {
        Problem::coded("pdf.not-written", format!("the PDF cannot be put together: {error}")).into()
    })
}

fn assemble(built: Built, document: &Document<'_>, streams: Streams) -> std::io::Result<Vec<u8>> {
    let mut objects = Objects::of_version(document.conformance.version());
    let catalog = objects.reserve();
    let info = objects.reserve();
    let tree = objects.reserve();
    let page_ids: Vec<ObjectId> = document.pages.iter().map(|_| objects.reserve()).collect();

    let resources = Resources::of(&built, &mut objects)?;
    for (index, stream) in built.streams.into_iter().enumerate() {
        let content = stream.body.operators;
        let named = resources.named_by(&stream.body.needs);
        match stream.role {
            Role::Form { size } => {
                let dictionary = form(size, named);
                let stream = ObjectStream::new(dictionary, content);
                objects.set(resources.forms[&index], stream);
            }
            Role::Group { place, size } => {
                let mut dictionary = form(size, named);
                dictionary.set("Group", transparency_group());
                let stream = ObjectStream::new(dictionary, content);
                objects.set(resources.groups[place], stream);
            }
            Role::Page(page) => {
                let content = objects.add(ObjectStream::new(Dictionary::new(), content));
                let mut dictionary = page_dictionary(&document.pages[page], tree, content, named);
                if !resources.groups.is_empty() || built.shared.rasters.iter().any(image::has_alpha)
                {
                    // In which inks to blend.
                    dictionary.set("Group", transparency_group());
                }
                objects.set(page_ids[page], dictionary);
            }
        }
    }
    let kids: Vec<Object> = page_ids.iter().map(|&id| id.into()).collect();
    let count = i64::try_from(kids.len()).unwrap_or(i64::MAX);
    let pages = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count };
    objects.set(tree, pages);
    objects.set(info, information(document));
    let mut root = dictionary! { "Type" => "Catalog", "Pages" => tree };
    if let Some(view) = document.view {
        root.set("ViewerPreferences", viewer_preferences(view));
    }
    if let Some(condition) = document.conformance.output_condition() {
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
        if let Some(profile) = document.conformance.output_profile() {
            let stream = ObjectStream::new(dictionary! { "N" => 4 }, profile.icc.to_vec());
            intent.set("DestOutputProfile", objects.add(stream));
        }
        let intent = objects.add(intent);
        root.set("OutputIntents", vec![intent.into()]);
    }
    objects.trailer.set("Root", catalog);
    objects.trailer.set("Info", info);
    if streams == Streams::Compressed {
        objects.pack()?;
    }
    Ok(identify(&mut objects, root, catalog, document))
}

/// Adds the metadata packet and the file identifier, both from a digest of everything else, and
/// gives the bytes.
fn identify(
    objects: &mut Objects,
    mut root: Dictionary,
    catalog: ObjectId,
    document: &Document<'_>,
) -> Vec<u8> {
    objects.set(catalog, root.clone());
    let digest = Sha256::digest(objects.bytes());
    let identifier = digest[..16].to_vec();
    let digits: String = identifier.iter().map(|byte| format!("{byte:02x}")).collect();
    let packet = metadata::xmp(&document.metadata, &document.conformance, &digits);
    let dictionary = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    // Print houses' programs look for the packet in the bytes, so it is never packed.
    let packet = ObjectStream::new(dictionary, packet.into_bytes());
    root.set("Metadata", objects.add(packet));
    objects.set(catalog, root);
    let identifier = Object::String(identifier, StringFormat::Hexadecimal);
    objects.trailer.set("ID", vec![identifier.clone(), identifier]);
    objects.bytes()
}

/// The shared resources in the finished file.
struct Resources {
    fonts: Vec<ObjectId>,
    spots: Vec<ObjectId>,
    gradients: Vec<ObjectId>,
    rasters: Vec<ObjectId>,
    opacities: Vec<ObjectId>,
    /// Forms by stream.
    forms: BTreeMap<usize, ObjectId>,
    /// Forms that show through, by place.
    groups: Vec<ObjectId>,
}

impl Resources {
    fn of(built: &Built, objects: &mut Objects) -> std::io::Result<Self> {
        let fonts = built.fonts.add(objects);
        let spots = built.shared.spots.iter().map(|spot| {
            let full: Vec<Object> = spot.alternate.iter().map(|&ink| Object::Real(ink)).collect();
            let none = vec![Object::Real(0.0); 4];
            let tint = dictionary! {
                "FunctionType" => 2,
                "Domain" => vec![0.into(), 1.into()],
                "C0" => none,
                "C1" => full,
                "N" => 1,
            };
            let tint = objects.add(tint);
            let name = Object::Name(spot.name.clone().into_bytes());
            let space = vec!["Separation".into(), name, "DeviceCMYK".into(), tint.into()];
            objects.add(space)
        });
        let spots: Vec<ObjectId> = spots.collect();
        let rasters = image::add(&built.shared.rasters, &spots, objects)?;
        let gradients = built.shared.gradients.iter();
        let gradients = gradients.map(|placed| objects.add(shading::pattern(placed)));
        let gradients = gradients.collect();
        let opacities = built.shared.opacities.iter().map(|&opacity| {
            let part = Object::Real(opacity);
            objects.add(dictionary! {
                "Type" => "ExtGState", "ca" => part.clone(), "CA" => part,
            })
        });
        let opacities = opacities.collect();
        let is_group = |stream: &&super::Stream| matches!(stream.role, Role::Group { .. });
        let groups = built.streams.iter().filter(is_group).map(|_| objects.reserve());
        let groups = groups.collect();
        let forms = built.streams.iter().enumerate();
        let forms = forms
            .filter(|(_, stream)| matches!(stream.role, Role::Form { .. }))
            .map(|(index, _)| (index, objects.reserve()))
            .collect();
        Ok(Self { fonts, spots, gradients, rasters, opacities, forms, groups })
    }

    /// The resource dictionary of a stream with these needs.
    fn named_by(&self, needs: &Needs) -> Dictionary {
        let mut resources = dictionary! { "ProcSet" => vec!["PDF".into(), "Text".into()] };
        let fonts = needs
            .fonts
            .iter()
            .map(|&place| (resource_name(place), Object::from(self.fonts[place])));
        let forms = needs
            .forms
            .iter()
            .map(|&stream| (form_name(stream), Object::from(self.forms[&stream])));
        let groups =
            needs.groups.iter().map(|&place| (group_name(place), Object::from(self.groups[place])));
        let rasters = needs
            .rasters
            .iter()
            .map(|&place| (raster_name(place), Object::from(self.rasters[place])));
        let forms = forms.chain(groups).chain(rasters);
        let spots =
            needs.spots.iter().map(|&place| (spot_name(place), Object::from(self.spots[place])));
        let gradients = needs
            .gradients
            .iter()
            .map(|&place| (gradient_name(place), Object::from(self.gradients[place])));
        let opacities = needs
            .opacities
            .iter()
            .map(|&place| (opacity_name(place), Object::from(self.opacities[place])));
        // Mode 1: of the four inks, too, those that are 0 leave what is below (PDF Reference 1.4, 4.5.6).
        let overprints = needs.overprints.iter().map(|&what| {
            let (lines, fills) = (what == Overprint::All, what != Overprint::Nothing);
            let state =
                dictionary! { "Type" => "ExtGState", "OP" => lines, "op" => fills, "OPM" => 1 };
            (what.name(), Object::from(state))
        });
        for (kind, named) in [
            ("Font", Dictionary::from_iter(fonts)),
            ("XObject", Dictionary::from_iter(forms)),
            ("ColorSpace", Dictionary::from_iter(spots)),
            ("Pattern", Dictionary::from_iter(gradients)),
            ("ExtGState", Dictionary::from_iter(opacities.chain(overprints))),
        ] {
            if !named.is_empty() {
                resources.set(kind, named);
            }
        }
        resources
    }
}

fn form(size: Size, resources: Dictionary) -> Dictionary {
    let corner = [points(size.width), points(size.height)];
    dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "FormType" => 1,
        "BBox" => vec![0.into(), 0.into(), corner[0].into(), corner[1].into()],
        "Resources" => resources,
    }
}

/// Painted as one, then laid over what is below (PDF Reference 1.4, 7.5.5), in the four inks.
fn transparency_group() -> Dictionary {
    dictionary! { "Type" => "Group", "S" => "Transparency", "CS" => "DeviceCMYK" }
}

fn page_dictionary(
    page: &Page<'_>,
    tree: ObjectId,
    content: ObjectId,
    resources: Dictionary,
) -> Dictionary {
    let upright = |rect: &Rect| -> Vec<Object> {
        let height = page.size.height;
        [rect.x, height - rect.bottom(), rect.right(), height - rect.y]
            .map(|edge| Object::Real(points(edge)))
            .to_vec()
    };
    dictionary! {
        "Type" => "Page",
        "Parent" => tree,
        "MediaBox" => upright(&Rect::at_origin(page.size)),
        "BleedBox" => upright(&page.bleed),
        "TrimBox" => upright(&page.trim),
        "Resources" => resources,
        "Contents" => content,
    }
}

/// How a viewer's print dialogue should start (ISO 32000-1, 12.2): at full size, on the paper of
/// the page, turned on the right edge.
fn viewer_preferences(view: View) -> Dictionary {
    let duplex = match view {
        View::OneSided => "Simplex",
        View::LongEdge => "DuplexFlipLongEdge",
        View::ShortEdge => "DuplexFlipShortEdge",
    };
    dictionary! { "PrintScaling" => "None", "Duplex" => duplex, "PickTrayByPDFSize" => true }
}

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
