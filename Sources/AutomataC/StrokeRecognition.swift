// The functions here are described in automata_strokes.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CAutomata
@_spi(Training) internal import Strokes

extension automata_stroke_recognition_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
    static var minimumSize: Int { MemoryLayout<Self>.offset(of: \.attachment_limit) ?? MemoryLayout<Self>.size }

    /// The options of `AUTOMATA_STROKE_RECOGNITION_OPTIONS_INIT`, in which nothing is set.
    static var unset: automata_stroke_recognition_options {
        var options = automata_stroke_recognition_options()
        options.threshold = -1
        return options
    }
}

final class StrokeRecognizerHandle: Handle, Sendable {
    static let kind: StaticString = "stroke recognizer"

    let recognizer: ElementRecognizer
    /// The recognizer of handwriting in sketches.
    let characters: CharacterRecognizer
    /// The first entry in the list.
    let scratchList = RecognitionScratch()

    init(_ recognizer: ElementRecognizer, _ characters: CharacterRecognizer = CharacterRecognizer()) {
        (self.recognizer, self.characters) = (recognizer, characters)
    }
}

@c @implementation
public func automata_stroke_recognizer_new(
    _ recognizer: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(recognizer, "recognizer", error) { () throws(CallError) in StrokeRecognizerHandle(ElementRecognizer()) }
}

@c @implementation
public func automata_stroke_recognizer_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ recognizer: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(recognizer, "recognizer", error) { () throws(CallError) in
        let text = try Argument.string(text, length, "text")
        do throws(ElementModelError) {
            return StrokeRecognizerHandle(ElementRecognizer(model: try ElementModel(parsing: text)))
        } catch {
            throw .strokes(error)
        }
    }
}

@c @implementation
public func automata_stroke_recognizer_with_characters(
    _ recognizer: OpaquePointer?, _ characters: OpaquePointer?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(result, "result", error) { () throws(CallError) in
        StrokeRecognizerHandle(
            StrokeRecognizerHandle.from(recognizer)?.recognizer ?? ElementRecognizer(),
            CharacterRecognizerHandle.from(characters)?.recognizer ?? CharacterRecognizer())
    }
}

@c @implementation
public func automata_stroke_recognizer_free(_ recognizer: OpaquePointer?) { StrokeRecognizerHandle.free(recognizer) }

@c @implementation
public func automata_stroke_recognizer_threshold(_ recognizer: OpaquePointer?) -> Double {
    StrokeRecognizerHandle.from(recognizer)?.recognizer.model.rejectionThreshold ?? 0
}

@c @implementation
public func automata_stroke_recognizer_text(
    _ recognizer: OpaquePointer?, _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let handle = try StrokeRecognizerHandle.required(recognizer)
        try result.check("text", "length")
        try result.hand(out: handle.recognizer.model.text)
    }
}

@c @implementation
public func automata_stroke_recognizer_recognize(
    _ recognizer: OpaquePointer?, _ points: UnsafePointer<automata_point>?, _ counts: UnsafePointer<Int>?,
    _ strokeCount: Int, _ options: UnsafePointer<automata_stroke_recognition_options>?,
    _ recognition: UnsafeMutablePointer<automata_stroke_recognition>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let hasSize = recognition.map { $0.pointee.struct_size >= MemoryLayout<automata_stroke_recognition>.size } ?? false
    if hasSize { recognition?.hand(out: nil) }
    return call(error) { () throws(CallError) in
        let handle = try StrokeRecognizerHandle.required(recognizer)
        let result = try required(recognition, "recognition")
        guard hasSize, result.pointee.struct_size <= 1 << 16 else {
            throw .invalidArgument("'recognition' has no size: initialize it with AUTOMATA_STROKE_RECOGNITION_INIT")
        }
        let options = try CheckedOptions(options)
        let strokes = try StrokeArguments(points, counts, strokeCount)
        result.hand(out: handle.recognize(strokes, options))
    }
}

@c @implementation
public func automata_stroke_recognizer_recognize_drawing(
    _ recognizer: OpaquePointer?, _ points: UnsafePointer<automata_point>?, _ counts: UnsafePointer<Int>?,
    _ strokeCounts: UnsafePointer<Int>?, _ elementCount: Int,
    _ options: UnsafePointer<automata_stroke_recognition_options>?,
    _ recognitions: UnsafeMutablePointer<automata_stroke_recognition>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let handle = try StrokeRecognizerHandle.required(recognizer)
        let strokeCounts = try Argument.array(strokeCounts, elementCount, "stroke_counts")
        if strokeCounts.isEmpty { return }
        let results = try required(recognitions, "recognitions")
        let size = MemoryLayout<automata_stroke_recognition>.size
        for index in strokeCounts.indices where results[index].struct_size != size {
            throw .invalidArgument(
                "'recognitions[\(index)].struct_size' isn't \(size); "
                    + "initialize each element with AUTOMATA_STROKE_RECOGNITION_INIT")
        }
        let options = try CheckedOptions(options)
        let strokeCount = try Argument.sum(strokeCounts, "stroke_counts")
        var strokes = try StrokeArguments(points, counts, strokeCount).copies[...]
        let elements = strokeCounts.map { count in
            defer { strokes = strokes.dropFirst(count) }
            return Array(strokes.prefix(count))
        }
        let found = handle.recognizer.recognize(
            drawing: elements, allowing: options.kinds,
            context: ElementContext(states: Array(options.states), attachmentLimit: options.attachmentLimit),
            threshold: options.threshold)
        for (index, recognition) in found.enumerated() { (results + index).hand(out: recognition) }
    }
}

extension StrokeRecognizerHandle {
    fileprivate func recognize(_ strokes: StrokeArguments, _ options: CheckedOptions) -> Recognition {
        scratchList.withScratch { scratch in
            // Reads a single stroke without copying it.
            if let stroke = strokes.single {
                return recognizer.recognize(
                    stroke.span, allowing: options.kinds, states: options.states.span,
                    attachmentLimit: options.attachmentLimit, threshold: options.threshold, scratch: &scratch)
            }
            return recognizer.recognize(
                allowing: options.kinds, states: options.states.span, attachmentLimit: options.attachmentLimit,
                threshold: options.threshold, scratch: &scratch
            ) { joined in
                joined.reserveCapacity(strokes.pointCount)
                strokes.forEach { joined.append($0) }
            }
        }
    }
}

/// Checked options.
private struct CheckedOptions {
    let kinds: ElementKinds
    /// The states in the memory of the program.
    let states: UnsafeBufferPointer<StateGeometry>
    let attachmentLimit: Double
    /// The rejection threshold; `nil` for that of the model.
    let threshold: Double?

    init(_ pointer: UnsafePointer<automata_stroke_recognition_options>?) throws(CallError) {
        let options = pointer == nil ? .unset : try automata_stroke_recognition_options.given(pointer)
        guard options.allowed <= UInt32(ElementKinds.all.rawValue) else {
            throw .invalidArgument("invalid 'allowed'; expected bits of automata_stroke_kind")
        }
        kinds = options.allowed == 0 ? .all : ElementKinds(rawValue: UInt8(options.allowed))
        guard options.threshold <= 1 else {
            throw .invalidArgument("invalid 'threshold'; expected a number of at most 1")
        }
        threshold = options.threshold < 0 ? nil : options.threshold
        guard options.attachment_limit >= 0 else {
            throw .invalidArgument("invalid 'attachment_limit'; expected a number of at least 0")
        }
        attachmentLimit =
            options.attachment_limit == 0 ? ElementContext.defaultAttachmentLimit : options.attachment_limit
        states = try Argument.array(options.states, options.state_count, "states").forSwift
    }
}

extension UnsafeMutablePointer<automata_stroke_recognition> {
    /// Writes all members except the size; zeros for `nil`.
    fileprivate func hand(out recognition: Recognition?) {
        var result = automata_stroke_recognition()
        result.struct_size = pointee.struct_size
        if let recognition { result.fill(recognition) }
        initialize(to: result)
    }
}

extension automata_stroke_recognition {
    fileprivate mutating func fill(_ recognition: Recognition) {
        let best = recognition.best
        kind = best.kind.forC
        probability = recognition.probability(of: best.kind)
        probabilities = (
            recognition.probability(of: .state), recognition.probability(of: .transition),
            recognition.probability(of: .cycle), recognition.probability(of: .unknown)
        )
        let ranking = recognition.candidates
        candidate_count = UInt32(ranking.count)
        withUnsafeMutableBytes(of: &candidates) { bytes in
            let kinds = bytes.assumingMemoryBound(to: automata_stroke_kind.self)
            for (index, candidate) in ranking.prefix(kinds.count).enumerated() { kinds[index] = candidate.kind.forC }
        }
        if case .state(let circle) = recognition.geometry(of: .state) {
            has_figures = true
            state = automata_stroke_circle(center: circle.center.forC, radius: circle.radius)
        }
        if case .transition(let arrow) = recognition.geometry(of: .transition) {
            transition = automata_stroke_arrow(
                tail: arrow.tail.forC, tip: arrow.tip.forC, flex: arrow.flex.forC, head: arrow.head.forC)
        }
        if case .cycle(let loop) = recognition.geometry(of: .cycle) {
            cycle = automata_stroke_loop(
                tail: loop.tail.forC, tip: loop.tip.forC, apex: loop.apex.forC, head: loop.head.forC)
        }
        switch recognition.relation {
        case .none: relate(AUTOMATA_STROKE_RELATION_NONE, nil, nil)
        case .surrounds(let state): relate(AUTOMATA_STROKE_RELATION_SURROUNDS, state, state)
        case .touches(let state, .tail): relate(AUTOMATA_STROKE_RELATION_TOUCHES, state, nil)
        case .touches(let state, .tip): relate(AUTOMATA_STROKE_RELATION_TOUCHES, nil, state)
        case .returns(let state): relate(AUTOMATA_STROKE_RELATION_RETURNS, state, state)
        case .joins(let from, let to): relate(AUTOMATA_STROKE_RELATION_JOINS, from, to)
        }
    }

    private mutating func relate(_ kind: automata_stroke_relation, _ first: Int?, _ second: Int?) {
        relation = kind
        // `AUTOMATA_NO_POSITION` is `SIZE_MAX`.
        from = first ?? -1
        to = second ?? -1
    }
}

extension ElementKind {
    fileprivate var forC: automata_stroke_kind {
        switch self {
        case .state: AUTOMATA_STROKE_KIND_STATE
        case .transition: AUTOMATA_STROKE_KIND_TRANSITION
        case .cycle: AUTOMATA_STROKE_KIND_CYCLE
        case .unknown: AUTOMATA_STROKE_KIND_UNKNOWN
        }
    }
}

extension ArrowHead {
    fileprivate var forC: automata_stroke_arrow_head {
        switch self {
        case .none: AUTOMATA_STROKE_ARROW_HEAD_NONE
        case .last: AUTOMATA_STROKE_ARROW_HEAD_LAST
        case .first: AUTOMATA_STROKE_ARROW_HEAD_FIRST
        case .both: AUTOMATA_STROKE_ARROW_HEAD_BOTH
        }
    }
}

extension Point {
    /// The point for C, with the same two doubles.
    var forC: automata_point { automata_point(x: x, y: y) }
}
