internal import Components
internal import StatechartFormats
internal import Statecharts
internal import TextSupport
internal import WorkLimits

/// Reads the files that an assembly names, and finds what is wrong between its parts.
struct AssemblyLoader {
    private let load: (String) throws -> [UInt8]
    private let makeScripts: (String) throws -> any StatechartScripting
    private let makeContract: (String) throws -> Contract
    private let limits: AssemblyLimits
    private let budget: Budget
    private var charts: [String: ChartFile] = [:]
    private var files: [String: File] = [:]
    /// The paths of the files that are being read, each named by the one before it.
    private var openFiles: [String] = []
    /// The number of pairs of a state and an action in all contracts.
    private var contractPairCount = 0
    private(set) var errors = ProblemList()
    /// Whether all assemblies could be read, whatever is wrong between their parts.
    private(set) var isReadable = true
    private(set) var warnings = ProblemList()

    /// A chart that was read; without a chart if it has errors.
    private struct ChartFile {
        var chart: LoadedChart?
        var facts = ChartFacts()
        /// Whether the file was read.
        var problem: TextProblem?
    }

    private struct File {
        var tree: AssemblyTree
        var source: AssemblySource
        /// The number of components, also of those inside others.
        var count: Int
        var problem: TextProblem?
    }

    init(_ options: AssemblyDocument.Options, _ load: @escaping (String) throws -> [UInt8]) {
        // So that sums have room.
        limits = AssemblyLimits(componentCount: min(options.componentLimit, 1 << 40))
        (budget, makeScripts, makeContract) = (options.budget, options.makeScripts, options.makeContract)
        self.load = { path in
            let text = try load(path)
            guard text.count > options.maximumBytes else { return text }
            throw TextProblem(
                message: "\(Message.quoted(path.utf8)) is longer than \(options.maximumBytes) bytes",
                remedy: "divide the file", isGivenLimit: true)
        }
    }

    private mutating func note(
        _ problem: @autoclosure () -> TextProblem, _ source: AssemblySource, isError: Bool = true
    ) { if isError { errors.add(problem(), in: source) } else { warnings.add(problem(), in: source) } }

    // MARK: - Assemblies

    /// Reads an assembly with all files that it names.
    mutating func read(_ text: [UInt8], _ source: AssemblySource) -> (tree: AssemblyTree, count: Int) {
        var (tree, problems) = text.withUnsafeBytes { AssemblyReader.read($0, source, limits) }
        errors.add(problems)
        if !problems.isEmpty { isReadable = false }
        var count = 0
        complete(&tree, source, &count)
        if count > limits.componentCount, isReadable {
            errors.add(limits.problem(at: 0), in: source)
            isReadable = false
        }
        return (tree, count)
    }

    /// Reads the files that the components of an assembly name.
    private mutating func complete(_ tree: inout AssemblyTree, _ source: AssemblySource, _ count: inout Int) {
        // What comes after too many components is as wrong, and needn't be read.
        for index in tree.components.indices where count <= limits.componentCount {
            count += 1
            complete(&tree.components[index], source, &count)
        }
        guard isReadable else { return }
        checkEnvironment(tree, tree.portsByName, source)
    }

    private mutating func complete(
        _ component: inout AssemblyTree.Component, _ source: AssemblySource, _ count: inout Int
    ) {
        for index in component.contracts.indices { complete(&component.contracts[index], source) }
        switch component.behavior {
        case .program: break
        case .chart(let path, let offset):
            let file = chart(at: path, source)
            if var problem = file.problem {
                problem.offset = offset
                note(problem, source)
            }
            guard let chart = file.chart else { return }
            component.content = .chart(chart)
            for problem in file.facts.problems(of: component) {
                note(TextProblem(offset: offset, message: problem), source, isError: false)
            }
        case .file(let path, let offset):
            let file = assembly(at: path, source)
            // Files within files can have more components than a number has room for.
            count = min(count + file.count, limits.componentCount + 1)
            if var problem = file.problem {
                isReadable = false
                problem.offset = offset
                note(problem, source)
            } else {
                contain(file.tree, file.source, in: &component)
            }
        case .contents(var tree):
            complete(&tree, source, &count)
            contain(tree, source, in: &component)
        }
    }

    private mutating func complete(_ text: inout AssemblyTree.ContractText, _ source: AssemblySource) {
        // Those after too many needn't be made.
        guard let offset = text.messagesOffset, contractPairCount <= AssemblyLimits.contractPairCount else { return }
        do {
            let contract = try makeContract(text.messages)
            contractPairCount += contract.stateCount * max(1, contract.actions.count)
            if contractPairCount > AssemblyLimits.contractPairCount {
                return note(AssemblyLimits.contractProblem(at: offset), source)
            }
            text.contract = contract
        } catch { note(text.problem(error), source) }
    }

    /// Gives a component the ports of the environment of what is inside.
    private func contain(
        _ tree: AssemblyTree, _ source: AssemblySource, in component: inout AssemblyTree.Component
    ) {
        component.content = .assembly(tree, source)
        component.ports = tree.environmentPorts(input: .proxyInput, output: .proxyOutput)
    }

    private mutating func assembly(at path: String, _ source: AssemblySource) -> File {
        let place = Self.normalized(source.folder + path)
        var file = File(tree: AssemblyTree(), source: source, count: 0)
        if let first = openFiles.firstIndex(of: place) {
            let cycle = (openFiles[first...] + [place]).map { Message.quoted($0.utf8) }.joined(separator: " contains ")
            file.problem = TextProblem(message: "the assembly contains itself: \(cycle)", remedy: "remove it")
            return file
        }
        if let known = files[place] { return known }
        guard openFiles.count < AssemblyLimits.depth else {
            file.problem = TextProblem(
                message: "more than \(AssemblyLimits.depth) assemblies inside each other; nest fewer", isLimit: true)
            return file
        }
        do {
            let text = try load(place)
            file.source = AssemblySource(text, name: place, folder: Self.folder(of: place))
            openFiles.append(place)
            (file.tree, file.count) = read(text, file.source)
            openFiles.removeLast()
        } catch { file.problem = Self.unreadable(place, error) }
        files[place] = file
        return file
    }

    /// Returns a path without `.`, and without `..` after a folder, so that a file has one path.
    private static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/" as Character) where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (path.utf8.first == UInt8(ascii: "/") ? "/" : "") + parts.joined(separator: "/")
    }

    static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    }

    private static func unreadable(_ place: String, _ error: any Error) -> TextProblem {
        error as? TextProblem ?? TextProblem(message: "\(Message.quoted(place.utf8)) can't be read: \(error)")
    }

    // MARK: - Charts

    private mutating func chart(at path: String, _ source: AssemblySource) -> ChartFile {
        let place = Self.normalized(source.folder + path)
        if let known = charts[place] { return known }
        var file = ChartFile()
        do {
            let text = try load(place)
            let document = try text.withUnsafeBytes { bytes in
                let (load, folder) = (load, Self.folder(of: place))
                return try Self.format(of: place, bytes).document(from: bytes, name: place) { try load(folder + $0) }
            }
            file = read(document, place)
        } catch let error as StatechartFormatError {
            errors.add(
                LocatedProblem(
                    inputName: error.inputName, line: error.line, column: error.column, message: error.message,
                    remedy: error.remedy, isLimit: error.isLimit))
        } catch { file.problem = Self.unreadable(place, error) }
        charts[place] = file
        return file
    }

    private static func format(of path: String, _ text: UnsafeRawBufferPointer) -> StatechartFormat {
        let bytes = Array(path.utf8)
        let ending = bytes.lastIndex(of: UInt8(ascii: ".")).map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
        let named = ending.flatMap { StatechartFormat(fileExtension: $0) }
        // Two formats are JSON.
        if let named, named != .json { return named }
        return StatechartFormat(recognizing: text) ?? named ?? .scxml
    }

    private mutating func read(_ document: StatechartDocument, _ place: String) -> ChartFile {
        var file = ChartFile(facts: ChartFacts(document.chart))
        for warning in document.warnings {
            warnings.add(
                LocatedProblem(inputName: place, line: warning.line, column: warning.column, message: warning.message))
        }
        func located(_ finding: StatechartFinding) -> LocatedProblem {
            let position = document.position(of: finding)
            return LocatedProblem(
                inputName: place, line: position?.line, column: position?.column, message: finding.description,
                isLimit: finding.isLimit)
        }
        if document.chart.needsSession {
            file.problem = TextProblem(
                message: "the chart \(Message.quoted(place.utf8)) invokes others or sends by a transport",
                remedy: "make what it invokes a component, and send through ports")
        }
        do {
            // Scripts are made for each run, but a language that is missing is told now.
            if let language = document.chart.scriptLanguage { _ = try makeScripts(language) }
            let chart = try CompiledStatechart<ExpressionBehavior>(document.chart, budget: budget)
            for warning in chart.warnings where !warning.message.namesAddress { warnings.add(located(warning)) }
            if file.problem == nil { file.chart = LoadedChart(chart: chart) }
        } catch let error as StatechartError where error.stop == nil {
            for finding in error.findings { errors.add(located(finding)) }
        } catch {
            let isLimit = (error as? StatechartError)?.stop != nil
            errors.add(LocatedProblem(inputName: place, message: "\(error)", isLimit: isLimit))
        }
        return file
    }

    // MARK: - Ports

    private mutating func checkEnvironment(
        _ tree: AssemblyTree, _ ports: [String: AssemblyTree.Port], _ source: AssemblySource
    ) {
        for port in tree.environment {
            var isInput: Bool?
            for end in port.ends {
                guard let found = ports[end.text] else {
                    note(tree.problem(ofUnknown: end), source)
                    continue
                }
                if let isInput, isInput != found.isInput {
                    note(
                        TextProblem(
                            offset: end.offset,
                            message: "\(end.text) \(found.isInput ? "receives" : "sends"), unlike the ports before it; "
                                + "name inputs and outputs apart"), source)
                }
                isInput = isInput ?? found.isInput
            }
        }
    }
}

extension AssemblyTree {
    /// Returns the ports through which the environment talks with the components.
    func environmentPorts(input: Assembly.Port.Direction, output: Assembly.Port.Direction) -> [Port] {
        guard !environment.isEmpty else { return [] }
        let known = portsByName
        return environment.compactMap { port in
            let found = port.ends.compactMap { known[$0.text] }
            guard let first = found.first else { return nil }
            var names: Set<String> = []
            let messages = found.flatMap(\.messages).filter { names.insert($0.name).inserted }
            return Port(
                name: port.name, direction: first.isInput ? input : output, messages: messages, offset: port.offset)
        }
    }
}

extension AssemblyTree {
    /// Returns what to say of an end of a channel that doesn't exist.
    func problem(ofUnknown end: End) -> TextProblem {
        guard let component = components.first(where: { $0.name == end.part }) else {
            return .unknown("component", end.part, among: components.map(\.name), at: end.offset)
        }
        let ports = component.ports.filter { $0.direction != .own }.map(\.name)
        return .unknown("port", end.port, in: TextSupport.Message.quoted(end.part.utf8), among: ports, at: end.offset)
    }
}

extension String {
    /// Whether the text of a warning is about an address such as `#_service`, which is a port here.
    fileprivate var namesAddress: Bool {
        let bytes = Array(utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: "'#_".utf8) }
    }
}
