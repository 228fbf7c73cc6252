//! The syntax tree. Plain data; every node knows its place.

use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Expression {
    pub kind: ExpressionKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExpressionKind {
    None,
    True,
    False,
    Integer(i64),
    Real(f64),
    /// `2.5j`
    Imaginary(f64),
    Text(String),
    /// f-string
    Format(Vec<TextPart>),
    Name(String),
    Tuple(Vec<Expression>),
    List(Vec<Expression>),
    Set(Vec<Expression>),
    /// Key and value; a missing key is `**value`.
    Dictionary(Vec<(Option<Expression>, Expression)>),
    ListComprehension(Box<Expression>, Vec<Comprehension>),
    SetComprehension(Box<Expression>, Vec<Comprehension>),
    /// Also stands for a generator expression passed to a function.
    Generator(Box<Expression>, Vec<Comprehension>),
    DictionaryComprehension(Box<(Expression, Expression)>, Vec<Comprehension>),
    Unary(UnaryOperator, Box<Expression>),
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    And(Vec<Expression>),
    Or(Vec<Expression>),
    Compare(Box<Expression>, Vec<(CompareOperator, Expression)>),
    /// `then if condition else otherwise`
    Conditional {
        condition: Box<Expression>,
        then: Box<Expression>,
        otherwise: Box<Expression>,
    },
    Lambda(Vec<Parameter>, Box<Expression>),
    Call {
        function: Box<Expression>,
        arguments: Vec<Argument>,
    },
    Index(Box<Expression>, Box<Expression>),
    Slice {
        object: Box<Expression>,
        start: Option<Box<Expression>>,
        stop: Option<Box<Expression>>,
        step: Option<Box<Expression>>,
    },
    /// `a:b` as one of several subscripts, as in `m[:, 0]`.
    Bounds(Box<[Option<Expression>; 3]>),
    Attribute(Box<Expression>, String),
    /// `*expression` in a call, a tuple or an assignment target.
    Starred(Box<Expression>),
}

#[derive(Clone, Debug)]
pub enum TextPart {
    Literal(String),
    /// The specification may hold values of its own: `{x:{width}.3f}`.
    Value {
        expression: Expression,
        specification: Vec<TextPart>,
    },
}

#[derive(Clone, Debug)]
pub struct Comprehension {
    pub target: Expression,
    pub iterable: Expression,
    pub conditions: Vec<Expression>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    Plus,
    Minus,
    Not,
    /// `~`
    Invert,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
    Power,
    MatrixMultiply,
    /// `&`: rows in both tables, both logicals of two arrays, items in both sets.
    Both,
    /// `|`
    Either,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOperator {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    Is,
    IsNot,
}

/// One argument of a call.
#[derive(Clone, Debug)]
pub struct Argument {
    /// `name=value`, with the span of the name.
    pub name: Option<(String, Span)>,
    /// 0, or 1 for `*value`, or 2 for `**value`.
    pub stars: u8,
    pub value: Expression,
    /// From the first byte of the name to the last of the value.
    pub span: Span,
}

/// A name that is no expression: what a `def`, an `import`, an `except ... as` or a `global` gives.
#[derive(Clone, Debug)]
pub struct Identifier {
    pub name: String,
    pub span: Span,
}

impl std::fmt::Display for Identifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl std::ops::Deref for Identifier {
    type Target = str;

    fn deref(&self) -> &str {
        &self.name
    }
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub default: Option<Expression>,
    /// 0, or 1 for `*name`, or 2 for `**name`.
    pub stars: u8,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct FunctionDefinition {
    pub name: Identifier,
    pub parameters: Vec<Parameter>,
    pub body: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Expression(Expression),
    /// `a = b = value`: targets left to right.
    Assign {
        targets: Vec<Expression>,
        value: Expression,
    },
    AugmentedAssign {
        target: Expression,
        operator: BinaryOperator,
        value: Expression,
    },
    /// Condition and body of `if` and each `elif`, then the `else` body.
    If {
        branches: Vec<(Expression, Vec<Statement>)>,
        otherwise: Vec<Statement>,
    },
    For {
        target: Expression,
        iterable: Expression,
        body: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    While {
        condition: Expression,
        body: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    Function(std::sync::Arc<FunctionDefinition>),
    Return(Option<Expression>),
    /// `import module as name`, several to a statement.
    Import(Vec<(Identifier, Option<Identifier>)>),
    /// `from module import name as other`; a `*` is the name `*`.
    FromImport {
        module: String,
        names: Vec<(Identifier, Option<Identifier>)>,
    },
    Delete(Vec<Expression>),
    With {
        items: Vec<(Expression, Option<Expression>)>,
        body: Vec<Statement>,
    },
    /// Handlers: caught type, name bound, body.
    Try {
        body: Vec<Statement>,
        handlers: Vec<(Option<Expression>, Option<Identifier>, Vec<Statement>)>,
        otherwise: Vec<Statement>,
        finally: Vec<Statement>,
    },
    Raise(Option<Expression>),
    Assert {
        condition: Expression,
        message: Option<Expression>,
    },
    Global(Vec<Identifier>),
    Pass,
    Break,
    Continue,
}
