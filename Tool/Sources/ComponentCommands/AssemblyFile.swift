import Automata
import AutomataFiles
import ComponentFormats
import StatechartScripts
import ToolSupport

/// Reads assemblies with the files below their own folders, or below the current one for standard
/// input.
struct AssemblyFile: Sendable {
    let file: InputFile
    private let loadedFiles = Monitor<Set<FileIdentity>>([])
    /// The files that were read besides the assembly's own.
    var otherFiles: Set<FileIdentity> { loadedFiles.withLock { $0 } }

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
        let folder =
            file.isStandardInput
            ? SourceFolder(below: "./", ofKind: "assembly")
            : SourceFolder(besideFile: file.path, ofKind: "assembly")
        var options = AssemblyDocument.Options()
        options.makeScripts = { try ECMAScript(named: $0, stepLimit: scriptLimit) }
        options.budget = context.budget
        options.maximumBytes = min(options.maximumBytes, context.budget.maximumBytes)
        let result = try file.withContents(limit: context.budget.maximumBytes) { text throws(ToolError) in
            Result { () throws(AssemblyFormatError) in
                try AssemblyDocument(json: text, name: file.name, options: options) { path in
                    if context.isCancelled { throw ToolError.timeout(context.limits) }
                    return try folder.text(at: path)
                }
            }
        }
        loadedFiles.withLock { $0 = folder.files }
        try context.checkTime()
        return result
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
        for name in programComponents.prefix(5) {
            context.note("'\(name)' has no chart, so its messages are dropped; give it a chart")
        }
    }
}
