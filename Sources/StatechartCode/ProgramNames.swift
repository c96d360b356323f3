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
        prefix = "0"..."9" ~= name.first ?? "a" ? "machine_" + name : name
        var used = CodeNames()
        states = program.states.enumerated().map { number, state in
            used.unique(CodeNames.snake(state.name, or: number == 0 ? "root" : "state"))
        }
        used = CodeNames()
        var events: [Int: String] = [:]
        for event in program.events {
            let text = program.eventNames[event]
            events[event] = used.unique(CodeNames.snake(text, or: text == "*" ? "other" : "event"))
        }
        self.events = events
        used = CodeNames()
        guards = program.guards.map { used.unique("if_" + Self.name(of: $0)) }
        actions = program.actions.map { used.unique("do_" + Self.name(of: $0)) }
        activities = program.activities.map { function in
            let name = used.unique(CodeNames.snake(function.name ?? "", or: "activity"))
            return ("begin_" + name, "end_" + name)
        }
    }

    /// Returns a name: that of the function, or the first words of what it does.
    private static func name(of function: StateProgram.Function) -> String {
        if let name = function.name { return CodeNames.snake(name, or: "it") }
        let words = CodeNames.words(function.text).prefix(4)
        return words.isEmpty ? "it" : words.joined(separator: "_")
    }

    /// Returns the functions to be written that the program calls.
    func functions(_ program: StateProgram) -> [Function] {
        let used = program.usedFunctions
        return used.guards.sorted().map { Function(name: guards[$0], text: program.guards[$0].text, isGuard: true) }
            + used.actions.sorted().map { Function(name: actions[$0], text: program.actions[$0].text, isGuard: false) }
            + used.activities.sorted().flatMap { index in
                [activities[index].begin, activities[index].end].map {
                    Function(name: $0, text: program.activities[index].text, isGuard: false)
                }
            }
    }

    func state(_ number: Int) -> String { "\(prefix.uppercased())_STATE_\(states[number].uppercased())" }

    /// Returns the constant of an event, or its number if it has none.
    func event(_ number: Int) -> String {
        events[number].map { "\(prefix.uppercased())_EVENT_\($0.uppercased())" } ?? "\(number)"
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
