internal import Strokes
internal import TextSupport
internal import XMLSupport

/// Reads InkML: traces, grouped and labeled by annotations, in the order of their channels.
final class InkMLReader: XMLInkReader {
    private enum Element {
        case ink, context, source, traceFormat, intermittentChannels, trace, group, annotation, other
    }

    /// A `<traceGroup>` or `<traceView>` with its contents.
    private struct Group {
        var parent: Int?
        var labels: [String: String] = [:]
        var members: [Member] = []
        var hasGroups = false
        var offset = 0
        /// The format of the traces after it, if those in it have another one.
        var formatBehind: TraceFormat?
    }

    private enum Member {
        case trace(Int)
        case group(Int)
        /// A reference to an id, which may come later in the text.
        case reference(String, offset: Int)
    }

    private struct Trace {
        var parts: StrokeParts
        var isReferred = false
    }

    private var stack: [Element] = []
    private var traceBytes: [UInt8] = []
    private var annotationBytes: [UInt8] = []
    let budget: ReadingBudget

    private var traces: [Trace] = []
    private var ids: [String: Member] = [:]
    /// The open groups; the first one is `<ink>` itself.
    private var groups: [Group] = [Group()]
    private var openGroup = 0

    private var format = TraceFormat.standard
    private var formats: [String: TraceFormat] = [:]
    private var contexts: [String: TraceFormat] = [:]
    private var sources: [String: TraceFormat] = [:]
    /// The id of the open source.
    private var newSource: String?
    private var intermittentDepth = 0
    /// The open format, and its id.
    private var newFormat: (format: TraceFormat, id: String?)?
    /// The open context, and its format so far.
    private var newContext: (format: TraceFormat, id: String?)?
    private var definitionsDepth = 0

    private var trace: (format: TraceFormat, id: String?, continues: Int?, isInk: Bool, offset: Int)?
    private var annotation: (name: String, keepsBlanks: Bool)?

    private init(budget: ReadingBudget) {
        self.budget = budget
    }

    static func read(_ text: UnsafeRawBufferPointer, budget: ReadingBudget) throws(TextProblem) -> InkReadResult {
        let reader = InkMLReader(budget: budget)
        try reader.read(xml: text)
        return try reader.result()
    }

    // MARK: Limits

    var heldByteCount: Int { traceBytes.count + annotationBytes.count }

    // MARK: Elements

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        if stack.isEmpty, name != "ink" { throw TextProblem(message: "expected <ink>, found <\(name)>") }
        var element = Element.other
        switch name {
        case "ink": element = .ink
        case "definitions": definitionsDepth = stack.count + 1
        case "context":
            element = .context
            var format = format
            if let reference = attributes["contextRef"] { format = contexts[Self.id(reference)] ?? format }
            if let reference = attributes["inkSourceRef"] { format = sources[Self.id(reference)] ?? format }
            if let reference = attributes["traceFormatRef"] { format = formats[Self.id(reference)] ?? format }
            newContext = (format, attributes["id"])
        case "inkSource":
            element = .source
            newSource = attributes["id"]
        case "traceFormat":
            element = .traceFormat
            newFormat = (.empty, attributes["id"])
        case "intermittentChannels":
            element = .intermittentChannels
            intermittentDepth += 1
        case "channel":
            guard newFormat?.format.channels.count ?? 0 < 1000 else {
                throw TextProblem(message: "expected no more than 1000 channels", isLimit: true)
            }
            try budget.reserve(32, offset: attributes.offset)
            newFormat?.format.add(attributes, isIntermittent: intermittentDepth > 0)
        case "trace":
            element = .trace
            try startTrace(attributes)
        case "traceGroup", "traceView":
            element = .group
            try startGroup(attributes)
        case "annotation":
            element = .annotation
            annotation = (attributes["type"] ?? "annotation", attributes["space"] == "preserve")
            annotationBytes.removeAll(keepingCapacity: true)
        default: break
        }
        stack.append(element)
    }

    func end(at offset: Int) throws(TextProblem) {
        if stack.count == definitionsDepth { definitionsDepth = 0 }
        switch stack.popLast() {
        case .traceFormat: try endFormat(at: offset)
        case .context:
            guard let context = newContext else { break }
            newContext = nil
            if let id = context.id {
                try reserve(id, offset: offset)
                contexts[id] = context.format
            }
            // Contexts among the traces apply to the following traces; those in definitions, to
            // traces that refer to them.
            if definitionsDepth == 0 { format = context.format }
        case .trace: try endTrace()
        case .group:
            if let format = groups[openGroup].formatBehind { self.format = format }
            openGroup = groups[openGroup].parent ?? 0
        case .source: newSource = nil
        case .intermittentChannels: intermittentDepth -= 1
        case .annotation: try endAnnotation(at: offset)
        default: break
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        if stack.last == .trace {
            traceBytes.append(contentsOf: bytes)
        } else if annotation != nil {
            annotationBytes.append(contentsOf: bytes)
        }
    }

    /// Reserves memory for an id and its meaning.
    private func reserve(_ id: String, offset: Int) throws(TextProblem) {
        try budget.reserve(128 + id.utf8.count, offset: offset)
    }

    private func endFormat(at offset: Int) throws(TextProblem) {
        guard let new = newFormat else { return }
        newFormat = nil
        let format = new.format.channels.isEmpty ? .standard : new.format
        if let id = new.id {
            try reserve(id, offset: offset)
            formats[id] = format
        }
        if let newSource {
            try reserve(newSource, offset: offset)
            sources[newSource] = format
        }
        if newContext != nil {
            newContext?.format = format
        } else if definitionsDepth == 0 {
            self.format = format
        }
    }

    private func endAnnotation(at offset: Int) throws(TextProblem) {
        guard let annotation else { return }
        self.annotation = nil
        var value = annotationBytes[...]
        if !annotation.keepsBlanks {
            value = value.drop { $0 <= 0x20 }
            while let last = value.last, last <= 0x20 { value.removeLast() }
        }
        // Annotations in traces and definitions aren't labels.
        guard stack.last == .group || stack.last == .ink else { return }
        try budget.reserve(64 + annotation.name.utf8.count + value.count, offset: offset)
        groups[openGroup].labels[annotation.name] = String(decoding: value, as: UTF8.self)
    }

    private func startGroup(_ attributes: XMLAttributes) throws(TextProblem) {
        try budget.reserve(128, offset: attributes.offset)
        if let reference = attributes["traceDataRef"] {
            groups[openGroup].members.append(.reference(Self.id(reference), offset: attributes.offset))
            // Annotations in it label only the reference.
            groups.append(Group(parent: openGroup, offset: attributes.offset))
        } else {
            groups[openGroup].members.append(.group(groups.count))
            groups[openGroup].hasGroups = true
            groups.append(Group(parent: openGroup, offset: attributes.offset))
        }
        if let id = attributes["id"] {
            try reserve(id, offset: attributes.offset)
            ids[id] = .group(groups.count - 1)
        }
        openGroup = groups.count - 1
        if let reference = attributes["contextRef"], let format = contexts[Self.id(reference)] {
            groups[openGroup].formatBehind = self.format
            self.format = format
        }
    }

    // MARK: Traces

    private func startTrace(_ attributes: XMLAttributes) throws(TextProblem) {
        guard trace == nil else { throw TextProblem(message: "expected the end of a trace before the next trace") }
        var format = format
        if let reference = attributes["contextRef"] { format = contexts[Self.id(reference)] ?? format }
        var priorIndex: Int?
        switch attributes["continuation"] {
        case "middle", "end":
            if let reference = attributes["priorRef"] {
                guard case .trace(let index)? = ids[Self.id(reference)] else {
                    throw TextProblem(
                        message: "expected the id of an earlier trace, found '\(reference.prefix(40))'")
                }
                priorIndex = index
            } else {
                priorIndex = traces.indices.last
            }
        default: break
        }
        trace = (format, attributes["id"], priorIndex, attributes["type"] != "penUp", attributes.offset)
        traceBytes.removeAll(keepingCapacity: true)
    }

    private func endTrace() throws(TextProblem) {
        guard let trace else { return }
        self.trace = nil
        let parts: StrokeParts
        do throws(TextProblem) {
            parts = try TraceDecoder.decode(traceBytes, format: trace.format, budget: budget)
        } catch {
            throw TextProblem(offset: trace.offset, message: error.message, isLimit: error.isLimit)
        }
        guard trace.isInk else { return }
        try budget.reserve(128 + parts.points.count * 32, offset: trace.offset)
        if let id = trace.id { try reserve(id, offset: trace.offset) }
        if let priorIndex = trace.continues {
            traces[priorIndex].parts.append(parts)
            if let id = trace.id { ids[id] = .trace(priorIndex) }
            return
        }
        groups[openGroup].members.append(.trace(traces.count))
        if let id = trace.id { ids[id] = .trace(traces.count) }
        traces.append(Trace(parts: parts))
    }

    /// Returns the id in a reference, without its `#`.
    private static func id(_ reference: String) -> String {
        reference.hasPrefix("#") ? String(reference.dropFirst()) : reference
    }

    // MARK: The document

    private func result() throws(TextProblem) -> InkReadResult {
        let strokes = traces.map(\.parts.stroke)
        for group in groups {
            for case .reference(let id, let offset) in group.members { try markReferred(id, offset: offset) }
        }
        var document = InkDocument()
        var labels = InheritedLabels()
        // An explicit stack, as groups may be nested to any depth.
        var pending: [Step] = [.begin(0)]
        while let step = pending.popLast() {
            guard case .begin(let index) = step else {
                labels.leave()
                continue
            }
            let group = groups[index]
            labels.enter(group.labels)
            pending.append(.end)
            for traces in try elements(of: index) {
                try budget.reserve(96 + labels.byteCount, offset: group.offset)
                document.elements.append(LabeledInk(strokes: traces.map { strokes[$0] }, labels: labels.current))
            }
            for case .group(let index) in group.members.reversed() { pending.append(.begin(index)) }
        }
        let omitted = zip(traces, strokes).reduce(0) { $0 + $1.0.parts.points.count - $1.1.points.count }
        return InkReadResult(document: document, notes: ReadingNote.omittedPoints(omitted))
    }

    /// A step of the work on groups.
    private enum Step {
        case begin(Int)
        case end
    }

    /// Returns the traces of each element of a group, without the elements of nested groups.
    private func elements(of index: Int) throws(TextProblem) -> [[Int]] {
        let group = groups[index]
        var indices: [Int] = []
        for member in group.members { indices += try tracesOf(member) }
        if index == 0 || group.hasGroups { return indices.map { [$0] } }
        // A group all of whose traces belong to elements elsewhere isn't one.
        return indices.isEmpty == group.members.isEmpty ? [indices] : []
    }

    private func markReferred(_ id: String, offset: Int) throws(TextProblem) {
        guard let member = ids[id] else {
            throw TextProblem(
                offset: offset, message: "expected the id of a trace or a group, found '\(id.prefix(40))'")
        }
        if case .trace(let index) = member { traces[index].isReferred = true }
    }

    /// Returns the traces of a member of a group; a trace that a view refers to belongs to the
    /// view.
    private func tracesOf(_ member: Member) throws(TextProblem) -> [Int] {
        switch member {
        case .trace(let index): return traces[index].isReferred ? [] : [index]
        case .group: return []
        case .reference(let id, let offset):
            switch ids[id] {
            case .trace(let index): return [index]
            case .group(let index):
                try budget.reserve(groups[index].members.count * 32, offset: offset)
                return groups[index].members.compactMap {
                    if case .trace(let trace) = $0 { trace } else { nil }
                }
            default: return []
            }
        }
    }
}

/// The labels of the open groups: a group inherits those of the groups around it unless it has its
/// own.
private struct InheritedLabels {
    private(set) var current: [String: String] = [:]
    /// The memory of the current labels.
    private(set) var byteCount = 0
    /// The values before each open group, of the labels that it has. Depth itself costs nothing.
    private var formerValues: [[(name: String, value: String?)]] = []

    mutating func enter(_ labels: [String: String]) {
        var values: [(String, String?)] = []
        for (name, value) in labels { values.append((name, set(name, value))) }
        formerValues.append(values)
    }

    mutating func leave() {
        for (name, value) in formerValues.popLast() ?? [] { _ = set(name, value) }
    }

    private mutating func set(_ name: String, _ value: String?) -> String? {
        let old = current.removeValue(forKey: name)
        if let old { byteCount -= ReadingBudget.size(of: [name: old]) }
        if let value {
            current[name] = value
            byteCount += ReadingBudget.size(of: [name: value])
        }
        return old
    }
}

extension StrokeParts {
    /// Appends the points of another part.
    mutating func append(_ other: StrokeParts) {
        points += other.points
        times += other.times
        pressures += other.pressures
    }
}
