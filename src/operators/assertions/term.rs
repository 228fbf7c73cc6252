//! TABL_INTSP of TEST_FONCTION: the value of a term of a spectral matrix, linear between its frequencies.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::ComplexFunction;
use crate::kernel::signal::{Extension, Interpolation};
use crate::operators::call::terms::term;
use crate::verdict::{Compared, significant};

/// Label and value of the term that an occurrence names.
pub(super) fn evaluate(keywords: &Keywords) -> Result<(String, Compared), CallError> {
    let matrix = keywords.spectral_matrix("INTE_SPEC")?;
    let (place, term) = term(keywords, matrix)?;
    let Some(x) = keywords.real_if_given("VALE_PARA") else {
        return Err(keywords.error("VALE_PARA", "T001", "the frequency of the value, VALE_PARA, is not given"));
    };
    let function = ComplexFunction {
        parameter: matrix.parameter.clone(),
        result: matrix.kind.clone(),
        abscissae: matrix.abscissae.clone(),
        values: term.complex(),
        interpolation: (Interpolation::Linear, Interpolation::Linear),
        left: Extension::Excluded,
        right: Extension::Excluded,
    };
    let name = keywords.handle("INTE_SPEC").map_or("", |handle| handle.name());
    let value = function.value(x).map_err(|fault| {
        let message = format!("the term {place} of {name} has no value at {}: {fault}", significant(x, 12));
        keywords.error("VALE_PARA", "T004", message)
    })?;
    Ok((format!("{name}{place}({})", significant(x, 12)), Compared::Complex(value)))
}
