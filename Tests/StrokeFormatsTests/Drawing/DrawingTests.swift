import Glibc
import StrokeFormats
import Strokes
import Testing

/// Pictures of what was recognized.
@Suite struct DrawingTests {
    /// Rings within each other, as those of final states, whose labels would lie over each other.
    @Test func labelsOfRingsAreReadable() throws {
        let recognizer = ElementRecognizer()
        let elements = [40.0, 39.5, 39, 38.5].map { radius in
            let points = (0...40).map { index in
                let angle = Double(index) / 40 * 2 * Double.pi
                return Point(x: 100 + radius * cos(angle), y: 100 + radius * sin(angle))
            }
            let stroke = Stroke(points)
            return RecognizedInk(ink: LabeledInk(strokes: [stroke]), recognition: recognizer.recognize([stroke]))
        }
        for layout in [RecognitionDrawing.Layout.page, .grid] {
            let svg = String(decoding: RecognitionDrawing.svg(elements, layout: layout), as: UTF8.self)
            let labels = svg.split(separator: "\n").filter { $0.hasPrefix("<text ") }.map { line in
                let parts = line.split(separator: "\"")
                return (x: Double(parts[1]) ?? .nan, y: Double(parts[3]) ?? .nan)
            }
            #expect(labels.count == elements.count)
            for (index, label) in labels.enumerated() {
                for other in labels[..<index] {
                    #expect(abs(label.y - other.y) >= 11.9 || abs(label.x - other.x) >= 60, "\(labels)")
                }
            }
        }
    }

    @Test func labelsStayInThePictureAndGiveUpInTheEnd() {
        var labels = DrawingLabels(pictureWidth: 250, pictureHeight: 200)
        let box = BoundingBox(minimum: Point(x: 20, y: 30), maximum: Point(x: 180, y: 150))
        let places = (0..<11).map { _ in labels.place(10, beside: box) }
        // Above and below, further right, then a line further each time; further up the picture is
        // at its end.
        #expect(places.map(\.x) == [20, 20, 86, 86, 152, 152, 20, 20, 20, 20, 20])
        #expect(places.map(\.y) == [24, 164, 24, 164, 24, 164, 12, 176, 188, 24, 24])
        let beside = BoundingBox(minimum: Point(x: 220, y: 30), maximum: Point(x: 230, y: 40))
        #expect(labels.place(10, beside: beside) == Point(x: 220, y: 24))
        let nowhere = BoundingBox(minimum: Point(x: 1e300, y: 1e300), maximum: Point(x: 1e300, y: 1e300))
        #expect(labels.place(10, beside: nowhere) == Point(x: 1e300, y: 1e300))
    }

    /// Ink of any size fills the picture, and ink without one leaves it sound.
    @Test(arguments: [Double.leastNonzeroMagnitude, 1e-300, 1, 1e300, 1.7e308])
    func inkOfAnySizeIsDrawn(size: Double) {
        let points = [(-1.0, -1.0), (1, -0.5), (0, 1)].map { Point(x: $0.0 * size, y: $0.1 * size) }
        let ink = LabeledInk(strokes: [Stroke(points)])
        let element = RecognizedInk(ink: ink, recognition: ElementRecognizer().recognize(ink.strokes))
        for layout in [RecognitionDrawing.Layout.page, .grid] {
            let svg = String(decoding: RecognitionDrawing.svg([element], layout: layout), as: UTF8.self)
            let numbers = svg.split(separator: "\"").compactMap { Double($0) }
            // Width and height come first.
            let side = layout == .page ? 800.0 : 120
            #expect(numbers.prefix(2).allSatisfy { $0 > 0 && $0 <= side + 50 })
            if size > .leastNormalMagnitude {
                #expect(svg.contains(layout == .page ? "points=\"20,30 780," : "points=\"20,25 100,"))
            }
        }
    }
}
