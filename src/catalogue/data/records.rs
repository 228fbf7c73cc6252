//! The parts of a description in the compact form: fields of structures, cases of enumerations with their numbers.

use super::super::schema::{
    Block, Command, Comparison, Condition, Constant, Effect, FileKeyword, FormerKeyword, FormerSpelling, Keyword,
    Level, Meanings, Named, Output, Range, ResultType, Reuse, ReusePolicy, Rule, Sentence, Shape, Simple, Status, Type,
    Validator,
};
use super::compact::{Compact, Reader, Writer};

macro_rules! structure {
    ($type:ident: $($field:ident),*) => {
        impl Compact for $type {
            fn write(&self, to: &mut Writer) {
                $(self.$field.write(to);)*
            }

            fn read(from: &mut Reader) -> Self {
                $(let $field = Compact::read(from);)*
                $type { $($field),* }
            }
        }
    };
}

macro_rules! enumeration {
    ($type:ident: $($number:literal $case:ident $(($($field:ident),*))?,)*) => {
        impl Compact for $type {
            fn write(&self, to: &mut Writer) {
                match self {
                    $($type::$case $(($($field),*))? => {
                        to.bytes.push($number);
                        $($($field.write(to);)*)?
                    })*
                }
            }

            fn read(from: &mut Reader) -> Self {
                match from.byte() {
                    $($number => {
                        $($(let $field = Compact::read(from);)*)?
                        $type::$case $(($($field),*))?
                    })*
                    other => unreachable!("{} has no case {other}", stringify!($type)),
                }
            }
        }
    };
}

structure!(
    Command: gloss,
    reconstructed,
    versions,
    result,
    outputs,
    reuse,
    level,
    files,
    former_spellings,
    former,
    free_keywords,
    goes_on_unless,
    not_described,
    notes
);
structure!(Level: rules, keywords, blocks);
structure!(FileKeyword: factor, name, written);
structure!(Block: when, level);
structure!(Keyword: gloss, instead, effect, status, min, max, shape);
structure!(Simple: types, default, into, meanings, unsupported, gone, range, validators, written_file);
structure!(Range: min, max, min_exclusive, max_exclusive);
structure!(Output: path, result);
structure!(Reuse: policy, same_as);
structure!(FormerSpelling: old, value, factor, among, all, with, when, new, new_value);
structure!(FormerKeyword: factor, name, keyword, stands_for, versions);

impl Compact for Meanings {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
    }

    fn read(from: &mut Reader) -> Self {
        Meanings(Compact::read(from))
    }
}

enumeration!(Effect: 0 Used, 1 None, 2 Unsupported,);
enumeration!(Status: 0 Mandatory, 1 Optional, 2 Defaulted, 3 Hidden,);
enumeration!(Shape: 0 Simple(simple), 1 Factor(level),);
enumeration!(
    Type: 0 Text,
    1 Real,
    2 Integer,
    3 Complex,
    4 Logical,
    5 Unit,
    6 Name(named),
    7 New,
    8 Any,
    9 Concept(kind),
);
enumeration!(Named: 0 NodeGroup, 1 CellGroup, 2 Node, 3 Cell, 4 Component, 5 Column,);
enumeration!(Constant: 0 Integer(i), 1 Real(x), 2 Complex(re, im), 3 Text(text), 4 Logical(b),);
enumeration!(
    Validator: 0 NoRepeat,
    1 TextLength(min, max),
    2 Increasing,
    3 Decreasing,
    4 NotEqualTo(value),
    5 AtMostOneStartingWith(start),
    6 AnyOf(list),
    7 Together(list),
    8 NoneOf(list),
    9 Contains(list),
);
enumeration!(
    Rule: 0 ExactlyOne(names, defaults),
    1 AtLeastOne(names),
    2 AtMostOne(names),
    3 AllOrNone(names),
    4 NotEmpty,
    5 Requires(name, names),
    6 Excludes(name, names),
);
enumeration!(
    Condition: 0 If(entries),
    1 Present(name),
    2 Absent(name),
    3 AnyPresent(names),
    4 TypeOf(entries),
    5 Count(name, comparison, number),
    6 All(list),
    7 Any(list),
    8 Not(condition),
    9 Always(answer),
    10 Sentence(sentence),
);
enumeration!(Comparison: 0 Equal, 1 NotEqual, 2 Less, 3 LessOrEqual, 4 Greater, 5 GreaterOrEqual,);
enumeration!(
    Sentence: 0 TinyComputedValue,
    1 SameKindOfCara,
    2 FieldTypeStartsWith(start),
    3 MetallurgicalRelation,
    4 CalledWithReuse,
    5 AnyTableIs(kind),
    6 OffDiagonalTerm,
);
enumeration!(ResultType: 0 Nothing, 1 Type(name), 2 SameAs(path), 3 FirstMatch(cases, otherwise),);
enumeration!(ReusePolicy: 0 Refused, 1 Optional, 2 InPlace,);
