import StrokeFormats
import ToolSupport

/// Reads ink in any format.
struct InkReader: Sendable {
    /// The format, if the user named it.
    var format: InkFormat?
    var maximumBytes: Int

    func read(_ file: InputFile) throws(ToolError) -> InkReadResult {
        try file.withContents(limit: maximumBytes) { text throws(ToolError) in try read(text, of: file) }
    }

    /// Reads the elements of a file, or each stroke as one.
    func elements(
        of file: InputFile, isSeparate: Bool, _ context: WorkContext
    ) throws(ToolError) -> [LabeledInk] {
        let ink = try read(file)
        context.note(ink.notes)
        guard isSeparate else { return ink.document.elements }
        return ink.document.elements.flatMap { ink in
            ink.strokes.map { LabeledInk(strokes: [$0], labels: ink.labels) }
        }
    }

    /// Reads the content of a file.
    func read(_ text: UnsafeRawBufferPointer, of file: InputFile) throws(ToolError) -> InkReadResult {
        let name = file.isStandardInput ? nil : file.path
        guard let recognized = format ?? InkFormat.recognize(fileName: name, content: text) else {
            if let foreign = InkFormat.unreadableFormatError(fileName: name, content: text) {
                throw ToolError(foreign.sentence, at: file.name)
            }
            throw .unknownFormat(of: file, text, choices: InkFormatArgument.allValueStrings)
        }
        do throws(InkFormatError) {
            let budget = Budget(maximumStates: .max, maximumBytes: maximumBytes)
            let options = InkReadOptions(inputName: file.name, budget: budget)
            return try recognized.readWithNotes(text, options: options)
        } catch {
            throw ToolError(error, at: file.name)
        }
    }
}

extension ToolError {
    init(_ error: InkFormatError, at name: String) {
        let isLimit = error.limit?.isBudgetExceeded ?? false
        var error = error
        if case .budgetExceeded(_, .bytes)? = error.limit { error.remedy = "--max-memory raises the limit" }
        self.init(
            error.sentence, at: error.location(in: error.inputName ?? name), isLimit: isLimit)
    }
}
