// The functions here are described in automata_sketch.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import Diagrams
internal import Sketches
internal import StrokeFormats
internal import Strokes

// MARK: Making sketches

/// Returns the recognizers that C gives; for NULL, the recognizers with the default models.
private func recognizers(_ pointer: OpaquePointer?) -> (strokes: ElementRecognizer, characters: CharacterRecognizer) {
    let handle = StrokeRecognizerHandle.from(pointer)
    return (handle?.recognizer ?? ElementRecognizer(), handle?.characters ?? CharacterRecognizer())
}

extension SketchHandle {
    /// Creates the handle of a sketch that C's recognizer reads from now on.
    fileprivate convenience init(_ sketch: Sketch, readBy pointer: OpaquePointer?) {
        var sketch = sketch
        (sketch.recognizer, sketch.characterRecognizer) = recognizers(pointer)
        self.init(sketch)
    }
}

@c @implementation
public func automata_sketch_new(
    _ recognizer: OpaquePointer?, _ sketch: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(sketch, "sketch", error) { () throws(CallError) in
        SketchHandle(Sketch(), readBy: recognizer)
    }
}

@c @implementation
public func automata_sketch_from_fa(
    _ automaton: OpaquePointer?, _ recognizer: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ sketch: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(sketch, "sketch", error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let budget = try Budget(budget)
        try MemoryReservation.reserveMemory(for: automaton)
        let diagram = try core { () throws(AutomataError) in try Diagram(automaton, budget: budget) }
        return SketchHandle(Sketch(diagram), readBy: recognizer)
    }
}

@c @implementation
public func automata_sketch_from_strokes(
    _ points: UnsafePointer<automata_point>?, _ counts: UnsafePointer<Int>?, _ strokeCount: Int,
    _ texts: UnsafePointer<automata_placed_text>?, _ textCount: Int, _ recognizer: OpaquePointer?,
    _ budget: UnsafePointer<automata_budget>?, _ sketch: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(sketch, "sketch", error) { () throws(CallError) in
        let budget = try Budget(budget)
        let arguments = try StrokeArguments(points, counts, strokeCount)
        try core { () throws(AutomataError) in
            try budget.check(statesBuilt: 0, bytes: arguments.copiedByteCount)
        }
        let strokes = arguments.copies
        var written: [Sketch.Text] = []
        for text in try Argument.array(texts, textCount, "texts") {
            written.append(
                Sketch.Text(try Argument.string(text.text, text.length, "texts"), at: Diagram.Point(text.position)))
        }
        let recognizers = recognizers(recognizer)
        return SketchHandle(
            try core { () throws(AutomataError) in
                try Sketch.reading(
                    strokes, texts: written, recognizer: recognizers.strokes,
                    characterRecognizer: recognizers.characters, budget: budget)
            })
    }
}

@c @implementation
public func automata_sketch_from_ink(
    _ ink: OpaquePointer?, _ recognizer: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ sketch: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(sketch, "sketch", error) { () throws(CallError) in
        let ink = try InkHandle.required(ink)
        let budget = try Budget(budget)
        try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: ink.byteCount) }
        try MemoryReservation.reserveMemory(ink.byteCount)
        let document = try ink.document
        let recognizers = recognizers(recognizer)
        return SketchHandle(
            try core { () throws(AutomataError) in
                try Sketch.reading(
                    elements: document.elements.map { ($0.strokes, $0.labels) },
                    texts: document.texts.map {
                        Sketch.Text($0.text, at: Diagram.Point(x: $0.position.x, y: $0.position.y))
                    },
                    recognizer: recognizers.strokes, characterRecognizer: recognizers.characters, budget: budget)
            })
    }
}

@c @implementation
public func automata_sketch_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ recognizer: OpaquePointer?,
    _ sketch: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(sketch, "sketch", error) { () throws(CallError) in
        let text = try Argument.text(text, length, "text")
        try MemoryReservation.reserveMemory(text.count)
        do throws(SketchDocumentError) {
            return SketchHandle(
                try Sketch(document: UnsafeRawBufferPointer(text)), readBy: recognizer)
        } catch {
            throw .strokes(error)
        }
    }
}

@c @implementation
public func automata_sketch_text(
    _ sketch: OpaquePointer?, _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let handle = try SketchHandle.required(sketch)
        try result.check("text", "length")
        let bytes = handle.sketch.document()
        try bytes.withUnsafeBufferPointer { (bytes) throws(CallError) in try result.hand(out: bytes) }
    }
}

@c @implementation
public func automata_sketch_copy(
    _ sketch: OpaquePointer?, _ copy: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(copy, "copy", error) { () throws(CallError) in SketchHandle(try SketchHandle.required(sketch).sketch) }
}

@c @implementation
public func automata_sketch_free(_ sketch: OpaquePointer?) { SketchHandle.free(sketch) }

@c @implementation
public func automata_sketch_equal(_ left: OpaquePointer?, _ right: OpaquePointer?) -> Bool {
    guard let left = SketchHandle.from(left), let right = SketchHandle.from(right) else { return false }
    return left.sketch == right.sketch
}

// MARK: Automata and pictures

@c @implementation
public func automata_fa_from_sketch(
    _ sketch: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeAutomaton(result, error) { () throws(CallError) in
        let handle = try SketchHandle.required(sketch)
        let budget = try Budget(budget)
        do throws(DiagramError) {
            return AutomatonHandle(Automaton(mostSpecific: try handle.sketch.diagram.automaton(budget: budget)))
        } catch {
            throw .diagram(error)
        }
    }
}

extension automata_sketch_picture_options: SizedStruct {}

/// Checked options of a picture.
private struct PictureOptions {
    private let title: String
    private let highlight: Diagram.Highlight

    init(_ pointer: UnsafePointer<automata_sketch_picture_options>?) throws(CallError) {
        let options = try automata_sketch_picture_options.given(pointer)
        let title = try Argument.string(options.title, options.title_length, "title")
        self.title = options.title == nil ? "State diagram" : title
        var highlight = Diagram.Highlight()
        for element in try Argument.elements(options.highlighted, options.highlighted_count, "highlighted") {
            switch element {
            case .state(let id): highlight.states.insert(id)
            case .transition(let id): highlight.transitions.insert(id)
            case .note, .ink: break
            }
        }
        self.highlight = highlight
    }

    func svg(_ diagram: Diagram) -> String { diagram.svg(title: title, highlighting: highlight) }

    func tikz(_ diagram: Diagram) -> String { diagram.tikz(highlighting: highlight) }
}

/// Hands out a picture of a sketch.
private func picture(
    _ sketch: OpaquePointer?, _ options: UnsafePointer<automata_sketch_picture_options>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?, draw: (PictureOptions, Diagram) -> String
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let handle = try SketchHandle.required(sketch)
        try result.check("text", "length")
        try result.hand(out: draw(try PictureOptions(options), handle.sketch.diagram))
    }
}

@c @implementation
public func automata_sketch_svg(
    _ sketch: OpaquePointer?, _ options: UnsafePointer<automata_sketch_picture_options>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    picture(sketch, options, text, length, error) { $0.svg($1) }
}

@c @implementation
public func automata_sketch_tikz(
    _ sketch: OpaquePointer?, _ options: UnsafePointer<automata_sketch_picture_options>?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    picture(sketch, options, text, length, error) { $0.tikz($1) }
}
