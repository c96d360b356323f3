extension ToolError {
    /// Returns the error about a text whose name and content don't determine its format.
    ///
    /// - Parameter remedy: An additional remedy for an empty text.
    package static func unknownFormat(
        of file: InputFile, _ text: UnsafeRawBufferPointer, choices: [String], remedy: String = ""
    ) -> ToolError {
        ToolError(
            text.firstVisibleByte == nil
                // What a program writes that failed.
                ? "the input is empty; check the program that wrote it" + remedy
                : "can't detect the format from the name or the content; choose a format with --from "
                    + "(\(choices.joined(separator: ", ")))", at: file.name)
    }
}

extension Collection<UInt8> {
    /// The first byte after a byte order mark and white space.
    package var firstVisibleByte: UInt8? { first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}
