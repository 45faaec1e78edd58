//! The engine in the repository, a WebAssembly module, against the library it was made of.

use std::io::Read as _;
use std::path::Path;
use std::sync::LazyLock;

use actiondeck::Deck;
use actiondeck::companion::{Engine, Texts};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use wasmi::{Instance, Linker, Module, Store, TypedFunc};

const PACKED: &[u8] = include_bytes!("../../../src/companion/engine.wasm.gz");

/// The module as a page runs it.
struct Page {
    store: Store<()>,
    instance: Instance,
}

impl Page {
    fn start(texts: &Texts) -> Self {
        let engine = wasmi::Engine::default();
        let mut module = Vec::new();
        GzDecoder::new(PACKED).read_to_end(&mut module).unwrap();
        let module = Module::new(&engine, module).unwrap();
        assert_eq!(0, module.imports().len(), "it can do nothing but answer");
        let mut store = Store::new(&engine, ());
        let instance = Linker::new(&engine).instantiate_and_start(&mut store, &module).unwrap();
        let mut page = Self { store, instance };
        assert_eq!("", page.pass("load", &json!(texts).to_string()));
        page
    }

    fn pass(&mut self, name: &str, text: &str) -> String {
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        let room: TypedFunc<u32, u32> = self.instance.get_typed_func(&self.store, "room").unwrap();
        let place = room.call(&mut self.store, text.len() as u32).unwrap() as usize;
        memory.write(&mut self.store, place, text.as_bytes()).unwrap();
        let called: TypedFunc<(), u32> = self.instance.get_typed_func(&self.store, name).unwrap();
        let length = called.call(&mut self.store, ()).unwrap() as usize;
        let reply: TypedFunc<(), u32> = self.instance.get_typed_func(&self.store, "reply").unwrap();
        let place = reply.call(&mut self.store, ()).unwrap() as usize;
        let mut bytes = vec![0; length];
        memory.read(&self.store, place, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }
}

/// The module and the library, asked the same.
struct Both {
    page: Page,
    library: Engine,
}

impl Both {
    fn start(texts: &Texts) -> Self {
        Self { page: Page::start(texts), library: Engine::new(texts).unwrap() }
    }

    fn ask(&mut self, request: &Value) -> Value {
        let request = request.to_string();
        let (page, library) = (self.page.pass("call", &request), self.library.call(&request));
        assert_eq!(library, page, "{request}");
        serde_json::from_str(&page).unwrap()
    }
}

static USUAL: LazyLock<Texts> =
    LazyLock::new(|| Texts { deck: Deck::built_in().to_json(), ..Texts::default() });

/// Every so many cards: all of them where the program is optimised.
const STRIDE: usize = if cfg!(debug_assertions) { 9 } else { 1 };

/// Every question that a companion asks of a card, at every column and level that it has.
fn every_question(deck: &Deck, card: usize) -> Vec<Value> {
    let layout = deck.layout();
    let mut asked = Vec::new();
    for (die, level) in layout.cause.cells() {
        let sides = die.sides();
        asked.push(
            json!({ "question": "west check", "dice": format!("{level}{die}"), "tn": sides }),
        );
    }
    for (die, row) in layout.effect.cells() {
        let cell = format!("({row}){}", die.sides());
        asked.push(json!({ "question": "west read effect", "cell": cell }));
        asked
            .push(json!({ "question": "west read damage", "cell": cell, "size": "6", "bumps": 1 }));
    }
    for bumps in -2..=2 {
        asked.push(json!({ "question": "west read location", "bumps": bumps, "prone": bumps > 0 }));
    }
    for shots in &layout.bursts {
        asked.push(json!({ "question": "west read burst", "shots": shots }));
    }
    for rel in [1, 2, 7, 13] {
        asked.push(json!({ "question": "west read failure", "rel": rel, "discarded": [3, 7] }));
    }
    for armour in [0, 2, 4] {
        asked.push(json!({ "question": "west read penetration", "pen": 2, "armour": armour }));
    }
    for id in &layout.extras {
        asked.push(json!({ "question": "west read element", "element": id }));
    }
    let dice =
        layout.cause.columns.last().map(|die| format!("{}{die}", layout.cause.rows)).unwrap();
    for (name, more) in [
        ("west card", json!({})),
        ("west read toggle", json!({})),
        ("west read unintended", json!({ "missed": 2, "contact": true })),
        ("west read dodge", json!({})),
        ("west initiative", json!({ "dice": dice, "wounded": 1 })),
        ("west attack throw", json!({ "dice": dice, "strength": "d8", "distance": 9 })),
        ("west check for surprise", json!({ "dice": dice, "expecting": true })),
        ("west hurt stun", json!({ "dice": dice, "dealt": 2, "earlier": 1 })),
        ("west hurt recovery", json!({ "dice": dice, "worst": 2 })),
        ("west hurt healing", json!({ "dice": dice, "ailment": "heavy", "penalty": 1 })),
        (
            "west attack",
            json!({ "dice": dice, "weapon": "example revolver", "distance": 12, "aim": "once",
                "cover": 2, "covered": ["torso"], "dodge": 1 }),
        ),
        (
            "west attack blow",
            json!({ "dice": dice, "weapon": "fist", "skill": 3, "armed": true, "called": "head" }),
        ),
    ] {
        let mut question = json!({ "question": name });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        asked.push(question);
    }
    for question in &mut asked {
        question["card"] = json!(card);
    }
    asked.push(json!({ "question": "west contest", "active_cards": card, "active_dice": dice,
        "opponent_cards": (card + 1) % 54, "opponent_dice": dice }));
    asked
}

#[test]
fn the_engine_answers_every_question_at_every_card_column_and_level_as_the_library_does() {
    let mut both = Both::start(&USUAL);
    let names = both.ask(&json!({ "do": "about" }))["questions"].clone();
    let mut answered = std::collections::BTreeSet::new();
    for card in (0..54).step_by(STRIDE) {
        for asked in every_question(&Deck::built_in(), card) {
            answered.insert(asked["question"].clone().to_string());
            let reply = both.ask(&json!({ "do": "look", "asked": asked }));
            assert!(reply["errors"].is_null(), "{asked}: {reply}");
        }
    }
    let left: Vec<&Value> = names
        .as_array()
        .unwrap()
        .iter()
        .filter(|name| !answered.contains(&name.to_string()))
        .collect();
    assert_eq!(Vec::<&Value>::new(), left);
}

/// What the engine of a preset's deck says of it.
fn about(preset: &str) -> Value {
    let spec = actiondeck::spec::preset(preset).unwrap().spec().unwrap();
    let effort = actiondeck::generate::Effort::Quick;
    let deck = actiondeck::generate::generate(&spec, spec.seed, effort, &|_| ()).unwrap();
    let texts = Texts { deck: deck.to_json(), ..Texts::default() };
    let reply = Engine::new(&texts).unwrap().call("{\"do\":\"about\"}");
    assert!(!reply.contains("west") && !reply.contains("example "), "{reply}");
    serde_json::from_str(&reply).unwrap()
}

#[test]
fn decks_of_other_games_are_asked_what_their_cards_can_answer() {
    let d20 = about("d20");
    assert_eq!(json!({ "dice": "1d20", "tn": 11 }), d20["usual"]);
    let questions = ["check", "card", "read toggle", "read effect", "contest"];
    assert_eq!(json!(questions.map(|name| format!("cards {name}"))), d20["questions"]);
    let oracle = about("oracle");
    let questions = ["read element", "card", "check", "contest"];
    assert_eq!(json!(questions.map(|name| format!("cards {name}"))), oracle["questions"]);
    assert_eq!(json!("cards"), oracle["game"]);
}

/// The sample deck without some of its columns, rows and bursts, and with an element of its own.
fn another_layout() -> Deck {
    let table = include_str!("../../data/deck.csv");
    let mut rows = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = rows.next().unwrap();
    let is_kept = |name: &str| {
        let grid = name.starts_with("cause") || name.starts_with("effect");
        let left_out = ["_d4_", "_d12_"].iter().any(|column| name.contains(column));
        !(grid && (left_out || name.ends_with("_4") || name.ends_with("_5")))
            && !["burst_3", "burst_10"].contains(&name)
    };
    let kept = |row: &[&str], own: &str| {
        let kept = head.iter().zip(row).filter(|(name, _)| is_kept(name)).map(|(_, cell)| *cell);
        kept.chain([own]).collect::<Vec<_>>().join(",")
    };
    let mut lines = vec![kept(&head, "omen")];
    lines.extend(rows.map(|row| kept(&row, if row[0] == "17" { "a raven" } else { "" })));
    let deck = Deck::read("small.csv", &(lines.join("\n") + "\n"));
    deck.unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn a_deck_with_another_layout_and_an_element_of_its_own_is_answered_too() {
    let deck = another_layout();
    let layout = deck.layout();
    assert_eq!((3, 3), (layout.cause.columns.len(), layout.cause.rows));
    assert_eq!((vec![5], vec!["omen".to_owned()]), (layout.bursts.clone(), layout.extras.clone()));
    let mut both = Both::start(&Texts { deck: deck.to_json(), ..Texts::default() });
    for card in [0, 17, 53] {
        for asked in every_question(&deck, card) {
            let reply = both.ask(&json!({ "do": "look", "asked": asked }));
            assert!(reply["errors"].is_null(), "{asked}: {reply}");
        }
    }
    let raven = json!({ "question": "west read element", "element": "omen", "card": 17 });
    let reply = both.ask(&json!({ "do": "look", "asked": raven })).to_string();
    assert!(reply.contains("a raven"), "{reply}");
}

#[test]
fn what_depends_on_a_part_that_a_deck_leaves_out_is_refused_and_all_else_answered() {
    let table = include_str!("../../data/deck.csv");
    let head: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    let kept = |line: &str| {
        let cells = head.iter().zip(line.split(','));
        let cells = cells.filter(|(name, _)| !["penetration", "toggle"].contains(name));
        cells.map(|(_, cell)| cell).collect::<Vec<_>>().join(",") + "\n"
    };
    let deck = Deck::read("bare.csv", &table.lines().map(kept).collect::<String>())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut both = Both::start(&Texts { deck: deck.to_json(), ..Texts::default() });
    let (mut refused, mut answered) = (0, 0);
    for asked in every_question(&deck, 17) {
        let reply = both.ask(&json!({ "do": "look", "asked": asked }));
        let reads =
            ["west read penetration", "west read toggle"].map(|name| asked["question"] == name);
        let reads = reads.contains(&true);
        assert_eq!(reads, reply["faults"][0]["code"] == "lookup.left-out", "{asked}: {reply}");
        if reads { refused += 1 } else { answered += 1 }
    }
    assert!(refused > 0 && answered > 10, "{refused} {answered}");
}

#[test]
fn a_fight_a_damaged_session_and_what_cannot_be_asked_are_answered_alike() {
    let mut both = Both::start(&USUAL);
    both.ask(&json!({ "do": "start", "draws": { "mode": "virtual", "seed": 7 } }));
    let shot = json!({ "question": "west attack", "as": "example gunfighter", "at": "example brute",
        "dice": "shooting", "weapon": "example revolver", "distance": 4, "location_bumps": 0 });
    both.ask(&json!({ "do": "before", "asked": shot }));
    let mut hits = 0;
    for _ in 0..12 {
        let mut reply = both.ask(&json!({ "do": "ask", "asked": shot }));
        while reply["open"] == true {
            reply = both.ask(&json!({ "do": "then" }));
        }
        if reply["deals"].as_array().is_some_and(|deals| !deals.is_empty()) {
            hits += 1;
            both.ask(&json!({ "do": "apply" }));
            assert!(!both.ask(&json!({ "do": "apply" }))["errors"].is_null(), "only once");
        }
        both.ask(&json!({ "do": "round" }));
    }
    assert!(hits > 2, "{hits} hits");
    let mut longest = 0;
    for _ in 0..12 {
        let contest = json!({ "question": "west contest", "active_dice": "5d4",
            "opponent_dice": "4d4" });
        let mut reply = both.ask(&json!({ "do": "ask", "asked": contest }));
        let drawn = both.ask(&json!({ "do": "then" }));
        assert_eq!(reply["chains"].as_array().unwrap().len() != 1, !drawn["errors"].is_null());
        reply = if drawn["errors"].is_null() { drawn } else { reply };
        while let Some(of) = reply["chains"].as_array().unwrap().last().cloned() {
            reply = both.ask(&json!({ "do": "then", "of": of }));
        }
        let asked = &reply["state"]["last"]["asked"];
        for side in ["active_cards", "opponent_cards"] {
            longest = longest.max(asked[side].to_string().split('+').count());
        }
        both.ask(&json!({ "do": "shuffle" }));
    }
    assert!(longest > 1);
    both.ask(&json!({ "do": "hand", "who": "zeno", "count": 3 }));
    both.ask(&json!({ "do": "know", "who": "zeno", "facts": { "weapon": "fist", "prone": true } }));
    both.ask(&json!({ "do": "undo", "steps": 2 }));
    let text = both.ask(&json!({ "do": "export" }))["text"].as_str().unwrap().to_owned();
    let again = both.ask(&json!({ "do": "import", "name": "a.json", "text": text }));
    assert!(again["errors"].is_null());
    let steps = again["state"]["table"]["steps"].clone();
    for (damaged, code) in [
        (text.replacen("\"card\":", "\"card\": ", 1), "session.damaged"),
        (text.replacen("actiondeck-session/6", "actiondeck-session/2", 1), "session.format"),
        ("{}".to_owned(), "session.format"),
    ] {
        let refused = both.ask(&json!({ "do": "import", "name": "a.json", "text": damaged }));
        assert_eq!(code, refused["faults"][0]["code"], "{refused}");
    }
    assert_eq!(steps, both.ask(&json!({ "do": "state" }))["state"]["table"]["steps"]);
    for (bad, code) in [
        (json!({ "do": "dance" }), "companion.request"),
        (json!({ "do": "look" }), "companion.request"),
        (json!([1]), "companion.request"),
        (
            json!({ "do": "look", "asked": { "question": "west dance", "card": 3 } }),
            "companion.question",
        ),
        (
            json!({ "do": "look", "asked": { "question": "west card", "card": 54 } }),
            "deck.card-number",
        ),
        (
            json!({ "do": "look", "asked": { "question": "west card", "card": 3, "tn": 4 } }),
            "argument.value",
        ),
        (
            json!({ "do": "look", "asked": { "question": "west check", "card": 3, "dice": "9d10" } }),
            "lookup.level",
        ),
    ] {
        let refused = both.ask(&bad);
        let found = refused["faults"][0]["code"].as_str().unwrap();
        let same = found == code || (code == "deck.card-number" && found.starts_with("deck."));
        assert!(same, "{bad}: {refused}");
    }
}

/// What the engine is compiled from: the modules that it calls into, and its own package.
const SOURCES: [&str; 12] = [
    "companion/Cargo.lock",
    "companion/Cargo.toml",
    "companion/src",
    "src/companion",
    "src/deck",
    "src/dice",
    "src/input",
    "src/lookup",
    "src/odds",
    "src/random.rs",
    "src/rules",
    "src/session",
];

/// What of these belongs to the page alone, or to tests.
fn is_source(path: &str) -> bool {
    let of_the_page =
        ["colours.rs", "faces.rs", "page.rs"].map(|file| format!("src/companion/{file}"));
    let code = [".rs", ".toml", ".lock"].iter().any(|end| path.ends_with(end));
    code && !path.contains("tests") && !of_the_page.contains(&path.to_owned())
}

fn sources_below(home: &Path, path: &str, found: &mut Vec<String>) {
    let whole = home.join(path);
    if !whole.is_dir() {
        found.extend(is_source(path).then(|| path.to_owned()));
        return;
    }
    for entry in std::fs::read_dir(whole).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        sources_below(home, &format!("{path}/{name}"), found);
    }
}

#[test]
fn the_engine_is_not_older_than_its_sources() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    SOURCES.iter().for_each(|path| sources_below(home, path, &mut sources));
    sources.sort();
    let found: Vec<String> = sources
        .iter()
        .map(|path| {
            let digest = Sha256::digest(std::fs::read(home.join(path)).unwrap());
            let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{hex}  {path}")
        })
        .collect();
    let stated: Vec<&str> = include_str!("../../../src/companion/engine.sources").lines().collect();
    let changed: Vec<&String> =
        found.iter().filter(|line| !stated.contains(&line.as_str())).collect();
    assert!(
        changed.is_empty() && stated.len() == found.len(),
        "src/companion/engine.wasm.gz is older than its sources, run scripts/companion_wasm: {changed:?}"
    );
}
