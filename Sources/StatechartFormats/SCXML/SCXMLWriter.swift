internal import Statecharts
internal import TextSupport

/// Writes SCXML; parts without a name in SCXML are in the library's namespace.
struct SCXMLWriter {
    var output = SCXMLOutput()

    static func text(of chart: Statechart) throws(TextProblem) -> [UInt8] {
        var writer = SCXMLWriter()
        try writer.write(chart, as: "scxml", depth: 1)
        return writer.output.text()
    }

    private mutating func write(_ chart: Statechart, as element: String, depth: Int) throws(TextProblem) {
        try TextProblem.check(depth: depth, upTo: StatechartFormatLimits.chartDepth, "nested charts")
        let tree = try StateTree(chart)
        let root = chart.root
        guard root.kind == .state || root.kind == .orthogonal else {
            throw SCXML.refusal("a root of kind '\(root.kind.rawValue)'")
        }
        let outerBlanks = output.blanks
        defer { output.blanks = outerBlanks }
        if element == "scxml" { output.blanks = NamesWithBlanks(chart) }
        output.open(element)
        try output.begin(language: chart.scriptLanguage)
        defer { output.endLanguage(isSubmachine: element != "scxml") }
        if element == "scxml", depth > 1 {
            try output.attribute("version", "1.0")
            try output.dataModel()
        }
        if !root.name.isEmpty { try output.attribute("name", root.name) }
        try output.flag("automata:orthogonal", root.kind == .orthogonal)
        if chart.hasScopedVariables { try output.attribute("binding", "late") }
        try writeParts(of: root, isRoot: true, isLate: chart.hasScopedVariables, depth: depth)
        try tree.visit { step throws(TextProblem) in
            switch step {
            case .begin(let index):
                let state = chart[index]
                output.open(Self.elementName(of: state.kind))
                try writeHead(of: state)
                try writeParts(of: state, isRoot: false, isLate: chart.hasScopedVariables, depth: depth)
            case .end: output.close()
            }
        }
        for submachine in chart.submachines {
            guard submachine.scriptLanguage == chart.scriptLanguage else {
                throw SCXML.refusal("a submachine in another language than its chart")
            }
            try write(submachine, as: "automata:chart", depth: depth + 1)
        }
        output.close()
    }

    // MARK: States

    private static func elementName(of kind: Statechart.State.Kind) -> String {
        switch kind {
        case .state, .regions, .choice, .junction, .entryPoint, .exitPoint, .terminate: "state"
        case .orthogonal: "parallel"
        case .final: "final"
        case .shallowHistory, .deepHistory: "history"
        }
    }

    private mutating func writeHead(of state: Statechart.State) throws(TextProblem) {
        try output.states("id", [state.name])
        switch state.kind {
        case .state, .orthogonal, .final: break
        case .shallowHistory: try output.attribute("type", "shallow")
        case .deepHistory: try output.attribute("type", "deep")
        case .regions, .choice, .junction, .entryPoint, .exitPoint, .terminate:
            try output.attribute("automata:kind", state.kind.rawValue)
        }
    }

    /// Writes the attributes and elements of a state except its name, its kind and the substates.
    private mutating func writeParts(
        of state: Statechart.State, isRoot: Bool, isLate: Bool, depth: Int
    ) throws(TextProblem) {
        let isSCXML = state.kind == .state && !isRoot
        if state.initialActions.isEmpty {
            try output.states(isSCXML || isRoot ? "initial" : "automata:initial", state.initial)
        }
        try output.events("automata:defer", state.deferred)
        if let submachine = state.submachine { try output.attribute("automata:submachine", submachine) }
        try output.flag("automata:sealed", state.isSealed)
        try output.flag("automata:keepsvariables", state.keepsVariables, default: isLate && !state.variables.isEmpty)
        try writeVariables(of: state)
        if !state.initialActions.isEmpty {
            output.open(isSCXML && !state.initial.isEmpty ? "initial" : "automata:initial")
            output.open("transition")
            try output.states("target", state.initial)
            try write(state.initialActions, depth: 1)
            output.close()
            output.close()
        }
        let prefix = isRoot || state.kind.isHistory || state.kind == .final ? SCXML.prefix : ""
        let blockPrefix = state.kind == .final && !isRoot ? "" : prefix
        for invocation in state.invocations { try write(invocation, depth: depth) }
        for block in state.entry {
            if isRoot, depth == 1, block.count == 1, case .script = block[0] {
                try write(block, depth: 1)
            } else {
                try write(block, as: blockPrefix + "onentry")
            }
        }
        for block in state.exit { try write(block, as: blockPrefix + "onexit") }
        for activity in state.activities {
            output.open("automata:activity")
            try output.attribute("name", activity)
            output.close()
        }
        for transition in state.transitions {
            try write(transition, as: (state.kind.isHistory ? "" : prefix) + "transition")
        }
        if let doneData = state.doneData {
            output.open(state.kind == .final ? "donedata" : "automata:donedata")
            try write(doneData, listName: "automata:namelist")
            output.close()
        }
    }

    private mutating func write(_ block: [Statechart.Action], as element: String) throws(TextProblem) {
        output.open(element)
        try write(block, depth: 1)
        output.close()
    }

    private mutating func writeVariables(of state: Statechart.State) throws(TextProblem) {
        guard !state.variables.isEmpty else { return }
        output.open("datamodel")
        for variable in state.variables {
            output.open("data")
            try output.variable("id", variable.name)
            try output.value("expr", variable.value)
            output.close()
        }
        output.close()
    }

    private mutating func write(_ invocation: Statechart.Invocation, depth: Int) throws(TextProblem) {
        output.open("invoke")
        try output.optionalName("id", invocation.id, isVariable: false)
        try output.optionalName("idlocation", invocation.idLocation)
        try output.textOrExpression("type", "typeexpr", invocation.kind)
        try output.flag("autoforward", invocation.forwardsEvents)
        if case .location(let location) = invocation.source {
            guard location != .literal(.text("")) else { throw SCXML.refusal("an empty location of a chart") }
            try output.textOrExpression("src", "srcexpr", location)
        }
        if let arguments = invocation.arguments {
            guard case .fields(let fields) = arguments else {
                throw SCXML.refusal("arguments of an invocation without names")
            }
            try write(.fields(fields), listName: "namelist")
        }
        switch invocation.source {
        case .location, .none: break
        case .text(let content):
            output.open("content")
            try output.value("expr", content)
            output.close()
        case .chart(let chart):
            output.open("content")
            try write(chart, as: "scxml", depth: depth + 1)
            output.close()
        }
        if !invocation.finalize.isEmpty { try write(invocation.finalize, as: "finalize") }
        output.close()
    }

    private mutating func write(_ transition: Statechart.Transition, as element: String) throws(TextProblem) {
        output.open(element)
        switch transition.trigger {
        case .always: break
        case .events(let events):
            guard !events.isEmpty else { throw SCXML.refusal("a transition on an empty list of events") }
            try output.events("event", events)
        case .completion: try output.flag("automata:completion", true)
        case .after(let delay): try output.attribute("automata:after", try Texts.text(of: delay))
        }
        try output.condition(transition.condition)
        try output.states("target", transition.targets)
        try output.states("automata:join", transition.joinedSources)
        if transition.isLocal { try output.attribute("type", "internal") }
        try write(transition.actions, depth: 1)
        output.close()
    }
}
