//! One call: its occurrences added to the file of the unit.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::asked::{field_names, left_out, unknown_names};
use super::fields;
use super::mesh::add_mesh;
use super::request::Request;
use crate::catalogue::{Call, Keywords};
use crate::concepts::Concept;
use crate::io::med::{Document, Version};
use crate::operators::{Context, Outcome};

pub fn write(call: &Call, unit: i64, context: &mut Context<'_>) -> Outcome {
    if call.is("FICHIER_UNIQUE", "OUI") {
        let message = "FICHIER_UNIQUE='OUI' is for a mesh shared by several processes; there is one process here";
        return Err(Box::new(
            call.error("FICHIER_UNIQUE", "R719", message).help("FICHIER_UNIQUE='NON' writes one file too"),
        ));
    }
    let version = call.text_if_given("VERSION_MED").and_then(|name| Version::named(&name)).unwrap_or_default();
    let units = context.units;
    let log = || units.output.join(format!("{}.{unit}.med", if units.stem.is_empty() { "fort" } else { &units.stem }));
    let path = units.output_file_as(unit, "med").unwrap_or_else(log);
    let known = units.documents.lock().ok().and_then(|documents| documents.get(&path).cloned());
    // What fails adds nothing.
    let mut document = known.map_or_else(|| Document::new(version), |known| (*known).clone());
    for keywords in call.factor("RESU") {
        occurrence(call, keywords, &mut document, context)?;
    }
    let bytes = document
        .bytes()
        .map_err(|why| call.error("UNITE", "R719", format!("{} cannot be written: {}", path.display(), why.0)))?;
    context.write_whole(call, "UNITE", &path, &bytes)?;
    if let Ok(mut documents) = units.documents.lock() {
        documents.insert(path, Arc::new(document));
    }
    Ok(())
}

fn occurrence(call: &Call, keywords: &Keywords, document: &mut Document, context: &mut Context<'_>) -> Outcome {
    let (mut unknown, _) = unknown_names(call, keywords, context);
    // A component that no field has is an error, told as such.
    unknown.retain(|warning| warning.span.is_none() || warning.span != keywords.span_of("NOM_CMP"));
    let told = !unknown.is_empty();
    unknown.into_iter().for_each(|warning| context.warn(warning));
    match keywords.concept("MAILLAGE") {
        Some(Concept::Mesh(mesh)) => drop(add_mesh(call, keywords, mesh, document, context)),
        Some(_) => context.warn(left_out(call, *keywords.error("MAILLAGE", "R708", "this is no mesh"))),
        None => {}
    }
    if told || !["RESULTAT", "CHAM_GD"].iter().any(|name| keywords.has(name)) {
        return Ok(());
    }
    let request = Request::of(keywords)?;
    let mut written = BTreeSet::new();
    for (rank, name) in field_names(keywords).into_iter().enumerate() {
        match fields::add(call, keywords, &request, (rank, &name), document, context)? {
            Ok(ranks) => written.extend(ranks),
            Err(none) => context.warn(left_out(call, *none)),
        }
    }
    request.parameters(call, keywords, &written, document, context);
    Ok(())
}
