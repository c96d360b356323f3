package import TextSupport

/// A writer of XML, with each element on a line of its own.
package struct XMLOutput {
    package var output = TextOutput()
    /// The name of the format, for problems.
    private let format: String
    private let indentation: StaticString
    /// The number of elements around the outermost one.
    private let outerDepth: Int
    /// The open elements.
    private var names: [String] = []
    /// A Boolean value that indicates whether the innermost open element is still empty.
    private var isTagOpen = false
    /// A Boolean value that indicates whether the innermost open element contains text.
    private var hasText = false

    package init(_ format: String, indentation: StaticString, outerDepth: Int = 0) {
        (self.format, self.indentation, self.outerDepth) = (format, indentation, outerDepth)
    }

    /// Begins an element.
    package mutating func open(_ name: String) {
        if isTagOpen { output.append(">\n") }
        indent()
        output.append("<")
        output.append(string: name)
        names.append(name)
        isTagOpen = true
    }

    /// Ends the innermost open element.
    package mutating func close() {
        guard let name = names.popLast() else { return }
        if isTagOpen {
            output.append("/>\n")
        } else {
            if !hasText { indent() }
            output.append("</")
            output.append(string: name)
            output.append(">\n")
        }
        (isTagOpen, hasText) = (false, false)
    }

    private mutating func indent() {
        // Otherwise, deep texts would consist mostly of indentation.
        for _ in 0..<min(names.count + outerDepth, 40) { output.append(indentation) }
    }

    /// Writes an attribute of the innermost open element, which is still empty.
    package mutating func attribute(_ name: String, _ value: String) throws(TextProblem) {
        let bytes = try checked(value)
        output.append(string: " \(name)=\"")
        XMLText.append(bytes, to: &output)
        output.append("\"")
    }

    /// Writes text in the innermost open element, which contains no elements.
    package mutating func text(_ text: String) throws(TextProblem) {
        let bytes = try checked(text)
        if isTagOpen { output.append(">") }
        (isTagOpen, hasText) = (false, true)
        XMLText.append(bytes, to: &output, keepsLines: true)
    }

    /// Writes markup in the innermost open element, which is otherwise empty.
    package mutating func markup(_ markup: String) {
        if isTagOpen { output.append(">") }
        (isTagOpen, hasText) = (false, true)
        output.append(string: markup)
    }

    private func checked(_ text: String) throws(TextProblem) -> ArraySlice<UInt8> {
        let bytes = Array(text.utf8)[...]
        guard XMLText.canHold(bytes) else {
            throw TextProblem(
                message: "\(format) can't represent \(Message.quoted(bytes)): it has characters that XML doesn't allow",
                remedy: "write JSON")
        }
        return bytes
    }
}
