internal import Components
internal import Statecharts
internal import TextSupport

/// Reads the JSON of an assembly, and goes on after what is wrong.
final class AssemblyReader {
    private var problems = ProblemList()
    /// The number of findings so far.
    private(set) var problemCount = 0
    private let source: AssemblySource
    private let limits: AssemblyLimits
    private var componentCount = 0

    private init(_ source: AssemblySource, _ limits: AssemblyLimits) { (self.source, self.limits) = (source, limits) }

    /// Returns the assembly of a text, and all that is wrong in it.
    static func read(
        _ text: UnsafeRawBufferPointer, _ source: AssemblySource, _ limits: AssemblyLimits
    ) -> (AssemblyTree, ProblemList) {
        let (tree, problems) = read(text, source, limits) { $0.assembly(&$1, depth: 1) }
        return (tree ?? AssemblyTree(), problems)
    }

    /// Returns what a function reads in a text, and all that is wrong in it.
    static func read<Content>(
        _ text: UnsafeRawBufferPointer, _ source: AssemblySource, _ limits: AssemblyLimits,
        _ body: (AssemblyReader, inout JSONCursor) -> Content?
    ) -> (Content?, ProblemList) {
        let reader = AssemblyReader(source, limits)
        var cursor = JSONCursor(text, from: text.byteOrderMarkLength)
        // What isn't JSON has no members to go on with.
        var ahead = cursor
        do throws(TextProblem) {
            try ahead.skipValue()
            try ahead.finish("the end of the file")
        } catch {
            reader.note(error)
            return (nil, reader.problems)
        }
        return (body(reader, &cursor), reader.problems)
    }

    func note(_ problem: @autoclosure () -> TextProblem) {
        problemCount += 1
        problems.add(problem(), in: source)
    }

    // MARK: - Values that may be wrong

    /// Reads the members of an object. What is wrong with one is noted, and the others are read.
    func object(
        _ cursor: inout JSONCursor, _ expected: String, keys: [String]? = nil,
        _ member: (inout JSONCursor, String, Int) throws(TextProblem) -> Void
    ) {
        var known: Set<String> = []
        each(&cursor, "{", "}", "an object: \(expected)") { (cursor) throws(TextProblem) in
            let (name, offset) = try cursor.key()
            if !known.insert(name).inserted {
                self.note(.duplicateKey(name, at: offset))
                return try cursor.skipValue()
            }
            if let keys, !keys.contains(name) {
                self.note(.unknown("key", name, in: expected, among: keys, at: offset))
                return try cursor.skipValue()
            }
            let start = cursor
            do throws(TextProblem) { try member(&cursor, name, offset) } catch {
                self.note(error)
                cursor = start
                try cursor.skipValue()
            }
        }
    }

    /// Reads the items between brackets.
    func each(
        _ cursor: inout JSONCursor, _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ expected: String,
        _ item: (inout JSONCursor) throws(TextProblem) -> Void
    ) {
        let start = cursor
        do throws(TextProblem) {
            try cursor.open(UInt8(ascii: opening), expected)
            var isFirst = true
            while try cursor.next(before: UInt8(ascii: closing), isFirst: &isFirst) { try item(&cursor) }
        } catch {
            note(error)
            cursor = start
            try? cursor.skipValue()
        }
    }

    /// Reads one text, or a list of texts.
    func texts(_ cursor: inout JSONCursor, _ expected: String) -> [(text: String, offset: Int)] {
        var texts: [(text: String, offset: Int)] = []
        func one(_ cursor: inout JSONCursor) {
            cursor.skipBlanks()
            let start = cursor
            do throws(TextProblem) { texts.append((try cursor.string(), start.position)) } catch {
                note(start.problem(expected))
                cursor = start
                try? cursor.skipValue()
            }
        }
        cursor.skipBlanks()
        if cursor.peek == UInt8(ascii: "[") { each(&cursor, "[", "]", expected) { one(&$0) } } else { one(&cursor) }
        return texts
    }

    // MARK: - Assemblies

    private static let assemblyKeys = ["name", "components", "channels", "environment"]

    private func assembly(_ cursor: inout JSONCursor, depth: Int) -> AssemblyTree {
        var tree = AssemblyTree()
        let start = cursor.position
        object(&cursor, "an assembly", keys: ["format", "version"] + Self.assemblyKeys + ["checks"]) {
            (cursor, key, offset) throws(TextProblem) in
            switch key {
            case "format", "version": try cursor.readHeader(key, AssemblyTree.format, at: offset)
            case "checks": tree.checks = self.checks(&cursor)
            default: try self.member(&cursor, key, of: &tree, depth)
            }
        }
        if tree.components.isEmpty, problemCount == 0 {
            note(TextProblem(offset: start, message: "an assembly has no components; add the key 'components'"))
        }
        return tree
    }

    private func member(
        _ cursor: inout JSONCursor, _ key: String, of tree: inout AssemblyTree, _ depth: Int
    ) throws(TextProblem) {
        switch key {
        case "name": tree.name = try cursor.string()
        case "components":
            var components: [AssemblyTree.Component] = []
            object(&cursor, "components by their names") { (cursor, name, offset) throws(TextProblem) in
                self.componentCount += 1
                guard self.componentCount <= self.limits.componentCount else {
                    if self.componentCount == self.limits.componentCount + 1 {
                        self.note(self.limits.problem(at: offset))
                    }
                    return try cursor.skipValue()
                }
                components.append(self.component(&cursor, name, offset, depth))
            }
            tree.components = components
        case "channels":
            var channels: [AssemblyTree.Channel] = []
            each(&cursor, "[", "]", "a list of channels") { (cursor) throws(TextProblem) in
                channels.append(self.channel(&cursor))
            }
            tree.channels = channels
        default:
            var ports: [AssemblyTree.EnvironmentPort] = []
            object(&cursor, "ports of the environment by their names") { (cursor, name, offset) throws(TextProblem) in
                self.checkName(name, "port", at: offset)
                guard ports.count < AssemblyLimits.portCount else { throw AssemblyLimits.portProblem(at: offset) }
                let count = self.problemCount
                ports.append(.init(name: name, ends: self.ends(&cursor), offset: offset))
                guard ports.last?.ends.isEmpty == true, self.problemCount == count else { return }
                self.note(
                    TextProblem(
                        offset: offset,
                        message: "the port \(Message.quoted(name.utf8)) of the environment joins nothing; name a port"))
            }
            tree.environment = ports
        }
    }

    private func channel(_ cursor: inout JSONCursor) -> AssemblyTree.Channel {
        cursor.skipBlanks()
        var channel = AssemblyTree.Channel(offset: cursor.position)
        let count = problemCount
        object(&cursor, "a channel", keys: ["from", "to", "kind", "capacity"]) {
            (cursor, key, offset) throws(TextProblem) in
            switch key {
            case "from": channel.senders = self.ends(&cursor)
            case "to": channel.receivers = self.ends(&cursor)
            case "kind": channel.kind = try cursor.word("kind of channel")
            default: channel.capacity = try cursor.positiveNumber()
            }
        }
        if problemCount == count, channel.senders.isEmpty || channel.receivers.isEmpty {
            let key = channel.senders.isEmpty ? "from" : "to"
            note(TextProblem(offset: channel.offset, message: "a channel lacks the key '\(key)'; add its ports"))
        }
        return channel
    }

    private func ends(_ cursor: inout JSONCursor) -> [AssemblyTree.End] {
        var ends: [AssemblyTree.End] = []
        var names: Set<String> = []
        for (text, offset) in texts(&cursor, "a port, such as \"model.service\", or a list of ports") {
            // Ports have no dots in their names.
            guard let dot = text.lastIndex(of: "."), dot > text.startIndex, text.index(after: dot) < text.endIndex
            else {
                note(
                    TextProblem(
                        offset: offset, message: "invalid port \(Message.quoted(text.utf8))",
                        remedy: "write the component and its port, such as 'model.service'"))
                continue
            }
            guard names.insert(text).inserted else {
                note(TextProblem(offset: offset, message: "duplicate port \(Message.quoted(text.utf8)); remove one"))
                continue
            }
            ends.append(
                .init(part: String(text[..<dot]), port: String(text[text.index(after: dot)...]), offset: offset))
        }
        return ends
    }

    // MARK: - Components

    private func component(
        _ cursor: inout JSONCursor, _ name: String, _ offset: Int, _ depth: Int
    ) -> AssemblyTree.Component {
        let remedy = depth == 1 ? Assembly.remedy(forPartName: name) : Assembly.remedy(forName: name)
        noteInvalid(name, "component", remedy, at: offset)
        if depth == 1, name == AssemblyBuilder.environment {
            note(
                TextProblem(
                    offset: offset, message: "the name '\(name)' stands for what is outside; rename the component"))
        }
        var component = AssemblyTree.Component(name: name, offset: offset)
        var contents = AssemblyTree()
        var optional: [(text: String, offset: Int)] = []
        var behaviors: [(key: String, offset: Int)] = []
        let keys = ["chart", "assembly", "in", "out", "own", "optional", "mailbox", "execution", "contracts"]
        object(&cursor, "a component", keys: keys + Self.assemblyKeys.dropFirst()) {
            (cursor, key, offset) throws(TextProblem) in
            cursor.skipBlanks()
            let value = cursor.position
            switch key {
            case "chart": component.behavior = .chart(path: try cursor.string(), offset: value)
            case "assembly": component.behavior = .file(path: try cursor.string(), offset: value)
            case "in": self.ports(&cursor, .input, &component)
            case "out": self.ports(&cursor, .output, &component)
            case "own": self.ports(&cursor, .own, &component)
            case "optional": optional = self.texts(&cursor, "an output port, or a list of them")
            case "mailbox": component.mailbox = try self.mailbox(&cursor)
            case "execution": component.execution = try cursor.word("execution")
            case "contracts": component.contracts = self.contracts(&cursor)
            default:
                guard depth < AssemblyLimits.depth else {
                    throw TextProblem(
                        offset: offset, message: "expected at most \(AssemblyLimits.depth) nested assemblies",
                        isLimit: true)
                }
                try self.member(&cursor, key, of: &contents, depth + 1)
            }
            if ["chart", "assembly", "components"].contains(key) { behaviors.append((key, offset)) }
        }
        finish(&component, contents, behaviors, optional)
        return component
    }

    /// Checks what members of a component have to do with each other.
    private func finish(
        _ component: inout AssemblyTree.Component, _ contents: AssemblyTree,
        _ behaviors: [(key: String, offset: Int)], _ optional: [(text: String, offset: Int)]
    ) {
        if behaviors.count > 1 {
            note(
                TextProblem(
                    offset: behaviors[1].offset,
                    message: "a component has '\(behaviors[0].key)' and '\(behaviors[1].key)'; keep one of them"))
        }
        if behaviors.first?.key == "components" { component.behavior = .contents(contents) }
        if let key = behaviors.first?.key, key != "chart", let port = component.ports.first {
            note(
                TextProblem(
                    offset: port.offset,
                    message: "a component with '\(key)' has the ports of the environment inside; remove "
                        + "\(Message.quoted(port.name.utf8))"))
        }
        if let key = behaviors.first?.key, key != "chart", let contract = component.contracts.first {
            note(
                TextProblem(
                    offset: contract.offset,
                    message: "a component with '\(key)' has no contracts; give \(Message.quoted(contract.name.utf8)) "
                        + "to a component inside"))
        }
        for (name, offset) in optional {
            let index = component.ports.firstIndex { $0.name == name && $0.direction == .output }
            if let index {
                component.ports[index].isOptional = true
            } else {
                let known = component.ports.filter { $0.direction == .output }.map(\.name)
                note(.unknown("output port", name, in: "'optional'", among: known, at: offset))
            }
        }
    }

    private func ports(
        _ cursor: inout JSONCursor, _ direction: Assembly.Port.Direction, _ component: inout AssemblyTree.Component
    ) {
        var ports: [AssemblyTree.Port] = []
        var names = Set(component.ports.map(\.name))
        object(&cursor, "ports by their names") { (cursor, name, offset) throws(TextProblem) in
            self.checkName(name, "port", at: offset)
            guard names.insert(name).inserted else {
                self.note(
                    TextProblem(offset: offset, message: "duplicate port \(Message.quoted(name.utf8)); rename one"))
                return try cursor.skipValue()
            }
            guard names.count <= AssemblyLimits.portCount else { throw AssemblyLimits.portProblem(at: offset) }
            ports.append(.init(name: name, direction: direction, messages: self.messages(&cursor), offset: offset))
        }
        component.ports += ports
    }

    private func messages(_ cursor: inout JSONCursor) -> [AssemblyTree.Message] {
        var messages: [AssemblyTree.Message] = []
        var names: Set<String> = []
        func add(_ name: String, _ type: BodyType, at offset: Int) {
            if let error = StateMachineError(event: name) {
                return note(TextProblem(offset: offset, message: error.description))
            }
            guard names.insert(name).inserted else {
                return note(
                    TextProblem(offset: offset, message: "duplicate message \(Message.quoted(name.utf8)); remove one"))
            }
            if messages.count == AssemblyLimits.messageCount { note(AssemblyLimits.messageProblem(at: offset)) }
            if messages.count <= AssemblyLimits.messageCount { messages.append(.init(name: name, type: type)) }
        }
        cursor.skipBlanks()
        let start = cursor.position
        if cursor.peek == UInt8(ascii: "{") {
            object(&cursor, "messages by their names") { (cursor, name, offset) throws(TextProblem) in
                add(name, try cursor.bodyType(), at: offset)
            }
        } else {
            for (name, offset) in texts(&cursor, "the name of a message, a list of names, or an object with types") {
                add(name, .any, at: offset)
            }
        }
        if messages.isEmpty, problemCount == 0 {
            note(TextProblem(offset: start, message: "a port has no messages; add the name of one"))
        }
        return messages
    }

    private func mailbox(_ cursor: inout JSONCursor) throws(TextProblem) -> MailboxBound {
        if cursor.peek != UInt8(ascii: "{") { return MailboxBound(capacity: try cursor.positiveNumber()) }
        var bound = MailboxBound()
        object(&cursor, "a mailbox", keys: ["capacity", "policy"]) { (cursor, key, _) throws(TextProblem) in
            if key == "capacity" {
                bound.capacity = try cursor.positiveNumber()
            } else {
                bound.policy = try cursor.word("policy")
            }
        }
        return bound
    }

    func checkName(_ name: String, _ kind: String, at offset: Int) {
        noteInvalid(name, kind, Assembly.remedy(forName: name), at: offset)
    }

    private func noteInvalid(_ name: String, _ kind: String, _ remedy: String?, at offset: Int) {
        guard let remedy else { return }
        note(
            TextProblem(
                offset: offset, message: "invalid name \(Message.quoted(name.utf8)) of a \(kind)", remedy: remedy))
    }
}

extension JSONCursor {
    /// Reads the key `format` or `version`.
    mutating func readHeader(_ key: String, _ format: String, at offset: Int) throws(TextProblem) {
        if key == "version" {
            if try wholeNumber() != 1 { throw TextProblem(offset: offset, message: "expected version 1") }
        } else if try string() != format {
            throw TextProblem(offset: offset, message: "expected the format '\(format)'")
        }
    }

    /// Reads a word of a list.
    mutating func word<Word: CaseIterable & RawRepresentable<String>>(
        _ kind: String
    ) throws(TextProblem) -> Word {
        skipBlanks()
        let start = position
        let text = try string()
        if let word = Word(rawValue: text) { return word }
        throw .unknown(kind, text, among: Word.allCases.map(\.rawValue), at: start)
    }

    mutating func positiveNumber() throws(TextProblem) -> Int {
        skipBlanks()
        let start = position
        let number = try wholeNumber()
        guard number > 0 else { throw TextProblem(offset: start, message: "expected a number from 1 on, found 0") }
        return number
    }
}
