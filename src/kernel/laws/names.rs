//! Names that the reference program gives to internal variables (NOM_VARI), beside ours and V1, V2 ...

/// Names by law, in the order of the variables: laws with `DIS` have DIS1, DIS2 ... and the names that follow.
const NAMES: [(&[&str], &[&str]); 11] = [
    (
        &[
            "DIS_CHOC",
            "DIS_CONTACT",
            "CHOC_ENDO",
            "CHOC_ENDO_PENA",
            "CHOC_ELAS_TRAC",
            "DIS_ECRO_CINE",
            "DIS_BILI_ELAS",
            "DIS_GOUJ2E_ELAS",
            "DIS_GOUJ2E_PLAS",
        ],
        &["DIS"],
    ),
    (&["DIS_VISC"], &["FORCE", "UVISQ", "DISSTHER", "RAIDEUR"]),
    (&["ARME"], &["DUY"]),
    (&["DIS_GRICRA"], &["DIS1", "DIS2", "DIS3", "DIS4", "DIS5", "DIS6", "DIS7", "IRVECU"]),
    (&["VMIS_ISOT_LINE", "VMIS_ISOT_TRAC"], &["EPSPEQ", "INDIPLAS"]),
    (&["VMIS_CINE_LINE"], &["XCINXX", "XCINYY", "XCINZZ", "XCINXY", "XCINXZ", "XCINYZ", "INDIPLAS"]),
    (&["PINTO_MENEGOTTO"], &["EPSRN-1", "EPSRN", "SIGRN", "EPSM+V5", "DEPS-TH", "INDICYCL", "INDIPLAS", "INDIFLAM"]),
    (&["VMIS_ASYM_LINE"], &["EPSPEQT", "INDIPLAT", "EPSPEQC", "INDIPLAC"]),
    (&["RELAX_ACIER"], &["EPSPEQ", "TANGENTE"]),
    (&["ELAS"], &["VIDE"]),
    (&["DASHPOT"], &["VIDE"]),
];

/// Rank (from 0) of the variable of a law that the reference calls `name`.
pub(super) fn rank_of(law: &str, name: &str) -> Option<usize> {
    let (_, names) = NAMES.iter().find(|(laws, _)| laws.contains(&law))?;
    match names {
        ["DIS"] => name.strip_prefix("DIS")?.parse::<usize>().ok()?.checked_sub(1),
        names => names.iter().position(|known| *known == name),
    }
}

/// Name that the reference gives to the variable of a rank.
pub(super) fn name_of(law: &str, rank: usize) -> Option<String> {
    let (_, names) = NAMES.iter().find(|(laws, _)| laws.contains(&law))?;
    match names {
        ["DIS"] => Some(format!("DIS{}", rank + 1)),
        names => names.get(rank).map(|name| name.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use crate::laws::LAWS;

    #[test]
    fn each_name_leads_to_its_variable() {
        for law in LAWS {
            for rank in 0..law.variables.len() {
                if let Some(name) = law.reference_name(rank) {
                    assert_eq!(law.variable(&name), Some(rank), "{name} of {}", law.name);
                }
            }
        }
        let find = |law: &str, name: &str| LAWS.iter().find(|l| l.name == law).unwrap().variable(name);
        assert_eq!(find("VMIS_CINE_LINE", "INDIPLAS"), Some(6));
        assert_eq!(find("DIS_VISC", "RAIDEUR"), Some(3));
        assert_eq!((find("DIS_CONTACT", "DIS2"), find("DIS_CONTACT", "DIS99")), (Some(1), None));
    }
}
