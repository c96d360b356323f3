@_spi(Tool) import Statecharts
import TextSupport
import ToolSupport

/// Finds the parts of a chart that `run` can't carry out, although a program may.
struct RunObstacles {
    /// The files beside the chart; `nil` for a chart without a folder.
    let sources: ChartSources?

    /// The maximum number of states with findings, whose paths may be long, and of findings of
    /// each.
    private static let maximumCount = 100

    func findings(in chart: Statechart) -> [StatechartFinding] {
        var findings: [StatechartFinding] = []
        var count = 0
        for machine in chart.withSubmachines {
            for index in machine.states.indices where count < Self.maximumCount {
                let problems = problems(in: machine.states[index])
                if problems.isEmpty { continue }
                count += 1
                let path = ChartPath.names(to: index, in: machine)
                findings += problems.map { StatechartFinding(path: path, message: $0) }
            }
        }
        if count == Self.maximumCount {
            let message = "other states may have such findings, too; correct these first"
            findings.append(StatechartFinding(path: [chart.name], message: message))
        }
        return findings
    }

    private func problems(in state: Statechart.State) -> [String] {
        var problems = Array(state.invocations.lazy.compactMap(problem).prefix(Self.maximumCount))
        let blocks =
            state.entry + state.exit + [state.initialActions] + state.transitions.map(\.actions)
            + state.invocations.map(\.finalize)
        for block in blocks {
            block.forEachNested { action in
                guard case .send(let send) = action, !send.isToChart, case .literal(.text(let type))? = send.transport
                else { return }
                let problem =
                    "'run' can't send by '\(type)': it raises error.execution, and the actions after it don't run; "
                    + "leave the type out, or run the chart in a program that sends by it"
                if !problems.contains(problem), problems.count < Self.maximumCount { problems.append(problem) }
            }
        }
        return problems
    }

    /// Returns the reason why the chart of an invocation can't be read.
    private func problem(of invocation: Statechart.Invocation) -> String? {
        guard let sources, invocation.isOfChart, case .location(.literal(.text(let path))) = invocation.source else {
            return nil
        }
        do { _ = try sources.chart(.location(path)) } catch {
            let isReadable = (try? sources.text(at: path)) != nil
            return "\(error); correct the \(isReadable ? "file" : "src of the invocation")"
        }
        return nil
    }
}
