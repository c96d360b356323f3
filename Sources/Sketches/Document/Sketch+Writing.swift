internal import Diagrams
internal import Strokes
internal import TextSupport

extension Sketch {
    /// Returns the sketch as a document: JSON with the diagram and the strokes, but without events
    /// to undo.
    ///
    /// - Complexity: O(*n* + *k*) for *n* elements and *k* points.
    public func document() -> [UInt8] {
        var writer = DocumentWriter()
        writer.write(contents)
        return writer.output.bytes
    }
}

/// Writes a document, an element a line.
private struct DocumentWriter {
    var output = TextOutput()

    mutating func write(_ contents: SketchContents) {
        output.append("{\"format\":\"automata-sketch\",\"version\":")
        output.append(SketchDocument.version)
        output.append(",\n\"added\":[")
        output.append(contents.diagram.addedCount)
        output.append(",")
        output.append(contents.inkCount)
        output.append("]")
        list("states", contents.diagram.states) { $0.write($1) }
        list("transitions", contents.diagram.transitions) { $0.write($1) }
        list("notes", contents.diagram.notes) { $0.write($1) }
        list("ink", contents.ink) { $0.write($1) }
        output.append("}\n")
    }

    private mutating func list<Item>(
        _ name: StaticString, _ items: [Item], _ write: (inout DocumentWriter, Item) -> Void
    ) {
        output.append(",\n\"")
        output.append(name)
        output.append("\":[")
        for (index, item) in items.enumerated() {
            output.append(index == 0 ? "\n" : ",\n")
            write(&self, item)
        }
        output.append("]")
    }

    private mutating func write(_ state: Diagram.State) {
        open(state.id.number)
        text("name", state.name)
        if state.hasAutomaticName { flag("automatic") }
        place("center", state.center)
        number("radius", state.radius)
        if state.isFinal { flag("final") }
        output.append("}")
    }

    private mutating func write(_ transition: Diagram.Transition) {
        open(transition.id.number)
        if let start = transition.start { id("from", start.number) }
        if let end = transition.end { id("to", end.number) }
        output.append(",\"symbols\":[")
        for (index, symbol) in transition.symbols.enumerated() {
            if index > 0 { output.append(",") }
            JSONString.append(symbol.utf8, to: &output)
        }
        output.append("]")
        if transition.hasEpsilon { flag("epsilon") }
        place("tail", transition.tail)
        place("tip", transition.tip)
        number("bend", transition.bend)
        number("angle", transition.angle)
        output.append("}")
    }

    private mutating func write(_ note: Diagram.Note) {
        open(note.id.number)
        text("text", note.text)
        place("at", note.position)
        output.append("}")
    }

    private mutating func write(_ ink: Ink) {
        open(ink.id.number)
        text("reading", ink.reading.rawValue)
        number("probability", ink.probability)
        switch ink.element {
        case .state(let state)?: id("state", state.number)
        case .transition(let transition)?: id("transition", transition.number)
        case .note, .ink, nil: break
        }
        if ink.isChosen { flag("chosen") }
        if let transcription = ink.transcription, let first = transcription.ink.first {
            text("text", transcription.text)
            id("word", first.number)
            switch transcription.element {
            case .state(let state): id("names", state.number)
            case .transition(let transition): id("labels", transition.number)
            case .note, .ink: break
            }
        }
        output.append(",\"strokes\":[")
        for (index, stroke) in ink.strokes.enumerated() {
            if index > 0 { output.append(",") }
            output.append(stroke)
        }
        output.append("]}")
    }

    // MARK: Members

    private mutating func open(_ id: Int) {
        output.append("{\"id\":")
        output.append(id)
    }

    private mutating func key(_ name: StaticString) {
        output.append(",\"")
        output.append(name)
        output.append("\":")
    }

    /// Writes an id with all its digits, as a floating-point number holds only 15.
    private mutating func id(_ name: StaticString, _ value: Int) {
        key(name)
        output.append(value)
    }

    private mutating func text(_ name: StaticString, _ value: String) {
        key(name)
        JSONString.append(value.utf8, to: &output)
    }

    private mutating func number(_ name: StaticString, _ value: Double) {
        key(name)
        output.append(number: value)
    }

    private mutating func flag(_ name: StaticString) {
        key(name)
        output.append("true")
    }

    private mutating func place(_ name: StaticString, _ position: Diagram.Point) {
        key(name)
        output.append("[")
        output.append(number: position.x)
        output.append(",")
        output.append(number: position.y)
        output.append("]")
    }
}
