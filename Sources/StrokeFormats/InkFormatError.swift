internal import TextSupport

/// Why a text could not be read, or ink not be written.
public struct InkFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the options call the input; `nil` where writing failed.
    public var inputName: String?
    /// The line, counted from 1, where the error has a place.
    public var line: Int?
    /// The column in bytes, counted from 1.
    public var column: Int?
    /// What is wrong and what was expected.
    public var message: String
    /// Whether ``InkReadOptions/maximumMemory`` was reached.
    public var isLimit: Bool

    /// An error at a place, or without one.
    public init(
        inputName: String? = nil, line: Int? = nil, column: Int? = nil, message: String, isLimit: Bool = false
    ) {
        self.inputName = inputName
        self.line = line
        self.column = column
        self.message = message
        self.isLimit = isLimit
    }

    /// `file:line:column: message`, as far as there is a place.
    public var description: String {
        var place = inputName.map { $0 + ":" } ?? ""
        if let line { place += "\(line):" }
        if let column { place += "\(column):" }
        return place.isEmpty ? message : "\(place) \(message)"
    }
}

extension TextProblem {
    /// The error for the caller.
    func error(in text: UnsafeRawBufferPointer, options: InkReadOptions) -> InkFormatError {
        let place = offset.map { TextPlace(of: $0, in: text) }
        return InkFormatError(
            inputName: options.inputName, line: place?.line, column: place?.column, message: message,
            isLimit: isLimit)
    }
}
