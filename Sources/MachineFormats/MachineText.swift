internal import Automata
internal import AutomataFormats
internal import TextSupport

/// A text with the options of its reader.
struct MachineText {
    let bytes: UnsafeRawBufferPointer
    let options: ReadOptions

    var budget: Budget { options.budget }

    func check(bytes: Int = 0) throws(FormatError) {
        do throws(AutomataError) { try budget.check(statesBuilt: 0, bytes: bytes) } catch { throw self.error(error) }
    }

    func error(_ message: String, at offset: Int? = nil, remedy: String? = nil) -> FormatError {
        let position = offset.map { TextPosition(of: min($0, bytes.count), in: bytes) }
        return FormatError(
            inputName: options.inputName, line: position?.line, column: position?.column, message: message,
            remedy: remedy)
    }

    func error(_ error: AutomataError, at offset: Int? = nil) -> FormatError {
        switch error {
        case .budgetExceeded, .cancelled, .tooLarge: FormatError(inputName: options.inputName, limit: error)
        default: self.error(error.description, at: offset)
        }
    }

    /// Runs a function of the library; its error gets the place.
    func checked<Result>(
        at offset: Int? = nil, _ body: () throws(AutomataError) -> Result
    ) throws(FormatError) -> Result {
        do throws(AutomataError) { return try body() } catch { throw self.error(error, at: offset) }
    }
}
