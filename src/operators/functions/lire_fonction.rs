//! LIRE_FONCTION: a function, a complex function or a surface read from columns of a text file.
//!
//! ```text
//! ACC = LIRE_FONCTION(UNITE=35, NOM_PARA="INST", NOM_RESU="ACCE", INDIC_PARA=(1, 1), INDIC_RESU=(1, 2))
//! ```
//!
//! The file is cut into blocks of numeric lines (`io::text_table`); each INDIC_ keyword gives a block and a
//! column, both counted from 1; with FORMAT='NUMPY' a block is an array of the file (`io::arrays`). The points then go through the checks of DEFI_FONCTION.

use std::sync::Arc;

use num_complex::Complex64;

use super::attributes::{Attributes, finite_values, put_in_order};
use crate::catalogue::{Call, CallError, Keywords, Value};
use crate::concepts::{ComplexFunction, Concept, Function, Surface};
use crate::io::arrays;
use crate::io::text_table::Blocks;
use crate::kernel::signal::{Interpolation, Signal};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const LIRE_FONCTION: Operator = Operator { name: "LIRE_FONCTION", run, check: Check::Small };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    let (blocks, file) = blocks(call, context)?;
    let source = Source { blocks, file };
    let text = |keyword: &str| call.text_if_given(keyword).unwrap_or_default().to_string();
    let (parameter, result) = (text("NOM_PARA"), text("NOM_RESU"));
    let attributes = Attributes::DEFAULT.overridden(call);
    let reorder = call.is("VERIF", "NON");
    match call.text_if_given("TYPE").as_deref() {
        Some("FONCTION_C") => {
            let mut abscissae = source.column(call, "INDIC_PARA")?;
            let mut values = complex_values(call, &source)?;
            same_length(call, abscissae.len(), values.len())?;
            put_in_order(call, "INDIC_PARA", reorder, &mut abscissae, &mut values, context)?;
            if attributes.interpolation.1 == Interpolation::Logarithmic {
                let message = "a complex function cannot be interpolated with LOG on its ordinate";
                return Err(call.error("INTERPOL", "R505", message));
            }
            attributes.check_positive(call, "INDIC_PARA", &abscissae, &[])?;
            let Attributes { interpolation, left, right } = attributes;
            let function = ComplexFunction { parameter, result, abscissae, values, interpolation, left, right };
            set_result(call, Concept::ComplexFunction(Arc::new(function)))
        }
        Some("NAPPE") => {
            let surface = surface(call, &source, context, attributes, (parameter, result))?;
            set_result(call, Concept::Surface(Arc::new(surface)))
        }
        _ => {
            let mut abscissae = source.column(call, "INDIC_PARA")?;
            let mut ordinates = source.column(call, "INDIC_RESU")?;
            same_length(call, abscissae.len(), ordinates.len())?;
            put_in_order(call, "INDIC_PARA", reorder, &mut abscissae, &mut ordinates, context)?;
            attributes.check_positive(call, "INDIC_PARA", &abscissae, &ordinates)?;
            let signal = Signal::Table(Arc::new(attributes.table(abscissae, ordinates)));
            set_result(call, Concept::Function(Arc::new(Function { parameter, result, signal })))
        }
    }
}

/// The numbers of the file, and its name.
struct Source {
    blocks: Blocks,
    file: String,
}

impl Source {
    /// The column that an INDIC_ keyword designates.
    fn column(&self, keywords: &Keywords, keyword: &str) -> Result<Vec<f64>, CallError> {
        let [block, column] = keywords.integers(keyword)[..] else {
            return Err(keywords.error(keyword, "R503", format!("{keyword} gives a block and a column")));
        };
        let values = self.blocks.column(block, column);
        let values = values.map_err(|fault| keywords.error(keyword, "I605", format!("{}: {fault}", self.file)))?;
        finite_values(keywords, keyword, &values)?;
        Ok(values)
    }
}

fn blocks(call: &Call, context: &Context<'_>) -> Result<(Blocks, String), CallError> {
    let unit = call.integer("UNITE")?;
    let path = context.units.resolve(unit, &[], context.world).map_err(|places| {
        let places: Vec<String> = places.iter().map(|p| p.display().to_string()).collect();
        let mut error = call.error("UNITE", "I604", format!("there is no file for unit {unit}"));
        error.help =
            Some(format!("looked for {}; a line `F libr FILE D {unit}` of the .export names it", places.join(", ")));
        error
    })?;
    let file = path.file_name().map_or(String::new(), |name| name.to_string_lossy().to_string());
    let bytes = context.world.read(&path).map_err(|fault| {
        call.error("UNITE", "I604", format!("the file {file} of unit {unit} cannot be read: {fault}"))
    })?;
    let blocks = if call.is("FORMAT", "NUMPY") {
        arrays::read(&bytes).map(Blocks::of_arrays).map_err(|fault| fault.to_string())
    } else {
        let separator = match call.get("SEPARATEUR").and_then(|given| given.values.first()) {
            Some(Value::Text(text)) if &**text != "None" && !text.trim().is_empty() => Some(text.to_string()),
            Some(Value::Text(text)) if &**text == "\t" => Some(text.to_string()),
            _ => None,
        };
        Blocks::read(&String::from_utf8_lossy(&bytes), separator.as_deref()).map_err(|fault| fault.to_string())
    };
    match blocks {
        Ok(blocks) => Ok((blocks, file)),
        Err(fault) => Err(call.error("UNITE", "I605", format!("{file}: {fault}"))),
    }
}

fn complex_values(call: &Call, source: &Source) -> Result<Vec<Complex64>, CallError> {
    let polar = call.is("FORMAT_C", "MODULE_PHASE");
    let names = if polar { ["INDIC_MODU", "INDIC_PHAS"] } else { ["INDIC_REEL", "INDIC_IMAG"] };
    let (first, second) = (source.column(call, names[0])?, source.column(call, names[1])?);
    same_length(call, first.len(), second.len())?;
    let value = |(a, b): (f64, f64)| {
        if polar { Complex64::new(a * libm::cos(b), a * libm::sin(b)) } else { Complex64::new(a, b) }
    };
    Ok(first.into_iter().zip(second).map(value).collect())
}

/// One column of parameters, one of common abscissae, one column for each function.
fn surface(
    call: &Call,
    source: &Source,
    context: &mut Context<'_>,
    attributes: Attributes,
    names: (String, String),
) -> Result<Surface, CallError> {
    let mut values = source.column(call, "INDIC_PARA")?;
    let abscissae = source.column(call, "INDIC_ABSCISSE")?;
    let inner = Attributes::DEFAULT.overridden_inside(call);
    let reorder = call.is("VERIF", "NON");
    let mut functions = Vec::new();
    for occurrence in call.factor("DEFI_FONCTION") {
        let (mut x, mut y) = (abscissae.clone(), source.column(occurrence, "INDIC_RESU")?);
        same_length(call, x.len(), y.len())?;
        put_in_order(call, "INDIC_ABSCISSE", reorder, &mut x, &mut y, context)?;
        inner.check_positive(occurrence, "INDIC_RESU", &x, &y)?;
        functions.push(inner.table(x, y));
    }
    if functions.len() != values.len() {
        let message = format!(
            "INDIC_PARA designates {} parameter(s) and DEFI_FONCTION {} function(s): one for each",
            values.len(),
            functions.len()
        );
        return Err(call.error("DEFI_FONCTION", "R503", message));
    }
    put_in_order(call, "INDIC_PARA", reorder, &mut values, &mut functions, context)?;
    attributes.check_positive(call, "INDIC_PARA", &values, &[])?;
    let Attributes { interpolation, left, right } = attributes;
    let inner_parameter = call.text("NOM_PARA_FONC")?.to_string();
    let (parameter, result) = names;
    Ok(Surface { parameter, values, inner_parameter, result, functions, interpolation, left, right })
}

fn same_length(call: &Call, a: usize, b: usize) -> Result<(), CallError> {
    if a == b {
        return Ok(());
    }
    Err(call.error("UNITE", "R503", format!("the columns have {a} and {b} values: they must have as many")))
}
