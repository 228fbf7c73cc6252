//! Charts and archives at the desk: names that other programs open, tables of texts, units of axes, files of numpy.

use crate::program::{run_study, scratch};

const TABLE: &str = "T = CREA_TABLE(LISTE=(_F(PARA='NAME', LISTE_K=('soft', 'hard', 'wet')), _F(PARA='X', LISTE_R=(0.3, 0.7, 1.1)), _F(PARA='Y', LISTE_R=(1.3, 0.9, 0.2))))\n";
const FUNCTION: &str = "F = DEFI_FONCTION(NOM_PARA='INST', NOM_RESU='DEPL', VALE=(0.0, 0.0, 0.7, 1.3))\n";

fn run(name: &str, body: &str) -> (i32, String, std::path::PathBuf) {
    let folder = scratch(&format!("desk_charts_{name}"));
    std::fs::write(folder.join("two.comm"), format!("DEBUT()\n{body}FIN()\n")).unwrap();
    let (code, shown, _) = run_study(&folder, "two.comm", &[]);
    (code, shown, folder)
}

#[test]
fn files_are_named_so_that_programs_open_them() {
    let body = format!(
        "{TABLE}{FUNCTION}IMPR_FONCTION(FORMAT='SVG', UNITE=40, COURBE=_F(FONCTION=F))\n\
         IMPR_FONCTION(FORMAT='PNG', UNITE=41, COURBE=_F(FONCTION=F))\n\
         IMPR_FONCTION(FORMAT='CSV', UNITE=42, COURBE=_F(FONCTION=F))\n\
         IMPR_FONCTION(FORMAT='NPZ', UNITE=43, COURBE=_F(FONCTION=F))\n\
         IMPR_TABLE(FORMAT='CSV', UNITE=44, TABLE=T)\nIMPR_TABLE(FORMAT='CSV', UNITE=44, TABLE=T)\n\
         IMPR_TABLE(UNITE=45, TABLE=T)\n\
         DEFI_FICHIER(UNITE=46, FICHIER='./own.name')\nIMPR_FONCTION(FORMAT='SVG', UNITE=46, COURBE=_F(FONCTION=F))\n\
         # What the study wrote to a unit it reads from it.\n\
         with open('fort.42') as file:\n    assert 'INST' in file.read()\n"
    );
    let (code, shown, folder) = run("names", &body);
    assert_eq!(code, 0, "{shown}");
    for name in ["two.40.svg", "two.41.png", "two.42.csv", "two.43.npz", "two.44.csv", "two.45", "own.name"] {
        assert!(folder.join(name).exists() && shown.contains(name), "{name}: {shown}");
    }
    let svg = std::fs::read_to_string(folder.join("two.40.svg")).unwrap();
    assert!(svg.contains(">DEPL (m)<") && svg.contains(">INST (s)<"), "{svg}");
    // The second table follows the first.
    assert_eq!(std::fs::read_to_string(folder.join("two.44.csv")).unwrap().matches("hard").count(), 2);
}

#[test]
fn a_column_of_texts_gives_names_along_the_axis() {
    let (code, shown, folder) = run(
        "texts",
        &format!(
            "{TABLE}IMPR_TABLE(FORMAT='SVG', UNITE=40, TABLE=T)\nIMPR_TABLE(FORMAT='SVG', UNITE=41, TRACE='BARRES', NOM_PARA=('NAME', 'Y'), TABLE=T)\n"
        ),
    );
    assert_eq!(code, 0, "{shown}");
    let marks = std::fs::read_to_string(folder.join("two.40.svg")).unwrap();
    for name in ["soft", "hard", "wet", "NAME", "X", "Y"] {
        assert!(marks.contains(&format!(">{name}<")), "{name}: {marks}");
    }
    // Three marks of each column and one in the legend; no line leads from name to name.
    assert_eq!((marks.matches("<circle").count(), marks.matches("class=\"c\"").count()), (8, 0), "{marks}");
    let bars = std::fs::read_to_string(folder.join("two.41.svg")).unwrap();
    assert_eq!(bars.matches("fill-opacity=\"0.55\" stroke").count(), 3, "{bars}");
}

/// Histograms with their share, reference slopes, areas: in both kinds of pictures, from functions and from tables.
#[test]
fn shares_slopes_and_areas_are_drawn_in_both_formats() {
    let curves = "COURBE=(_F(ABSCISSE=(0.3, 0.7, 1.1), ORDONNEE=(3.0, 5.0, 2.0), TRACE='CUMUL', LEGENDE='shocks'), \
        _F(ABSCISSE=(0.3, 1.1), ORDONNEE=(1.3, 4.9), TRACE='PENTE', PENTE=(2.0, 7.0), COULEUR=7, LEGENDE='slopes'), \
        _F(ABSCISSE=(0.3, 1.1, 1.1), ORDONNEE=(0.7, 0.7, 1.3), TRACE='SURFACE', COULEUR=7, LEGENDE='known'), \
        _F(ABSCISSE=(0.7,), ORDONNEE=(0.8,), AXE='DROITE', STYLE=0, LEGENDE='published'))";
    let (code, shown, folder) = run(
        "shares",
        &format!(
            "{TABLE}IMPR_FONCTION(FORMAT='SVG', UNITE=40, {curves})\nIMPR_FONCTION(FORMAT='PNG', UNITE=41, {curves})\n\
             IMPR_TABLE(FORMAT='SVG', UNITE=42, TRACE='CUMUL', NOM_PARA=('NAME', 'Y'), TABLE=T)\n"
        ),
    );
    assert_eq!(code, 0, "{shown}");
    let svg = std::fs::read_to_string(folder.join("two.40.svg")).unwrap();
    for name in ["shocks", "shocks, cumulative", "slopes", "known", "published", "cumulative share"] {
        assert!(svg.contains(&format!(">{name}<")), "{name}: {svg}");
    }
    // Grey: the area of the slopes, the other area, and a swatch of each in the legend.
    assert_eq!((svg.matches("<polygon").count(), svg.matches("#8c8c8c").count()), (2, 4), "{svg}");
    // The name of the points is that of the axis on the left alone.
    assert_eq!(svg.matches(">ORDONNEE<").count(), 1, "{svg}");
    let png = std::fs::read(folder.join("two.41.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png.len() > 5000);
    let table = std::fs::read_to_string(folder.join("two.42.svg")).unwrap();
    assert!(table.contains(">cumulative share<") && table.contains(">soft<"), "{table}");
    // Slopes are asked for with their values.
    let (code, shown, _) = run(
        "no_slope",
        "IMPR_FONCTION(FORMAT='SVG', UNITE=40, COURBE=_F(ABSCISSE=(0.3, 1.1), ORDONNEE=(1.3, 4.9), TRACE='PENTE'))\n",
    );
    assert!(code == 2 && shown.contains("PENTE"), "{shown}");
}

#[test]
fn texts_that_repeat_are_curves_of_their_own() {
    let table = "T = CREA_TABLE(LISTE=(_F(PARA='BODY', LISTE_K=('rail', 'rail', 'block', 'block')), \
        _F(PARA='SIZE', LISTE_R=(0.3, 0.7, 0.3, 0.7)), _F(PARA='SHARE', LISTE_R=(0.1, 0.9, 0.6, 0.4))))\n";
    let (code, shown, folder) = run("repeat", &format!("{table}IMPR_TABLE(FORMAT='SVG', UNITE=40, TABLE=T)\n"));
    assert_eq!(code, 0, "{shown}");
    let svg = std::fs::read_to_string(folder.join("two.40.svg")).unwrap();
    for name in ["rail", "block", "SIZE", "SHARE"] {
        assert!(svg.contains(&format!(">{name}<")), "{name}: {svg}");
    }
    // Two curves and their samples in the legend.
    assert_eq!(svg.matches("class=\"c\"").count(), 4);
}

#[test]
fn a_table_without_numbers_has_no_chart() {
    let table =
        "T = CREA_TABLE(LISTE=(_F(PARA='NAME', LISTE_K=('soft', 'hard')), _F(PARA='KIND', LISTE_K=('a', 'b'))))\n";
    let (code, shown, folder) = run("none", &format!("{table}IMPR_TABLE(FORMAT='SVG', UNITE=40, TABLE=T)\n"));
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(code, 2, "{shown}");
    assert!(shown.contains("none of its columns holds numbers") && shown.contains("NAME, KIND"), "{shown}");
    assert!(!folder.join("two.40.svg").exists());
}

#[test]
fn arrays_are_read_and_written_as_numpy_does() {
    let body = "import numpy as np
a = np.array([[0.3, 1.1, -2.0], [0.7, 1.3, 4.0]])
np.save('a', a)
np.save('b.npy', a[0])
np.savetxt('a.txt', a, fmt='%.3f', delimiter=';', header='three columns')
assert np.load('a.npy').tolist() == a.tolist()
assert np.load('b.npy').tolist() == [0.3, 1.1, -2.0]
assert np.loadtxt('a.txt', delimiter=';').tolist() == a.tolist()
x, z = np.loadtxt('a.txt', delimiter=';', usecols=(0, -1), unpack=True)
assert x.tolist() == [0.3, 0.7] and z.tolist() == [-2.0, 4.0]
assert np.loadtxt('a.txt', delimiter=';', usecols=1).tolist() == [1.1, 1.3]
assert np.loadtxt('a.txt', delimiter=';', max_rows=1).tolist() == [0.3, 1.1, -2.0]
g = np.genfromtxt(['# head', '1.3 text', '0.7 2.6'])
assert g.shape == (2, 2) and np.isnan(g[0, 1]) and g[1, 1] == 2.6
assert np.genfromtxt(['a;b', '1.3;', '0.7;2.6'], delimiter=';', skip_header=1, filling_values=-9.0).tolist() == [[1.3, -9.0], [0.7, 2.6]]
for wrong in (['1.3 x'], ['1 2', '3']):
    try:
        np.loadtxt(wrong)
        raise AssertionError('it was read')
    except ValueError as error:
        print(error)
try:
    np.load('none.npy')
except FileNotFoundError as error:
    print(error)
";
    let (code, shown, folder) = run("numpy", body);
    assert_eq!(code, 0, "{shown}");
    assert!(
        shown.contains("line 1 holds 'x', which is no number") && shown.contains("line 2 has 1 columns"),
        "{shown}"
    );
    // The bytes are those of numpy: magic word, header of a multiple of 64 bytes, the numbers.
    let bytes = std::fs::read(folder.join("a.npy")).unwrap();
    assert!(bytes.starts_with(b"\x93NUMPY\x01\x00") && bytes.len() == 128 + 48, "{}", bytes.len());
    assert!(String::from_utf8_lossy(&bytes).contains("'shape': (2, 3)"));
    assert_eq!(bytes[128..136], 0.3f64.to_le_bytes());
}
