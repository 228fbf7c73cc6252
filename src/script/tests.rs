use super::engine::{Way, compile, expand};
use super::macros::ScriptMacros;
use crate::concepts::Handle;
use crate::study::{Emission, Emitted, Macros};

#[test]
fn embedded_scripts_can_be_taken() {
    let embedded = ScriptMacros::embedded();
    for name in embedded.names() {
        let (file, text) = embedded.script(name).unwrap();
        ScriptMacros::default().add(file, text.to_string()).map_err(|e| e.0.message.clone()).unwrap();
        assert!(!embedded.description(name).unwrap().gloss.is_empty(), "{name}");
    }
}

#[test]
fn what_is_wrong_with_a_script_is_told_at_its_place() {
    let told = |text: &str| {
        let error = ScriptMacros::default().add("TRY.rhai", text.to_string()).err().unwrap();
        let place = error.1.place(error.0.span.unwrap()).unwrap();
        (error.0.message.clone(), place.1.line)
    };
    assert_eq!(told("fn describe() {\n  #{ keywords: }\n}").1, 2);
    let (message, line) = told("fn run(k) { () }\nfn describe() { #{ keyword: #{} } }");
    assert!(message.contains("keyword is not one of") && line == 2, "{message} {line}");
    assert!(
        told("fn describe() { #{ keywords: #{ N: #{ type: \"real\", status: \"perhaps\" } } } }").0.contains("perhaps")
    );
    assert!(told("fn describe() { loop {} }").0.contains("operations"));
    let taken = ScriptMacros::default().add("DEFI_GROUP.rhai", "fn describe() { #{} }".to_string());
    assert!(taken.err().unwrap().0.message.contains("operator already"));
}

/// What a script does, with the call of this rank refused.
fn done(way: Way, text: &str, refused: u64) -> (Vec<String>, bool) {
    let mut macros = ScriptMacros::default();
    macros.add("TRY.rhai", text.to_string()).map_err(|e| e.0.message.clone()).unwrap();
    let mut said = Vec::new();
    let mut calls = 0;
    let mut emit = |emitted: Emitted| match emitted {
        Emitted::Print(text) => {
            said.push(text);
            Ok(Emission::default())
        }
        Emitted::Call { command, arguments, start, .. } => {
            calls += 1;
            said.push(format!("{command} {arguments:?} {start}"));
            let result = Some(Handle::new(calls, "listr8_sdaster"));
            if calls == refused { Err(()) } else { Ok(Emission { result, created: Vec::new() }) }
        }
    };
    let description = macros.description("TRY").unwrap();
    let outcome = expand(way, &compile(text).unwrap(), text, description, Vec::new(), Vec::new(), &mut emit);
    (said, outcome.is_ok())
}

#[test]
fn a_script_without_a_thread_does_the_same() {
    let text = "fn describe() { #{ keywords: #{} } }\nfn run(k) {\n print(\"a\");\n let x = DEFI_LIST_REEL(#{ VALE: [0.7, 1.3] });\n \
                print(\"b\"); print(\"c\");\n for i in 0..3 { DEFI_LIST_REEL(#{ VALE: [1.3 * i] }); }\n print(\"d\");\n x\n}";
    for refused in [0, 1, 3] {
        let expected = done(Way::Thread, text, refused);
        assert_eq!(done(Way::Again, text, refused), expected);
        assert_eq!(expected.1, refused == 0);
    }
    assert_eq!(done(Way::Thread, text, 0).0.len(), 8);
    let endless = "fn describe() { #{ keywords: #{} } }\nfn run(k) { loop { print(\"a\") } }";
    assert!(!done(Way::Again, endless, 0).1);
}
