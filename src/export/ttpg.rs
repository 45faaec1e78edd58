//! Tabletop Playground: a template and its textures, for the folders of the same names in a package.
//!
//! Source: the template of card sheets in darrellanderson/ttpg-darrell.

use serde_json::{Map, Value, json};

use crate::diagnostic::Problems;
use crate::render::NamedFile;

use super::pictures::{Grid, Picture};
use super::sources::{Sources, json_file};

/// One sheet for all cards, so that the template is the whole deck.
const GRID: [u32; 2] = [9, 6];

/// The template and its textures.
pub(super) fn files(sources: &Sources<'_>) -> Result<Vec<NamedFile>, Problems> {
    let [columns, rows] = GRID;
    let grid = Grid::new(columns, rows).unwrap_or_default();
    let back = sources.pictures.back("Tabletop Playground")?;
    let mut files = Vec::new();
    for sheet in sources.pictures.sheets(grid)? {
        let template = template(sources, &sheet.picture, back, grid);
        files.push(json_file(format!("Templates/{}.json", sources.slug), &template)?);
        files.push(texture(&sheet.picture));
    }
    files.push(texture(back));
    Ok(files)
}

fn texture(picture: &Picture) -> NamedFile {
    NamedFile { path: format!("Textures/{}", picture.name), bytes: picture.png.clone() }
}

fn template(sources: &Sources<'_>, front: &Picture, back: &Picture, grid: Grid) -> Value {
    let deck = sources.export.deck;
    let format = sources.pictures.format();
    let digest = deck.digest().to_string().to_uppercase();
    let guid: String = digest.chars().skip_while(|&c| c != ':').skip(1).take(32).collect();
    let centimetres = |mm: f64| (mm * 100.0).round() / 1000.0;
    let (mut names, mut metadata, mut tags) = (Map::new(), Map::new(), Map::new());
    for (place, values) in sources.values.iter().enumerate() {
        let data = json!({ "description": values.text, "card": values.data });
        names.insert(place.to_string(), json!(values.name));
        metadata.insert(place.to_string(), json!(data.to_string()));
        tags.insert(place.to_string(), json!(["actiondeck"]));
    }
    let indices: Vec<usize> = (0..sources.values.len()).collect();
    let mut template = thing();
    let own = json!({
        "GUID": guid,
        "Name": deck.name(),
        "Metadata": sources.description(),
        "FrontTexture": front.name,
        "BackTexture": back.name,
        "NumHorizontal": grid.columns(),
        "NumVertical": grid.rows(),
        "Width": centimetres(format.trim_width_mm()),
        "Height": centimetres(format.trim_height_mm()),
        "Indices": indices,
        "CardNames": names,
        "CardMetadata": metadata,
        "CardTags": tags,
    });
    if let (Some(template), Value::Object(own)) = (template.as_object_mut(), own) {
        template.extend(own);
    }
    template
}

/// The physical properties of a card.
fn thing() -> Value {
    json!({
        "Type": "Card",
        "GUID": "",
        "Name": "",
        "Metadata": "",
        "CollisionType": "Regular",
        "Friction": 0.7,
        "Restitution": 0,
        "Density": 0.5,
        "SurfaceType": "Cardboard",
        "Roughness": 1,
        "Metallic": 0,
        "PrimaryColor": { "R": 255, "G": 255, "B": 255 },
        "SecondaryColor": { "R": 0, "G": 0, "B": 0 },
        "Flippable": true,
        "AutoStraighten": false,
        "ShouldSnap": true,
        "ScriptName": "",
        "Blueprint": "",
        "Models": [],
        "Collision": [],
        "SnapPointsGlobal": false,
        "SnapPoints": [],
        "ZoomViewDirection": { "X": 0, "Y": 0, "Z": 0 },
        "HiddenTexture": "",
        // One picture for all backs, which is also what other players see of a hidden card.
        "BackIndex": -2,
        "HiddenIndex": -3,
        "Thickness": 0.05,
        "HiddenInHand": true,
        "UsedWithCardHolders": true,
        "CanStack": true,
        "UsePrimaryColorForSide": false,
        "FrontTextureOverrideExposed": false,
        "AllowFlippedInStack": false,
        "MirrorBack": true,
        "Model": "Rounded",
        "GroundAccessibility": "ZoomAndContext",
    })
}
