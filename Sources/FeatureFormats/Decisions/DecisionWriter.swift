internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Writes the decisions of a model as a table.
struct DecisionWriter {
    private let format: FeatureFormat
    private let decisions: DecisionModel
    private var conditions: ConditionText
    private var output = TextOutput()

    static func text(
        of model: FeatureModel, as format: FeatureFormat, _ notes: inout Notes
    ) throws(TextProblem) -> [UInt8] {
        try model.checkValues(of: "a table of decisions", keepsComparisons: false, &notes)
        var plain = model
        let names = try WrittenNames.names(of: model, &notes) { UVLText.withoutQuotes($0) }.names
        for (feature, name) in zip(model.ids, names) { plain[feature].name = name }
        plain.constraints = []
        for constraint in model.constraints {
            try notes.step()
            let (proposition, isChanged) = try constraint.plain(root: model.root, in: format)
            if isChanged { notes.add(.operators, "a constraint is rewritten with equivalent operators") }
            plain.constraints.append(proposition)
        }
        var writer = DecisionWriter(format: format, decisions: DecisionModel(of: plain))
        try writer.write(&notes)
        return writer.output.bytes
    }

    private init(format: FeatureFormat, decisions: DecisionModel) {
        (self.format, self.decisions, conditions) = (format, decisions, ConditionText(decisions))
    }

    private mutating func write(_ notes: inout Notes) throws(TextProblem) {
        append(DecisionColumn.names)
        if format == .markdown { output.append("| --- | --- | --- | --- | --- | --- | --- |\n") }
        let isRootWritten = !isRootAdded
        var isAbstractKept = true
        for (index, decision) in decisions.decisions.enumerated() {
            try notes.step()
            if index > 0 || isRootWritten { try write(decision) }
            let features = decision.kind == .boolean ? [] : decision.variants
            if let feature = decision.feature {
                let isExpected = decision.kind != .boolean || index == 0 && !isRootWritten
                if decisions.featureModel[feature].isAbstract != isExpected { isAbstractKept = false }
                noteAttributes(of: feature, isVariant: false, &notes)
            }
            for feature in features {
                if decisions.featureModel[feature].isAbstract { isAbstractKept = false }
                noteAttributes(of: feature, isVariant: true, &notes)
            }
        }
        if !isAbstractKept { notes.add(.abstractness, "abstract features aren't marked as abstract") }
    }

    /// A Boolean value that indicates whether the reader adds the root by itself.
    private var isRootAdded: Bool {
        let model = decisions.featureModel
        // The reader might mistake the first row below for the root.
        let next = decisions.decisions.dropFirst().first
        let isTakenForRoot = next.map { $0.kind == .boolean && $0.range.count == 1 && $0.relevance == nil } ?? false
        guard model[model.root].isAbstract, !isTakenForRoot, decisions.decisions[0].question.isEmpty,
            decisions.decisions[0].constraints.isEmpty,
            model[model.root].name == DIMACSReader.rootName(avoiding: unprefixedNames)
        else { return false }
        let relevance = decisions.decisions.compactMap(\.relevance)
        return !(relevance + model.constraints).contains { $0.mentions(model.root) }
    }

    /// The names that the reader's root must differ from.
    private var unprefixedNames: [String] {
        decisions.decisions.dropFirst().flatMap { [$0.id] + ($0.kind == .enumeration ? $0.range : []) }
    }

    private mutating func noteAttributes(of feature: FeatureID, isVariant: Bool, _ notes: inout Notes) {
        let name = decisions.featureModel[feature].name
        var isQuestionWritten = isVariant
        for attribute in decisions.featureModel[feature].attributes {
            if !isQuestionWritten, attribute.name == "question", case .text(let text) = attribute.value {
                isQuestionWritten = true
                let written = question(text)
                if ByteKey(written) != ByteKey(text) {
                    notes.add(
                        .questions,
                        "the question of \(Message.quoted(name.utf8)) is written without outer blanks and line ends")
                }
                continue
            }
            notes.dropAttribute(attribute.name, of: name)
        }
    }

    // MARK: Rows

    private mutating func write(_ decision: DecisionModel.Decision) throws(TextProblem) {
        let isBoolean = decision.kind == .boolean
        let bounds = decision.cardinality
        var constraints: [String] = []
        for constraint in decision.constraints { constraints.append(try conditions.text(of: constraint)) }
        var relevance = ""
        if let condition = decision.relevance { relevance = try conditions.text(of: condition) }
        append([
            text(cell(decision.id, mayBeListed: false)), text(question(decision.question)),
            isBoolean
                ? DecisionText.booleanNames[0]
                : decision.kind == .number ? DecisionText.numberNames[0] : DecisionText.enumerationNames[0],
            decision.kind == .number
                ? numbers(decision.range)
                : text(decision.range.map { cell($0, mayBeListed: true) }.joined(separator: ", ")),
            isBoolean
                ? "" : bounds.count == 1 ? "\(bounds.lowerBound)" : "\(bounds.lowerBound)..\(bounds.upperBound)",
            constraints.joined(separator: ", "), relevance,
        ])
    }

    private mutating func append(_ cells: [String]) {
        if format == .markdown {
            MarkdownTable.append(cells, to: &output)
        } else {
            CSVTable.append(cells, to: &output)
        }
    }

    /// Returns a cell's text, guarded against formulas in CSV. Conditions never look like formulas.
    private func text(_ cell: String) -> String { format == .csv ? CSVTable.guarded(cell) : cell }

    /// Returns a name, in quotes if they are needed.
    private func cell(_ name: String, mayBeListed: Bool) -> String {
        func isBlank(_ byte: UInt8?) -> Bool { byte.map { $0 == 0x20 || 0x09...0x0D ~= $0 } ?? true }
        let hasSeparator = name.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "|") }
        return isBlank(name.utf8.first) || isBlank(name.utf8.last) || mayBeListed && hasSeparator ? "\"\(name)\"" : name
    }

    /// Returns the text of numbers; runs of consecutive whole numbers become ranges.
    private func numbers(_ range: [String]) -> String {
        var parts: [String] = []
        var index = 0
        while index < range.count {
            var last = index
            while last + 1 < range.count, let number = Int(range[last]), Int(range[last + 1]) == number + 1 {
                last += 1
            }
            if last - index < 2 { last = index }
            parts.append(last == index ? range[index] : "\(range[index])..\(range[last])")
            index = last + 1
        }
        return parts.joined(separator: ", ")
    }

    /// Returns the text of a question without parts that the format can't hold.
    private func question(_ text: String) -> String {
        func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
        var bytes = Array(text.utf8)
        if format == .markdown { bytes = bytes.map { isLineEnd($0) ? 0x20 : $0 } }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return String(decoding: bytes.drop(while: isBlank), as: UTF8.self)
    }
}

extension Proposition {
    /// Returns whether a feature occurs in the proposition.
    fileprivate func mentions(_ feature: FeatureID) -> Bool {
        var open = [self]
        while let proposition = open.popLast() {
            if case .feature(feature) = proposition { return true }
            open.append(contentsOf: proposition.operands)
        }
        return false
    }
}
