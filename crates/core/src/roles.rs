//! Where an option acts.

/// A set of roles: the steps in which an option acts, or the steps that a command does.
///
/// A command accepts an option if they have a role in common; the parser refuses all others. So an option that is
/// accepted has an effect, and the same words mean the same in every command.
///
/// | role | an option that has it decides |
/// |---|---|
/// | [`RULES`](Roles::RULES) | which answers are correct |
/// | [`FILES`](Roles::FILES) | how an input is read that is not in the judge's format, or which dataset it denotes |
/// | [`ANSWER`](Roles::ANSWER) | which of the correct answers is given, how it is found, how much of it is shown |
/// | [`GENERATOR`](Roles::GENERATOR) | which datasets are generated |
/// | [`VALIDATOR`](Roles::VALIDATOR) | which inputs are valid |
/// | [`PACKAGE`](Roles::PACKAGE) | what is in a problem package |
///
/// | command | roles |
/// |---|---|
/// | solve, draw, watch, convert, the page | [`SOLVING`](Roles::SOLVING): rules, files, answer |
/// | check | [`CHECKING`](Roles::CHECKING): rules, files |
/// | validate | [`VALIDATING`](Roles::VALIDATING): validator |
/// | generate | [`GENERATING`](Roles::GENERATING): generator |
/// | stress | [`STRESSING`](Roles::STRESSING): rules, generator |
/// | package | [`PACKAGING`](Roles::PACKAGING): rules, generator, validator, package |
///
/// What an option of the role `ANSWER` chooses is always accepted by the verifier, which does not know it.
///
/// ```
/// use tremaux_core::Roles;
/// let order = Roles::RULES; // of a maze: which path is correct
/// assert!(order.meets(Roles::SOLVING) && order.meets(Roles::CHECKING) && !order.meets(Roles::GENERATING));
/// let board = Roles::RULES.and(Roles::VALIDATOR).and(Roles::GENERATOR); // of a knight: its size
/// assert!(board.meets(Roles::VALIDATING) && board.has(Roles::GENERATOR) && !board.has(Roles::ANSWER));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roles(u8);

impl Roles {
    /// No role: of a command that takes no option of a puzzle.
    pub const NONE: Roles = Roles(0);
    /// Which answers are correct.
    pub const RULES: Roles = Roles(1);
    /// How an input is read that is not in the judge's format, or which dataset it denotes.
    pub const FILES: Roles = Roles(1 << 1);
    /// Which of the correct answers is given, how it is found, how much of it is shown.
    pub const ANSWER: Roles = Roles(1 << 2);
    /// Which datasets are generated.
    pub const GENERATOR: Roles = Roles(1 << 3);
    /// Which inputs are valid.
    pub const VALIDATOR: Roles = Roles(1 << 4);
    /// What is in a problem package.
    pub const PACKAGE: Roles = Roles(1 << 5);
    /// A [`GENERATOR`](Roles::GENERATOR) option whose words are the families of generated datasets. At most one option
    /// of a puzzle has this role.
    pub const FAMILY: Roles = Roles(1 << 6).and(Roles::GENERATOR);

    /// What solve, draw, watch, convert and the page do.
    pub const SOLVING: Roles = Roles::CHECKING.and(Roles::ANSWER);
    /// What check does.
    pub const CHECKING: Roles = Roles::RULES.and(Roles::FILES);
    /// What validate does.
    pub const VALIDATING: Roles = Roles::VALIDATOR;
    /// What generate does.
    pub const GENERATING: Roles = Roles::GENERATOR;
    /// What stress does.
    pub const STRESSING: Roles = Roles::RULES.and(Roles::GENERATOR);
    /// What package does.
    pub const PACKAGING: Roles = Roles::STRESSING.and(Roles::VALIDATOR).and(Roles::PACKAGE);

    /// Returns the roles of both sets.
    #[must_use]
    pub const fn and(self, other: Roles) -> Roles {
        Roles(self.0 | other.0)
    }

    /// Returns whether this set has all roles of the other.
    pub const fn has(self, other: Roles) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns whether the two sets have a role in common.
    pub const fn meets(self, other: Roles) -> bool {
        self.0 & other.0 != 0
    }
}
