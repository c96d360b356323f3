internal import TextSupport
internal import WorkLimits

/// Writes a program as a file of Swift without imports.
struct SwiftCode {
    let program: StateProgram
    private let names: ProgramNames
    let clock: ProgramClock
    private let type: String
    private let states: [String]
    private let events: [Int: String]
    private let functions: [String: String]
    var writer: CodeWriter

    init(_ program: StateProgram, _ clock: ProgramClock, _ budget: Budget) {
        (self.program, self.clock) = (program, clock)
        names = ProgramNames(program)
        let type = Self.camel(names.prefix, isType: true)
        self.type = Self.reservedTypes.contains(type) ? type + "Machine" : type
        var used = CodeNames()
        states = names.states.map { Self.escaped(used.unique(Self.camel($0))) }
        used = CodeNames()
        var events: [Int: String] = [:]
        for (event, name) in names.events.sorted(by: { $0.key < $1.key }) {
            events[event] = Self.escaped(used.unique(Self.camel(name)))
        }
        self.events = events
        used = CodeNames()
        var functions: [String: String] = [:]
        for function in names.functions(program) {
            let name =
                function.isGuard || function.name.hasPrefix("do_") ? String(function.name.dropFirst(3)) : function.name
            functions[function.name] = Self.escaped(used.unique(Self.camel(name)))
        }
        self.functions = functions
        writer = CodeWriter(signs: ["#": self.type], budget)
    }

    var hasTimers: Bool { !program.timers.isEmpty }
    var hasDeferrals: Bool { !program.deferrers.isEmpty }
    var hasHistories: Bool { program.isDynamic }

    // MARK: - Names

    private static func camel(_ name: String, isType: Bool = false) -> String {
        let words = CodeNames.words(name)
        let text = words.enumerated().map { $0.offset == 0 && !isType ? $0.element : capitalized($0.element) }.joined()
        return "0"..."9" ~= text.first ?? "a" ? "_" + text : text.isEmpty ? "it" : text
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init",
        "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat",
        "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try",
        "typealias", "var", "where", "while",
    ]

    private static let reservedTypes: Set<String> = [
        "Any", "Array", "Bool", "Character", "Dictionary", "Double", "Duration", "Error", "Float", "Int", "Never",
        "Optional",
        "Range", "Result", "Self", "Sendable", "Set", "String", "Tables", "Task", "Type", "Void",
    ]

    private static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    func event(_ number: Int) -> String { "\(number)" + (events[number].map { " /* \($0) */" } ?? "") }

    // MARK: - Parts

    mutating func text() throws(LimitError) -> String {
        writer.addVerbatim(
            "// The statechart \(Message.quoted(program.name.utf8).inComment) as Swift without a library.\n")
        addProtocol()
        addMachine()
        addTables()
        return try writer.finish()
    }

    private mutating func addProtocol() {
        let (names, functions, program) = (names, functions, program)
        writer.add("/// The guards, actions and activities of the machine, which the program implements.")
        writer.block("public protocol #Actions: AnyObject {") { writer in
            for function in names.functions(program) {
                let name = functions[function.name] ?? function.name
                for line in function.text.commentLines { writer.addVerbatim("/// " + line) }
                writer.add(
                    function.isGuard ? "func \(name)(in machine: #) -> Bool" : "func \(name)(in machine: inout #)")
            }
        }
        writer.add("")
    }

    private mutating func addMachine() {
        let code = self
        writer.add("/// A machine. Handles one event at a time.")
        writer.block("public struct # {") { writer in
            writer.block("public enum State: Int, CaseIterable, Sendable {") { writer in
                for (number, state) in code.states.enumerated() {
                    writer.addVerbatim(
                        "case \(state) = \(number)\(Self.comment(code.program.states[number].name, besides: state))")
                }
            }
            writer.add("")
            let heard = code.program.events
            writer.block("public enum Event: \(heard.isEmpty ? "Sendable" : "Int, CaseIterable, Sendable") {") {
                writer in
                for number in heard {
                    let (name, text) = (code.events[number] ?? "", code.program.eventNames[number])
                    writer.addVerbatim("case \(name) = \(number)\(Self.comment(text, besides: name))")
                }
            }
            writer.add(
                """

                public enum Outcome: Sendable {
                    case ignored, taken, deferred
                    /// The limit of steps is exceeded.
                    case endless
                }

                private enum Phase { case running, ending, ended }

                private let actions: any #Actions
                \(code.usesSets
                    ? "private var active = [Bool](repeating: false, count: \(code.states.count))\nprivate var chosen: [Int] = []"
                    : "/// The innermost active state, or -1.\nprivate var innermost = -1")
                private var raised: [Int] = []\(code.hasPosts ? "\nprivate var posted: [Int] = []" : "")
                private var phase = Phase.running
                private var handled = 0
                /// The maximum number of steps that one event may cause.
                public var maximumStepCount = 10_000
                /// Whether work remains because the limit was reached; the next event first does
                /// this work.
                public private(set) var isUnsettled = false
                """)
            if code.hasHistories {
                writer.add("private var history = [[Bool]](repeating: [], count: \(code.program.histories.count))")
            }
            if code.hasDeferrals { writer.add("private var deferred: [(event: Int, isTried: Bool)] = []") }
            if code.hasTimers {
                writer.add(
                    """
                    private var timers: [(deadline: Duration, number: Int)] = []
                    /// The time since the start.
                    public private(set) var time = Duration.zero
                    """)
            }
            code.addInterface(to: &writer)
            code.addPrograms(to: &writer)
            code.addChoice(to: &writer)
            if code.usesSets { code.addSteps(to: &writer) } else { code.addSingleSteps(to: &writer) }
            if code.hasHistories { code.addHistories(to: &writer) }
            code.addRun(to: &writer)
        }
        writer.add("")
    }

    private static func comment(_ text: String, besides name: String) -> String {
        text.utf8.elementsEqual(name.utf8) ? "" : "  // \(text.inComment)"
    }

    private func addInterface(to writer: inout CodeWriter) {
        guard let start = program.transitions.last else { return }
        writer.add("\n/// Enters the initial states.")
        writer.block("public init(_ actions: any #Actions) {") { writer in
            writer.add("self.actions = actions")
            add(start.statements, to: &writer)
            if start.entries == nil {
                writer.add("enterDynamically(\(program.transitions.count), 0..<\(states.count), actions)")
            }
            addEntries(of: start, to: &writer)
            writer.add("_ = settle(.taken)")
        }
        writer.add(
            """

            /// Handles an event.
            @discardableResult
            public mutating func send(_ event: Event) -> Outcome { process(\(program.events.isEmpty ? "0" : "event.rawValue")) }

            /// Adds an event before all external events; for actions.
            public mutating func raise(_ event: Event) { \(program.events.isEmpty ? "" : "raised.append(event.rawValue)") }

            public func isActive(_ state: State) -> Bool { \(isActive("state.rawValue")) }

            /// The active states, from the outermost to the innermost.
            public var activeStates: [State] { State.allCases.filter { isActive($0) } }

            /// The event that is handled, also a deferred one; `nil` before the first, and for
            /// timers.
            public var event: Event? { \(program.events.isEmpty ? "nil" : "Event(rawValue: handled)") }

            public var hasEnded: Bool { phase == .ended }

            """)
    }

    // MARK: - Programs

    private func addPrograms(to writer: inout CodeWriter) {
        let (states, transitions) = (program.states, program.transitions.dropLast())
        let owners = Set(program.timers.compactMap(\.state))
        add("enter", states, usesSets ? "active[number] = true" : "innermost = number", to: &writer) {
            add($1.entry, to: &$2)
        }
        add("exit", states, to: &writer) { number, state, writer in
            if owners.contains(number) { writer.add("stopTimers(of: \(number))") }
            add(state.exit, to: &writer)
        }
        if hasHistories {
            add("runInitial", states, to: &writer) { add($1.initialProgram, to: &$2) }
            add("runDefault", program.histories, to: &writer) { add($1.statements, to: &$2) }
        }
        guard usesSets else { return }
        add("act", transitions, to: &writer) { add($1.statements, to: &$2) }
        add("arrive", transitions, to: &writer) { number, transition, writer in
            if transition.entries == nil {
                writer.add("enterDynamically(\(number), exits(of: \(number)), actions)")
            }
            addEntries(of: transition, to: &writer)
        }
    }

    /// Adds a function with the code for each item by its number.
    ///
    /// Functions that call actions have these as a parameter: calls of the machine's own ones would
    /// count references, as an action can replace the machine.
    func add<Items: Collection>(
        _ name: String, _ items: Items, _ first: String = "", to writer: inout CodeWriter,
        _ body: @escaping (Int, Items.Element, inout CodeWriter) -> Void
    ) {
        writer.block("private mutating func \(name)(_ number: Int, _ actions: any #Actions) {") { writer in
            if !first.isEmpty { writer.add(first) }
            addSwitch(items.enumerated().map { number, item in { body(number, item, &$0) } }, to: &writer)
        }
        writer.add("")
    }

    /// Adds the entry of the states of a transition.
    func addEntries(of transition: StateProgram.Transition, to writer: inout CodeWriter) {
        for (state, statements) in program.entries(of: transition) {
            writer.add("enter(\(state), actions)")
            add(statements, to: &writer)
        }
    }

    var hasOwnedTimers: Bool { program.timers.contains { $0.state != nil } }

    /// Adds a switch over numbers, with a case for those that do something.
    private func addSwitch(_ bodies: [(inout CodeWriter) -> Void], to writer: inout CodeWriter) {
        let cases = writer.cases(bodies.enumerated().map { ("\($0)", $1) })
        if cases.isEmpty { return }
        writer.add("switch number {")
        for (numbers, code) in cases {
            writer.add("case \(numbers.joined(separator: ", ")):")
            writer.depth += 1
            writer.addVerbatim(code)
            writer.depth -= 1
        }
        writer.add("default: break\n}")
    }

    private func addChoice(to writer: inout CodeWriter) {
        writer.add("/// Returns the transition that a state itself takes on an event, or -1.")
        writer.block("private func choice(_ state: Int, _ event: Int) -> Int {") { writer in
            writer.add("switch state {")
            for (state, choices) in program.states.map(\.choices).enumerated() where !choices.isEmpty {
                writer.add("case \(state):")
                writer.depth += 1
                writer.add("switch event {")
                for (events, transitions) in choices {
                    writer.add("case \(events.map(event).joined(separator: ", ")):")
                    writer.depth += 1
                    for number in transitions { writer.add(choice(of: number, from: state)) }
                    writer.depth -= 1
                }
                writer.add("default: break\n}")
                writer.depth -= 1
            }
            writer.add("default: break\n}\nreturn -1")
        }
        writer.add("")
    }
}

extension SwiftCode: ProgramCode {
    func lines(of statement: StateProgram.Statement) -> [String] {
        switch statement {
        case .perform(let action): [call(names.actions[action], in: "&self")]
        case .raise(let number): ["raised.append(\(event(number)))"]
        case .send(let number): ["posted.append(\(event(number)))"]
        case .startTimer(let timer): ["startTimer(\(timer))"]
        case .cancel(let identifier): ["timers.removeAll { Tables.timerIdentifier[$0.number] == \(identifier) }"]
        case .begin(let activity): [call(names.activities[activity].begin, in: "&self")]
        case .end(let activity): [call(names.activities[activity].end, in: "&self")]
        case .finish(let state): usesSets ? ["finish(\(state))"] : finish(state)
        case .terminate: ["phase = .ended"]
        case .choose: []
        }
    }

    /// Returns the effect of a final state in a chart without orthogonal states.
    private func finish(_ final: Int) -> [String] {
        let parent = program.states[final].parent
        if parent == 0 { return ["phase = .ending"] }
        guard !program.states[final].reportsEnd, let event = program.states[parent].doneEvent else { return [] }
        return ["raised.append(\(self.event(event)))"]
    }

    private func call(_ name: String, in machine: String) -> String {
        "actions.\(functions[name] ?? name)(in: \(machine))"
    }

    func head(_ condition: String) -> String { "if \(condition)" }
    var needsBraces: Bool { true }
    func call(guard number: Int) -> String { call(names.guards[number], in: "self") }
    func isActive(_ state: Int) -> String { isActive("\(state)") }
    func isActive(_ state: String) -> String { usesSets ? "active[\(state)]" : "isIn(\(state))" }
    func isChosen(_ transition: Int) -> String { "chosen.contains(\(transition))" }
    func result(_ transition: Int) -> String { "return \(transition)" }
}
