internal import TextSupport

extension Stylesheet {
    /// Returns the stylesheet as a text in JSON, in UTF-8.
    ///
    /// Variables come first, then rules. The properties of a rule come before its nested rules.
    /// References to variables are kept. Reading the text gives an equal stylesheet, unless the
    /// text exceeds the limits of ``SourceText`` because of the colors of a template.
    ///
    /// - Complexity: O(*n*) for a text of *n* bytes.
    public func bytes() -> [UInt8] {
        var output = TextOutput()
        output.append("{")
        var isFirst = true
        if !variables.isEmpty {
            output.append(key: Self.variablesKey, depth: 1, isFirst: true)
            output.append("{")
            output.append(variables, depth: 2)
            output.appendLine(depth: 1)
            output.append("}")
            isFirst = false
        }
        var open: [Int] = []
        func close() {
            open.removeLast()
            if !isFirst { output.appendLine(depth: open.count + 1) }
            output.append("}")
            isFirst = false
        }
        for (index, rule) in rules.enumerated() {
            while !open.isEmpty, open.last != rule.parent { close() }
            output.append(key: rule.selector, depth: open.count + 1, isFirst: isFirst)
            output.append("{")
            open.append(index)
            output.append(rule.properties, depth: open.count + 1)
            isFirst = rule.properties.isEmpty
        }
        while !open.isEmpty { close() }
        output.append(isFirst ? "}\n" : "\n}\n")
        return output.bytes
    }
}

extension TextOutput {
    /// Writes properties as the first members of an object.
    fileprivate mutating func append(_ properties: [Stylesheet.Property], depth: Int) {
        for (index, property) in properties.enumerated() {
            append(key: property.name, depth: depth, isFirst: index == 0)
            append(property.written)
        }
    }
}
