//! PNG pictures: written wherever an SVG is, read back with the `png` crate.

use std::path::Path;

use crate::program::{scratch, stickslip};

/// Blue and vermilion of the first two curves; the shape of a deformed structure is blue too.
const BLUE: [u8; 3] = [0x00, 0x72, 0xb2];
const VERMILION: [u8; 3] = [0xd5, 0x5e, 0x00];

/// Width, and red, green, blue of all pixels.
pub fn decoded(path: &Path) -> (usize, Vec<[u8; 3]>) {
    let bytes = std::fs::read(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    (info.width as usize, pixels.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect())
}

/// Pixels darker than grey in some columns and rows.
fn ink(
    (width, pixels): &(usize, Vec<[u8; 3]>),
    columns: std::ops::Range<usize>,
    rows: std::ops::Range<usize>,
) -> usize {
    let rows = pixels.chunks(*width).take(rows.end).skip(rows.start);
    rows.flat_map(|row| &row[columns.clone()]).filter(|p| p.iter().all(|part| *part < 120)).count()
}

const STUDY: &str = "DEBUT()
T = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=50))
F = FORMULE(NOM_PARA='INST', VALE='sin(8.0 * INST)')
U = CALC_FONC_INTERP(FONCTION=F, LIST_PARA=T, NOM_PARA='INST', NOM_RESU='DEPL')
V = CALC_FONCTION(DERIVE=_F(FONCTION=U))
TAB = CREA_TABLE(FONCTION=_F(FONCTION=U))
DEFI_FICHIER(UNITE=40, FICHIER='./curves.png')
IMPR_FONCTION(UNITE=40, TITRE='Motion', LEGENDE_X='time (s)', LEGENDE_Y='DX (mm)', COURBE=(_F(FONCTION=U, LEGENDE='u'), _F(FONCTION=V, LEGENDE='v')))
IMPR_FONCTION(UNITE=41, FORMAT='PNG', COURBE=_F(FONCTION=U))
IMPR_FONCTION(UNITE=42, FORMAT='XMGRACE', PILOTE='PNG', COURBE=_F(FONCTION=U))
IMPR_TABLE(UNITE=43, FORMAT='PNG', TABLE=TAB)
TEST_FONCTION(VALEUR=_F(FONCTION=U, VALE_PARA=0.0, VALE_REFE=0.0, VALE_CALC=0.0, CRITERE='ABSOLU', REFERENCE='ANALYTIQUE', PRECISION=1.0e-12))
FIN()
";

#[test]
fn charts_are_pictures_with_curves_and_text() {
    let folder = scratch("pixels_charts");
    std::fs::write(folder.join("s.comm"), STUDY).unwrap();
    let mut files = Vec::new();
    for (threads, output) in [("1", "one"), ("2", "two"), ("2", "again")] {
        let run = stickslip(&folder, &["run", "s.comm", "--threads", threads, "--output", output]);
        let log = String::from_utf8_lossy(&run.stdout).into_owned() + &*String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{log}");
        assert!(log.contains("curves.png"), "{log}");
        let names = ["curves.png", "s.41.png", "s.42.png", "s.43.png"];
        files.push(
            names.map(|name| std::fs::read(folder.join(output).join(name)).unwrap_or_else(|_| panic!("{name}: {log}"))),
        );
    }
    assert!(files[0] == files[1] && files[1] == files[2]);
    let both = decoded(&folder.join("one/curves.png"));
    let height = both.1.len() / both.0;
    assert!(both.0 == 1520 && (800..1000).contains(&height), "{height}");
    let count = |colour: [u8; 3]| both.1.iter().filter(|p| **p == colour).count();
    assert!(count([255; 3]) > both.1.len() / 2 && count(BLUE) > 500 && count(VERMILION) > 500);
    assert!(ink(&both, 600..920, 20..64) > 200, "title");
    assert!(ink(&both, 600..1000, height - 60..height - 10) > 60, "label of the abscissae");
    assert!(ink(&both, 16..48, 200..height - 200) > 60, "label of the ordinates");
    for name in ["s.41.png", "s.42.png", "s.43.png"] {
        assert!(decoded(&folder.join("one").join(name)).1.contains(&BLUE), "{name}");
    }
}

#[test]
fn structures_and_graphs_are_pictures() {
    let folder = scratch("pixels_structures");
    let cases = crate::program::root().join("tests/cases/fields");
    std::fs::copy(cases.join("viewers.mail"), folder.join("s.mail")).unwrap();
    let study = std::fs::read_to_string(cases.join("viewers.comm")).unwrap();
    let more = "IMPR_RESU(FORMAT='PNG', UNITE=90, RESU=(_F(MAILLAGE=MESH), _F(RESULTAT=MODES, NUME_MODE=(1, 2))))\n\
                DEFI_FICHIER(UNITE=91, FICHIER='./moving.png')\n\
                IMPR_RESU(FORMAT='SVG', UNITE=91, ANIMATION='OUI', RESU=_F(RESULTAT=MODES, NUME_MODE=1))\nFIN()";
    std::fs::write(folder.join("s.comm"), study.replace("FIN()", more)).unwrap();
    let run = stickslip(&folder, &["run", "s.comm"]);
    let log = String::from_utf8_lossy(&run.stdout).into_owned() + &*String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success() && log.contains("a PNG picture does not move"), "{log}");
    let (mesh, modes, still) = (
        decoded(&folder.join("s.90_MESH.png")),
        decoded(&folder.join("s.90_MODES.png")),
        decoded(&folder.join("moving.png")),
    );
    assert_eq!([(mesh.0, mesh.1.len()), (modes.0, modes.1.len())], [(1520, 1520 * 936), (1680, 1680 * 596)]);
    for picture in [&mesh, &modes, &still] {
        assert!(picture.1.contains(&BLUE) && ink(picture, 300..picture.0 - 300, 20..60) > 60);
    }
    // At rest and deformed.
    assert!(modes.1.contains(&[0xb5; 3]) && !mesh.1.contains(&[0xb5; 3]));

    let graph = |arguments: &[&str]| stickslip(&folder, &[&["graph", "s.comm"], arguments].concat());
    assert!(graph(&["-o", "g.png"]).status.success() && graph(&["--format", "png", "-o", "h"]).status.success());
    let picture = decoded(&folder.join("g.png"));
    assert_eq!(decoded(&folder.join("h")), picture);
    // The boxes of modes and of what is printed, and arrows.
    assert!([[0xc9, 0xe4, 0xde], [0xf4; 3], [0x8a; 3]].iter().all(|colour| picture.1.contains(colour)));
    let refused = graph(&["--format", "png"]);
    assert!(refused.status.code() == Some(2) && String::from_utf8_lossy(&refused.stderr).contains("-o FILE.png"));
    assert!(graph(&["-o", "g.dot"]).status.success());
    assert!(std::fs::read_to_string(folder.join("g.dot")).unwrap().starts_with("digraph"));

    // A picture of pixels is as still as it is written: ANIMATION belongs to SVG.
    let asked = "DEBUT()\nMESH = LIRE_MAILLAGE(UNITE=20)\nIMPR_RESU(FORMAT='PNG', ANIMATION='OUI', RESU=_F(MAILLAGE=MESH))\nFIN()\n";
    std::fs::write(folder.join("a.comm"), asked).unwrap();
    let checked = stickslip(&folder, &["check", "a.comm"]);
    assert!(checked.status.code() == Some(2) && String::from_utf8_lossy(&checked.stderr).contains("ANIMATION"));
}
