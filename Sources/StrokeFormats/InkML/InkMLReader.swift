internal import Strokes

/// Reads InkML: traces, grouped and labelled by annotations, in the order of their channels.
final class InkMLReader: XMLReader {
    private enum Element {
        case ink, context, traceFormat, intermittentChannels, trace, group, annotation, other
    }

    /// A `<traceGroup>` or `<traceView>` with what stands in it.
    private struct Group {
        var parent: Int?
        var labels: [String: String] = [:]
        var members: [Member] = []
        var hasGroups = false
    }

    private enum Member {
        case trace(Int)
        case group(Int)
        /// What an id stands for, which may come later in the text.
        case reference(String, offset: Int)
    }

    private struct Trace {
        var parts: StrokeParts
        var isReferred = false
    }

    private var stack: [Element] = []
    private var textBytes: [UInt8] = []
    private var collectsText = false

    private var traces: [Trace] = []
    private var ids: [String: Member] = [:]
    /// The first is `<ink>` itself.
    private var groups: [Group] = [Group()]
    private var openGroup = 0

    private var format = TraceFormat.standard
    private var formats: [String: TraceFormat] = [:]
    private var contexts: [String: TraceFormat] = [:]
    /// The format that is being read, and its id.
    private var newFormat: (format: TraceFormat, id: String?)?
    /// The context that is being read, and the format that it has so far.
    private var newContext: (format: TraceFormat, id: String?)?
    private var definitionsDepth = 0

    private var trace: (format: TraceFormat, id: String?, continues: Int?, isInk: Bool, offset: Int)?
    private var annotation: (name: String, keepsBlanks: Bool)?

    static func read(_ text: UnsafeRawBufferPointer) throws(TextProblem) -> ReadInk {
        let reader = InkMLReader()
        try reader.parse(text)
        return try reader.result()
    }

    // MARK: Elements

    override func start(_ name: String, attributes: XMLAttributes) throws(XMLProblem) {
        if stack.isEmpty, name != "ink" { throw XMLProblem(message: "expected <ink>, found <\(name)>") }
        var element = Element.other
        switch name {
        case "ink": element = .ink
        case "definitions": definitionsDepth = stack.count + 1
        case "context":
            element = .context
            var format = format
            if let reference = attributes["contextRef"] { format = contexts[Self.id(reference)] ?? format }
            if let reference = attributes["traceFormatRef"] { format = formats[Self.id(reference)] ?? format }
            newContext = (format, attributes["id"])
        case "traceFormat":
            element = .traceFormat
            newFormat = (.empty, attributes["id"])
        case "intermittentChannels": element = .intermittentChannels
        case "channel": newFormat?.format.add(attributes, isIntermittent: stack.contains(.intermittentChannels))
        case "trace":
            element = .trace
            try startTrace(attributes)
        case "traceGroup", "traceView":
            element = .group
            startGroup(attributes)
        case "annotation":
            element = .annotation
            annotation = (attributes["type"] ?? "annotation", attributes["space"] == "preserve")
            beginText()
        default: break
        }
        stack.append(element)
    }

    override func end() throws(XMLProblem) {
        if stack.count == definitionsDepth { definitionsDepth = 0 }
        switch stack.popLast() {
        case .traceFormat: endFormat()
        case .context:
            guard let context = newContext else { break }
            newContext = nil
            if let id = context.id { contexts[id] = context.format }
            // Contexts among the traces hold for those that follow, those in definitions for those that refer to them.
            if definitionsDepth == 0 { format = context.format }
        case .trace: try endTrace()
        case .group: openGroup = groups[openGroup].parent ?? 0
        case .annotation: endAnnotation()
        default: break
        }
    }

    override func text(_ bytes: UnsafeRawBufferPointer) {
        if collectsText { textBytes.append(contentsOf: bytes) }
    }

    private func beginText() {
        textBytes.removeAll(keepingCapacity: true)
        collectsText = true
    }

    private func endFormat() {
        guard let new = newFormat else { return }
        newFormat = nil
        let format = new.format.channels.isEmpty ? .standard : new.format
        if let id = new.id { formats[id] = format }
        if newContext != nil {
            newContext?.format = format
        } else if definitionsDepth == 0 {
            self.format = format
        }
    }

    private func endAnnotation() {
        collectsText = false
        guard let annotation else { return }
        self.annotation = nil
        var value = textBytes[...]
        if !annotation.keepsBlanks {
            value = value.drop { $0 <= 0x20 }
            while let last = value.last, last <= 0x20 { value.removeLast() }
        }
        // Annotations within traces and definitions label nothing.
        guard stack.last == .group || stack.last == .ink else { return }
        groups[openGroup].labels[annotation.name] = String(decoding: value, as: UTF8.self)
    }

    private func startGroup(_ attributes: XMLAttributes) {
        if let reference = attributes["traceDataRef"] {
            groups[openGroup].members.append(.reference(Self.id(reference), offset: attributes.offset))
            // What stands in it labels only itself.
            groups.append(Group(parent: openGroup))
        } else {
            groups[openGroup].members.append(.group(groups.count))
            groups[openGroup].hasGroups = true
            groups.append(Group(parent: openGroup))
        }
        if let id = attributes["id"] { ids[id] = .group(groups.count - 1) }
        openGroup = groups.count - 1
    }

    // MARK: Traces

    private func startTrace(_ attributes: XMLAttributes) throws(XMLProblem) {
        var format = format
        if let reference = attributes["contextRef"] { format = contexts[Self.id(reference)] ?? format }
        var prior: Int?
        switch attributes["continuation"] {
        case "middle", "end":
            if let reference = attributes["priorRef"] {
                guard case .trace(let index)? = ids[Self.id(reference)] else {
                    throw XMLProblem(
                        message: "expected the id of a trace before this one, found '\(reference.prefix(40))'")
                }
                prior = index
            } else {
                prior = traces.indices.last
            }
        default: break
        }
        trace = (format, attributes["id"], prior, attributes["type"] != "penUp", attributes.offset)
        beginText()
    }

    private func endTrace() throws(XMLProblem) {
        collectsText = false
        guard let trace else { return }
        self.trace = nil
        let parts: StrokeParts
        do throws(XMLProblem) { parts = try TraceDecoder.decode(textBytes, format: trace.format) } catch {
            throw XMLProblem(message: error.message, offset: trace.offset)
        }
        guard trace.isInk else { return }
        if let prior = trace.continues {
            traces[prior].parts.append(parts)
            if let id = trace.id { ids[id] = .trace(prior) }
            return
        }
        groups[openGroup].members.append(.trace(traces.count))
        if let id = trace.id { ids[id] = .trace(traces.count) }
        traces.append(Trace(parts: parts))
    }

    /// The id that a reference within the text names; others name nothing.
    private static func id(_ reference: String) -> String {
        reference.hasPrefix("#") ? String(reference.dropFirst()) : reference
    }

    // MARK: The document

    private func result() throws(TextProblem) -> ReadInk {
        var strokes: [Stroke] = []
        var omitted = 0
        for trace in traces {
            strokes.append(trace.parts.stroke)
            omitted += trace.parts.points.count - strokes[strokes.count - 1].points.count
        }
        var document = InkDocument()
        // Labels of groups around a group are its own where it has no others; parents come before their members.
        for index in groups.indices {
            if let parent = groups[index].parent {
                groups[index].labels.merge(groups[parent].labels) { own, _ in own }
            }
            for case .reference(let id, let offset) in groups[index].members { try markReferred(id, offset: offset) }
        }
        // An explicit stack, as groups may be as deep as one likes.
        var pending: [Member] = [.group(0)]
        while let member = pending.popLast() {
            guard case .group(let index) = member else { continue }
            let group = groups[index]
            if index > 0, !group.hasGroups {
                let indices = group.members.flatMap { tracesOf($0) }
                // All of its traces are elements elsewhere.
                guard indices.isEmpty == group.members.isEmpty else { continue }
                document.elements.append(LabelledInk(strokes: indices.map { strokes[$0] }, labels: group.labels))
                continue
            }
            for member in group.members {
                if case .group = member { continue }
                for trace in tracesOf(member) {
                    document.elements.append(LabelledInk(strokes: [strokes[trace]], labels: group.labels))
                }
            }
            for member in group.members.reversed() {
                if case .group = member { pending.append(member) }
            }
        }
        return ReadInk(document: document, notes: ReadingNote.omittedPoints(omitted))
    }

    private func markReferred(_ id: String, offset: Int) throws(TextProblem) {
        guard let member = ids[id] else {
            throw TextProblem(
                offset: offset, message: "expected the id of a trace or a group, found '\(id.prefix(40))'")
        }
        if case .trace(let index) = member { traces[index].isReferred = true }
    }

    /// The traces that a member of a group stands for; a trace to which a view refers belongs to the view.
    private func tracesOf(_ member: Member) -> [Int] {
        switch member {
        case .trace(let index): return traces[index].isReferred ? [] : [index]
        case .group: return []
        case .reference(let id, _):
            switch ids[id] {
            case .trace(let index): return [index]
            case .group(let index):
                return groups[index].members.compactMap {
                    if case .trace(let trace) = $0 { trace } else { nil }
                }
            default: return []
            }
        }
    }
}

extension StrokeParts {
    /// Goes on with the points of another part.
    mutating func append(_ other: StrokeParts) {
        points += other.points
        times += other.times
        pressures += other.pressures
    }
}
