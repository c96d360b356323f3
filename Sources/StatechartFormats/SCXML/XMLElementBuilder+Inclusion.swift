internal import TextSupport
internal import XMLSupport

/// XML inclusions (W3C, *XML Inclusions*, 2006): elements and texts of other files.
extension XMLElementBuilder {
    /// The maximum number of inclusions within each other, and of all.
    private static let (maximumDepth, maximumCount) = (16, 1000)
    /// The maximum number of bytes of all included texts.
    private static let maximumBytes = 1 << 24

    /// An inclusion that isn't over yet.
    struct Inclusion {
        /// The reason why the text can't be read; an `<xi:fallback>` replaces the text.
        var failure: TextProblem?
    }

    /// Includes a text.
    ///
    /// - Parameters:
    ///   - attributes: The attributes of the inclusion.
    ///   - node: The element around it.
    ///   - offset: The place of the inclusion in this text.
    /// - Returns: The reason why the text can't be read; there may be an alternative.
    func include(
        _ attributes: [(name: String, value: String)], in node: Int, at offset: Int
    ) throws(TextProblem) -> TextProblem? {
        func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
        guard let href = value("href"), !href.isEmpty else {
            return TextProblem(offset: offset, message: "expected an attribute 'href' in <xi:include>")
        }
        if value("xpointer") != nil {
            throw TextProblem(
                message: "'xpointer' in <xi:include> isn't supported",
                remedy: "put the part into a file of its own and include that file")
        }
        let element = tree.nodes[node]
        let isText = value("parse") == "text"
        guard isText || value("parse") ?? "xml" == "xml" else {
            throw TextProblem(message: "expected parse to be 'xml' or 'text' in <xi:include>")
        }
        guard !element.isRaw, isText == SCXML.elementsWithText.contains(element.name ?? "") || element.name == "content"
        else {
            let tag = "<\(element.name ?? element.foreignName?.local ?? "")>"
            throw TextProblem(
                message: "\(isText ? "a text" : "XML") can't be included in \(tag)",
                remedy: isText ? "write parse=\"xml\"" : "write parse=\"text\", or src instead of <xi:include>")
        }
        guard let location = Self.location(href, from: locations.last) else {
            return TextProblem(
                offset: offset, message: "\(Message.quoted(href.utf8)) can't be included",
                remedy: "only files below the chart's own folder are read; write a relative path")
        }
        guard !locations.contains(location) else {
            throw TextProblem(
                message: "\(Message.quoted(location.utf8)) includes itself", remedy: "remove one <xi:include>")
        }
        guard locations.count < Self.maximumDepth else {
            throw TextProblem(
                message: "<xi:include> is nested more than \(Self.maximumDepth) deep", remedy: "nest fewer levels",
                isLimit: true)
        }
        guard tree.includedCount < Self.maximumCount else {
            throw TextProblem(
                message: "more than \(Self.maximumCount) inclusions", remedy: "include fewer files", isLimit: true)
        }
        let bytes: [UInt8]
        do { bytes = try tree.load(location) } catch {
            return TextProblem(
                offset: offset, message: "\(Message.quoted(location.utf8)) can't be read: \(error)",
                remedy: "put the text here")
        }
        guard bytes.count <= Self.maximumBytes - tree.includedByteCount else {
            throw TextProblem(
                message: "the included texts are longer than \(Self.maximumBytes) bytes", remedy: "divide the chart",
                isLimit: true)
        }
        if isText {
            tree.nodes[node].text += bytes
        } else {
            tree.nodes[node].includesXML = true
            try read(bytes, from: location, in: node, at: base + offset)
        }
        return nil
    }

    private func read(_ bytes: [UInt8], from location: String, in node: Int, at offset: Int) throws(TextProblem) {
        let start = tree.add(bytes, from: location, at: offset)
        let builder = XMLElementBuilder(tree, base: start, in: node, locations: locations + [location])
        do throws(TextProblem) {
            try bytes.withUnsafeBufferPointer { (text) throws(TextProblem) in
                try builder.read(xml: UnsafeRawBufferPointer(text))
            }
        } catch {
            // An inner text's problem has its place already.
            if tree.failure == nil {
                tree.failure = error
                tree.failure?.offset = start + (error.offset ?? 0)
            }
            throw error
        }
    }

    /// Returns the path of a file, relative to the main text; `nil` if it isn't below its folder.
    ///
    /// - Parameter origin: The path of the text with the inclusion; `nil` for the main text.
    private static func location(_ href: String, from origin: String?) -> String? {
        // A scheme or a host means another place, as do absolute paths.
        let path = href.hasPrefix("file:") ? String(href.utf8.dropFirst(5)) ?? "" : href
        guard !path.isEmpty, !path.utf8.contains(where: { ":?#\\".utf8.contains($0) }) else { return nil }
        var parts = origin.map { $0.utf8.split(separator: UInt8(ascii: "/")).dropLast().map { Array($0) } } ?? []
        for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if part.isEmpty { return nil }
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8) {
                guard parts.popLast() != nil else { return nil }
            } else {
                parts.append(Array(part))
            }
        }
        return parts.isEmpty ? nil : String(decoding: Array(parts.joined(separator: "/".utf8)), as: UTF8.self)
    }

    /// Gives an element the initial states of an included chart, if it names none itself.
    func merge(_ attributes: [(name: String, value: String)], into node: Int, at offset: Int) {
        func value(_ name: String, of attributes: [(name: String, value: String)]) -> String? {
            attributes.first { $0.name == name && !$0.value.isEmpty }?.value
        }
        if let model = value("datamodel", of: attributes), model != value("datamodel", of: tree.nodes[0].attributes) {
            tree.warn(
                offset,
                "the included chart has the data model \(Message.quoted(model.utf8)), but that of the main chart "
                    + "is used; write the same one in both")
        }
        let element = tree.nodes[node]
        guard let initial = value("initial", of: attributes), element.name == "state",
            value("initial", of: element.attributes) == nil,
            !element.children.contains(where: { ["initial", "state"].contains(tree.nodes[$0].name) })
        else { return }
        tree.nodes[node].attributes.removeAll { $0.name == "initial" }
        tree.nodes[node].attributes.append(("initial", initial))
    }
}
