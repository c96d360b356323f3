import Automata
import AutomataFiles
import ComponentContracts
import ComponentFormats
import Components
import StatechartScripts
import ToolSupport

/// Reads assemblies with the files below their own folders, or below the current one for standard
/// input.
struct AssemblyFile: Sendable {
    let file: InputFile
    /// The files that were read besides the assembly's own.
    private let loadedFiles = Monitor<Set<FileIdentity>>([])

    init(_ path: String) { file = InputFile(path: path) }

    init(_ file: InputFile) { self.file = file }

    /// Reads the assembly; all errors are told.
    ///
    /// - Parameter scriptLimit: The maximum number of instructions of a script each time it runs.
    func read(_ context: WorkContext, scriptLimit: Int = 1_000_000_000) throws(ToolError) -> AssemblyDocument {
        let result = try result(context, scriptLimit)
        do throws(AssemblyFormatError) { return try result.get() } catch {
            var errors = error.errors.map { problem in
                var error = ToolError(problem, at: file.name)
                error.isLimit = problem.isLimit
                return error
            }
            let first = errors.removeFirst()
            throw first.with(further: errors)
        }
    }

    /// Returns the assembly, or the errors in its files.
    func result(
        _ context: WorkContext, _ scriptLimit: Int = 1_000_000_000
    ) throws(ToolError) -> Result<AssemblyDocument, AssemblyFormatError> {
        let result = try file.withContents(limit: context.budget.maximumBytes) { text throws(ToolError) in
            assembly(text, context, scriptLimit)
        }
        try context.checkTime()
        return result
    }

    /// Checks that outputs don't take the place of inputs, or of files that the assembly has read.
    func check(_ outputs: [String], inputs: [String?] = []) throws(ToolError) {
        try file.check(outputs, inputs: inputs, assemblyFiles: loadedFiles.withLock { $0 })
    }

    /// The contents of a file that can be checked.
    enum Contents {
        case assembly(Result<AssemblyDocument, AssemblyFormatError>)
        /// A run that failed.
        case schedule(Result<FailedSchedule, AssemblyFormatError>)
    }

    /// Returns an assembly, or a run that failed.
    func contents(_ context: WorkContext) throws(ToolError) -> Contents {
        let limit = context.budget.maximumBytes
        let contents = try file.withContents(limit: limit) { text throws(ToolError) -> Contents in
            guard FailedSchedule.recognizes(text) else { return .assembly(assembly(text, context)) }
            return .schedule(
                Result { () throws(AssemblyFormatError) in
                    try FailedSchedule(json: text, name: file.name, maximumBytes: min(1 << 24, limit))
                })
        }
        try context.checkTime()
        return contents
    }

    private func assembly(
        _ text: UnsafeRawBufferPointer, _ context: WorkContext, _ scriptLimit: Int = 1_000_000_000
    ) -> Result<AssemblyDocument, AssemblyFormatError> {
        let folder =
            file.isStandardInput
            ? SourceFolder(below: "./", ofKind: "assembly")
            : SourceFolder(besideFile: file.path, ofKind: "assembly")
        var options = AssemblyDocument.Options()
        options.makeScripts = { try ECMAScript(named: $0, stepLimit: scriptLimit) }
        options.makeContract = { [budget = context.budget] in try Contract($0, budget: budget) }
        options.budget = context.budget
        options.maximumBytes = min(options.maximumBytes, context.budget.maximumBytes)
        let result = Result { () throws(AssemblyFormatError) in
            try AssemblyDocument(json: text, name: file.name, options: options) { path in
                if context.isCancelled { throw ToolError.timeout(context.limits) }
                return try folder.text(at: path)
            }
        }
        loadedFiles.withLock { $0 = folder.files }
        return result
    }
}

extension InputFile {
    /// Checks that outputs don't take the place of files that are read: this one, further inputs,
    /// and those that an assembly reads.
    func check(
        _ outputs: [String], inputs: [String?] = [], assemblyFiles: Set<FileIdentity> = []
    ) throws(ToolError) {
        let inputs = Set(([path] + inputs).compactMap { $0.flatMap(FileIdentity.init) })
        for output in outputs {
            guard let identity = FileIdentity(output) else { continue }
            if inputs.contains(identity) { throw ToolError("this is an input; name another file", at: output) }
            if assemblyFiles.contains(identity) {
                throw ToolError("the assembly reads this file; name another file", at: output)
            }
        }
    }
}

extension ToolError {
    fileprivate func with(further: [ToolError]) -> ToolError {
        var error = self
        error.further = further
        return error
    }
}

extension AssemblyDocument {
    /// Tells what looks wrong.
    func tellWarnings(_ context: WorkContext, at name: String) {
        for warning in warnings { context.note(warning.sentence, at: warning.location(in: warning.inputName ?? name)) }
        tellPrograms(context)
    }

    /// Tells which components have no chart.
    func tellPrograms(_ context: WorkContext) {
        for name in programComponents.prefix(5) {
            context.note("'\(name)' has no chart, so its messages are dropped; give it a chart")
        }
    }
}
