internal import Statecharts
internal import TextSupport

private enum ConditionKey: String, CaseIterable {
    case when, active, not, all, any
}

extension JSONCursor {
    /// Reads a condition: the name of a guard, or an object with one key.
    ///
    /// - Parameter depth: The number of conditions around, and itself.
    mutating func condition(depth: Int = 1) throws(TextProblem) -> Statechart.Condition {
        skipBlanks()
        try Bounds.check(depth, Bounds.contentDepth, "conditions", at: position)
        if peek == UInt8(ascii: "\"") { return .named(try string()) }
        let start = position
        guard peek == UInt8(ascii: "{") else { throw problem("the name of a guard, or a condition in braces") }
        var conditions: [Statechart.Condition] = []
        try object("a condition", ConditionKey.self) { (cursor, key) throws(TextProblem) in
            let condition: Statechart.Condition =
                switch key {
                case .when: .expression(try cursor.expression())
                case .active: .isActive(try cursor.string())
                case .not: .not(try cursor.condition(depth: depth + 1))
                case .all: .all(try cursor.conditions(depth: depth + 1))
                case .any: .any(try cursor.conditions(depth: depth + 1))
                }
            conditions.append(condition)
        }
        guard conditions.count == 1 else {
            let keys = ConditionKey.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw TextProblem(offset: start, message: "expected a condition with one of the keys \(keys)")
        }
        return conditions[0]
    }

    private mutating func conditions(depth: Int) throws(TextProblem) -> [Statechart.Condition] {
        try list { cursor throws(TextProblem) in try cursor.condition(depth: depth) }
    }
}

extension Statechart.Condition {
    /// Reads a condition from a text of its own.
    init(json text: String) throws(TextProblem) {
        self = try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(TextProblem) in
            var cursor = JSONCursor(UnsafeRawBufferPointer(bytes))
            let condition = try cursor.condition()
            try cursor.finish("the end of the condition")
            return condition
        }
    }

    /// Writes the condition.
    ///
    /// - Parameter depth: The number of conditions around, and itself.
    func write(to output: inout TextOutput, depth: Int = 1) throws(TextProblem) {
        try Bounds.check(depth, Bounds.contentDepth, "conditions")
        func list(_ key: StaticString, _ conditions: [Statechart.Condition]) throws(TextProblem) {
            output.append(key)
            for (index, condition) in conditions.enumerated() {
                if index > 0 { output.append(", ") }
                try condition.write(to: &output, depth: depth + 1)
            }
            output.append("]}")
        }
        func text(_ key: StaticString, _ text: String) {
            output.append(key)
            JSONString.append(text.utf8, to: &output)
            output.append("}")
        }
        switch self {
        case .named(let name): JSONString.append(name.utf8, to: &output)
        case .expression(let expression): text("{\"when\": ", try Texts.marked(expression))
        case .isActive(let state): text("{\"active\": ", state)
        case .not(let condition):
            output.append("{\"not\": ")
            try condition.write(to: &output, depth: depth + 1)
            output.append("}")
        case .all(let conditions): try list("{\"all\": [", conditions)
        case .any(let conditions): try list("{\"any\": [", conditions)
        }
    }
}
