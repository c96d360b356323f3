import ArgumentParser
import PageServing
import StatechartFormats
import ToolSupport

struct StatechartView: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Run a statechart in the browser, step by step.",
        usage: "automata statechart view <file> [<options>]",
        discussion: """
            Opens a page in the browser that shows the chart while it runs. Events are sent by a click; while the pointer or \
            the keyboard focus is on one, the picture shows what it would do. Time is virtual: it passes only when you let it. \
            Every step can be taken back. A click on a state with states inside folds or unfolds it.

            The page connects only to this machine, and only with the printed address. The command ends some seconds after \
            the last page was closed.

            Exit codes: 0 done, 2 an error.

            Example:
              automata statechart view traffic-lights.scxml
              automata statechart view traffic-lights.scxml --no-open --port 8080 --keep
            """)

    @Argument(help: ArgumentHelp("The statechart; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var guards: GuardOptions
    @OptionGroup var page: PageOptions

    @OptionGroup(title: "Input") var input: StatechartInputOptions

    func run() throws {
        let file = InputFile(path: file)
        let folder = try PageOptions.stateFolder()
        let (reader, guards) = (input.reader, try guards.values())
        let (reading, context) = try LimitOptions(maxMemory: nil, timeout: nil).run(on: file.name, isQuiet: true) {
            context throws(ToolError) in (try reader.read(file, context), context)
        }
        let (document, sources) = (reading.document, reading.sources)
        let chart: LiveChart
        do throws(ToolError) {
            chart = try LiveChart(document) { stopSignal, isTrial in
                ChartRun(
                    document, from: sources, name: file.name,
                    style: .init(
                        isJSON: false, isTracing: true, isTest: false, isDrawing: true, isViewed: true,
                        isTrial: isTrial),
                    isRealTime: false, isLive: false, context: context, guards: guards, stopSignal: stopSignal)
            }
        } catch {
            Messages.error(error)
            throw ExitCode(2)
        }
        try page.serve(chart, startingAt: "chart.html", stateFolder: folder)
    }
}
