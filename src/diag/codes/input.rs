//! Codes of input and output (`I...`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "I001",
        name: "missing-study-file",
        meaning: "A file of the study (the study itself, a command file named by its profile, a file to include) does \
                  not exist or cannot be read.",
        example: "DEBUT()\nINCLUDE(UNITE=77)\nFIN()\n",
    },
    CodeInfo {
        code: "I002",
        name: "bad-profile",
        meaning: "The profile (.export) names no command file, has a line that cannot be read, or lets the study write over its \
                  own files.",
        example: "#### command: stickslip run example.export\nDEBUT()\nFIN()\n#### example.export\nP time_limit 10\nF mail example.mail D 20\n",
    },
    CodeInfo {
        code: "I004",
        name: "unit-bound-twice",
        meaning: "Two lines of the profile (.export) bind one logical unit to different files, both to be read or both to be written. The first one is used.",
        example: "DEBUT()\nFIN()\n#### example.export\nF comm example.comm D 1\nF libr a.txt R 38\nF libr b.txt R 38\n",
    },
    CodeInfo {
        code: "I005",
        name: "profile-line-ignored",
        meaning: "Warning: a line of the profile (.export) is not understood. Lines are `F TYPE NAME FLAGS UNIT`, `R TYPE NAME FLAGS UNIT`, \
                  `P NAME VALUE`, `A NAME VALUE`, `N NAME VALUE`, or comments (#).",
        example: "DEBUT()\nFIN()\n#### example.export\nF comm example.comm D 1\nF mail\n",
    },
    CodeInfo {
        code: "I006",
        name: "mesh-of-another-unit",
        meaning: "Warning: the profile (.export) binds the mesh beside the study to another unit than the one that is read. The mesh is read \
                  because its name is that of the study.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"ASTER\", UNITE=20)\nFIN()\n#### example.export\nF comm example.comm D 1\n\
                  F mail example.mail D 21\n#### example.mail\nCOOR_3D\nA 0.0 0.0 0.0\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "I007",
        name: "not-a-study",
        meaning: "The file given as a study is not a command file: it is a mesh, text in UTF-16, or not text at all.",
        example: "COOR_3D\nA 0.0 0.0 0.0\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "I101",
        name: "mesh-not-found",
        meaning: "There is no file for the logical unit of the mesh. A line `F mail NAME D 20` of the .export binds one; \
                  without profile the file is fort.20, or \
                  the study's name with .mail (.mmed or .med, .msup or .unv, .msh in the other formats).",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"ASTER\", UNITE=21)\nFIN()\n",
    },
    CodeInfo {
        code: "I102",
        name: "mesh-cut-short",
        meaning: "The mesh file ends inside a block, or has no nodes. In text meshes each block ends with FINSF and the mesh \
                  with FIN.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"ASTER\")\nFIN()\n#### example.mail\nCOOR_3D\nA 0.0 0.0 0.0\nFINSF\n",
    },
    CodeInfo {
        code: "I103",
        name: "mesh-repeated-name",
        meaning: "A node, a cell or a group occurs twice in the mesh file.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"ASTER\")\nFIN()\n#### example.mail\nCOOR_3D\nA 0.0 0.0 0.0\nA 1.0 0.0 0.0\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "I104",
        name: "mesh-unknown-name",
        meaning: "A cell refers to a node, or a group to a member, that is not in the mesh file.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"ASTER\")\nFIN()\n#### example.mail\nCOOR_3D\nA 0.0 0.0 0.0\nFINSF\nPOI1\nP B\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "I105",
        name: "mesh-wrong-word",
        meaning: "A word of the mesh file is not allowed there: it is neither a block nor a number.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"ASTER\")\nFIN()\n#### example.mail\nCOOR_3D\nA 0.0 zero 0.0\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "I106",
        name: "mesh-incomplete-line",
        meaning: "A node has too few coordinates, a cell too few nodes, or a line of the mesh file too few numbers.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"ASTER\")\nFIN()\n#### example.mail\nCOOR_3D\nA 0.0 0.0 0.0\nFINSF\nSEG2\nS A\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "I107",
        name: "mesh-format",
        meaning: "This version of a mesh format is not supported: gmsh files must be text files of version 1, 2, 4.0 or 4.1, or binary files of version 2 or 4.1 (Mesh.MshFileVersion = 4.1). Fields of MED files must be of version 3 or 4.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"GMSH\")\nFIN()\n#### example.msh\n$MeshFormat\n3.0 0 8\n$EndMeshFormat\n",
    },
    CodeInfo {
        code: "I108",
        name: "med-damaged",
        meaning: "A file read as MED is no HDF5 file, or its structure is damaged (cut short, overwritten). Text meshes need \
                  FORMAT=\"ASTER\", or no FORMAT: the file tells then.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"MED\")\nFIN()\n#### example.med\nCOOR_3D\nA 0.0 0.0 0.0\nFINSF\nFIN\n",
    },
    CodeInfo {
        code: "I109",
        name: "mesh-inconsistent",
        meaning: "The arrays of a MED mesh are inconsistent: a cell refers to a missing node, there are fewer coordinates or families than nodes, or cells have an unsupported type.",
        example: "DEBUT()\nMESH = LIRE_MAILLAGE(FORMAT='GMSH', UNITE=20)\nFIN()\n#### example.20\n$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0. 0. 0.\n$EndNodes\n$Elements\n1\n1 99 2 1 1 1 1\n$EndElements\n",
    },
    CodeInfo {
        code: "I110",
        name: "med-no-mesh",
        meaning: "A MED file contains no mesh, or no mesh of the name given by NOM_MED. The message lists the meshes of the file.",
        example: "#### none: a MED file is binary; tests/diagnostics/mesh/unknown_mesh.comm reads one without the mesh asked for.\n",
    },
    CodeInfo {
        code: "I111",
        name: "group-name-cut",
        meaning: "Warning: the name of a group in the mesh file is longer than 24 characters and is cut.",
        example: "#### none: a MED file is binary, and a text mesh has no names that long.\n",
    },
    CodeInfo {
        code: "I112",
        name: "mesh-group-name",
        meaning: "Warning: the name of a group of a universal mesh is cut: it has at most 8 letters, digits and underscores. A name that does not \
                  begin with a letter leaves its group out.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"IDEAS\")\nFIN()\n#### example.msup\n    -1\n  2411\n1 1 1 11\n0.0 0.0 0.0\n    -1\n    -1\n  2467\n1 0 0 0 0 0 0 1\nLONGER_THAN_EIGHT\n7 1 0 0\n    -1\n",
    },
    CodeInfo {
        code: "I113",
        name: "universal-cells-left-out",
        meaning: "Warning: cells of the data set 2431 of a universal mesh are not read, since its layout is not known.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"IDEAS\")\nFIN()\n#### example.msup\n    -1\n  2411\n1 1 1 11\n0.0 0.0 0.0\n    -1\n    -1\n  2431\n1 1\n    -1\n",
    },
    CodeInfo {
        code: "I115",
        name: "universal-members-missing",
        meaning: "Warning: a group of a universal file names nodes or elements that the file does not have (gmsh names elements of points and does not write them). They are left out; a group that keeps no member is not made.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT=\"IDEAS\")\nFIN()\n#### example.msup\n    -1\n  2411\n1 1 1 11\n0.0 0.0 0.0\n    -1\n    -1\n  2467\n1 0 0 0 0 0 0 2\nROOT\n7 1 0 0 8 5 0 0\n    -1\n",
    },
    CodeInfo {
        code: "I003",
        name: "no-output-folder",
        meaning: "The folder given with --output does not exist and cannot be made.",
        example: "#### command: stickslip run example.comm --output example.comm\nDEBUT()\nFIN()\n",
    },
    CodeInfo {
        code: "I601",
        name: "file-not-written",
        meaning: "A file cannot be written: its folder does not exist or is not writable.",
        example: "DEBUT()\nDEFI_FICHIER(UNITE=50, FICHIER=\"no_such_folder/x.txt\")\nIMPR_FONCTION(UNITE=50, COURBE=_F(ABSCISSE=(0.0, 1.0), ORDONNEE=(0.0, 1.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "I602",
        name: "print-format",
        meaning: "Warning: this print format is not available; the nearest one is written in its place. No result depends on it.",
        example: "DEBUT()\nIMPR_FONCTION(FORMAT=\"AGRAF\", COURBE=_F(ABSCISSE=(0.0, 1.0), ORDONNEE=(0.0, 1.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "I603",
        name: "chart-file",
        meaning: "A chart or an archive cannot be written to the log. Give UNITE a unit of its own.",
        example: "DEBUT()\nIMPR_FONCTION(FORMAT=\"SVG\", UNITE=8, COURBE=_F(ABSCISSE=(0.0, 1.0), ORDONNEE=(0.0, 1.0)))\nFIN()\n",
    },
    CodeInfo {
        code: "I604",
        name: "function-file",
        meaning: "The file of LIRE_FONCTION is missing or cannot be read.",
        example: "DEBUT()\nF = LIRE_FONCTION(UNITE=35, NOM_PARA=\"INST\")\nFIN()\n",
    },
    CodeInfo {
        code: "I605",
        name: "bad-table",
        meaning: "A text file of numbers does not contain the requested block or column, or its lines have different lengths.",
        example: "DEBUT()\nIMPR_FONCTION(UNITE=35, COURBE=_F(ABSCISSE=(0.0, 1.0), ORDONNEE=(0.0, 1.0)))\nF = LIRE_FONCTION(UNITE=35, NOM_PARA=\"INST\", INDIC_RESU=(1, 3))\nFIN()\n",
    },
    CodeInfo {
        code: "I114",
        name: "empty-group",
        meaning: "A group of the mesh has no member: loads, conditions and properties given to it have no effect.",
        example: "DEBUT()\nMA = LIRE_MAILLAGE(FORMAT='ASTER')\nFIN()\n#### example.mail\nCOOR_3D\nA 0. 0. 0.\nFINSF\nGROUP_NO\nGB\nFINSF\nFIN\n",
    },
];
