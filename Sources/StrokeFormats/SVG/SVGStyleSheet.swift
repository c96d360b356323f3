/// The rules of an SVG file's style sheets whose selectors are simple: an element, a class, an id,
/// an element with one of these, or `*`.
struct SVGStyleSheet {
    private struct Value {
        let text: String
        /// The rank among the rules for one element: the specificity, then the place in the sheets.
        let rank: (specificity: Int, order: Int)
    }

    private struct Declaration {
        let property, text: String
        let isImportant: Bool

        /// Returns the last declaration of each property that styles have, so that a rule for many
        /// selectors stays small.
        static func list(_ block: String) -> [Declaration] {
            var found: [String: (order: Int, declaration: Declaration)] = [:]
            for (order, (property, text)) in SVGStyle.declarations(block).enumerated()
            where SVGStyle.properties.contains(property) {
                let mark = text.utf8.firstIndex(of: UInt8(ascii: "!"))
                if mark == nil, found[property]?.declaration.isImportant ?? false { continue }
                var text = mark.map { text[..<$0] } ?? text[...]
                while text.last?.isWhitespace ?? false { text.removeLast() }
                found[property] = (order, Declaration(property: property, text: String(text), isImportant: mark != nil))
            }
            return found.values.sorted { $0.order < $1.order }.map(\.declaration)
        }
    }

    /// The declarations by selector and property.
    private var rules: [String: [String: Value]] = [:]
    private var declarationCount = 0
    /// The number of rules with other selectors, and of at-rules.
    private(set) var omittedCount = 0

    /// Adds the rules of a sheet.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    mutating func add(_ sheet: String) {
        var rest = Self.withoutComments(sheet.utf8)[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
            var selectors = rest[..<open]
            // At-rules without a block end with a semicolon.
            while let end = selectors.firstIndex(of: UInt8(ascii: ";")) {
                omittedCount += 1
                selectors = selectors[(end + 1)...]
            }
            let close = Self.end(ofBlockAt: open, in: rest)
            let block = rest[(open + 1)..<close]
            rest = rest[min(close + 1, rest.endIndex)...]
            // What holds on some screens only, such as dark ones, isn't a part of the drawing.
            if selectors.drop(while: { $0 <= UInt8(ascii: " ") }).starts(with: "@media".utf8) { continue }
            let declarations = Declaration.list(String(decoding: block, as: UTF8.self))
            for selector in selectors.split(separator: UInt8(ascii: ",")) {
                add(declarations, for: String(decoding: selector, as: UTF8.self))
            }
        }
    }

    private mutating func add(_ declarations: [Declaration], for selector: String) {
        let words = selector.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let specificity = Self.specificity(of: words[0].utf8) else { return omittedCount += 1 }
        for declaration in declarations {
            declarationCount += 1
            let rank = (specificity + (declaration.isImportant ? 1000 : 0), declarationCount)
            let old = rules[String(words[0])]?[declaration.property]
            if let old, old.rank > rank { continue }
            rules[String(words[0]), default: [:]][declaration.property] = Value(text: declaration.text, rank: rank)
        }
    }

    /// Returns the declarations for an element, each property once, in the order of their ranks.
    func declarations(for element: String, id: String?, classes: String?) -> [(String, String)] {
        guard !rules.isEmpty else { return [] }
        var names = [""]
        if let id { names.append("#\(id)") }
        for name in classes?.split(whereSeparator: \.isWhitespace) ?? [] { names.append(".\(name)") }
        var found = rules["*"] ?? [:]
        for name in names {
            for selector in name.isEmpty ? [element] : [name, "*\(name)", element + name] {
                found.merge(rules[selector] ?? [:]) { $0.rank < $1.rank ? $1 : $0 }
            }
        }
        return found.sorted { $0.value.rank < $1.value.rank }.map { ($0.key, $0.value.text) }
    }

    /// Returns the specificity of a simple selector; `nil` for others.
    private static func specificity(of selector: Substring.UTF8View) -> Int? {
        let mark = selector.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "#") }
        let (element, name) = (selector[..<(mark ?? selector.endIndex)], selector[(mark ?? selector.endIndex)...])
        func isWord(_ bytes: Substring.UTF8View) -> Bool {
            bytes.allSatisfy { byte in
                byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            }
        }
        let isAny = element.elementsEqual("*".utf8)
        guard isAny || isWord(element) else { return nil }
        let own = isAny || element.isEmpty ? 0 : 1
        guard mark != nil else { return element.isEmpty ? nil : own }
        guard name.count > 1, isWord(name.dropFirst()) else { return nil }
        return own + (name.first == UInt8(ascii: "#") ? 100 : 10)
    }

    /// Returns the index of the brace that ends a block, or the end of the text.
    private static func end(ofBlockAt open: Int, in text: ArraySlice<UInt8>) -> Int {
        var depth = 0
        for index in open..<text.endIndex {
            if text[index] == UInt8(ascii: "{") { depth += 1 }
            if text[index] == UInt8(ascii: "}") { depth -= 1 }
            if depth == 0 { return index }
        }
        return text.endIndex
    }

    private static func withoutComments(_ text: String.UTF8View) -> [UInt8] {
        var (bytes, isComment, last) = ([UInt8](), false, UInt8(0))
        for byte in text {
            if isComment {
                if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") {
                    (isComment, last) = (false, 0)
                } else {
                    last = byte
                }
            } else if last == UInt8(ascii: "/"), byte == UInt8(ascii: "*") {
                bytes.removeLast()
                (isComment, last) = (true, 0)
            } else {
                bytes.append(byte)
                last = byte
            }
        }
        return bytes
    }
}
