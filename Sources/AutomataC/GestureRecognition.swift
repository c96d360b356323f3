// The functions here are described in automata_strokes.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import Strokes

/// A recognizer whose examples only one thread at a time changes.
private final class GestureRecognizerHandle: Handle, @unchecked Sendable {
    // Unchecked: as the header says, the program must not change a recognizer while other threads
    // use it.
    static let kind: StaticString = "gesture recognizer"

    var recognizer: TemplateRecognizer
    /// The names that C borrows until the examples change, each once.
    private var borrowedNames = LazyReference<StableNames>()

    init(_ recognizer: TemplateRecognizer) {
        self.recognizer = recognizer
    }

    /// Ends the loan of names.
    func resetBorrowedNames() { borrowedNames = LazyReference<StableNames>() }

    /// Returns a name that C may keep until the examples change.
    func lend(_ name: String) -> UnsafePointer<CChar>? {
        guard let index = recognizer.names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) else {
            return emptyText
        }
        return borrowedNames.get { StableNames(recognizer.names) }[UInt32(index)]
    }

    func template(_ index: Int) -> TemplateRecognizer.Template? {
        recognizer.templates.indices.contains(index) ? recognizer.templates[index] : nil
    }
}

extension TemplateRecognizer.Options {
    fileprivate init(_ freedoms: UInt32) throws(CallError) {
        let all =
            AUTOMATA_GESTURE_ANY_ROTATION.rawValue | AUTOMATA_GESTURE_ANY_SCALE.rawValue
            | AUTOMATA_GESTURE_ANY_DIRECTION.rawValue | AUTOMATA_GESTURE_ANY_STROKE_ORDER.rawValue
        guard freedoms & ~all == 0 else {
            throw .invalidArgument("invalid 'freedoms'; expected constants of automata_gesture_freedom")
        }
        func has(_ freedom: automata_gesture_freedom) -> Bool { freedoms & freedom.rawValue != 0 }
        self.init(
            ignoresRotation: has(AUTOMATA_GESTURE_ANY_ROTATION), ignoresScale: has(AUTOMATA_GESTURE_ANY_SCALE),
            ignoresDirection: has(AUTOMATA_GESTURE_ANY_DIRECTION),
            ignoresStrokeOrder: has(AUTOMATA_GESTURE_ANY_STROKE_ORDER))
    }

    fileprivate var freedoms: UInt32 {
        (ignoresRotation ? AUTOMATA_GESTURE_ANY_ROTATION.rawValue : 0)
            | (ignoresScale ? AUTOMATA_GESTURE_ANY_SCALE.rawValue : 0)
            | (ignoresDirection ? AUTOMATA_GESTURE_ANY_DIRECTION.rawValue : 0)
            | (ignoresStrokeOrder ? AUTOMATA_GESTURE_ANY_STROKE_ORDER.rawValue : 0)
    }
}

@c @implementation
public func automata_gesture_recognizer_new(
    _ freedoms: UInt32, _ recognizer: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(recognizer, "recognizer", error) { () throws(CallError) -> GestureRecognizerHandle? in
        let options = try TemplateRecognizer.Options(freedoms)
        return GestureRecognizerHandle(TemplateRecognizer(options: options))
    }
}

@c @implementation
public func automata_gesture_recognizer_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ recognizer: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    recognizer?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let bytes = Array(try Argument.text(text, length, "text"))
        let result = try required(recognizer, "recognizer")
        do throws(TemplateTextError) {
            result.initialize(to: GestureRecognizerHandle(try TemplateRecognizer(parsing: bytes)).retainedPointer())
        } catch {
            throw .strokes(error)
        }
    }
}

@c @implementation
public func automata_gesture_recognizer_free(_ recognizer: OpaquePointer?) { GestureRecognizerHandle.free(recognizer) }

@c @implementation
public func automata_gesture_recognizer_text(
    _ recognizer: OpaquePointer?, _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let handle = try GestureRecognizerHandle.required(recognizer)
        try result.check("text", "length")
        try result.hand(out: handle.recognizer.text)
    }
}

@c @implementation
public func automata_gesture_recognizer_freedoms(_ recognizer: OpaquePointer?) -> UInt32 {
    GestureRecognizerHandle.from(recognizer)?.recognizer.options.freedoms ?? 0
}

@c @implementation
public func automata_gesture_recognizer_set_freedoms(
    _ recognizer: OpaquePointer?, _ freedoms: UInt32, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let handle = try GestureRecognizerHandle.required(recognizer)
        handle.recognizer.options = try TemplateRecognizer.Options(freedoms)
    }
}

@c @implementation
public func automata_gesture_recognizer_add(
    _ recognizer: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ nameLength: Int,
    _ points: UnsafePointer<automata_point>?, _ counts: UnsafePointer<Int>?, _ strokeCount: Int,
    _ example: UnsafeMutablePointer<UInt32>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    example?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let handle = try GestureRecognizerHandle.required(recognizer)
        let result = try required(example, "example")
        let name = try Argument.string(name, nameLength, "name")
        let strokes = try StrokeArguments(points, counts, strokeCount).copies
        do throws(TemplateError) {
            let id = try handle.recognizer.add(strokes, name: name)
            handle.resetBorrowedNames()
            result.initialize(to: UInt32(truncatingIfNeeded: id))
        } catch {
            switch error {
            case .invalidName, .noExtent: throw .invalidArgument(error.description)
            case .tooMany: throw .core(.tooLarge(error.description))
            }
        }
    }
}

@c @implementation
public func automata_gesture_recognizer_remove(_ recognizer: OpaquePointer?, _ example: UInt32) -> Bool {
    guard let handle = GestureRecognizerHandle.from(recognizer), handle.recognizer.remove(id: Int(example)) else {
        return false
    }
    handle.resetBorrowedNames()
    return true
}

@c @implementation
public func automata_gesture_recognizer_remove_named(
    _ recognizer: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ nameLength: Int,
    _ removed: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    removed?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let handle = try GestureRecognizerHandle.required(recognizer)
        let result = try required(removed, "removed")
        let name = try Argument.string(name, nameLength, "name")
        let count = handle.recognizer.removeAll(named: name)
        if count > 0 { handle.resetBorrowedNames() }
        result.initialize(to: count)
    }
}

@c @implementation
public func automata_gesture_recognizer_example_count(_ recognizer: OpaquePointer?) -> Int {
    GestureRecognizerHandle.from(recognizer)?.recognizer.templates.count ?? 0
}

@c @implementation
public func automata_gesture_recognizer_name(_ recognizer: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    guard let handle = GestureRecognizerHandle.from(recognizer), let template = handle.template(index) else {
        return emptyText
    }
    return handle.lend(template.name)
}

@c @implementation
public func automata_gesture_recognizer_example(_ recognizer: OpaquePointer?, _ index: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: GestureRecognizerHandle.from(recognizer)?.template(index)?.id ?? 0)
}

@c @implementation
public func automata_gesture_recognizer_points(
    _ recognizer: OpaquePointer?, _ index: Int, _ points: UnsafeMutablePointer<UnsafeMutablePointer<automata_point>?>?,
    _ pointCount: UnsafeMutablePointer<Int>?, _ counts: UnsafeMutablePointer<UnsafeMutablePointer<Int>?>?,
    _ strokeCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let (pointResult, countResult) = (ArrayResult(points, pointCount), ArrayResult(counts, strokeCount))
    return call(error) { () throws(CallError) in
        let handle = try GestureRecognizerHandle.required(recognizer)
        try pointResult.check("points", "point_count")
        try countResult.check("counts", "stroke_count")
        guard let template = handle.template(index) else {
            throw .outOfRange(
                "invalid index \(index): there are \(handle.recognizer.templates.count) examples, counted from 0")
        }
        try pointResult.hand(out: template.strokes.flatMap { $0.points.map(\.forC) })
        try countResult.hand(out: template.strokes.map(\.points.count))
    }
}

@c @implementation
public func automata_gesture_recognizer_match(
    _ recognizer: OpaquePointer?, _ points: UnsafePointer<automata_point>?, _ counts: UnsafePointer<Int>?,
    _ strokeCount: Int, _ matches: UnsafeMutablePointer<automata_gesture_match>?, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    count?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let handle = try GestureRecognizerHandle.required(recognizer)
        let result = try required(count, "count")
        let room = UnsafeMutableBufferPointer(mutating: try Argument.array(UnsafePointer(matches), capacity, "matches"))
        let strokes = try StrokeArguments(points, counts, strokeCount).copies
        let found = room.isEmpty ? [] : handle.recognizer.matches(for: strokes, limit: room.count)
        for (index, match) in found.enumerated() {
            room.initializeElement(
                at: index,
                to: automata_gesture_match(
                    name: handle.lend(match.name), example: UInt32(truncatingIfNeeded: match.templateID), reserved: 0,
                    distance: match.distance, score: match.score))
        }
        result.initialize(to: found.count)
    }
}
