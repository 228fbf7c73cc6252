//! Codes of campaigns (`W...`).

use super::info::CodeInfo;

pub(super) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: "W001",
        name: "campaign",
        meaning: "A campaign (`stickslip sweep`) cannot be planned, run or merged as requested: for instance a parameter is given twice, an interval has no end, or a file would be replaced that is no plan.",
        example: "#### command: stickslip sweep plan example.comm --grid X=1,2 --grid X=3,4 --output campaign\nDEBUT()\nX = 1.\nFIN()\n",
    },
    CodeInfo {
        code: "W002",
        name: "campaign-file",
        meaning: "A file of a campaign cannot be read or written.",
        example: "#### command: stickslip sweep plan example.comm --grid X=1,2 --output example.comm/campaign\nDEBUT()\nX = 1.\nFIN()\n",
    },
    CodeInfo {
        code: "W003",
        name: "table-not-made",
        meaning: "A table named with --collect is not made by the study. The name is that of the variable the table is assigned to.",
        example: "#### command: stickslip sweep plan example.comm --grid X=1,2 --collect WEAR --output campaign\nDEBUT()\nX = 1.\nFIN()\n",
    },
    CodeInfo {
        code: "W004",
        name: "mixed-results",
        meaning: "The results of a campaign would make a table from different inputs (a file, a module, a mesh or a macro-command has changed since some cases were run) or from different builds of the program. `stickslip sweep run DIR` runs the cases in question again; those whose inputs are as they were keep their results.",
        example: "#### command: stickslip sweep plan example.comm --grid X=1,2 --output campaign && stickslip sweep run campaign && echo 'Y = 2.' >> example.comm && stickslip sweep merge campaign --output table.csv\nDEBUT()\nX = 1.\nFIN()\n",
    },
];
