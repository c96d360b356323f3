internal import FeatureModels
internal import TextSupport

/// Writes the library's own JSON, with a line for each feature.
struct FeatureJSONWriter {
    private let model: FeatureModel
    private var json = JSONOutput()

    static func text(of model: FeatureModel, _ notes: inout Notes) throws(TextProblem) -> [UInt8] {
        typealias Key = FeatureKeys.Model
        var writer = FeatureJSONWriter(model: model)
        writer.json.open("{", inLines: true)
        writer.json.member(Key.format, FeatureKeys.format)
        writer.json.key(Key.version)
        writer.json.number(FeatureKeys.version)
        writer.json.key(Key.root)
        try writer.writeTree(&notes)
        try writer.writeConstraints(&notes)
        try writer.writeOrder()
        writer.json.close("}")
        writer.json.write("\n")
        return writer.json.text.bytes
    }

    private init(model: FeatureModel) { self.model = model }

    /// Writes the name of a feature once more.
    private mutating func reference(to feature: FeatureID) throws(TextProblem) {
        if json.text.bytes.count > FeatureFormat.maximumBytes { throw .tooLongByNames("JSON") }
        json.string(model[feature].name)
    }

    // MARK: The tree

    private mutating func writeTree(_ notes: inout Notes) throws(TextProblem) {
        typealias Key = FeatureKeys.Group
        let tree = ModelTree(model)
        try tree.visit { step throws(TextProblem) in
            try notes.step()
            switch step {
            case .beginFeature(let feature):
                if feature != model.root { json.item() }
                begin(model[feature], &notes)
                if !tree.groups(below: feature).isEmpty {
                    json.key(FeatureKeys.Feature.groups)
                    json.open("[", inLines: true)
                }
            case .beginGroup(let group):
                json.item()
                json.open("{")
                json.key(Key.kind)
                write(model.groups[group].kind)
                json.key(Key.features)
                json.open("[", inLines: true)
            case .endGroup:
                json.close("]")
                json.close("}")
            case .endFeature(let feature):
                if !tree.groups(below: feature).isEmpty { json.close("]") }
                json.close("}")
            }
        }
    }

    private mutating func begin(_ feature: FeatureModel.Feature, _ notes: inout Notes) {
        typealias Key = FeatureKeys.Feature
        json.open("{")
        json.member(Key.name, feature.name)
        json.member(Key.isAbstract, ifSet: feature.isAbstract)
        json.member(Key.type, feature.type == .boolean ? nil : feature.type.rawValue)
        if let cardinality = feature.cardinality {
            json.key(Key.cardinality)
            writeBounds(cardinality.lower, cardinality.upper)
        }
        let attributes = feature.writtenAttributes(&notes)
        if !attributes.isEmpty {
            json.key(Key.attributes)
            write(attributes)
        }
    }

    private mutating func writeBounds(_ lower: Int, _ upper: Int?) {
        json.open("[")
        json.item()
        json.number(lower)
        json.item()
        if let upper { json.number(upper) } else { json.write("null") }
        json.close("]")
    }

    private mutating func write(_ kind: FeatureModel.Group.Kind) {
        switch kind {
        case .mandatory: json.string("mandatory")
        case .optional: json.string("optional")
        case .or: json.string("or")
        case .alternative: json.string("alternative")
        case .cardinality(let bounds): writeBounds(bounds.lowerBound, bounds.upperBound)
        }
    }

    private mutating func write(_ attributes: [FeatureModel.Attribute]) {
        json.open("{")
        for attribute in attributes {
            json.key(attribute.name)
            write(attribute.value)
        }
        json.close("}")
    }

    private mutating func write(_ value: FeatureModel.Attribute.Value) {
        switch value {
        case .boolean(let value): json.flag(value)
        case .number(let number): json.number(number)
        case .text(let text): json.string(text)
        case .attributes(let attributes): write(attributes)
        case .list(let values):
            json.open("[")
            for value in values {
                json.item()
                write(value)
            }
            json.close("]")
        }
    }

    // MARK: Constraints

    private mutating func writeConstraints(_ notes: inout Notes) throws(TextProblem) {
        guard !model.constraints.isEmpty else { return }
        json.key(FeatureKeys.Model.constraints)
        json.open("[", inLines: true)
        for constraint in model.constraints {
            json.item()
            try write(constraint, &notes)
        }
        json.close("]")
    }

    private mutating func writeOrder() throws(TextProblem) {
        let order = model.order.filter(model.ids.contains)
        guard !order.isEmpty else { return }
        json.key(FeatureKeys.Model.order)
        json.open("[")
        for feature in order {
            json.item()
            try reference(to: feature)
        }
        json.close("]")
    }

    /// A part of a proposition to write.
    private enum Piece {
        case proposition(Proposition)
        case value(ValueExpression)
        case name(FeatureID)
        /// The beginning of an item of a list.
        case item
        case end(StaticString)
    }

    /// Writes a proposition with at most ``Proposition/maximumDepth`` levels.
    private mutating func write(_ proposition: Proposition, _ notes: inout Notes) throws(TextProblem) {
        var open = [Piece.proposition(proposition)]
        while let piece = open.popLast() {
            try notes.step()
            switch piece {
            case .proposition(let proposition): try begin(proposition, &open)
            case .value(let value): try begin(value, &open)
            case .name(let feature): try reference(to: feature)
            case .item: json.item()
            case .end(let bracket): json.close(bracket)
            }
        }
    }

    /// Begins an operator with a list of operands, and pushes the other pieces in reverse order.
    private mutating func begin(_ name: String, _ operands: [Piece], _ open: inout [Piece]) {
        json.open("{")
        json.key(name)
        json.open("[")
        open += [.end("}"), .end("]")]
        for operand in operands.reversed() { open += [operand, .item] }
    }

    /// Begins an operator with one operand.
    private mutating func begin(_ name: String, _ operand: Piece, _ open: inout [Piece]) {
        json.open("{")
        json.key(name)
        open += [.end("}"), operand]
    }

    private mutating func begin(_ proposition: Proposition, _ open: inout [Piece]) throws(TextProblem) {
        let operands = proposition.operands.map { Piece.proposition($0) }
        switch proposition {
        case .constant(let value): json.flag(value)
        case .feature(let feature): try reference(to: feature)
        case .not(let operand): begin("not", .proposition(operand), &open)
        case .and: begin("and", operands, &open)
        case .or: begin("or", operands, &open)
        case .atMostOne: begin("atMostOne", operands, &open)
        case .implies: begin("implies", operands, &open)
        case .equivalent: begin("equivalent", operands, &open)
        case .comparison(let left, let relation, let right):
            begin(relation.rawValue, [.value(left), .value(right)], &open)
        case .each(let feature, let operand): begin("each", [.name(feature), .proposition(operand)], &open)
        }
    }

    private mutating func begin(_ value: ValueExpression, _ open: inout [Piece]) throws(TextProblem) {
        switch value {
        case .number(let number): json.number(number)
        case .text(let text): json.string(text)
        case .attribute(let name, let owner): begin("attribute", [.name(owner), .value(.text(name))], &open)
        case .value(let feature): begin("value", .name(feature), &open)
        case .size(let feature): begin("size", .name(feature), &open)
        case .sum(let name, let top): begin("sum", name, below: top, &open)
        case .average(let name, let top): begin("average", name, below: top, &open)
        case .total(let numbers):
            json.open("{")
            json.key("total")
            json.open("{")
            for (feature, number) in numbers.sorted(by: { $0.key < $1.key }) {
                json.item()
                try reference(to: feature)
                json.write(": ")
                json.number(number)
            }
            open += [.end("}"), .end("}")]
        case .length(let operand): begin("length", .value(operand), &open)
        case .floor(let operand): begin("floor", .value(operand), &open)
        case .ceiling(let operand): begin("ceiling", .value(operand), &open)
        case .operation(let left, let operation, let right):
            begin(operation.rawValue, [.value(left), .value(right)], &open)
        }
    }

    /// Begins an operator on an attribute of all features, or of a feature and its descendants.
    private mutating func begin(_ name: String, _ attribute: String, below top: FeatureID?, _ open: inout [Piece]) {
        let attribute = Piece.value(.text(attribute))
        if let top { begin(name, [attribute, .name(top)], &open) } else { begin(name, attribute, &open) }
    }
}
