public import Automata
public import WorkLimits

extension RegularExpression {
    /// A syntax of expressions.
    public enum Syntax: String, Sendable, Hashable, CaseIterable {
        /// The syntax of textbooks: `(a+b)*·a`, with `ε` and `∅`, over named symbols.
        case textbook
        /// The syntax of programmers: `[a-z_]\w*`, over bytes or Unicode scalars.
        case programmer
    }

    /// The options for parsing an expression.
    public struct Options: Sendable, Hashable {
        /// The unit of text that `.` matches, which determines the alphabet.
        public enum Unit: String, Sendable, Hashable, CaseIterable {
            /// Arbitrary bytes: `.` matches one byte. Characters beyond ASCII stand for their UTF-8
            /// bytes.
            case bytes
            /// UTF-8 text over the alphabet of bytes: `.` matches one Unicode scalar of one or more
            /// bytes.
            case utf8
            /// Text over the alphabet of Unicode scalars: `.` matches one scalar.
            case scalars
        }

        /// The unit of text that `.` matches, which determines the alphabet.
        public var unit: Unit
        /// A Boolean value that indicates whether case is ignored: the flag `i`.
        public var ignoresCase: Bool
        /// A Boolean value that indicates whether `.` matches a newline as well: the flag `s`.
        public var dotMatchesNewline: Bool
        /// A Boolean value that indicates whether `^` and `$` also match at the ends of lines: the
        /// flag `m`.
        public var anchorsMatchLines: Bool
        /// A Boolean value that indicates whether white space, and comments from `#` to the line's
        /// end, are ignored in a programmer's expression: the flag `x`.
        public var ignoresWhitespace: Bool
        /// A Boolean value that indicates whether `&` and `!` are operators in a programmer's
        /// expression instead of symbols: the flag `o`.
        public var enablesBooleanOperators: Bool
        /// A Boolean value that indicates whether the expression also denotes words with any text
        /// before and after a match, as in a search.
        public var allowsTextAround: Bool
        /// The alphabet of a textbook's expression; if `nil`, the symbols that occur in the
        /// expression, sorted.
        public var alphabet: Alphabet?

        /// Creates options; by default, the unit is a byte and no flag is set.
        public init(
            unit: Unit = .bytes, ignoresCase: Bool = false, dotMatchesNewline: Bool = false,
            anchorsMatchLines: Bool = false, ignoresWhitespace: Bool = false, enablesBooleanOperators: Bool = false,
            allowsTextAround: Bool = false, alphabet: Alphabet? = nil
        ) {
            self.unit = unit
            self.ignoresCase = ignoresCase
            self.dotMatchesNewline = dotMatchesNewline
            self.anchorsMatchLines = anchorsMatchLines
            self.ignoresWhitespace = ignoresWhitespace
            self.enablesBooleanOperators = enablesBooleanOperators
            self.allowsTextAround = allowsTextAround
            self.alphabet = alphabet
        }
    }

    /// Parses an expression.
    ///
    /// The alphabet of a programmer's expression consists of the coarsest classes of bytes or
    /// scalars that the expression needs. The classes cover all bytes or scalars: members that the
    /// expression doesn't mention form a class, too. The expression's syntax is the regular part of
    /// PCRE; for a textbook's expression, see ``Syntax/textbook``.
    ///
    /// - Complexity: O(length of the text); classes of scalars take a few times as long as classes
    ///   of bytes.
    /// - Throws: ``RegularExpressionError`` with the place of the error, or with the limit of the
    ///   budget that was reached.
    public init(
        parsing text: String, syntax: Syntax = .programmer, options: Options = Options(), budget: Budget = .default
    ) throws(RegularExpressionError) {
        try self.init(parsing: Array(text.utf8), syntax: syntax, options: options, budget: budget)
    }

    /// Parses an expression from bytes. They may be invalid UTF-8 if the syntax is the programmer's
    /// and the unit is ``Options/Unit/bytes``.
    ///
    /// - Complexity: O(length of the text); classes of scalars take a few times as long as classes
    ///   of bytes.
    /// - Throws: ``RegularExpressionError`` with the place of the error, or with the limit of the
    ///   budget that was reached.
    public init(
        parsing text: [UInt8], syntax: Syntax = .programmer, options: Options = Options(), budget: Budget = .default
    ) throws(RegularExpressionError) {
        switch syntax {
        case .programmer: self = try ProgrammerParser.parse(text, options, budget)
        case .textbook: self = try TextbookParser.parse(text, options, budget)
        }
    }
}
