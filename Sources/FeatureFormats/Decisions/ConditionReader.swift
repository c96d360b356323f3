internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Reads conditions: propositions of UVL about decisions, alone or compared with values.
struct ConditionReader: PropositionReader {
    /// A comparison.
    enum Operation: CaseIterable {
        case equal, atLeast, atMost, less, greater

        fileprivate var symbol: StaticString {
            switch self {
            case .equal: "=="
            case .atLeast: ">="
            case .atMost: "<="
            case .less: "<"
            case .greater: ">"
            }
        }

        /// Returns whether the comparison is true for two numbers.
        func holds(_ left: Double, _ right: Double) -> Bool {
            switch self {
            case .equal: left == right
            case .atLeast: left >= right
            case .atMost: left <= right
            case .less: left < right
            case .greater: left > right
            }
        }
    }

    /// A decision, perhaps compared with a value.
    struct Atom {
        var id: String
        var offset: Int
        var comparison: (operation: Operation, value: String, offset: Int)?
    }

    var lexer: UVLLexer
    var token: UVLLexer.Token
    var endName: String { "the end of the cell" }
    private var atoms: [Atom] = []

    /// Reads a condition, or a list of them with commas in between.
    ///
    /// - Returns: The conditions about the numbers of atoms, with their places, and the atoms.
    /// - Throws: The first problem, with its place in the text.
    static func read(
        _ cell: TableCell, isList: Bool
    ) throws(TextProblem) -> (conditions: [(proposition: Proposition, offset: Int)], atoms: [Atom]) {
        let result = cell.bytes.withUnsafeBytes { bytes in
            Result { () throws(TextProblem) in
                var reader = ConditionReader(bytes)
                return (try reader.read(isList: isList), reader.atoms)
            }
        }
        do throws(TextProblem) {
            var (conditions, atoms) = try result.get()
            for index in conditions.indices { conditions[index].offset = cell.offset(of: conditions[index].offset) }
            for index in atoms.indices {
                atoms[index].offset = cell.offset(of: atoms[index].offset)
                if let comparison = atoms[index].comparison {
                    atoms[index].comparison?.offset = cell.offset(of: comparison.offset)
                }
            }
            return (conditions, atoms)
        } catch {
            var problem = error
            let offset = error.offset ?? 0
            if offset < cell.bytes.count, cell.bytes[offset] == UInt8(ascii: "=") { problem.remedy = "compare with ==" }
            problem.offset = cell.offset(of: offset)
            throw problem
        }
    }

    private init(_ text: UnsafeRawBufferPointer) {
        // Cells may have line ends, as text in brackets may.
        lexer = UVLLexer(text, inBracketsAt: 0)
        token = lexer.next()
    }

    private mutating func read(isList: Bool) throws(TextProblem) -> [(proposition: Proposition, offset: Int)] {
        var conditions: [(proposition: Proposition, offset: Int)] = []
        while true {
            let start = token.start
            conditions.append((try readProposition(), start))
            if token.kind == .end { return conditions }
            guard isList, skip(",") else {
                throw problem("an operator ('&', '|', '=>' or '<=>') or the end of the condition")
            }
        }
    }

    static var readsValues: Bool { false }

    func checkNext() throws(TextProblem) {
        guard isNext("!=") else { return }
        throw TextProblem(
            offset: token.start, message: "expected another operator, found '!='", remedy: "write !(A == B)")
    }

    mutating func readOperand() throws(TextProblem) -> ConstraintOperand {
        let offset = token.start
        var atom = Atom(id: try reference("'!', '(' or the id of a decision"), offset: offset)
        if let operation = Operation.allCases.first(where: { isNext($0.symbol) }) {
            advance()
            let offset = token.start
            atom.comparison = (operation, try value(), offset)
        }
        atoms.append(atom)
        return .proposition(.feature(FeatureID(atoms.count - 1)))
    }

    /// Reads a value: a name, a number, or both together, such as `5MP`.
    private mutating func value() throws(TextProblem) -> String {
        let start = token.start
        var end = token.end
        let isQuoted = token.kind == .text || token.kind == .name(isPlain: false)
        guard isQuoted || token.kind == .number || token.kind == .name(isPlain: true) else { throw problem("a value") }
        advance()
        while !isQuoted, token.start == end, token.kind == .number || token.kind == .name(isPlain: true) {
            end = token.end
            advance()
        }
        let isText = text[start] == UInt8(ascii: "'")
        let bytes = text[start..<end].filter { isText ? $0 != UInt8(ascii: "'") : $0 != UInt8(ascii: "\"") }
        guard let value = String(validating: bytes, as: UTF8.self) else {
            throw TextProblem(offset: start, message: "expected UTF-8, found invalid bytes")
        }
        return value
    }
}
