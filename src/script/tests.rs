use super::macros::ScriptMacros;
use crate::study::Macros;

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
