internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Writes our JSON: a line for each feature.
struct JSONWriter {
    private let model: FeatureModel
    private var output = TextOutput()
    private var depth = 1

    static func text(of model: FeatureModel, _ notes: inout Notes) throws(TextProblem) -> [UInt8] {
        var writer = JSONWriter(model: model)
        writer.output.append(
            string: "{\n  \"format\": \"\(JSONKeys.format)\",\n  \"version\": \(JSONKeys.version),\n  \"root\": ")
        try writer.writeTree(&notes)
        try writer.writeConstraints()
        try writer.writeOrder()
        writer.output.append("\n}\n")
        return writer.output.bytes
    }

    private init(model: FeatureModel) { self.model = model }

    private mutating func line() {
        output.append("\n")
        // Otherwise, deep models would consist mostly of spaces.
        for _ in 0..<min(depth, 40) { output.append("  ") }
    }

    private mutating func text(_ text: String) { JSONString.append(text.utf8, to: &output) }

    /// Writes the name of a feature once more.
    private mutating func reference(to feature: FeatureID) throws(TextProblem) {
        if output.bytes.count > FeatureFormat.maximumBytes { throw .tooLongByNames("JSON") }
        text(model[feature].name)
    }

    // MARK: The tree

    private mutating func writeTree(_ notes: inout Notes) throws(TextProblem) {
        let tree = ModelTree(model)
        var isFirst = true
        try tree.visit { step throws(TextProblem) in
            switch step {
            case .beginFeature(let feature):
                if feature != model.root {
                    if !isFirst { output.append(",") }
                    line()
                }
                begin(model[feature], &notes)
                isFirst = true
                if !tree.groups(below: feature).isEmpty {
                    output.append(", \"groups\": [")
                    depth += 1
                }
            case .beginGroup(let group):
                if !isFirst { output.append(",") }
                line()
                output.append("{\"kind\": ")
                write(model.groups[group].kind)
                output.append(", \"features\": [")
                depth += 1
                isFirst = true
            case .endGroup:
                depth -= 1
                line()
                output.append("]}")
                isFirst = false
            case .endFeature(let feature):
                if !tree.groups(below: feature).isEmpty {
                    depth -= 1
                    line()
                    output.append("]")
                }
                output.append("}")
                isFirst = false
            }
        }
    }

    private mutating func begin(_ feature: FeatureModel.Feature, _ notes: inout Notes) {
        output.append("{\"name\": ")
        text(feature.name)
        if feature.isAbstract { output.append(", \"abstract\": true") }
        if feature.type != .boolean { output.append(string: ", \"type\": \"\(feature.type.rawValue)\"") }
        if let cardinality = feature.cardinality {
            let upper = cardinality.upper.map { "\($0)" } ?? "null"
            output.append(string: ", \"cardinality\": [\(cardinality.lower), \(upper)]")
        }
        let attributes = feature.writtenAttributes(&notes)
        if !attributes.isEmpty {
            output.append(", \"attributes\": ")
            write(attributes)
        }
    }

    private mutating func write(_ kind: FeatureModel.Group.Kind) {
        switch kind {
        case .mandatory: output.append("\"mandatory\"")
        case .optional: output.append("\"optional\"")
        case .or: output.append("\"or\"")
        case .alternative: output.append("\"alternative\"")
        case .cardinality(let bounds): output.append(string: "[\(bounds.lowerBound), \(bounds.upperBound)]")
        }
    }

    private mutating func write(_ attributes: [FeatureModel.Attribute]) {
        output.append("{")
        for (index, attribute) in attributes.enumerated() {
            if index > 0 { output.append(", ") }
            text(attribute.name)
            output.append(": ")
            write(attribute.value)
        }
        output.append("}")
    }

    private mutating func write(_ value: FeatureModel.Attribute.Value) {
        switch value {
        case .boolean(let value): output.append(string: "\(value)")
        case .number(let number): output.append(number: number)
        case .text(let text): self.text(text)
        case .attributes(let attributes): write(attributes)
        case .list(let values):
            output.append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { output.append(", ") }
                write(value)
            }
            output.append("]")
        }
    }

    // MARK: Constraints

    private mutating func writeConstraints() throws(TextProblem) {
        guard !model.constraints.isEmpty else { return }
        output.append(",\n  \"constraints\": [")
        depth = 2
        for (index, constraint) in model.constraints.enumerated() {
            if index > 0 { output.append(",") }
            line()
            try write(constraint)
        }
        output.append("\n  ]")
    }

    private mutating func writeOrder() throws(TextProblem) {
        let order = model.order.filter(model.ids.contains)
        guard !order.isEmpty else { return }
        output.append(",\n  \"order\": [")
        for (index, feature) in order.enumerated() {
            if index > 0 { output.append(", ") }
            try reference(to: feature)
        }
        output.append("]")
    }

    /// Writes a proposition with at most ``Proposition/maximumDepth`` levels.
    private mutating func write(_ proposition: Proposition) throws(TextProblem) {
        var open = [Piece.proposition(proposition)]
        while let piece = open.popLast() {
            switch piece {
            case .text(let text): output.append(text)
            case .proposition(let proposition): try begin(proposition, &open)
            case .value(let value): try begin(value, &open)
            }
        }
    }

    /// A part of a proposition to write.
    private enum Piece {
        case proposition(Proposition)
        case value(ValueExpression)
        case text(StaticString)
    }

    /// Writes the beginning of a proposition, and pushes the other pieces in reverse order.
    private mutating func begin(_ proposition: Proposition, _ open: inout [Piece]) throws(TextProblem) {
        let name: StaticString
        switch proposition {
        case .constant(let value): return output.append(string: "\(value)")
        case .feature(let feature): return try reference(to: feature)
        case .not(let operand):
            output.append("{\"not\": ")
            open.append(.text("}"))
            return open.append(.proposition(operand))
        case .and: name = "and"
        case .or: name = "or"
        case .atMostOne: name = "atMostOne"
        case .implies: name = "implies"
        case .equivalent: name = "equivalent"
        case .comparison(let left, let relation, let right):
            output.append(string: "{\"\(relation.rawValue)\": [")
            return open += [.text("]}"), .value(right), .text(", "), .value(left)]
        case .each(let feature, let operand):
            output.append("{\"each\": [")
            try reference(to: feature)
            return open += [.text("]}"), .proposition(operand), .text(", ")]
        }
        output.append("{\"")
        output.append(name)
        output.append("\": [")
        open.append(.text("]}"))
        for (index, operand) in proposition.operands.enumerated().reversed() {
            open.append(.proposition(operand))
            if index > 0 { open.append(.text(", ")) }
        }
    }

    /// Writes the beginning of a value, and pushes the other pieces in reverse order.
    private mutating func begin(_ value: ValueExpression, _ open: inout [Piece]) throws(TextProblem) {
        switch value {
        case .number(let number): output.append(number: number)
        case .text(let text): self.text(text)
        case .attribute(let name, let owner):
            output.append("{\"attribute\": [")
            try reference(to: owner)
            output.append(", ")
            text(name)
            output.append("]}")
        case .value(let feature):
            output.append("{\"value\": ")
            try reference(to: feature)
            output.append("}")
        case .size(let feature):
            output.append("{\"size\": ")
            try reference(to: feature)
            output.append("}")
        case .sum(let name, let top): try write("sum", name, below: top)
        case .average(let name, let top): try write("average", name, below: top)
        case .total(let numbers):
            output.append("{\"total\": {")
            for (index, (feature, number)) in numbers.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { output.append(", ") }
                try reference(to: feature)
                output.append(": ")
                output.append(number: number)
            }
            output.append("}}")
        case .length(let operand): begin("length", operand, &open)
        case .floor(let operand): begin("floor", operand, &open)
        case .ceiling(let operand): begin("ceiling", operand, &open)
        case .operation(let left, let operation, let right):
            output.append(string: "{\"\(operation.rawValue)\": [")
            open += [.text("]}"), .value(right), .text(", "), .value(left)]
        }
    }

    private mutating func begin(_ name: StaticString, _ operand: ValueExpression, _ open: inout [Piece]) {
        output.append("{\"")
        output.append(name)
        output.append("\": ")
        open += [.text("}"), .value(operand)]
    }

    /// Writes an operator on an attribute of all features, or of one and those below it.
    private mutating func write(
        _ name: StaticString, _ attribute: String, below top: FeatureID?
    ) throws(TextProblem) {
        output.append("{\"")
        output.append(name)
        output.append(top == nil ? "\": " : "\": [")
        text(attribute)
        if let top {
            output.append(", ")
            try reference(to: top)
        }
        output.append(top == nil ? "}" : "]}")
    }
}
