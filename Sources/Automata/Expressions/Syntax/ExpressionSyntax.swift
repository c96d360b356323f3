extension RegularExpression {
    /// A syntax of expressions.
    public enum Syntax: String, Sendable, Hashable, CaseIterable {
        /// As textbooks do: `(a+b)*·a`, with `ε` and `∅`, over symbols that have names.
        case textbook
        /// As programmers do: `[a-z_]\w*`, over bytes or Unicode scalars.
        case programmer
    }

    /// The options for reading an expression.
    public struct Options: Sendable, Hashable {
        /// The unit of a programmer's expression.
        public enum Unit: String, Sendable, Hashable, CaseIterable {
            /// Bytes of any kind: `.` is one byte. Characters beyond ASCII stand for their bytes in
            /// UTF-8.
            case bytes
            /// Text in UTF-8, over the alphabet of bytes: `.` is one Unicode scalar, whatever the
            /// number of its bytes.
            case utf8
            /// Text over the alphabet of Unicode scalars.
            case scalars
        }

        /// The unit of a programmer's expression.
        public var unit: Unit
        /// Whether case doesn't matter: the flag `i`.
        public var ignoresCase: Bool
        /// Whether `.` is a newline as well: the flag `s`.
        public var dotMatchesNewline: Bool
        /// Whether `^` and `$` stand at the ends of lines as well: the flag `m`.
        public var anchorsMatchLines: Bool
        /// Whether white space and comments from `#` to the line's end are left out of a
        /// programmer's expression: the flag `x`.
        public var ignoresWhitespace: Bool
        /// Whether `&` and `!` are operators in a programmer's expression, and not themselves: the
        /// flag `o`.
        public var hasOperators: Bool
        /// Whether text is allowed before and after, as programs search for it.
        public var allowsTextAround: Bool
        /// The symbols that a textbook's expression is over; `nil` for those that occur in it,
        /// sorted.
        public var alphabet: Alphabet?

        /// Makes options; by default nothing is special.
        public init(
            unit: Unit = .bytes, ignoresCase: Bool = false, dotMatchesNewline: Bool = false,
            anchorsMatchLines: Bool = false, ignoresWhitespace: Bool = false, hasOperators: Bool = false,
            allowsTextAround: Bool = false, alphabet: Alphabet? = nil
        ) {
            self.unit = unit
            self.ignoresCase = ignoresCase
            self.dotMatchesNewline = dotMatchesNewline
            self.anchorsMatchLines = anchorsMatchLines
            self.ignoresWhitespace = ignoresWhitespace
            self.hasOperators = hasOperators
            self.allowsTextAround = allowsTextAround
            self.alphabet = alphabet
        }
    }

    /// The expression that a text is.
    ///
    /// A programmer's expression is over the coarsest classes of bytes or scalars that it needs,
    /// and of these all: what it doesn't speak of is a class too. Its syntax is that of PCRE as far
    /// as it is regular; a textbook's is described at ``Syntax/textbook``.
    ///
    /// - Complexity: O(length) for bytes, a few times that for classes of scalars.
    /// - Throws: ``ExpressionError`` with the place of what is wrong, or with the limit of the
    ///   budget that ended the work.
    public init(
        parsing text: String, syntax: Syntax = .programmer, options: Options = Options(), budget: Budget = .default
    ) throws(ExpressionError) {
        try self.init(parsing: Array(text.utf8), syntax: syntax, options: options, budget: budget)
    }

    /// The expression that a text is, given as bytes, which in a programmer's expression over bytes
    /// need not be UTF-8.
    ///
    /// - Complexity: O(length) for bytes, a few times that for classes of scalars.
    /// - Throws: ``ExpressionError`` with the place of what is wrong, or with the limit of the
    ///   budget that ended the work.
    public init(
        parsing text: [UInt8], syntax: Syntax = .programmer, options: Options = Options(), budget: Budget = .default
    ) throws(ExpressionError) {
        switch syntax {
        case .programmer: self = try ProgrammerParser.parse(text, options, budget)
        case .textbook: self = try TextbookParser.parse(text, options, budget)
        }
    }
}
