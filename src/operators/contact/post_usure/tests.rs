use crate::catalogue::Value;
use crate::concepts::{Cell, Concept, Table};
use crate::operators::call::testing::{call, reals, run, texts, with_factor};

type Keywords = Vec<(&'static str, Vec<Value>)>;

fn table(keywords: Keywords, factor: &'static str, coefficients: Keywords) -> Result<std::sync::Arc<Table>, String> {
    let call = with_factor(call("POST_USURE", keywords), factor, vec![coefficients]);
    match run(&call) {
        Ok((Some(Concept::Table(table)), _)) => Ok(table),
        Ok((other, _)) => Err(format!("{other:?}")),
        Err(error) => Err(error.code.to_string()),
    }
}

fn column(table: &Table, name: &str) -> Vec<f64> {
    let i = table.column(name).unwrap();
    let real = |cell: &Cell| match cell {
        Cell::Real(x) => Some(*x),
        _ => None,
    };
    table.rows.iter().filter_map(|row| real(&row.cell(i))).collect()
}

#[test]
fn archard_volumes_and_the_flat_they_wear() {
    let keywords = || {
        vec![
            ("PUIS_USURE", reals(&[0.1])),
            ("LOI_USURE", texts(&["ARCHARD"])),
            ("INST", reals(&[1.0, 10.0])),
            ("COEF_INST", reals(&[1e6])),
            ("CONTACT", texts(&["TUBE_BAV"])),
            ("RAYON_MOBILE", reals(&[0.01])),
            ("LARGEUR_OBST", reals(&[0.03])),
        ]
    };
    let found = table(keywords(), "MOBILE", vec![("COEF_USURE", reals(&[1e-13]))]).unwrap();
    assert_eq!(column(&found, "PUIS_USUR_GLOBAL"), [0.1]);
    assert_eq!(column(&found, "INST"), [1.0, 10.0]);
    let volumes = column(&found, "V_USUR_TUBE");
    assert!((volumes[1] / 1e-7 - 1.0).abs() < 1e-14 && column(&found, "V_USUR_OBST") == [0.0, 0.0]);
    // V = L (4/3) sqrt(2R) d^(3/2)
    let exact = |v: f64| (v / (0.04 * 0.02f64.sqrt())).powf(2.0 / 3.0);
    for (depth, v) in column(&found, "P_USUR_TUBE").iter().zip(volumes) {
        assert!((depth / exact(v) - 1.0).abs() < 1e-12);
    }
    let mut incomplete = keywords();
    incomplete.pop();
    assert_eq!(table(incomplete, "MOBILE", vec![("COEF_USURE", reals(&[1e-13]))]).unwrap_err(), "R465");
    assert_eq!(table(keywords(), "MOBILE", vec![]).unwrap_err(), "R468");
}

#[test]
fn pairs_of_materials_are_known_by_geometry() {
    let of = |law: &str, contact: &str, pair: &str| {
        let keywords = vec![
            ("PUIS_USURE", reals(&[1.0])),
            ("LOI_USURE", texts(&[law])),
            ("INST", reals(&[1.0])),
            ("CONTACT", texts(&[contact])),
            ("MATER_USURE", texts(&[pair])),
            ("USURE_OBST", texts(&["OUI"])),
            ("RAYON_MOBILE", reals(&[0.0048])),
            ("RAYON_OBST", reals(&[0.0058])),
        ];
        table(keywords, "NONE", vec![])
    };
    let found = of("ARCHARD", "GRAPPE_ALESAGE", "NITRURE_A304L").unwrap();
    assert_eq!((column(&found, "V_USUR_TUBE"), column(&found, "V_USUR_OBST")), (vec![0.1e-15], vec![70e-15]));
    assert_eq!(of("ARCHARD", "TUBE_BAV", "I600_I600").unwrap_err(), "R467");
    assert_eq!(of("ARCHARD", "TUBE_BAV", "I900_I600").unwrap_err(), "R467");
}
