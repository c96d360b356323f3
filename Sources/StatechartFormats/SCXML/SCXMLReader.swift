internal import Statecharts
internal import TextSupport

/// Reads SCXML with the library's additions. The data model is `null`, `automata` or the name of a
/// scripting language, whose code is kept as text, whether anything can run it or not.
struct SCXMLReader {
    /// The data model that the text declares; all but `null` have variables and values.
    let dataModel: String
    /// Whether the text declares its data model.
    let declaresDataModel: Bool

    private let facts = ChartFacts()

    private init(dataModel: String?) {
        declaresDataModel = dataModel != nil
        self.dataModel = SCXML.dataModel(named: dataModel ?? SCXML.dataModel)
    }

    /// Facts about the chart that are collected while it is read.
    private final class ChartFacts {
        /// A Boolean value that indicates whether something is written in the scripting language.
        var hasScripts = false
        var invoked: [PlacedChart] = []
    }

    /// A Boolean value that indicates whether expressions are of a scripting language.
    var isScripted: Bool { SCXML.isScriptLanguage(dataModel) }

    /// Notes that something is written in the scripting language.
    func noteScript() { facts.hasScripts = true }

    /// Notes a chart within an invocation.
    func note(invoked chart: PlacedChart) { facts.invoked.append(chart) }

    static func chart(
        from text: UnsafeRawBufferPointer, loading load: @escaping (String) throws -> [UInt8]
    ) throws(TextProblem) -> PlacedChart {
        let root = try XMLElement(parsing: text, loading: load)
        do throws(TextProblem) {
            guard root.name == "scxml" else {
                let found = root.foreignName.map { ", found the namespace \(Message.quoted($0.namespace.utf8))" } ?? ""
                throw root.problem("expected <scxml> of the namespace \(SCXML.namespace)\(found)")
            }
            var placed = try document(root, depth: 1)
            placed.warnings = root.tree.warnings.map { root.tree.located($0) }
            placed.skippedNamespaces = root.tree.skippedNamespaces
            return placed
        } catch {
            throw root.tree.located(error)
        }
    }

    /// Reads `<scxml>`, a document or the chart of an invocation.
    static func document(_ element: XMLElement, depth: Int) throws(TextProblem) -> PlacedChart {
        var attributes = SCXMLAttributes(of: element)
        let reader = SCXMLReader(dataModel: attributes.word("datamodel"))
        if let version = attributes.word("version"), version != "1.0" {
            element.warn("the version \(Message.quoted(version.utf8)) of SCXML is read as version 1.0")
        }
        if try attributes.flag("automata:scripted") {
            guard reader.isScripted else {
                throw element.problem(
                    "automata:scripted needs scripts, which the data model \(Message.quoted(reader.dataModel.utf8)) lacks",
                    "leave out automata:scripted")
            }
            reader.noteScript()
        }
        var placed = try reader.chart(element, attributes, depth: depth)
        // A chart whose conditions are only about states needs no language.
        if reader.facts.hasScripts { placed.setLanguage(reader.dataModel) }
        placed.invoked = reader.facts.invoked
        return placed
    }

    /// Reads `<scxml>` or `<automata:chart>`.
    private func chart(
        _ element: XMLElement, _ attributes: SCXMLAttributes, depth chartDepth: Int
    ) throws(TextProblem) -> PlacedChart {
        try TextProblem.check(
            depth: chartDepth, upTo: StatechartFormatLimits.chartDepth, "nested charts", at: element.offset)
        var attributes = attributes
        var chart = Statechart(attributes.text("name") ?? "", isOrthogonal: try attributes.flag("automata:orthogonal"))
        chart.hasScopedVariables = try attributes.choice("binding", ["early": false, "late": true]) ?? false
        var root = chart.root
        root.initial = attributes.names("initial") ?? []
        try readCommon(&attributes, of: element, isLate: chart.hasScopedVariables, into: &root)
        try attributes.finish()
        // The states that are still to be read, the next one last.
        var pending: [(element: XMLElement, parent: Int, depth: Int)] = []
        var unnamedStates: [Int] = []
        func add(_ children: [XMLElement], to parent: Int, depth: Int) {
            pending += children.reversed().filter(Self.isState).map { ($0, parent, depth) }
        }
        try readParts(of: element, into: &root, depth: chartDepth)
        chart.root = root
        var offsets = [element.mainOffset]
        add(element.children, to: 0, depth: 1)
        while let (element, parent, depth) = pending.popLast() {
            try TextProblem.check(
                depth: depth, upTo: StatechartFormatLimits.stateDepth, "nested states", at: element.offset)
            let index = chart.add(
                try state(element, isLate: chart.hasScopedVariables, chartDepth: chartDepth), in: parent)
            offsets.append(element.mainOffset)
            if chart[index].name.isEmpty { unnamedStates.append(index) }
            add(element.children, to: index, depth: depth + 1)
        }
        chart.nameStates(unnamedStates)
        var placed = PlacedChart(chart, offsets: offsets)
        for child in element.children where child.name == "automata:chart" {
            placed.add(try self.chart(child, SCXMLAttributes(of: child), depth: chartDepth + 1))
        }
        return placed
    }

    // MARK: States

    private static func isState(_ element: XMLElement) -> Bool {
        ["state", "parallel", "final", "history"].contains(element.name)
    }

    /// Reads a state's element, without nested states.
    private func state(_ element: XMLElement, isLate: Bool, chartDepth: Int) throws(TextProblem) -> Statechart.State {
        var attributes = SCXMLAttributes(of: element)
        let name = attributes.word("id") ?? ""
        guard !name.hasBlank else {
            throw element.problem(
                "invalid id \(Message.quoted(name.utf8)) of \(element.tag), as lists of targets have spaces between names",
                "remove the spaces")
        }
        let kind: Statechart.State.Kind? =
            switch element.name {
            case "parallel": .orthogonal
            case "final": .final
            case "history":
                try attributes.choice("type", ["shallow": .shallowHistory, "deep": .deepHistory])
                    ?? .shallowHistory
            default:
                try attributes.choice(
                    "automata:kind",
                    [
                        "regions": .regions, "choice": .choice, "junction": .junction, "entryPoint": .entryPoint,
                        "exitPoint": .exitPoint, "terminate": .terminate,
                    ])
            }
        var state = Statechart.State(name, kind ?? .state)
        if element.name == "state", !element.attributes.allSatisfy({ $0.name != "final" }) {
            try readDraftFinal(&attributes, element, &state)
        }
        state.initial = attributes.names(state.kind == .state ? "initial" : "automata:initial") ?? []
        try readCommon(&attributes, of: element, isLate: isLate, into: &state)
        try attributes.finish()
        try readParts(of: element, into: &state, depth: chartDepth)
        return state
    }

    /// Reads `final="true"`, with which drafts marked final states.
    private func readDraftFinal(
        _ attributes: inout SCXMLAttributes, _ element: XMLElement, _ state: inout Statechart.State
    ) throws(TextProblem) {
        guard try attributes.flag("final") else { return }
        state.kind = .final
        element.warn("'final' of <state>, from a draft of SCXML, is read as <final>; write <final>")
    }

    /// Reads the common attributes of the root and the other states.
    private func readCommon(
        _ attributes: inout SCXMLAttributes, of element: XMLElement, isLate: Bool, into state: inout Statechart.State
    ) throws(TextProblem) {
        state.deferred = attributes.events("automata:defer") ?? []
        state.submachine = attributes.text("automata:submachine")
        state.isSealed = try attributes.flag("automata:sealed")
        // With late binding, variables are created once, when their state is first entered.
        let hasVariables = element.children.contains { $0.name == "datamodel" && !$0.children.isEmpty }
        state.keepsVariables = try attributes.flag("automata:keepsvariables", default: isLate && hasVariables)
    }

    /// Reads the elements within a state that aren't states themselves.
    private func readParts(of element: XMLElement, into state: inout Statechart.State, depth: Int) throws(TextProblem) {
        for child in element.children where !Self.isState(child) {
            try read(child, of: element, into: &state, depth: depth)
        }
    }

    private func read(
        _ child: XMLElement, of parent: XMLElement, into state: inout Statechart.State, depth: Int
    ) throws(TextProblem) {
        switch child.name {
        case nil: child.skip()
        case "automata:chart" where parent.name == "scxml" || parent.name == "automata:chart":
            // The surrounding chart reads the element.
            break
        // Scripts before the states run when the chart starts.
        case "script" where parent.name == "scxml": state.entry.append([try script(child)])
        case "invoke": state.invocations.append(try invocation(child, depth: depth))
        case "onentry": state.entry.append(try block(child))
        case "onexit": state.exit.append(try block(child))
        case "transition": state.transitions.append(try transition(child))
        case "initial": try readInitial(child, into: &state)
        case "donedata":
            guard state.doneData == nil else { throw child.problem("expected one <donedata>, found a second one") }
            state.doneData = try doneData(child)
        case "datamodel":
            try SCXMLAttributes(of: child).finish()
            for data in child.children {
                if data.name == nil { data.skip() } else { state.variables.append(try variable(data)) }
            }
        case "automata:activity":
            var attributes = SCXMLAttributes(of: child)
            state.activities.append(try attributes.requiredText("name"))
            try attributes.finish()
        default:
            let isChart = parent.name == "scxml" || parent.name == "automata:chart"
            throw Self.problem(
                unknown: child, in: parent.tag,
                known: [
                    "state", "parallel", "final", "history", "onentry", "onexit", "transition", "initial", "donedata",
                    "datamodel", "invoke", "automata:activity",
                ] + (isChart ? ["automata:chart"] : []))
        }
    }

    private func readInitial(_ element: XMLElement, into state: inout Statechart.State) throws(TextProblem) {
        try SCXMLAttributes(of: element).finish()
        guard state.initial.isEmpty, state.initialActions.isEmpty else {
            throw element.problem("expected one attribute 'initial' or one element <initial>, found a second one")
        }
        let transitions = element.children.filter { $0.name != nil }
        guard transitions.count == 1, let transition = transitions.first, transition.name == "transition" else {
            throw element.problem("expected one <transition> in <initial>")
        }
        var attributes = SCXMLAttributes(of: transition)
        state.initial = attributes.names("target") ?? []
        // The type makes no difference, as nothing is left.
        _ = try attributes.choice("type", ["external": false, "internal": true])
        for name in ["event", "cond"] where attributes.word(name) != nil {
            throw transition.problem(
                "unexpected attribute '\(name)' in the transition of <initial>", SCXML.remedies["initial/\(name)"])
        }
        try attributes.finish()
        state.initialActions = try actions(transition.children)
    }

    private func block(_ element: XMLElement) throws(TextProblem) -> [Statechart.Action] {
        try SCXMLAttributes(of: element).finish()
        return try actions(element.children)
    }

    private func variable(_ element: XMLElement) throws(TextProblem) -> Statechart.Variable {
        guard element.name == "data" else { throw Self.problem(unknown: element, in: "<datamodel>", known: ["data"]) }
        try needDataModel("<data>", element)
        var attributes = SCXMLAttributes(of: element)
        let name = try attributes.requiredText("id")
        var expression = try value(&attributes, "expr", of: element)
        if let location = attributes.word("src") {
            guard expression == nil else {
                throw element.problem("expected either 'src' or a value in <data>, found both")
            }
            expression = inline(try loaded(location, for: element), in: element)
        }
        try attributes.finish()
        return Statechart.Variable(name, expression)
    }

    // MARK: Transitions

    private func transition(_ element: XMLElement) throws(TextProblem) -> Statechart.Transition {
        var attributes = SCXMLAttributes(of: element)
        var transition = Statechart.Transition(.always)
        if let events = attributes.events("event") { transition.trigger = .events(events) }
        if let delay = try attributes.delay("automata:after") { transition.trigger = .after(delay) }
        if try attributes.flag("automata:completion") { transition.trigger = .completion }
        transition.condition = try condition(&attributes, of: element)
        transition.targets = attributes.names("target") ?? []
        transition.joinedSources = attributes.names("automata:join") ?? []
        transition.isLocal = try attributes.choice("type", ["external": false, "internal": true]) ?? false
        try attributes.finish(excluding: [
            "event": "automata:after", "event": "automata:completion", "automata:after": "automata:completion",
        ])
        transition.actions = try actions(element.children)
        return transition
    }

    // MARK: Problems

    /// Returns the problem of an element that isn't allowed at its place.
    static func problem(unknown element: XMLElement, in context: String, known: [String]) -> TextProblem {
        let name = element.name ?? ""
        if let remedy = SCXML.remedies[name] {
            return element.problem("unknown element '\(name)' in \(context)", remedy)
        }
        return .unknown("element", name, in: context, among: known.sorted(), at: element.offset)
    }
}

extension Statechart {
    /// Names the states without names `_1`, `_2` and so on, except for names of other states.
    fileprivate mutating func nameStates(_ indices: [Int]) {
        var number = 0
        let known = Set(states.map(\.name))
        for index in indices {
            repeat { number += 1 } while known.contains("_\(number)")
            self[index].name = "_\(number)"
        }
    }
}
