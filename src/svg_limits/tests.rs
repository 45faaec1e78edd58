use super::*;

/// An SVG with this inside.
fn svg(body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">\
         {body}</svg>"
    )
}

/// Why it is refused, or nothing.
fn told_by(limits: Limits, body: &str) -> String {
    match read(&svg(body), limits) {
        Ok(_) => String::new(),
        Err(unread) => unread.to_string(),
    }
}

fn told(body: &str) -> String {
    told_by(Limits::PRINT_FILE, body)
}

/// What `each` makes of the numbers from 0 below `count`.
fn many(count: usize, each: impl Fn(usize) -> String) -> String {
    (0..count).map(each).collect()
}

#[test]
fn elements_nesting_and_attributes_are_counted_before_a_tree_is_made() {
    let rects = |count| "<rect/>".repeat(count);
    assert_eq!("", told_by(Limits::FACE, &rects(7_999)));
    let many_rects = told_by(Limits::FACE, &rects(8_000));
    assert_eq!("the SVG has too many elements; accepted: at most 8,000", many_rects);
    assert!(told("<g>".repeat(200).as_str()).starts_with("elements nest deeper than 200"));
    let attributes = many(100_000, |at| format!(" a{at}=\"1\""));
    assert!(told(&format!("<g{attributes}/>")).starts_with("<g> has 100,000 attributes"));
    let namespaces = many(200, |_| format!("<g{}/>", many(9, |at| format!(" xmlns:n{at}=\"n\""))));
    assert!(told(&namespaces).starts_with("the SVG declares too many namespaces"));
    assert!(told(&"<!--x-->".repeat(800_001)).starts_with("the SVG has too many elements"));
}

#[test]
fn entities_cannot_grow_without_bound() {
    let file = |entities: &str, body: &str| {
        let svg = svg(body);
        read(&format!("<!DOCTYPE svg [{entities}]>{svg}"), Limits::PRINT_FILE)
            .map_or_else(|unread| unread.to_string(), |_| String::new())
    };
    let namespace = "<!ENTITY ns \"http://www.w3.org/1999/xlink\">";
    assert_eq!("", file(namespace, "<g xmlns:a=\"&ns;\"/>"));
    let large = format!("<!ENTITY a \"{}\">", "<g/>".repeat(1_000));
    assert!(file(&large, &"&a;".repeat(1_000)).contains("large entities"));
    let nested = format!("<!ENTITY a \"{}\"><!ENTITY b \"&a;&a;\">", "x".repeat(5_000));
    assert!(file(&nested, "&b;").contains("large entities"));
}

#[test]
fn every_kind_of_reference_is_followed_to_its_end() {
    for (element, link) in [
        ("marker", "marker-start=\"url(#n)\""),
        ("pattern", "fill=\"url(#n)\""),
        ("pattern", "style=\"stroke: url('#n')\""),
        ("mask", "mask=\"url(#n)\""),
        ("clipPath", "clip-path=\"url( #n )\""),
        ("filter", "filter=\"url(#n)\""),
        ("g", "clip-path=\"url(#n)\""),
    ] {
        let chain = |length| {
            many(length, |at| {
                let link = link.replace("#n", &format!("#e{}", at + 1));
                format!("<{element} id=\"e{at}\"><path {link} d=\"M0 0H9\"/></{element}>")
            })
        };
        assert_eq!("", told(&chain(30)), "{element}");
        let long = told(&chain(60));
        assert!(long.starts_with("references follow each other more than 32"), "{element}: {long}");
        assert!(told(&chain(322)).starts_with("elements nest deeper than 200"), "{element}");
    }
    for element in ["linearGradient", "radialGradient", "pattern", "filter"] {
        let chain = many(60, |at| format!("<{element} id=\"e{at}\" xlink:href=\"#e{}\"/>", at + 1));
        let long = told(&chain);
        assert!(long.starts_with("references follow each other"), "{element}: {long}");
    }
}

#[test]
fn what_is_referred_to_nests_where_it_is_drawn() {
    let within = |depth: usize, inner: &str| {
        format!("{}{inner}{}", "<g>".repeat(depth), "</g>".repeat(depth))
    };
    let body = |depth| {
        let deep = format!("<g id=\"a\">{}</g>", within(depth, "<rect/>"));
        format!("{deep}{}", within(100, "<use href=\"#a\"/>"))
    };
    assert_eq!("", told(&body(90)));
    assert!(told(&body(100)).starts_with("elements nest deeper than 200"));
    // In whatever order they stand.
    let turned = format!("{}<g id=\"a\">{}</g>", within(150, "<use href=\"#a\"/>"), within(60, ""));
    assert!(told(&turned).starts_with("elements nest deeper than 200"));
}

#[test]
fn what_refers_to_itself_is_refused_and_links_of_pages_are_not() {
    for body in [
        "<use id=\"a\" href=\"#a\"/>",
        "<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use xlink:href=\"#a\"/></g>",
        "<clipPath id=\"a\"><path clip-path=\"url(#a)\"/></clipPath>",
        "<linearGradient id=\"a\" href=\"#a\"/>",
    ] {
        assert!(told(body).contains("refers back to itself"), "{body}: {}", told(body));
    }
    assert_eq!("", told("<g id=\"top\"><a href=\"#top\"><rect/></a></g>"));
}

#[test]
fn uses_of_uses_are_weighed_by_what_they_draw() {
    let body = |levels| {
        let level = |at| {
            format!("<g id=\"e{at}\">{}</g>", format!("<use href=\"#e{}\"/>", at + 1).repeat(10))
        };
        many(levels, level) + &format!("<rect id=\"e{levels}\"/>")
    };
    assert_eq!("", told(&body(3)));
    let heavy = told(&body(9));
    assert!(heavy.contains("elements and letters, each as often as it is referred to"), "{heavy}");
    // Of two elements with one id either may be meant.
    let doubled =
        many(400, |_| "<g id=\"a\"><rect/></g>".to_owned()) + &"<use href=\"#a\"/>".repeat(400);
    assert!(told(&doubled).contains("as often as it is referred to"));
}

#[test]
fn paint_and_markers_count_for_every_shape_that_takes_them_over() {
    let marker = format!("<marker id=\"m\">{}</marker>", "<rect/>".repeat(100));
    let path = format!("<path d=\"M0 0{}\"/>", "H1".repeat(5_000));
    let drawn = |body: &str| told(&format!("{marker}{body}"));
    assert_eq!("", drawn(&path));
    for heavy in [
        path.replace("<path", "<path marker-mid=\"url(#m)\""),
        format!("<g style=\"marker:url(#m)\"><g>{path}</g></g>"),
        format!("<style>path {{marker-mid: url(#m)}}</style>{path}"),
        format!("<g fill=\"url(#m)\">{}</g>", "<rect/>".repeat(3_000)),
        format!(
            "<g marker-mid=\"url(#m)\"><use href=\"#p\"/></g>{}",
            path.replace("<path", "<path id=\"p\"")
        ),
    ] {
        assert!(drawn(&heavy).contains("as often as it is referred to"), "{}", &heavy[..60]);
    }
}

#[test]
fn numbers_beyond_a_million_are_told_wherever_they_stand() {
    for (body, expected) in [
        ("<path d=\"M5.2 7.7 A1.8 1.8 0 0 0 1e32 5.9\"/>", "d holds the number 1e32"),
        ("<rect width=\"1e9\"/>", "width holds the number 1e9"),
        ("<g style=\"stroke-width:1e9\"/>", "stroke-width holds the number 1e9"),
        ("<style>g { stroke-width: 2000000 }</style>", "stroke-width holds the number 2e6"),
        ("<g transform=\"translate(-1000001)\"/>", "transform holds the number -1.000001e6"),
    ] {
        assert!(told(body).starts_with(expected), "{}", told(body));
    }
    for body in [
        "<g id=\"a9999999\" class=\"x1e9\" fill=\"#1e9999\" data-n=\"1e99\"/>",
        "<path d=\"M0 0 a1 1 0 01999999 5\"/>",
    ] {
        assert_eq!("", told(body), "{body}");
    }
    let numbers = format!("<path d=\"M{}\"/>", "1 2 ".repeat(250_001));
    assert_eq!(
        "the SVG has too many numbers; accepted: at most 500,000",
        told_by(Limits::FACE, &numbers)
    );
}

#[test]
fn letters_and_spans_of_a_text_are_counted() {
    let letters = |count| format!("<text>{}</text>", "a".repeat(count));
    assert_eq!("", told(&letters(5_000)));
    assert_eq!("<text> has 100,000 letters; accepted: at most 5,000", told(&letters(100_000)));
    let spans =
        |count| format!("<text id=\"t\">{}</text>", "<tspan dx=\"1\">a</tspan>".repeat(count));
    assert_eq!("", told(&spans(500)));
    assert_eq!("<text> \"t\" has 8,000 spans; accepted: at most 500", told(&spans(8_000)));
    assert!(told(&spans(500).repeat(30)).contains("as often as it is referred to"));
}

#[test]
fn style_sheets_are_weighed_by_rules_times_elements_and_ancestors() {
    let body = |selector: &str, rules: usize, elements: usize| {
        let sheet = format!("<style>{}</style>", format!("{selector}{{r:1}}").repeat(rules));
        format!("{sheet}{}{}{}", "<g>".repeat(50), "<rect/>".repeat(elements), "</g>".repeat(50))
    };
    assert_eq!("", told(&body(".a", 300, 2_000)));
    let heavy = told(&body(".a", 3_000, 2_000));
    assert!(heavy.starts_with("applying the style sheets takes 6,15"), "{heavy}");
    let ancestors = told(&body("g g g g g g g q", 1, 200));
    assert!(ancestors.starts_with("applying the style sheets takes"), "{ancestors}");
}

#[test]
fn ill_formed_text_is_left_to_the_parser() {
    for text in ["", "<svg", "<svg></g>", "text"] {
        assert!(matches!(read(text, Limits::FACE), Err(Unread::IllFormed(_))), "{text}");
    }
}

#[test]
fn what_every_piece_of_a_text_keeps_is_bounded() {
    let text = |property: &str, value: &str| {
        let body = format!("<g style=\"{property}:{value}\"><text x=\"1 2\">ab</text></g>");
        told(&body)
    };
    let families = |count: usize| vec!["x"; count].join(",");
    assert_eq!("", text("font-family", &families(32)));
    assert_eq!(
        "font-family lists 33 fonts; accepted: at most 32",
        text("font-family", &families(33))
    );
    let sheet = told(&format!("<style>text{{font-family:{}}}</style>", families(5_000)));
    assert!(sheet.starts_with("font-family has 9,999 bytes; accepted: at most 1,000"), "{sheet}");
    for property in ["font", "font-family", "font-variation-settings"] {
        let long = text(property, &"x".repeat(1_001));
        assert_eq!(format!("{property} has 1,001 bytes; accepted: at most 1,000"), long);
    }
    let dashes = told(&format!("<text stroke-dasharray=\"{}\">a</text>", "1 ".repeat(600)));
    assert!(dashes.starts_with("stroke-dasharray has 1,200 bytes"), "{dashes}");
    assert!(
        told_by(Limits::FACE, &format!("<text font-family=\"{}\"/>", families(40)))
            .contains("40 fonts")
    );
}
