internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Reads UVL of all levels.
struct UVLReader: UVLTokenReader {
    /// An open line, whose deeper lines are being read.
    private enum OpenLine {
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
    var builder: ModelBuilder
    let imports: UVLImports
    var importsByAlias: [ByteKey: Import] = [:]
    /// The bytes of the text and of all copies of other models in it.
    var unfoldedByteCount: Int
    /// The number of features in copies that were counted but not made.
    var uncopiedFeatureCount = 0
    /// The places of constraints within attributes, which are read when all features are known.
    private var attributeConstraints: [(offset: Int, feature: FeatureID)] = []
    /// The values that refer to features, and the names of these features.
    var references: [(value: FeatureID, name: String, offset: Int)] = []
    /// The places of the elements of each list among the current feature's attributes.
    var listOffsets: [String: [Int]] = [:]

    /// A Boolean value that indicates whether lines before the constraints have errors.
    private var hasFaultyLines = false
    /// The place of the last error of a line.
    private var lastFaultOffset: Int?
    /// The last feature for which missing group lines were reported.
    private var parentWithoutGroups: FeatureID?

    private init(_ text: UnsafeRawBufferPointer, imports: UVLImports) {
        self.imports = imports
        builder = ModelBuilder(imports.budget)
        // Each feature has a line.
        builder.reserve(text.count { $0 == UInt8(ascii: "\n") })
        unfoldedByteCount = text.count
        lexer = UVLLexer(text)
        token = lexer.next()
    }

    /// Reads a text.
    static func read(
        _ text: UnsafeRawBufferPointer, _ name: String?, imports: UVLImports
    ) throws(FeatureFormatError) -> PlacedModel {
        try reader(of: text, name, imports: imports).placed
    }

    /// Measures or reads a text that another text imports.
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
        var reader = UVLReader(text, imports: imports)
        do throws(TextProblem) { try reader.read() } catch { reader.builder.problems.add(error) }
        reader.builder.problems.add(reader.lexer.problems)
        let placed = try reader.builder.finish(in: text, name: name)
        return (reader, placed)
    }

    // MARK: Sections

    private mutating func read() throws(TextProblem) {
        // The text itself may be indented.
        if token.kind == .indent {
            try note(problem("'features' or another section"))
            advance()
        }
        var firstAllowedSection = 0
        while token.kind != .end {
            if token.kind == .dedent {
                advance()
                continue
            }
            guard let section = try nextSection() else {
                repeat { skipLines() } while token.kind != .end && token.kind != .dedent && !isSection
                continue
            }
            let word = UVL.sections[section]
            guard section >= firstAllowedSection, section < 4 || builder.hasRoot || hasFaultyLines else {
                try note(section < firstAllowedSection ? problem(inOrderOf: word) : problemBeforeConstraints())
                skipLines()
                continue
            }
            firstAllowedSection = section + 1
            advance()
            // The size of constraints is that of their text, and a text without imports needn't be
            // measured.
            if imports.isMeasuring, word == "constraints" || word == "features" && hasNoImports { return }
            do throws(TextProblem) { try readSection(word) } catch {
                try note(error)
                skipLines()
            }
        }
        guard builder.hasRoot || hasFaultyLines || !lexer.problems.isEmpty else { throw problem("'features'") }
        if !imports.isMeasuring { try readAttributeConstraints() }
    }

    private var hasNoImports: Bool { imports.isAtTop && importsByAlias.isEmpty }

    private var isSection: Bool { plainWord.map(UVL.sections.contains) ?? false }

    /// Returns the section that the next line begins, and notes a misspelled one.
    private mutating func nextSection() throws(TextProblem) -> Int? {
        let word = plainWord
        if let section = word.flatMap({ UVL.sections.firstIndex(of: $0) }) { return section }
        try note(
            problem(builder.hasRoot ? "'constraints' or the end of the file" : "'features' or another section"))
        return word.flatMap { Spelling.closestName(to: $0, among: UVL.sections) }.flatMap {
            UVL.sections.firstIndex(of: $0)
        }
    }

    private func problem(inOrderOf word: String) -> TextProblem {
        TextProblem(
            offset: token.start, message: "expected '\(word)' once and before later sections",
            remedy: "order the sections: \(UVL.sections.joined(separator: ", "))")
    }

    /// Moves past the word `constraints`.
    private mutating func problemBeforeConstraints() -> TextProblem {
        advance()
        return problem("'features' before 'constraints'")
    }

    private mutating func readSection(_ word: String) throws(TextProblem) {
        switch word {
        case "namespace":
            _ = try reference("the name of the namespace")
            try endLine()
        case "include": try readLines { (reader) throws(TextProblem) in try reader.readLevel() }
        case "imports": try readLines { (reader) throws(TextProblem) in try reader.readImport() }
        case "features": try readFeatures()
        default: try readConstraints()
        }
    }

    /// Reads the lines that are deeper than the last line, and records their errors.
    private mutating func readLines(_ line: (inout UVLReader) throws(TextProblem) -> Void) throws(TextProblem) {
        try endLine()
        guard token.kind == .indent else { return }
        advance()
        while token.kind != .dedent, token.kind != .end {
            do throws(TextProblem) { try line(&self) } catch {
                try note(error)
                skipLines()
            }
        }
        advance()
    }

    /// Records an error, unless it is about a limit, which ends the reading.
    private mutating func note(_ problem: TextProblem) throws(TextProblem) {
        if problem.isLimit { throw problem }
        hasFaultyLines = true
        // A line that was read as part of brackets is read again by itself.
        if problem.offset == nil || problem.offset != lastFaultOffset { builder.problems.add(problem) }
        lastFaultOffset = problem.offset
    }

    /// Moves past the line, and past deeper ones.
    private mutating func skipLines() {
        skipLine()
        if token.kind == .indent { skipLine() }
    }

    private mutating func skipLine() {
        lexer.skipLine(at: token)
        if token.kind != .dedent { advance() }
    }

    private mutating func readLevel() throws(TextProblem) {
        guard token.kind != .indent else { throw problem("a language level") }
        let start = token.start
        let level = lexer.skipWord(from: start)
        if !UVL.levels.contains(level) {
            builder.problems.add(
                start, "unknown language level \(Message.quoted(level.utf8))",
                "write Boolean, Arithmetic or Type, alone or with one of its parts, such as Arithmetic.feature-cardinality"
            )
        }
        advance()
        try endLine()
    }

    // MARK: The tree

    private mutating func readFeatures() throws(TextProblem) {
        try endLine()
        guard token.kind == .indent else {
            try note(problem("a feature, indented deeper than 'features'"))
            while token.kind != .end, token.kind != .dedent, !isSection { skipLines() }
            return
        }
        advance()
        var open = [OpenLine.section]
        while let last = open.last, token.kind != .end {
            if token.kind == .dedent {
                if case .group(let group) = last { finish(group) }
                open.removeLast()
                advance()
                continue
            }
            let deeper: OpenLine?
            switch last {
            case .section: deeper = try readRoot()
            case .group(let group): deeper = try readFeature(inGroup: group.index)
            case .feature(let parent): deeper = try readGroup(below: parent)
            }
            if let deeper { open.append(deeper) }
        }
    }

    private mutating func readRoot() throws(TextProblem) -> OpenLine? {
        guard builder.hasRoot else { return try readFeature(inGroup: nil) }
        try note(problem("one root"))
        while token.kind != .dedent, token.kind != .end { skipLines() }
        return nil
    }

    /// Reads the line of a group. An error is recorded, and the deeper lines are still read.
    ///
    /// - Returns: The owner of the deeper lines, if there are any.
    private mutating func readGroup(below parent: FeatureID) throws(TextProblem) -> OpenLine? {
        let offset = token.start
        var group = OpenGroup(index: 0, offset: offset)
        if isFeatureForGroup {
            // Features below a feature without a group have the same error, reported once.
            if parentWithoutGroups == parent { return try recover(fromLineAt: offset, below: parent) }
            parentWithoutGroups = parent
        }
        do throws(TextProblem) {
            let kind = try groupKind(&group.bounds)
            advance()
            group.index = builder.addGroup(kind, below: parent, at: .offset(offset))
            try endLine()
        } catch {
            try note(error)
            return try recover(fromLineAt: offset, below: parent)
        }
        guard token.kind == .indent else {
            // The members may be in lines that were skipped.
            if lexer.problems.isEmpty {
                builder.problems.add(
                    offset, "a group has no members", "add features, indented deeper, or remove the group")
            }
            return nil
        }
        advance()
        return .group(group)
    }

    private mutating func groupKind(
        _ bounds: inout (lower: Int, upper: Int?)?
    ) throws(TextProblem) -> FeatureModel.Group.Kind {
        switch plainWord {
        case "mandatory": return .mandatory
        case "optional": return .optional
        case "or": return .or
        case "alternative": return .alternative
        default:
            guard isNext("[") else { throw problemAtGroup() }
            bounds = try lexer.cardinality()
            return .optional
        }
    }

    /// Skips a line with an error, but not the deeper lines: they are groups if the first line is,
    /// and features otherwise.
    private mutating func recover(fromLineAt offset: Int, below parent: FeatureID) throws(TextProblem) -> OpenLine? {
        skipLine()
        guard token.kind == .indent else { return nil }
        advance()
        let group = builder.addGroup(.optional, below: parent, at: .offset(offset))
        let hasGroups = isNext("[") || plainWord.map(UVL.groups.contains) ?? false
        return hasGroups
            ? .feature(builder.addFeature(toGroup: group, at: .offset(offset)))
            : .group(OpenGroup(index: group, offset: offset))
    }

    private func problemAtGroup() -> TextProblem {
        var problem = problem("'mandatory', 'optional', 'or', 'alternative' or a cardinality such as '[1..2]'")
        guard case .name = token.kind else { return problem }
        problem.remedy =
            suggestedGroup.map { "did you mean '\($0)'?" }
            ?? "write the group type on a line of its own, and its features below, indented deeper"
        return problem
    }

    /// A Boolean value that indicates whether there is a feature instead of a group.
    private var isFeatureForGroup: Bool {
        guard case .name = token.kind else { return false }
        return !(plainWord.map(UVL.groups.contains) ?? false) && suggestedGroup == nil
    }

    private var suggestedGroup: String? {
        // Leaves out `or`, which is similar to `xor`, an alternative.
        let kinds = ["mandatory", "optional", "alternative"]
        return plainWord.flatMap { $0 == "xor" ? "alternative" : Spelling.closestName(to: $0, among: kinds) }
    }

    private mutating func finish(_ group: OpenGroup) {
        // Members may be in lines that were skipped.
        guard let bounds = group.bounds, lexer.problems.isEmpty else { return }
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

    /// Reads the line of a feature. An error is recorded, and the deeper lines are still read.
    ///
    /// - Returns: The owner of the deeper lines, if there are any.
    private mutating func readFeature(inGroup group: Int?) throws(TextProblem) -> OpenLine? {
        let offset = token.start
        var feature: FeatureID?
        do throws(TextProblem) { try readFeatureLine(inGroup: group, &feature) } catch {
            try note(error)
            if feature == nil {
                let id = group.map { builder.addFeature(toGroup: $0, at: .offset(offset)) }
                return try recover(fromLineAt: offset, below: id ?? builder.addRoot("", at: .offset(offset)))
            }
            skipLine()
        }
        guard let feature, token.kind == .indent else { return nil }
        advance()
        return .feature(feature)
    }

    /// Reads the line of a feature.
    ///
    /// - Parameters:
    ///   - group: The group that the feature is a member of; `nil` for the root.
    ///   - feature: The feature, as soon as it is known.
    private mutating func readFeatureLine(inGroup group: Int?, _ feature: inout FeatureID?) throws(TextProblem) {
        var type: FeatureModel.ValueType?
        if let word = plainWord, let index = UVL.types.firstIndex(where: { $0.name == word }) {
            type = UVL.types[index].type
            advance()
        }
        try builder.step()
        let offset = token.start
        let name = try reference("the name of a feature")
        let id =
            if let group {
                builder.add(name, toGroup: group, at: .offset(offset))
            } else {
                builder.addRoot(name, at: .offset(offset))
            }
        feature = id
        if let type { builder.setType(type, of: id) }
        if skip("cardinality") {
            guard isNext("[") else { throw problem("a cardinality such as '[0..3]'") }
            let (lower, upper) = try lexer.cardinality()
            builder.setCardinality(FeatureModel.Cardinality(lower, upTo: upper), of: id)
            advance()
        }
        var attributes: [FeatureModel.Attribute] = []
        listOffsets = [:]
        if isNext("{") {
            attributes = try readAttributes(of: id)
        } else if token.kind != .newline {
            var problem = problem("attributes in braces or the end of the line")
            if token.kind != .fault { problem.remedy = "write names with blanks or other characters in double quotes" }
            throw problem
        }
        try endLine()
        attributes = try place(name, at: offset, as: id, attributes)
        try addValues(&attributes, to: id, at: offset)
        builder.setAttributes(attributes, of: id)
    }

    // MARK: Constraints

    /// Notes a constraint within attributes, and moves past it.
    mutating func postponeConstraint(of feature: FeatureID) throws(TextProblem) {
        let start = token.start
        try skipConstraint()
        attributeConstraints.append((start, feature))
    }

    private mutating func readConstraints() throws(TextProblem) {
        try readAttributeConstraints()
        try readLines { (reader) throws(TextProblem) in
            try reader.readConstraint()
            guard reader.token.kind == .newline else {
                throw reader.problem("an operator or the end of the line")
            }
            reader.advance()
        }
    }

    /// Returns a feature and its ancestors, the nearest first.
    private func ancestors(of feature: FeatureID) -> [FeatureID] {
        Array(sequence(first: feature) { builder.model.parent(of: $0) })
    }

    private mutating func readAttributeConstraints() throws(TextProblem) {
        builder.knowsAllFeatures = !hasFaultyLines && lexer.problems.isEmpty
        guard !attributeConstraints.isEmpty || !references.isEmpty else { return }
        let isCloned = builder.model.isCloned
        let (lexer, token) = (lexer, token)
        for (offset, feature) in attributeConstraints {
            self.lexer = UVLLexer(text, inBracketsAt: offset)
            advance()
            do throws(TextProblem) {
                try readConstraint(forEach: isCloned[Int(feature)] ? feature : nil)
                guard [",", "]", "}"].contains(where: { isNext($0) }) else {
                    throw problem("',' or the end of the list")
                }
            } catch { try note(error) }
        }
        attributeConstraints.removeAll()
        (self.lexer, self.token) = (lexer, token)
        for (value, name, offset) in references {
            let target = builder.feature(named: name, at: offset)
            let isValid = Proposition.implies(.feature(value), .feature(target))
            // Within a clone that contains both, the value refers to the feature in that clone.
            let common = ancestors(of: value).first(where: ancestors(of: target).contains)
            let clone = common.flatMap { isCloned[Int($0)] ? $0 : nil }
            builder.add(clone.map { .each($0, isValid) } ?? isValid, at: .offset(offset))
        }
        references.removeAll()
    }
}
