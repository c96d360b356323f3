internal import TextSupport

/// The names of a program's parts in code.
struct ProgramNames {
    /// The prefix of all names.
    let prefix: String
    /// The constants of states by number, and those of events, without prefixes.
    let states: [String]
    let events: [Int: String]
    /// The functions to be written, without the prefix.
    let guards: [String]
    let actions: [String]
    let activities: [(begin: String, end: String)]

    /// A function to be written.
    struct Function {
        let name: String
        let text: String
        let isGuard: Bool
    }

    init(_ program: StateProgram) {
        let name = CodeNames.snake(program.name, or: "machine")
        let usable = "0"..."9" ~= name.first ?? "a" ? "machine_" + name : name
        prefix = CodeNames.reserved.contains(usable) ? usable + "_machine" : usable
        var used = CodeNames()
        let names = program.states.enumerated().map { number, state in
            used.unique(CodeNames.snake(state.name, or: number == 0 ? "root" : "state"))
        }
        states = names
        used = CodeNames()
        var events: [Int: String] = [:]
        // The event for all others keeps its name, whatever the chart mentions.
        for event in program.events where program.eventNames[event] == "*" { events[event] = used.unique("other") }
        for event in program.events where events[event] == nil {
            events[event] = used.unique(CodeNames.snake(program.eventNames[event], or: "event"))
        }
        for event in program.innerEvents {
            let timer = program.timers.first { $0.event == event && $0.state != nil }
            let name =
                timer?.state.map { "timeout_" + names[$0] } ?? CodeNames.snake(program.eventNames[event], or: "event")
            events[event] = used.unique(name)
        }
        self.events = events
        var functions = FunctionNames(program)
        guards = program.guards.map { functions.name(of: $0, after: "if_") }
        actions = program.actions.map { functions.name(of: $0, after: "do_") }
        activities = program.activities.map { function in
            let name = functions.name(of: function, after: "")
            return ("begin_" + name, "end_" + name)
        }
    }

    /// The names of functions: one for all functions of one text.
    private struct FunctionNames {
        private let merges: Bool
        private var names: [String: String] = [:]
        /// The texts of the functions with each short name.
        private var texts: [String: Set<String>] = [:]
        private var used = CodeNames()

        init(_ program: StateProgram) {
            merges = !program.hasScopedVariables
            let all =
                program.guards.map { ("if_", $0) } + program.actions.map { ("do_", $0) }
                + program.activities.map { ("", $0) }
            for (prefix, function) in all {
                texts[prefix + Self.shortName(of: function), default: []].insert(function.text)
            }
        }

        private static func words(of function: StateProgram.Function) -> [String] {
            (function.name.map { CodeNames.words($0) } ?? CodeNames.operatorWords(function.text)).prefix(8).map { $0 }
        }

        private static func shortName(of function: StateProgram.Function) -> String {
            let words = words(of: function)
            return words.isEmpty ? "it" : words.joined(separator: "_")
        }

        mutating func name(of function: StateProgram.Function, after prefix: String) -> String {
            let key = prefix + function.text
            if merges || function.name == function.text, let name = names[key] { return name }
            var name = prefix + Self.shortName(of: function)
            if let texts = texts[name], texts.count > 1 {
                let words = Self.words(of: function)
                let others = CodeNames.operatorWords(function.text).filter { !words.contains($0) }
                name += others.prefix(8).map { "_" + $0 }.joined()
            }
            // A number by order would change its meaning with the chart.
            let isNew = used.insert(name)
            names[key] = isNew ? name : used.unique(name + "_" + CodeNames.mark(of: function.text))
            return names[key] ?? name
        }
    }

    /// Returns the functions to be written that the program calls.
    func functions(_ program: StateProgram) -> [Function] {
        let used = program.usedFunctions
        let all =
            used.guards.sorted().map { Function(name: guards[$0], text: program.guards[$0].text, isGuard: true) }
            + used.actions.sorted().map { Function(name: actions[$0], text: program.actions[$0].text, isGuard: false) }
            + used.activities.sorted().flatMap { index in
                [activities[index].begin, activities[index].end].map {
                    Function(name: $0, text: program.activities[index].text, isGuard: false)
                }
            }
        return all.grouped(by: \.name, { $0 }).map { $0.values[0] }
    }

    func state(_ number: Int) -> String { "\(prefix.uppercased())_STATE_\(states[number].uppercased())" }

    /// Returns the constant of an event, or its number if it has none.
    func event(_ number: Int) -> String {
        number == 0
            ? "\(prefix.uppercased())_NO_EVENT"
            : events[number].map { "\(prefix.uppercased())_EVENT_\($0.uppercased())" } ?? "\(number)"
    }
}

extension StateProgram {
    /// The numbers of the functions that conditions and statements call.
    var usedFunctions: (guards: Set<Int>, actions: Set<Int>, activities: Set<Int>) {
        var used: (guards: Set<Int>, actions: Set<Int>, activities: Set<Int>) = ([], [], [])
        var openConditions = transitions.compactMap(\.condition)
        for statement in allStatements {
            switch statement {
            case .perform(let action): used.actions.insert(action)
            case .begin(let activity), .end(let activity): used.activities.insert(activity)
            case .choose(let condition, _, _): openConditions.append(condition)
            default: break
            }
        }
        while let condition = openConditions.popLast() {
            switch condition {
            case .named(let name): used.guards.insert(name)
            case .isActive: break
            case .not(let inner): openConditions.append(inner)
            case .all(let list), .any(let list): openConditions += list
            }
        }
        return used
    }

    /// The events that the machine sends itself and that aren't among ``events``: those of timers,
    /// and those without reaction.
    var innerEvents: [Int] {
        let sent = allStatements.compactMap { if case .send(let event) = $0 { event } else { nil } }
        return Set(timers.map(\.event) + sent).subtracting(events).sorted()
    }

    /// The greatest number of states without children that can be active at once.
    var width: Int {
        var widths = [Int](repeating: 0, count: states.count)
        for state in states.indices.reversed() {
            widths[state] = max(widths[state], 1)
            guard state > 0 else { break }
            let parent = states[state].parent
            if states[parent].kind == .orthogonal {
                widths[parent] += widths[state]
            } else {
                widths[parent] = max(widths[parent], widths[state])
            }
        }
        return widths.first ?? 1
    }
}
