//! The page for browsers, as far as the program goes: `play`, the buttons of the manual. The module and the page have tests of their
//! own in `clients/web/tests`.

use crate::program::{root, scratch, stickslip};

#[test]
fn play_says_what_to_do_or_what_is_wrong() {
    let folder = scratch("play");
    std::fs::write(folder.join("a.export"), "F comm b.comm\n").unwrap();
    let wrong = stickslip(&folder, &["play", "none.comm"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("none.comm"), "{wrong:?}");
    assert_eq!(stickslip(&folder, &["play", "a.export"]).status.code(), Some(2));
    if !cfg!(feature = "playground") {
        let without = stickslip(&folder, &["play"]);
        let said = String::from_utf8_lossy(&without.stderr).into_owned();
        assert_eq!(without.status.code(), Some(2));
        assert!(said.contains("scripts/web.sh --single") && said.contains("--features playground"), "{said}");
    }
}

#[test]
fn examples_of_the_manual_open_in_the_page() {
    let folder = scratch("run_it_here");
    assert!(stickslip(&folder, &["doc", "--html", "pages"]).status.success());
    let text = std::fs::read_to_string(folder.join("pages/example_rubbing_shoe.html")).unwrap();
    let start = "<a class=\"run\" href=\"play.html#example=";
    let examples: Vec<&str> = text.split(start).skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(examples.contains(&"rubbing_shoe/rubbing_shoe"), "{examples:?}");
    for example in examples {
        assert!(root().join(format!("examples/{example}.comm")).is_file(), "{example}");
    }
    assert!(folder.join("pages/play.html").is_file());
}
