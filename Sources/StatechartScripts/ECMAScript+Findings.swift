internal import ScriptEngine
public import Statecharts
internal import TextSupport

extension ECMAScript {
    /// The maximum number of findings about a chart.
    private static let maximumFindings = 1000

    /// Returns findings about syntax errors in the scripts of a chart, without running them.
    ///
    /// Invoked charts aren't checked.
    ///
    /// - Returns: A finding for each faulty script, with the path of its state, in document order;
    ///   an empty array for a chart without a scripting language.
    /// - Throws: `ExpressionError` if there is too little memory or stack.
    public static func findings(in chart: Statechart) throws(ExpressionError) -> [StatechartFinding] {
        guard let language = chart.scriptLanguage else { return [] }
        guard language == Self.name else {
            return [StatechartFinding(path: [chart.name], message: wrongLanguage(language))]
        }
        var checker = try SyntaxChecker()
        var findings: [StatechartFinding] = []
        var known: Set<String> = []
        // The chart and its submachines, each with the path of the first state that uses it.
        var (machines, next) = ([(chart: chart, path: [String]())], 0)
        while next < machines.count {
            let (machine, prefix) = machines[next]
            next += 1
            for (index, state) in machine.states.enumerated() {
                for message in try checker.problems(in: state) {
                    guard findings.count < maximumFindings else {
                        let message = "more findings aren't listed; correct the ones above first"
                        return findings + [StatechartFinding(path: [chart.name], message: message)]
                    }
                    let path = prefix + machine.path(to: index, withRoot: prefix.isEmpty)
                    findings.append(StatechartFinding(path: path, message: message))
                }
                guard let name = state.submachine, known.insert(name).inserted,
                    let submachine = chart.submachines.first(where: { $0.name == name })
                else { continue }
                let path = prefix + machine.path(to: index, withRoot: prefix.isEmpty)
                machines.append((submachine, state.kind == .regions ? path + [name] : path))
            }
        }
        return findings
    }
}

extension Statechart {
    /// Returns the names of the states on the path to a state, with or without the root's.
    fileprivate func path(to state: Int, withRoot: Bool) -> [String] {
        var (path, index) = ([String](), state)
        while index != 0 {
            path.append(states[index].name)
            index = parents[index]
        }
        return (withRoot ? [name] : []) + path.reversed()
    }
}

// MARK: - Compiling

/// Checks the syntax of scripts by compiling them.
private struct SyntaxChecker {
    private var engine: ScriptEngine
    private var isFresh = true

    /// A kind of script, for messages.
    private enum Kind: String {
        case expression, condition, location, script
    }

    /// A part of a state that may have scripts.
    private enum Part {
        case expression(Expression, Kind = .expression)
        case location(String)
        case condition(Statechart.Condition)
        case action(Statechart.Action)
    }

    init() throws(ExpressionError) { engine = try Self.engine() }

    private static func engine() throws(ExpressionError) -> ScriptEngine {
        do throws(ScriptError) { return try ScriptEngine() } catch { throw ExpressionError(error.description) }
    }

    /// Returns a sentence for each script of a state that has a syntax error.
    mutating func problems(in state: Statechart.State) throws(ExpressionError) -> [String] {
        var problems: [String] = []
        // A stack of the remaining parts, the next one last, as actions and conditions may be deep.
        var open = Array(Self.parts(of: state).reversed())
        while let part = open.popLast() {
            switch part {
            case .expression(.script(let script), let kind):
                if let problem = try problem(of: script, kind) { problems.append(problem) }
            case .expression: break
            case .location(let location):
                if let problem = try problem(of: location, .location) { problems.append(problem) }
            case .action(.script(let script)):
                if let problem = try problem(of: script, .script) { problems.append(problem) }
            case .action(let action): open += Self.parts(of: action).reversed()
            case .condition(.expression(let expression)): open.append(.expression(expression, .condition))
            case .condition(.not(let inner)): open.append(.condition(inner))
            case .condition(.all(let list)), .condition(.any(let list)):
                open += list.reversed().map { .condition($0) }
            case .condition: break
            }
        }
        return problems
    }

    /// Returns the syntax error of a script, or `nil` if it has none.
    private mutating func problem(of script: String, _ kind: Kind) throws(ExpressionError) -> String? {
        do throws(ScriptError) {
            switch kind {
            case .script: _ = try engine.compile(program: script)
            case .location: _ = try engine.compile(location: script)
            case .expression, .condition: _ = try engine.compile(expression: script.withoutEnd)
            }
            isFresh = false
            return nil
        } catch {
            let reason: String
            switch error {
            case .syntax(let message, let place): reason = Self.reason(message, place?.line ?? 0, in: script)
            // The previously compiled scripts used up the memory.
            case .memory where !isFresh:
                (engine, isFresh) = (try Self.engine(), true)
                return try problem(of: script, kind)
            case .memory:
                engine = try Self.engine()
                reason = error.description
            default: throw ExpressionError(error.description)
            }
            return "the \(kind.rawValue) \(Message.quoted(script.utf8)) can't be compiled: \(reason)"
        }
    }

    private static func reason(_ message: String, _ line: Int, in script: String) -> String {
        script.utf8.contains(UInt8(ascii: "\n")) && line > 0 ? "line \(line): \(message)" : message
    }

    // MARK: - Parts

    private static func parts(of state: Statechart.State) -> [Part] {
        var parts = state.variables.compactMap(\.value).map { Part.expression($0) }
        for invocation in state.invocations { parts += self.parts(of: invocation) }
        for block in state.entry + state.exit + [state.initialActions] { parts += block.map { .action($0) } }
        for transition in state.transitions {
            if let condition = transition.condition { parts.append(.condition(condition)) }
            parts += transition.actions.map { .action($0) }
        }
        return parts + self.parts(of: state.doneData)
    }

    private static func parts(of invocation: Statechart.Invocation) -> [Part] {
        var parts = [invocation.kind].compactMap(\.self).map { Part.expression($0) }
        switch invocation.source {
        case .location(let expression), .text(let expression): parts.append(.expression(expression))
        case .chart, .none: break
        }
        if let location = invocation.idLocation { parts.append(.location(location)) }
        return parts + self.parts(of: invocation.arguments) + invocation.finalize.map { .action($0) }
    }

    private static func parts(of content: Statechart.Content?) -> [Part] {
        switch content {
        case nil: []
        case .value(let value): [.expression(value)]
        case .fields(let fields): fields.map { .expression($0.value) }
        }
    }

    private static func parts(of action: Statechart.Action) -> [Part] {
        switch action {
        case .perform, .addRegion, .removeRegion, .script, .custom: return []
        case .raise(_, let content): return parts(of: content)
        case .send(let send):
            let expressions = [send.event, send.delay, send.id, send.target, send.transport].compactMap(\.self)
            let locations = [send.idLocation].compactMap(\.self).map { Part.location($0) }
            return expressions.map { .expression($0) } + locations + parts(of: send.content)
        case .cancel(let id): return [.expression(id)]
        case .assign(let location, let value): return [.location(location), .expression(value)]
        case .log(_, let value): return [value].compactMap(\.self).map { .expression($0) }
        case .choose(let branches):
            return branches.flatMap { branch in
                [branch.condition].compactMap(\.self).map { Part.condition($0) } + branch.actions.map { .action($0) }
            }
        case .forEach(_, _, let list, let actions): return [.expression(list)] + actions.map { .action($0) }
        }
    }
}
