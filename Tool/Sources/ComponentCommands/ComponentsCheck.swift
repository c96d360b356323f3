import ArgumentParser
import ComponentFormats
import TextSupport
import ToolSupport

struct ComponentsCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find errors in assemblies of components.",
        usage: "automata components check <file> ... [<options>]",
        discussion: """
            Prints all errors and warnings of an assembly and of the charts that it names: unknown ports, ports without a \
            channel, messages that nobody receives, types that don't meet, charts that send to no port, and errors of \
            charts. A line has the file with line and column, the problem and the remedy. An assembly without findings \
            is ok.

            With --json each file gives one JSON object on its own line (JSON Lines), whose keys are file, ok and \
            findings, each with severity, file, line, column and message.

            Exit codes: 0 all assemblies can run, 2 an error.

            Example:
              automata components check expenses.json
              automata components check *.json --json | jq 'select(.ok | not)'
            """)

    @Argument(help: ArgumentHelp("The assemblies; - is standard input.", valueName: "file"), completion: .file())
    var files: [String]

    @Flag(help: "Print a JSON object for each file, one on each line.")
    var json = false

    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func run() throws {
        let isJSON = json
        let list = try InputList(
            files,
            contents: .init(absenceMessage: "this is a folder; name an assembly in it", includes: { _ in false }))
        let areValid = try list.run(limits.options, batch) { _, file, context throws(ToolError) in
            var errors: [LocatedProblem] = []
            var warnings: [LocatedProblem] = []
            switch try AssemblyFile(file).result(context) {
            case .success(let document): warnings = document.warnings
            case .failure(let error): errors = error.errors
            }
            if isJSON {
                let findings =
                    errors.map { $0.json("error", file.name) } + warnings.map { $0.json("warning", file.name) }
                let object: JSONObject = ["file": file.name.shown, "ok": errors.isEmpty, "findings": findings]
                context.write(object.line)
            } else if errors.isEmpty, warnings.isEmpty {
                context.write("\(file.name.shown): ok\n")
            } else {
                for (list, kind) in [(errors, "error"), (warnings, "warning")] {
                    for problem in list {
                        let place = problem.location(in: problem.inputName ?? file.name)
                        context.write("\(place): \(kind): \(problem.sentence)".shown + "\n")
                    }
                }
            }
            return errors.isEmpty
        }
        if areValid.contains(false) { throw ExitCode(2) }
    }
}

extension LocatedProblem {
    fileprivate func json(_ severity: String, _ name: String) -> JSONObject {
        [
            "severity": severity, "file": (inputName ?? name).shown, "line": line, "column": column,
            "message": sentence,
        ]
    }
}
