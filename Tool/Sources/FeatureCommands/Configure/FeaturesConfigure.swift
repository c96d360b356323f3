import ArgumentParser
import FeatureModels
import Glibc
import ToolSupport

struct FeaturesConfigure: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "configure",
        abstract: "Configure a product step by step, with the consequences of each decision.",
        usage: "automata features configure <file> [<configuration>] [<options>]",
        discussion: """
            After each decision, all consequences are decided, too. Each open feature can then be decided either \
            way, and there is always a product. Each decision can be undone, not only the last one.

            A terminal shows the features as a tree: [x] selected by you, [!] deselected by you, [+] and [-] \
            implied, [ ] open. Keys:
              arrows, j, k       move; Page Up and Page Down move by pages
              g, G               go to the first feature, or to the last; so do Home, End
              h, o               go to the parent, or to the next open feature
              +, -, space        select, deselect, one after the other
              x, u               undo the decision about the feature, or the last action
              ?, w               explain the state of a feature; the keys that move scroll
                                 a long text, and Escape closes it
              /, n, N            search, next, previous
              c                  complete: smallest, random, or the name of an attribute
              a                  advance to the next stage
              s; q, Ctrl-C       save; quit, after a question if decisions aren't saved

            Otherwise commands are read from standard input, one on each line; # begins a comment. Names are written as in a \
            configuration, several with commas between them.
              select NAME        prints the consequences, then the open features
              deselect NAME
              undo NAME          prints the features that are open again
              why NAME           prints the rules and decisions that force a feature
              open, show         prints the open features, or all as a tree
              complete smallest  decides the open features: the fewest features,
              complete ATTRIBUTE   the least sum of an attribute,
              complete random [SEED]   or a random product, with equal probabilities
              advance            goes to the next stage, if the model has stages
              save FILE          writes the configuration
              quit
            The first command that fails ends the work with an error that names its line; --output gets \
            the decisions before it.

            If features have the attribute bindingTime with the value 'development', 'build', 'installation', \
            'startup' or 'runtime', there is a stage for each time; children without it are bound with their parents. \
            Only features of the current stage can be decided, and advance needs decisions about all of them.

            An initial configuration is read like that of automata features check --partial. A written configuration \
            has your decisions first, in their order, then a comment, # What follows., and the rest. Features before \
            this comment are read as your decisions even if they follow from others; without the comment, only \
            those that don't follow from others are. With stages, a first comment such as # stage: build names the current one, \
            so that configure continues there.

            If the products can't be compiled, or with --solver, a SAT solver answers: then the number of \
            products isn't known, and complete chooses any product.

            Exit codes: 0 done, 2 an error.

            Example:
              automata features configure phone.uvl
              automata features configure phone.uvl 'Camera,!GPS' -o product.config
              echo 'complete smallest' | automata features configure phone.uvl
            """)

    @Argument(help: ArgumentHelp("The feature model.", valueName: "file"), completion: .file())
    var file: String

    @Argument(
        help: ArgumentHelp(
            "Initial decisions: a file, or feature names with commas between them.",
            valueName: "configuration"),
        completion: .file())
    var configuration: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write at the end, - for standard output.", valueName: "file"),
        completion: .file(), transform: outputName)
    var output: String?

    @Flag(name: .shortAndLong, help: "Replace files that exist.")
    var force = false

    @Flag(help: "Use a SAT solver, without compiling the products.")
    var solver = false

    @Option(
        help: ArgumentHelp(
            "The engine that compiles the products. (default: the first one that succeeds)", valueName: "name"))
    var engine: NamedCase<ProductEngine>?

    @OptionGroup(title: "Input") var input: FeatureInputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        if file == "-" || configuration == "-" {
            throw ValidationError("Standard input has the commands; give the model and the configuration as files.")
        }
        try ValidationError.check(atMostOne: ["--solver": solver, "--engine": engine != nil])
    }

    func run() throws {
        if case .file(let path)? = output.map({ Destination($0) }),
            let obstacle = OutputFile.obstacle(at: path, replacing: force, needingFolder: true)
        {
            throw obstacle
        }
        let start = try prepare()
        var session = try ConfigureSession(start.reading, start.products, limits: limits)
        do throws(ToolError) { try session.restore(start.saved) } catch {
            throw ToolError(error.message, at: error.location ?? configuration)
        }
        if Terminal.supportsDialog {
            var dialog = ConfigureDialog(session, output: output.flatMap { $0 == "-" ? nil : $0 }, force: force)
            try dialog.run()
            session = dialog.session
            if output != "-" { return }
        } else {
            var script = ConfigureScript(session, force: force)
            do throws(ToolError) { try script.run() } catch {
                throw keeping(script.session, after: error)
            }
            session = script.session
        }
        try write(&session)
    }

    /// Writes the configuration to the output of the command line.
    private func write(_ session: inout ConfigureSession) throws(ToolError) {
        switch output.map({ Destination($0) }) {
        case .file(let path)?: try session.save(to: path, force: force)
        case .standardOutput?: try StandardOutput.write(session.savedText)
        case nil: break
        }
    }

    /// Writes the decisions that a script made up to an error; returns the error with a note about
    /// this.
    private func keeping(_ session: ConfigureSession, after error: ToolError) -> ToolError {
        guard let output, !session.configurator.decisions.isEmpty else { return error }
        var (session, error) = (session, error)
        do throws(ToolError) {
            try write(&session)
            let savedNote = "\(output == "-" ? "standard output" : output) has the decisions so far"
            let last = error.further.count - 1
            if last >= 0 {
                error.further[last].message += "; \(savedNote)"
            } else {
                // Behind an explanation, which has lines, a line of its own.
                error.message += (error.message.contains("\n") ? "\n" : "; ") + savedNote
            }
        } catch let second {
            error.further.append(second)
        }
        return error
    }

    /// The parts that a session begins with.
    private struct Start: Sendable {
        let reading: FeatureModelReader.Reading
        /// The compiled products; `nil` if a SAT solver has to answer.
        let products: Products?
        let saved: ConfigurationReader.SavedConfiguration
    }

    /// Reads the model and the configuration, and compiles the products.
    private func prepare() throws -> Start {
        let (command, reader, input) = (self, input.reader, InputFile(path: file))
        return try limits.run(on: input.name) { context throws(ToolError) in
            let reading = try reader.read(input, context)
            let saved = try command.configuration.map { argument throws(ToolError) in
                try ConfigurationSource(argument: argument).saved(for: reading.model, context)
            }
            var products: Products?
            if !command.solver {
                context.report("compiling")
                do throws(ToolError) {
                    products = try context.checked { () throws(FeatureModelError) in
                        try reading.model.products(using: command.engine?.value, budget: context.budget)
                    }
                } catch {
                    guard error.isLimit else { throw error }
                    context.note("a SAT solver answers, as the products can't be compiled: \(error.message)")
                }
            }
            return Start(reading: reading, products: products, saved: saved ?? .init())
        }
    }
}
