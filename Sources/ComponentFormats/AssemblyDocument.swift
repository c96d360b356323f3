public import Components
public import StatechartFormats
public import Statecharts
@_exported public import TextSupport
public import WorkLimits

/// An assembly from a file: components that are charts in files, their ports, and the channels
/// between them.
///
///     let document = try AssemblyDocument(json: text, name: "shop.json") { try read($0) }
///     let run = try ComponentRun(document)
///     try run.send("button.fetch")
///     print(try run.takeReceived())
public struct AssemblyDocument: Sendable {
    /// The limits of reading, and the behaviors that a program gives to components.
    public struct Options: Sendable {
        /// The maximum number of bytes of a text: that of the assembly, and those of files.
        public var maximumBytes = 1 << 24
        /// The maximum number of components, also of those inside others.
        public var componentLimit = 100_000
        /// The budget for compiling each chart.
        public var budget = Budget.default
        /// Makes the variables of a chart in a scripting language, for each run of a component.
        public var makeScripts: @Sendable (_ language: String) throws -> any StatechartScripting = {
            throw ExpressionError("charts in the language \($0) can't run here; set 'makeScripts'")
        }
        /// Makes the behavior of a component that has no chart, by its name, for each run; `nil` if
        /// its messages are dropped.
        public var behavior: @Sendable (_ component: String) -> Behavior? = { _ in nil }

        /// Makes the contract of an expression, as `Contract.init(_:budget:)` of `ComponentContracts`
        /// does, which needs more libraries.
        public var makeContract: @Sendable (_ messages: String) throws -> Contract = { _ in
            throw ExpressionError("contracts can't be watched here; set 'makeContract' to Contract.init")
        }

        /// Creates the default options.
        public init() {}
    }

    /// The behavior of a component that has no chart.
    public struct Behavior {
        let receive: ValueComponent.Behavior
        let start: ((ValueOutputs) throws -> Void)?

        /// Creates a behavior.
        ///
        /// - Parameters:
        ///   - start: Called before the first message.
        ///   - receive: Handles a message. If it throws, the component has failed.
        public init(start: ((ValueOutputs) throws -> Void)? = nil, receive: @escaping ValueComponent.Behavior) {
            (self.start, self.receive) = (start, receive)
        }
    }

    /// The name of the assembly; `nil` if the file has none.
    public var name: String? { tree.name }
    /// The checks of all schedules; `nil` if the file has none.
    public var checks: AssemblyChecks? { tree.checks?.value }
    /// The problems that don't prevent a run.
    public let warnings: [LocatedProblem]
    /// The names of the components that have no chart, whose behavior the program gives.
    public let programComponents: [String]
    /// The number of components, also of those inside others.
    package let componentCount: Int
    let tree: AssemblyTree
    private let source: AssemblySource
    private let options: Options

    /// Reads an assembly, with all files that it names, and checks the whole.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - name: The name of the text for errors, a path or `-`.
    ///   - options: What the program gives to the assembly.
    ///   - load: Returns the text at a path: one in the assembly's file as it is written there, one
    ///     in a file of another folder with that folder before it. The default function throws an
    ///     error.
    /// - Complexity: O(*n* + *p*) for *n* bytes and *p* pairs of ports that channels join.
    /// - Throws: ``AssemblyFormatError`` with all errors at once.
    public init(
        json: UnsafeRawBufferPointer, name: String? = nil, options: Options = .init(),
        loading load: @escaping (String) throws -> [UInt8] = StatechartFormat.refuseFile
    ) throws(AssemblyFormatError) {
        guard json.count <= options.maximumBytes else {
            let problem = TextProblem(
                message: "the text is longer than \(options.maximumBytes) bytes", remedy: "divide the assembly",
                isGivenLimit: true)
            var problems = ProblemList()
            problems.add(LocatedProblem(problem, inputName: name))
            throw AssemblyFormatError(problems)
        }
        source = AssemblySource(Array(json), name: name, folder: "")
        self.options = options
        var loader = AssemblyLoader(options, load)
        (tree, componentCount) = loader.read(Array(json), source)
        var (errors, warnings) = (loader.errors, loader.warnings)
        // Channels of what can't be read would have errors that aren't theirs.
        guard loader.isReadable else { throw AssemblyFormatError(errors) }
        AssemblyTypes(tree, source).check(&errors, &warnings)
        let check = AssemblyFindings(tree, source)
        // No component runs, so that scripts needn't be made.
        var checked = options
        checked.makeScripts = Options().makeScripts
        check.check(AssemblyBuilder(tree, source, checked).assembly().assembly, &errors, &warnings)
        if let checks = tree.checks {
            let names = AssemblyNames(tree)
            for name in checks.names {
                if let problem = names.problem(with: name) { errors.add(problem(), in: source) }
            }
        }
        guard errors.isEmpty else { throw AssemblyFormatError(errors) }
        self.warnings = warnings.list
        programComponents = check.programComponents
    }

    /// Reads an assembly from a string.
    ///
    /// - Throws: ``AssemblyFormatError`` with all errors at once.
    public init(
        json: String, name: String? = nil, options: Options = .init(),
        loading load: @escaping (String) throws -> [UInt8] = StatechartFormat.refuseFile
    ) throws(AssemblyFormatError) {
        self = try Array(json.utf8).withUnsafeBufferPointer { (bytes) throws(AssemblyFormatError) in
            try AssemblyDocument(
                json: UnsafeRawBufferPointer(bytes), name: name, options: options, loading: load)
        }
    }

    /// The assembly, to be run, changed or drawn. A part named `environment` stands for the
    /// environment if there are ports of it; it drops what it receives.
    public var assembly: Assembly { AssemblyBuilder(tree, source, options).assembly().assembly }

    /// The name of the part that stands for the environment.
    package static let environment = AssemblyBuilder.environment

    /// Returns what is wrong with the body of a message for a port; `nil` if nothing is, or the
    /// document doesn't have the message.
    package func problem(with body: Value, of message: String, to port: PortReference) -> String? {
        guard let type = tree.type(of: message, to: port) else { return nil }
        return type.problem(with: body).map { "\(port).\(message): \($0)" }
    }

    /// Returns the assembly for a run.
    package func assembly(
        seed: UInt64 = 0, _ listener: (@Sendable (ComponentNote) -> Void)? = nil,
        _ received: (@Sendable (ValueMessage) -> Void)? = nil
    ) -> (assembly: Assembly, environment: PartReference<ValueComponent>?) {
        AssemblyBuilder(tree, source, options, seed: seed, listener: listener).assembly(received)
    }
}
