import StrokeFormats
import Strokes
import Testing

@Suite struct LabelledInkTests {
    @Test func labelsTellElementsApart() {
        let strokes = [Stroke([Point(x: 0, y: 0), Point(x: 1, y: 1)])]
        #expect(LabelledInk(strokes: strokes).labels.isEmpty)
        #expect(LabelledInk(strokes: strokes, labels: ["kind": "circle"]) != LabelledInk(strokes: strokes))
    }
}
