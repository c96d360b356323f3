@_spi(Tool) import Statecharts
import TextSupport
import ToolSupport

/// Finds the parts of a chart that `run` can't carry out, although a program may.
struct RunObstacles {
    /// The files beside the chart; `nil` for a chart without a folder.
    let sources: ChartSources?

    func findings(in chart: Statechart) -> [StatechartFinding] {
        chart.withSubmachines.flatMap { machine in
            machine.states.indices.flatMap { index in
                problems(in: machine.states[index]).map {
                    StatechartFinding(path: ChartPath.names(to: index, in: machine), message: $0)
                }
            }
        }
    }

    private func problems(in state: Statechart.State) -> [String] {
        var problems = state.invocations.compactMap(problem)
        let blocks =
            state.entry + state.exit + [state.initialActions] + state.transitions.map(\.actions)
            + state.invocations.map(\.finalize)
        for block in blocks {
            block.forEachNested { action in
                guard case .send(let send) = action, !send.isToChart, case .literal(.text(let type))? = send.transport
                else { return }
                let problem =
                    "'run' can't send by '\(type)': it raises error.execution, and the actions behind don't run; "
                    + "leave the type out, or run the chart in a program that sends by it"
                if !problems.contains(problem) { problems.append(problem) }
            }
        }
        return problems
    }

    /// Returns the reason why the file of an invocation can't be read.
    private func problem(of invocation: Statechart.Invocation) -> String? {
        guard let sources, invocation.isOfChart, case .location(.literal(.text(let path))) = invocation.source else {
            return nil
        }
        do { _ = try sources.chart(.location(path)) } catch { return "\(error); correct the src of the invocation" }
        return nil
    }
}
