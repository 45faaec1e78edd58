//! The committed engine, a WebAssembly module, compared with the library.

use std::io::Read as _;
use std::sync::LazyLock;

use actiondeck::Deck;
use actiondeck::companion::{Engine, Texts};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use wasmi::{Instance, Linker, Module, Store, TypedFunc};

const PACKED: &[u8] = include_bytes!("../../../src/companion/engine.wasm.gz");

/// The module, run as a page runs it.
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

/// The library and, in CI, the committed module, which must give the same replies.
///
/// During development the module may be older than the library; CI checks that it is current before the tests.
struct Both {
    page: Option<Page>,
    library: Engine,
}

impl Both {
    fn start(texts: &Texts) -> Self {
        Self {
            page: has_fresh_engine().then(|| Page::start(texts)),
            library: Engine::new(texts).unwrap(),
        }
    }

    fn ask(&mut self, request: &Value) -> Value {
        let request = request.to_string();
        let library = self.library.call(&request);
        if let Some(page) = &mut self.page {
            assert_eq!(library, page.pass("call", &request), "{request}");
        }
        serde_json::from_str(&library).unwrap()
    }
}

fn has_fresh_engine() -> bool {
    std::env::var_os("CI").is_some()
}

static USUAL: LazyLock<Texts> =
    LazyLock::new(|| Texts { deck: Deck::built_in().to_json(), ..Texts::default() });

/// The step between tested cards.
const STRIDE: usize = if cfg!(debug_assertions) { 27 } else { 9 };

/// The step between tested cards where each card has one question.
const CARD_STRIDE: usize = if cfg!(debug_assertions) { 9 } else { 1 };

/// The questions of `about`, each with the values of its example.
fn every_question(about: &Value) -> Vec<Value> {
    let forms = about["forms"].as_array().unwrap().iter();
    let asked = forms.map(|form| {
        let mut asked = json!({ "question": form["name"] });
        asked.as_object_mut().unwrap().extend(form["example"].as_object().unwrap().clone());
        asked
    });
    asked.collect()
}

/// Questions of the West about a card, for every column and level of the deck.
fn questions_of_card(deck: &Deck, card: usize) -> Vec<Value> {
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
fn the_engine_answers_the_west_for_every_cell() {
    let mut both = Both::start(&USUAL);
    for card in (0..54).step_by(CARD_STRIDE) {
        for asked in questions_of_card(&Deck::built_in(), card) {
            let reply = both.ask(&json!({ "do": "look", "asked": asked }));
            assert!(reply["errors"].is_null(), "{asked}: {reply}");
        }
    }
}

/// The reply to a lookup question, with as many cards as it needs, starting at `card`.
fn look(both: &mut Both, asked: &Value, card: usize) -> Value {
    let before = both.ask(&json!({ "do": "before", "asked": asked, "whole": true }));
    let count = before["awaited"].as_u64().unwrap_or(1) as usize;
    let cards: Vec<String> = (0..count).map(|more| ((card + more) % 54).to_string()).collect();
    both.ask(&json!({ "do": "look", "asked": asked, "cards": cards }))
}

fn has_code(reply: &Value, code: &str) -> bool {
    reply["faults"].as_array().is_some_and(|all| all.iter().any(|it| it["code"] == code))
}

#[test]
fn the_engine_answers_every_question_as_the_library_does() {
    for (game, expected) in [("west", 31), ("fi3", 33), ("d6", 11), ("ladder", 10), ("cards", 10)] {
        let rules = Some(format!("game = \"{game}\"\n"));
        let mut both = Both::start(&Texts { rules, ..USUAL.clone() });
        let about = both.ask(&json!({ "do": "about" }));
        let questions = every_question(&about);
        assert!(questions.len() >= expected, "{game}: {}", questions.len());
        for (form, asked) in about["forms"].as_array().unwrap().iter().zip(&questions) {
            for field in form["fields"].as_array().unwrap() {
                assert!(!field["help"].as_str().unwrap().is_empty(), "{form}");
            }
            let answered = (0..54).step_by(STRIDE).filter(|card| {
                let reply = look(&mut both, asked, *card);
                reply["errors"].is_null()
            });
            assert!(answered.count() > 0, "{asked}: {}", look(&mut both, asked, 34));
        }
    }
}

#[test]
fn both_examples_of_every_question_are_answered_as_lines() {
    // The deck of the examples.
    let deck = Deck::read("deck.csv", include_str!("../../data/deck.csv"));
    let deck = deck.unwrap_or_else(|problems| panic!("{problems}")).to_json();
    for game in ["west", "fi3", "d6", "ladder", "cards"] {
        let rules = Some(format!("game = \"{game}\"\n"));
        let texts = Texts { deck: deck.clone(), rules, ..Texts::default() };
        let mut engine = Engine::new(&texts).unwrap();
        let about: Value = serde_json::from_str(&engine.call("{\"do\":\"about\"}")).unwrap();
        for form in about["forms"].as_array().unwrap() {
            let examples = form["examples"].as_array().unwrap();
            assert_eq!(2, examples.len(), "{form}");
            for example in examples {
                let line = format!("look {}", example.as_str().unwrap());
                let reply = engine.call(&json!({ "do": "line", "line": line }).to_string());
                let reply: Value = serde_json::from_str(&reply).unwrap();
                assert!(reply["errors"].is_null(), "{game}: {line}: {reply}");
            }
        }
    }
}

/// The description of a preset's deck by its engine.
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
fn the_engine_answers_for_decks_of_other_layouts() {
    let deck = another_layout();
    let layout = deck.layout();
    assert_eq!((3, 3), (layout.cause.columns.len(), layout.cause.rows));
    assert_eq!((vec![5], vec!["omen".to_owned()]), (layout.bursts.clone(), layout.extras.clone()));
    let mut both = Both::start(&Texts { deck: deck.to_json(), ..Texts::default() });
    let about = both.ask(&json!({ "do": "about" }));
    assert_eq!(json!(3), about["cause"]["rows"]);
    for card in [0, 17, 53] {
        for asked in questions_of_card(&deck, card) {
            let reply = both.ask(&json!({ "do": "look", "asked": asked }));
            assert!(reply["errors"].is_null(), "{asked}: {reply}");
        }
    }
    let raven = json!({ "question": "west read element", "element": "omen", "card": 17 });
    let reply = both.ask(&json!({ "do": "look", "asked": raven })).to_string();
    assert!(reply.contains("a raven"), "{reply}");
}

#[test]
fn questions_on_omitted_parts_are_not_offered_or_answered() {
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
    let about = both.ask(&json!({ "do": "about" }));
    let offered = about["questions"].to_string();
    assert!(offered.contains("west read location"), "{offered}");
    for asked in [
        json!({ "question": "west read penetration", "card": 17, "pen": 2, "armour": 1 }),
        json!({ "question": "west read toggle", "card": 17 }),
    ] {
        assert!(!offered.contains(asked["question"].as_str().unwrap()), "{offered}");
        let reply = both.ask(&json!({ "do": "look", "asked": asked }));
        assert!(has_code(&reply, "lookup.left-out"), "{asked}: {reply}");
    }
    for asked in every_question(&about) {
        let reply = look(&mut both, &asked, 34);
        assert!(!has_code(&reply, "lookup.left-out"), "{asked}: {reply}");
    }
    let (mut refused, mut answered) = (0, 0);
    for asked in questions_of_card(&deck, 17) {
        let reply = both.ask(&json!({ "do": "look", "asked": asked }));
        let reads =
            ["west read penetration", "west read toggle"].map(|name| asked["question"] == name);
        let reads = reads.contains(&true);
        assert_eq!(reads, reply["faults"][0]["code"] == "lookup.left-out", "{asked}: {reply}");
        if reads { refused += 1 } else { answered += 1 }
    }
    assert!(refused > 0 && answered > 10, "{refused} {answered}");
}

/// The reply to a line of `play`.
fn line(both: &mut Both, line: &str) -> Value {
    both.ask(&json!({ "do": "line", "line": line }))
}

#[test]
fn the_engine_plays_sessions_as_the_library_does() {
    let mut both = Both::start(&USUAL);
    both.ask(&json!({ "do": "start", "draws": { "mode": "virtual", "seed": 7 } }));
    let shot = json!({ "question": "west attack", "as": "example gunfighter", "at": "example brute",
        "dice": "shooting", "weapon": "example revolver", "distance": 4, "location_bumps": 0 });
    let before = both.ask(&json!({ "do": "before", "asked": shot }));
    assert!(before["tn"].is_string() && before["odds"].is_object(), "{before}");
    assert_eq!((&json!(1), &json!(7)), (&before["awaited"], &before["filled"]["size"]), "{before}");
    let mut hits = 0;
    for _ in 0..12 {
        let mut reply = both.ask(&json!({ "do": "ask", "asked": shot }));
        while reply["chains"].as_array().is_some_and(|chains| !chains.is_empty()) {
            reply = line(&mut both, "then");
        }
        let again = both.ask(&json!({ "do": "last" }));
        assert_eq!(reply["verdict"], again["verdict"]);
        if reply["deals"].as_array().is_some_and(|deals| !deals.is_empty()) {
            hits += 1;
            line(&mut both, "apply");
            assert!(!line(&mut both, "apply")["errors"].is_null(), "only once");
        }
        line(&mut both, "round");
    }
    assert!(hits > 2, "{hits} hits");
    let mut longest = 0;
    for _ in 0..12 {
        let contest = json!({ "question": "west contest", "active_dice": "5d4",
            "opponent_dice": "4d4" });
        let mut reply = both.ask(&json!({ "do": "ask", "asked": contest }));
        let drawn = line(&mut both, "then");
        assert_eq!(reply["chains"].as_array().unwrap().len() != 1, !drawn["errors"].is_null());
        reply = if drawn["errors"].is_null() { drawn } else { reply };
        while let Some(of) = reply["chains"].as_array().unwrap().last().cloned() {
            reply = line(&mut both, &format!("then of {of}"));
            assert!(reply["errors"].is_null(), "{reply}");
        }
        let asked = &reply["state"]["last"]["asked"];
        for side in ["active_cards", "opponent_cards"] {
            longest = longest.max(asked[side].to_string().split('+').count());
        }
        line(&mut both, "shuffle");
    }
    assert!(longest > 1);
    line(&mut both, "hand zeno 3");
    line(&mut both, "set zeno weapon fist prone");
    line(&mut both, "undo 2");
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
