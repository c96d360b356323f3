internal import Statecharts
internal import TextSupport

extension XStateWriter {
    // MARK: - Targets

    mutating func writeTargets(_ names: [String], from node: Int) throws(TextProblem) {
        var targets: [String] = []
        for name in names {
            guard let target = indices[ByteKey(name)] else {
                throw TextProblem(message: "unknown target \(Message.quoted(name.utf8))", remedy: "correct the name")
            }
            let id = target == 0 && name.isEmpty ? "(machine)" : name
            targets.append(key(of: target, from: node) ?? "#" + Self.escaped(id))
        }
        json.key("target")
        if targets.count == 1 { json.string(targets[0]) } else { json.strings(targets) }
    }

    /// Returns the key of a state in the same parent.
    func key(of target: Int, from node: Int) -> String? {
        guard node > 0, target > 0, chart.parents[target] == chart.parents[node], Self.isKey(keys[target]) else {
            return nil
        }
        return Self.escaped(keys[target])
    }

    static func isKey(_ name: String) -> Bool {
        ![nil, UInt8(ascii: "#"), UInt8(ascii: ".")].contains(name.utf8.first)
    }

    static func escaped(_ name: String) -> String {
        let special = [UInt8(ascii: "."), UInt8(ascii: "\\")]
        return String(
            decoding: name.utf8.flatMap { special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }, as: UTF8.self)
    }

    // MARK: - Conditions and actions

    mutating func write(_ condition: Statechart.Condition, depth: Int) throws(TextProblem) {
        try TextProblem.check(depth: depth, upTo: StatechartFormatLimits.contentDepth, "nested conditions")
        var (type, parts) = ("", [Statechart.Condition]())
        switch condition {
        case .named(let name): return writeCall(name)
        case .expression: return json.string(condition.shortText)
        case .isActive(let name):
            return write("stateIn", .record(["state": .text("#" + Self.escaped(name))]))
        case .not(let part): (type, parts) = ("not", [part])
        case .all(let list): (type, parts) = ("and", list)
        case .any(let list): (type, parts) = ("or", list)
        }
        json.open("{")
        member("type", type)
        json.key("guards")
        json.open("[")
        for part in parts {
            json.item()
            try write(part, depth: depth + 1)
        }
        json.close("]")
        json.close("}")
    }

    mutating func writeActions(_ key: String, _ actions: [Statechart.Action]) throws(TextProblem) {
        guard !actions.isEmpty else { return }
        json.key(key)
        json.open("[")
        for action in actions {
            json.item()
            write(action)
        }
        json.close("]")
    }

    private mutating func write(_ action: Statechart.Action) {
        guard let (type, params) = action.xstate else { return writeCall(action.wholeText) }
        write("xstate.\(type)", .record(params))
    }

    private mutating func write(_ type: String, _ params: Value) {
        json.open("{")
        member("type", type)
        json.key("params")
        json.write(params)
        json.close("}")
    }

    /// Writes the name of an action or a guard, whose parameters may be a part of it.
    private mutating func writeCall(_ name: String) {
        let bytes = Array(name.utf8)
        let end = bytes.indices.first { bytes[$0...].starts(with: "({".utf8) }
        guard let end else { return json.string(name) }
        let (type, text) = (String(decoding: bytes[..<end], as: UTF8.self), bytes[(end + 1)...].dropLast())
        let params = Expression.script(String(decoding: text, as: UTF8.self)).constantValue
        let isReserved = type.hasPrefix("xstate.") || ["and", "or", "not", "stateIn"].contains(type)
        guard let params, params != .record([:]), !isReserved, "\(type)(\(params.json))" == name else {
            return json.string(name)
        }
        write(type, params)
    }
}
