internal import Statecharts
internal import TextSupport

/// Reads state diagrams of PlantUML and of Mermaid, whose lines are nearly the same.
struct StateDiagramReader {
    enum Dialect { case plantUML, mermaid }

    /// An open state.
    struct Scope {
        var whole: Int
        /// The region that is being read, or the state itself.
        var current: Int
        var offset: Int
    }

    let dialect: Dialect
    let text: UnsafeRawBufferPointer
    var diagram: DiagramOutline
    var scopes = [Scope(whole: 0, current: 0, offset: 0)]
    /// The nodes that are declared, as opposed to named by an arrow.
    private var declared: Set<Int> = []
    /// The text that ends the lines that are skipped; `nil` outside of such lines.
    private var skipsTo: StaticString?
    private var hasBegun = false
    private var hasEnded = false
    /// A Boolean value that indicates whether a line `@startuml` follows.
    private var awaitsStart = false

    static func chart(from text: UnsafeRawBufferPointer, _ dialect: Dialect) throws(TextProblem) -> PlacedChart {
        try TextScanner.check(text)
        var reader = StateDiagramReader(dialect, text)
        if dialect == .plantUML {
            try TextScanner.forEachLine(of: text, from: text.byteOrderMarkLength) { line throws(TextProblem) in
                if TextScanner(text, line).starts(with: "@startuml") { reader.awaitsStart = true }
            }
        }
        try TextScanner.forEachLine(of: text, from: text.byteOrderMarkLength) { line throws(TextProblem) in
            try reader.read(line)
        }
        return try reader.finished()
    }

    private init(_ dialect: Dialect, _ text: UnsafeRawBufferPointer) {
        (self.dialect, self.text) = (dialect, text)
        diagram = DiagramOutline(emptyTrigger: .completion)
        diagram.namesFarEnds = dialect == .mermaid
    }

    private consuming func finished() throws(TextProblem) -> PlacedChart {
        guard hasBegun else {
            throw TextProblem(
                offset: text.count,
                message: dialect == .mermaid ? "expected 'stateDiagram-v2'" : "expected '@startuml' or a state")
        }
        if let scope = scopes.dropFirst().last {
            throw TextProblem(offset: scope.offset, message: "expected a closing '}' for the state")
        }
        if let skipsTo { throw TextProblem(offset: text.count, message: "expected '\(skipsTo)'") }
        if diagram.outline.nodes[0].children.isEmpty {
            throw TextProblem(offset: text.count, message: "expected a state or an arrow")
        }
        if dialect == .mermaid { markFinals() }
        return try diagram.placed()
    }

    /// Makes a state final if its only arrow leads to the final dot without a label, and makes
    /// states named `H` and `H*` histories, since Mermaid has neither.
    private mutating func markFinals() {
        var outgoing: [Int: Int] = [:]
        for arrow in diagram.arrows { outgoing[arrow.source, default: 0] += 1 }
        let texts = Set(diagram.bodies.map(\.node))
        var isFinal: Set<Int> = []
        diagram.arrows = diagram.arrows.filter { arrow in
            let source = arrow.source
            guard arrow.label.isEmpty, outgoing[source] == 1, diagram.isFinalDot(arrow.target),
                !texts.contains(source), diagram.outline.nodes[source].children.isEmpty,
                diagram.outline.nodes[source].state.kind == .state, !diagram.outline.nodes[source].isBar,
                !diagram.starts.contains(source)
            else { return true }
            isFinal.insert(source)
            return false
        }
        for node in isFinal { diagram.outline.nodes[node].state.kind = .final }
        diagram.removeUnusedDots()
        for (node, title) in diagram.titles where title.text == "H" || title.text == "H*" {
            diagram.outline.nodes[node].state.kind = title.text == "H" ? .shallowHistory : .deepHistory
            diagram.titles[node] = nil
        }
    }

    // MARK: - Lines

    private mutating func read(_ range: Range<Int>) throws(TextProblem) {
        var line = TextScanner(text, range)
        guard !hasEnded else {
            let isNext = line.starts(with: dialect == .plantUML ? "@startuml" : "stateDiagram")
            if isNext { diagram.noteSkipped("further diagrams", at: line.position) }
            return
        }
        if awaitsStart, line.starts(with: "@startuml") { awaitsStart = false }
        guard !line.isAtEnd, !awaitsStart else { return }
        if let end = skipsTo {
            if !hasBegun, line.skip("title:") { diagram.outline.nodes[0].state.name = line.quoted() ?? line.rest }
            let bytes = line.rest.utf8.filter { $0 != 0x20 }
            if bytes.suffix(end.utf8CodeUnitCount).elementsEqual("\(end)".utf8) { skipsTo = nil }
            return
        }
        if dialect == .plantUML { try readPlantUML(&line) } else { try readMermaid(&line) }
    }

    private mutating func readMermaid(_ line: inout TextScanner) throws(TextProblem) {
        line.cutComment("%%")
        if line.isAtEnd { return }
        guard hasBegun else {
            if line.skipWord("---") { return skipsTo = "---" }
            guard line.skip("stateDiagram-v2") || line.skip("stateDiagram"), line.rest.isEmpty else {
                throw line.problem("'stateDiagram-v2'")
            }
            return hasBegun = true
        }
        var next = line
        if next.skipWord("stateDiagram-v2") || next.skipWord("stateDiagram"), next.rest.isEmpty {
            diagram.noteSkipped("further diagrams", at: line.position)
            return hasEnded = true
        }
        for word in ["direction", "classDef", "class", "click", "style", "linkStyle", "scale", "hide", "title"]
            as [StaticString]
        where line.skipWord(word) { return }
        if line.starts(with: "accTitle") { return }
        if line.starts(with: "accDescr") {
            if line.rest.utf8.last == UInt8(ascii: "{") { skipsTo = "}" }
            return
        }
        try readStatement(&line)
    }

    private mutating func readPlantUML(_ line: inout TextScanner) throws(TextProblem) {
        if line.starts(with: "'") { return }
        if line.starts(with: "/'") {
            if !line.rest.utf8.dropFirst(2).suffix(2).elementsEqual("'/".utf8) { skipsTo = "'/" }
            return
        }
        if line.skip("@startuml") {
            diagram.outline.nodes[0].state.name = line.quoted() ?? line.rest
            return hasBegun = true
        }
        if line.skip("@enduml") { return hasEnded = true }
        if line.starts(with: "newpage") {
            diagram.noteSkipped("further pages", at: line.position)
            return hasEnded = true
        }
        if line.starts(with: "!theme") || line.starts(with: "!pragma") { return }
        guard !line.starts(with: "!") else {
            throw line.problem("a state or an arrow", "run PlantUML's preprocessor first, with -preproc")
        }
        hasBegun = true
        for word in [
            "hide", "show", "scale", "title", "caption", "mainframe", "skin", "remove", "left to right direction",
            "top to bottom direction", "allow_mixing", "set",
        ] as [StaticString] where line.skipWord(word) { return }
        if line.starts(with: "<style>") { return skipsTo = "</style>" }
        if line.skipWord("skinparam") {
            if line.rest.utf8.last == UInt8(ascii: "{") { skipsTo = "}" }
            return
        }
        let blocks: [(StaticString, StaticString)] = [
            ("legend left", "endlegend"), ("legend right", "endlegend"), ("legend", "endlegend"),
            ("header", "endheader"), ("footer", "endfooter"),
        ]
        for (word, end) in blocks where line.skipWord(word) {
            diagram.noteSkipped("legends, headers and footers", at: line.position)
            if line.rest.isEmpty { skipsTo = end }
            return
        }
        try readStatement(&line)
    }

    private mutating func readStatement(_ line: inout TextScanner) throws(TextProblem) {
        let start = line.position
        if line.skipWord("note") {
            diagram.noteSkipped("notes", at: start)
            // A note on one line has its text behind a colon, or in quotes.
            let isShort = line.rest.utf8.contains(UInt8(ascii: ":")) || line.rest.utf8.first == UInt8(ascii: "\"")
            if !isShort { skipsTo = "endnote" }
            return
        }
        if line.skip("}") || line.skip("end state") {
            guard scopes.count > 1 else {
                throw line.problem("a state or an arrow", "remove the bracket that closes none")
            }
            scopes.removeLast()
            guard line.rest.isEmpty else { throw line.problem("the end of the line") }
            return
        }
        let rest = line.rest.utf8
        if rest.elementsEqual("||".utf8) || (rest.count > 1 && rest.allSatisfy { $0 == UInt8(ascii: "-") }) {
            return try beginRegion(at: start)
        }
        if line.skipWord("state") || line.skipWord("frame") { return try readState(&line, at: start) }
        try readArrow(&line)
    }

    private mutating func beginRegion(at offset: Int) throws(TextProblem) {
        let scope = scopes[scopes.count - 1]
        if scope.current == scope.whole,
            !diagram.outline.nodes[scope.whole].children.contains(where: diagram.regions.contains)
        {
            let first = try addRegion(to: scope.whole, at: diagram.outline.nodes[scope.whole].offset)
            // The region was added behind what it contains.
            diagram.outline.nodes[scope.whole].children.removeLast()
            diagram.moveContents(of: scope.whole, to: first)
            diagram.outline.nodes[scope.whole].children = [first]
        }
        scopes[scopes.count - 1].current = try addRegion(to: scope.whole, at: offset)
    }

    private mutating func addRegion(to whole: Int, at offset: Int) throws(TextProblem) -> Int {
        let name = diagram.outline.nodes[whole].state.name
        let region = try diagram.addMark(.state, name.isEmpty ? "region" : name + "_region", in: whole, at: offset)
        diagram.regions.insert(region)
        return region
    }

    // MARK: - States

    private mutating func readState(_ line: inout TextScanner, at offset: Int) throws(TextProblem) {
        var (code, title) = ("", line.quoted())
        if title == nil {
            code = name(&line)
            if line.skipWord("as") {
                title = line.quoted() ?? code
                if title == code { code = name(&line) }
            }
        } else if line.skipWord("as") {
            code = name(&line)
        } else {
            code = decoded(title ?? "")
        }
        guard !code.isEmpty else { throw line.problem("a state's name") }
        let node = try declare(code, at: offset)
        if let title { diagram.titles[node] = (decoded(title), offset) }
        try readStereotypes(of: node, &line)
        if line.skip(":") { return diagram.bodies.append((node, decoded(line.rest), line.position)) }
        if line.skip("{") || line.skipWord("begin") {
            try TextProblem.check(
                depth: scopes.count, upTo: StatechartFormatLimits.stateDepth, "nested states", at: offset)
            guard !scopes.contains(where: { $0.whole == node || $0.current == node }) else {
                throw TextProblem(offset: offset, message: "the state is within itself", remedy: "rename one")
            }
            if line.skip("}") { return }
            scopes.append(Scope(whole: node, current: node, offset: offset))
        }
        guard line.rest.isEmpty else { throw line.problem("the end of the line") }
    }

    mutating func declare(_ code: String, at offset: Int) throws(TextProblem) -> Int {
        let parent = scopes[scopes.count - 1].current
        let node = try diagram.node(code, in: parent, at: offset)
        let old = diagram.outline.nodes[node].parent
        if declared.insert(node).inserted, old != parent,
            scopes.contains(where: { $0.whole == old || $0.current == old }),
            !scopes.contains(where: { $0.whole == node })
        {
            // An arrow outside has named the state before.
            try diagram.move(node, to: parent, at: offset)
        }
        return node
    }

    mutating func readStereotypes(of node: Int, _ line: inout TextScanner) throws(TextProblem) {
        while true {
            line.skipBlanks()
            let start = line.position
            if line.skip("<<") || (dialect == .mermaid && line.skip("[[")) {
                let name = line.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "]") }
                guard line.skip(">>") || line.skip("]]") else { throw line.problem("'>>'") }
                try apply(name.lowercased(), to: node, at: start)
            } else if line.skip("#") {
                _ = line.prefix { $0 > 0x20 && $0 != UInt8(ascii: "{") }
            } else if line.skip(":::") {
                _ = name(&line)
            } else {
                return
            }
        }
    }

    private mutating func apply(_ stereotype: String, to node: Int, at offset: Int) throws(TextProblem) {
        switch stereotype {
        case "choice": diagram.outline.nodes[node].state.kind = .choice
        case "fork", "join":
            diagram.outline.nodes[node].isBar = true
            diagram.outline.nodes[node].baseName = stereotype
        case "end", "final": diagram.outline.nodes[node].state.kind = .final
        case "start": diagram.starts.insert(node)
        case "history": diagram.outline.nodes[node].state.kind = .shallowHistory
        case "history*": diagram.outline.nodes[node].state.kind = .deepHistory
        case "entrypoint": diagram.outline.nodes[node].state.kind = .entryPoint
        case "exitpoint": diagram.outline.nodes[node].state.kind = .exitPoint
        case "inputpin", "outputpin", "expansioninput", "expansionoutput", "sdlreceive":
            throw TextProblem(
                offset: offset, message: "a state of kind <<\(stereotype)>> can't be read",
                remedy: "use <<entryPoint>> or <<exitPoint>>, or a plain state")
        default: diagram.noteSkipped("stereotypes such as <<\(stereotype)>>", at: offset)
        }
    }

    /// Reads the code of a state; empty if there is none.
    func name(_ line: inout TextScanner) -> String {
        line.skipBlanks()
        return line.prefix { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...: true
            default: false
            }
        }
    }
}
