internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Makes ink the head of an arrow, which gives the arrow its direction.
    mutating func setHead(_ id: Ink.ID, of arrow: Element, _ recognizer: InkRecognizer) {
        updateInk(id) {
            ($0.reading, $0.element, $0.probability) = (.head, arrow, 1)
        }
        orient(arrow, recognizer)
    }

    /// Gives an arrow the direction of all its ink.
    mutating func orient(_ arrow: Element, _ recognizer: InkRecognizer) {
        guard case .transition(let id) = arrow, let old = diagram[id], !old.isLoop else { return }
        let strokes = strokes(of: arrow)
        guard !strokes.isEmpty else { return }
        let recognition = recognize(strokes, recognizer)
        guard case .transition(var geometry) = recognition.geometry(of: .transition) else { return }
        var connector = recognition.connector
        // The tip is at the head, wherever the shape of the shaft suggests one.
        let heads = ink(of: arrow).filter { $0.reading == .head }
        if let head = heads.first.map({ InkShape($0.strokes) }),
            head.distance(to: geometry.tail) < head.distance(to: geometry.tip)
        {
            swap(&geometry.tail, &geometry.tip)
            connector = connector?.reversed
        }
        placeArrow(id, geometry, connector)
        // States that the user attached stay attached, whichever end they are at now.
        guard var new = diagram[id] else { return }
        let kept = Set([old.start, old.end].compactMap(\.self))
        let found = Set([new.start, new.end].compactMap(\.self))
        if !kept.isSubset(of: found) {
            let isTurned =
                Diagram.Point(geometry.tail).distance(to: diagram.ends(of: old).tip)
                < Diagram.Point(geometry.tail).distance(to: diagram.ends(of: old).tail)
            (new.start, new.end) = isTurned ? (old.end, old.start) : (old.start, old.end)
            diagram.update(new)
        }
    }
}
