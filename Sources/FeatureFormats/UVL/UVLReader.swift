internal import Automata
internal import FeatureModels
internal import TextSupport

/// Reads UVL of the Boolean level with group cardinalities.
struct UVLReader: UVLTokenReader {
    /// A line whose deeper lines are being read.
    private enum Open {
        /// The features section.
        case section
        /// A feature, which has groups.
        case feature(FeatureID)
        /// A group, which has features.
        case group(OpenGroup)
    }

    private struct OpenGroup {
        var index: Int
        var offset: Int
        /// The bounds in brackets, without an upper one for `*`.
        var bounds: (lower: Int, upper: Int?)?
    }

    /// An import, by the name under which it is used.
    struct Import {
        /// The model; `nil` if it has problems.
        var model: UVLImports.Imported?
        var isPlaced = false
    }

    var lexer: UVLLexer
    var token: UVLLexer.Token
    var builder = ModelBuilder()
    let imports: UVLImports
    var importsByAlias: [ByteKey: Import] = [:]
    /// The bytes of the text and of all copies of other models in it.
    var unfoldedByteCount: Int
    /// The features of copies that were counted and not made.
    var uncopiedFeatureCount = 0
    /// The places of constraints within attributes, which are read when all features are known.
    private var constraintOffsets: [Int] = []

    private init(_ text: UnsafeRawBufferPointer, imports: UVLImports) throws(TextProblem) {
        self.imports = imports
        unfoldedByteCount = text.count
        lexer = UVLLexer(text)
        token = try lexer.next()
    }

    /// Reads a text.
    static func read(
        _ text: UnsafeRawBufferPointer, _ name: String?, imports: UVLImports
    ) throws(FeatureFormatError) -> PlacedModel {
        try reader(of: text, name, imports: imports).placed
    }

    /// Measures or reads a text that another one imports.
    static func imported(
        _ text: UnsafeRawBufferPointer, _ name: String?, imports: UVLImports
    ) throws(FeatureFormatError) -> UVLImports.Imported {
        let (reader, placed) = try reader(of: text, name, imports: imports)
        let model = placed.model
        return UVLImports.Imported(
            rootName: model[model.root].name, featureCount: model.features.count + reader.uncopiedFeatureCount,
            byteCount: reader.unfoldedByteCount, placed: imports.isMeasuring ? nil : placed)
    }

    private static func reader(
        of text: UnsafeRawBufferPointer, _ name: String?, imports: UVLImports
    ) throws(FeatureFormatError) -> (UVLReader, placed: PlacedModel) {
        var reader: UVLReader
        do throws(TextProblem) { reader = try UVLReader(text, imports: imports) } catch {
            var problems = ProblemList()
            problems.add(error)
            throw problems.error(in: text, name: name)
        }
        do throws(TextProblem) { try reader.read() } catch { reader.builder.problems.add(error) }
        let placed = try reader.builder.finish(in: text, name: name)
        return (reader, placed)
    }

    // MARK: Sections

    private mutating func read() throws(TextProblem) {
        var done = 0
        while token.kind != .end {
            guard let word = plainWord, let section = UVL.sections.firstIndex(of: word) else {
                throw problem(
                    builder.hasRoot ? "'constraints' or the end of the file" : "'features' or another section")
            }
            guard section >= done else {
                throw TextProblem(
                    offset: token.start, message: "expected '\(word)' once and before later sections",
                    remedy: "order the sections: \(UVL.sections.joined(separator: ", "))")
            }
            done = section + 1
            try advance()
            switch word {
            case "namespace":
                _ = try reference("the name of the namespace")
                try endLine()
            case "include": try indented { (reader) throws(TextProblem) in try reader.readLevel() }
            case "imports": try indented { (reader) throws(TextProblem) in try reader.readImport() }
            case "features":
                // A text that imports nothing needs no measuring.
                if imports.isMeasuring, imports.isAtTop, importsByAlias.isEmpty { return }
                try readFeatures()
            default:
                // Constraints have no size besides that of the text.
                if imports.isMeasuring { return }
                try readConstraints()
            }
        }
        guard builder.hasRoot else { throw problem("'features'") }
        if !imports.isMeasuring { try readAttributeConstraints() }
    }

    /// Reads the lines that are deeper than the last one.
    private mutating func indented(
        _ line: (inout UVLReader) throws(TextProblem) -> Void
    ) throws(TextProblem) {
        try endLine()
        guard token.kind == .indent else { return }
        try advance()
        while token.kind != .dedent { try line(&self) }
        try advance()
    }

    private mutating func readLevel() throws(TextProblem) {
        let start = token.start
        let level = lexer.skipWord(from: start)
        if !UVL.levels.contains(level) {
            builder.problems.add(
                start, "unknown language level \(Message.quoted(level.utf8))",
                "write Boolean or Boolean.group-cardinality")
        }
        try advance()
        try endLine()
    }

    // MARK: The tree

    private mutating func readFeatures() throws(TextProblem) {
        try endLine()
        guard token.kind == .indent else { throw problem("a feature, indented deeper than 'features'") }
        try advance()
        var open = [Open.section]
        while let last = open.last {
            if token.kind == .dedent {
                if case .group(let group) = last { finish(group) }
                open.removeLast()
                try advance()
                continue
            }
            switch last {
            case .section:
                guard !builder.hasRoot else { throw problem("one root") }
                if let id = try readFeature(inGroup: nil) { open.append(.feature(id)) }
            case .group(let group):
                if let id = try readFeature(inGroup: group.index) { open.append(.feature(id)) }
            case .feature(let parent):
                if let group = try readGroup(below: parent) { open.append(.group(group)) }
            }
        }
    }

    /// Reads the line of a group.
    ///
    /// - Returns: The group, if deeper lines follow.
    private mutating func readGroup(below parent: FeatureID) throws(TextProblem) -> OpenGroup? {
        let offset = token.start
        var kind = FeatureModel.Group.Kind.optional
        var bounds: (lower: Int, upper: Int?)?
        switch plainWord {
        case "mandatory": kind = .mandatory
        case "optional": kind = .optional
        case "or": kind = .or
        case "alternative": kind = .alternative
        default:
            guard isNext("[") else {
                throw problemAtGroup()
            }
            bounds = try lexer.cardinality()
        }
        try advance()
        let group = OpenGroup(
            index: builder.addGroup(kind, below: parent, at: .offset(offset)), offset: offset, bounds: bounds)
        try endLine()
        guard token.kind == .indent else {
            builder.problems.add(offset, "a group has no members", "add features, indented deeper, or remove it")
            return nil
        }
        try advance()
        return group
    }

    private func problemAtGroup() -> TextProblem {
        var problem = problem("'mandatory', 'optional', 'or', 'alternative' or a cardinality such as '[1..2]'")
        guard case .name = token.kind else { return problem }
        // Not `or`, which is close to `xor`: an alternative.
        let kinds = ["mandatory", "optional", "alternative"]
        let meant = plainWord.flatMap { $0 == "xor" ? "alternative" : Spelling.closest(to: $0, among: kinds) }
        problem.remedy =
            meant.map { "did you mean '\($0)'?" }
            ?? "write one of them on a line of its own, and the features below it, indented deeper"
        return problem
    }

    private mutating func finish(_ group: OpenGroup) {
        guard let bounds = group.bounds else { return }
        let count = builder.model.groups[group.index].members.count
        let upper = bounds.upper ?? count
        guard bounds.lower <= upper, upper <= count else {
            let shown = "[\(bounds.lower)..\(bounds.upper.map { "\($0)" } ?? "*")]"
            return builder.problems.add(
                group.offset, "\(shown) doesn't fit a group with \(count) \(count == 1 ? "member" : "members")",
                bounds.lower <= count
                    ? "write an upper bound from \(bounds.lower) to \(count), or *"
                    : "add features, or write smaller bounds")
        }
        builder.setKind(.cardinality(bounds.lower...upper), ofGroup: group.index)
    }

    /// Reads the line of a feature.
    ///
    /// - Returns: The feature, if deeper lines follow.
    private mutating func readFeature(inGroup group: Int?) throws(TextProblem) -> FeatureID? {
        if let type = plainWord, UVL.types.contains(type) {
            if type != "Boolean" { refuse("features of type \(type)", level: "Type", at: token.start) }
            try advance()
        }
        let offset = token.start
        let name = try reference("the name of a feature")
        let id =
            if let group {
                builder.add(name, toGroup: group, at: .offset(offset))
            } else {
                builder.addRoot(name, at: .offset(offset))
            }
        if isNext("cardinality") {
            refuse("cardinalities of features", level: "Arithmetic.feature-cardinality", at: token.start)
            try advance()
            guard isNext("[") else { throw problem("a cardinality such as '[0..3]'") }
            _ = try lexer.cardinality()
            try advance()
        }
        var attributes: [FeatureModel.Attribute] = []
        if isNext("{") {
            attributes = try readAttributes(of: id)
        } else if token.kind != .newline {
            var problem = problem("attributes in braces or the end of the line")
            problem.remedy = "write names with blanks and other signs in double quotes"
            throw problem
        }
        try endLine()
        attributes = try place(name, at: offset, as: id, attributes)
        builder.setAttributes(attributes, of: id)
        guard token.kind == .indent else { return nil }
        try advance()
        return id
    }

    /// Notes that something belongs to a level that isn't read.
    mutating func refuse(_ things: String, level: String, at offset: Int) {
        builder.problems.add(
            offset, "\(things) belong to the language level \(level)",
            "the level Boolean with group cardinalities is read")
    }

    // MARK: Constraints

    /// Notes a constraint within attributes, and moves past it.
    mutating func postponeConstraint() throws(TextProblem) {
        constraintOffsets.append(token.start)
        try skipConstraint()
    }

    private mutating func readConstraints() throws(TextProblem) {
        guard builder.hasRoot else { throw problem("'features' before 'constraints'") }
        try readAttributeConstraints()
        try indented { (reader) throws(TextProblem) in
            try reader.readConstraint()
            guard reader.token.kind == .newline else {
                throw reader.problem("an operator ('&', '|', '=>' or '<=>') or the end of the line")
            }
            try reader.advance()
        }
    }

    private mutating func readAttributeConstraints() throws(TextProblem) {
        let (lexer, token) = (lexer, token)
        for offset in constraintOffsets {
            self.lexer = UVLLexer(text, inBracketsAt: offset)
            try advance()
            try readConstraint()
            guard [",", "]", "}"].contains(where: { isNext($0) }) else { throw problem("',' or the end of the list") }
        }
        constraintOffsets.removeAll()
        (self.lexer, self.token) = (lexer, token)
    }
}
