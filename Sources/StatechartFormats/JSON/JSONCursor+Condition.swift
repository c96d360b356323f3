internal import Statecharts
internal import TextSupport

/// A condition with an open object.
private struct OpenCondition {
    var start: Int
    var found: [StatechartKeys.Condition: Int] = [:]
    var isFirst = true
    /// The conditions of the keys.
    var conditions: [Statechart.Condition] = []
    /// The key of the open list or negation; `nil` outside.
    var key: StatechartKeys.Condition?
    var items: [Statechart.Condition] = []
    var isFirstItem = true

    init(start: Int) { self.start = start }

    /// Adds a condition within this one.
    mutating func append(_ condition: Statechart.Condition) {
        items.append(condition)
        if key == .not { close() }
    }

    /// Ends the list, or the negation.
    mutating func close() {
        switch key {
        case .not: conditions += items.map { .not($0) }
        case .all: conditions.append(.all(items))
        default: conditions.append(.any(items))
        }
        (key, items, isFirstItem) = (nil, [], true)
    }
}

extension JSONCursor {
    /// Reads a condition: the name of a guard, or an object with one key.
    ///
    /// Nested conditions aren't read recursively.
    mutating func condition() throws(TextProblem) -> Statechart.Condition {
        var open: [OpenCondition] = []
        var done = try beginCondition(&open)
        while true {
            while let condition = done {
                guard let last = open.indices.last else { return condition }
                open[last].append(condition)
                done = nil
            }
            let last = open.count - 1
            if let key = open[last].key {
                var isNext = key == .not
                if !isNext { isNext = try next(before: UInt8(ascii: "]"), isFirst: &open[last].isFirstItem) }
                if isNext { done = try beginCondition(&open) } else { open[last].close() }
            } else if try next(before: UInt8(ascii: "}"), isFirst: &open[last].isFirst) {
                try readMember(of: &open[last])
            } else {
                let read = open.removeLast()
                guard read.conditions.count == 1 else {
                    let keys = StatechartKeys.Condition.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
                    throw TextProblem(offset: read.start, message: "expected a condition with one of the keys \(keys)")
                }
                done = read.conditions[0]
            }
        }
    }

    /// Reads the name of a guard, or the beginning of another condition.
    private mutating func beginCondition(_ open: inout [OpenCondition]) throws(TextProblem) -> Statechart.Condition? {
        skipBlanks()
        try TextProblem.check(
            depth: open.count + 1, upTo: StatechartFormatLimits.contentDepth, "nested conditions",
            at: position)
        if peek == UInt8(ascii: "\"") { return .named(try string()) }
        guard peek == UInt8(ascii: "{") else { throw problem("the name of a guard, or a condition in braces") }
        open.append(OpenCondition(start: try self.open(UInt8(ascii: "{"), "a condition")))
        return nil
    }

    /// Reads a key of a condition, and its value unless that has conditions.
    private mutating func readMember(of open: inout OpenCondition) throws(TextProblem) {
        let key = try key(in: "a condition", found: &open.found).key
        switch key {
        case .when: open.conditions.append(.expression(try expression()))
        case .active: open.conditions.append(.isActive(try string()))
        case .not: open.key = key
        case .all, .any:
            try self.open(UInt8(ascii: "["), "a list")
            open.key = key
        }
    }
}

extension Statechart.Condition {
    /// Reads a condition that is the whole text.
    init(json text: String) throws(TextProblem) {
        self = try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(TextProblem) in
            var cursor = JSONCursor(UnsafeRawBufferPointer(bytes))
            let condition = try cursor.condition()
            try cursor.finish("the end of the condition")
            return condition
        }
    }
}
