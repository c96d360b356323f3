import ArgumentParser
import ToolSupport

struct StatechartInfo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Describe statecharts: size and parts.",
        usage: "automata statechart info <file> ... [<options>]",
        discussion: """
            States are counted as in the file, states of submachines once. Depth is the maximum number of \
            nested states. Events are the names and patterns of transitions. Tables are the engine's tables \
            for a chart that can run; a small chart is flattened into a plain machine, \
            which runs fastest. A chart that has scripts or invokes others runs in a session, as in statechart run. \
            Invoked charts are counted, but not the states within them.

            With --json each file gives one JSON object on its own line (JSON Lines), whose keys are file, \
            format, name, language, states, kinds, regions, depth, transitions, events, variables, submachines, \
            invocations, runs, tableBytes, configurations and notFlattened. The last three are null where they \
            don't apply.

            Example:
              automata statechart info traffic-lights.scxml
              automata statechart info charts/ --json | jq 'select(.depth > 3) | .file'
            """)

    @OptionGroup var charts: StatechartFiles

    func run() throws {
        let isJSON = charts.json
        try charts.run { index, file, reader, context throws(ToolError) in
            let reading = try reader.read(file, context)
            let summary = try StatechartSummary(
                reading.chart, fileName: file.name, format: reading.format, context)
            // An empty line stands between the lists.
            context.write(isJSON ? summary.json : (index > 0 ? "\n" : "") + summary.list)
        }
    }
}
