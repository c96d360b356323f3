import StrokeFormats
import Strokes
import Testing

/// Files with the structure that Xournal++ saves, unpacked.
@Suite("Xournal++")
struct XournalTests {
    static func file(_ pages: String...) -> String {
        "<?xml version=\"1.0\" standalone=\"no\"?>\n<xournal creator=\"Xournal++ 1.2.3\" fileversion=\"4\">\n"
            + "<title>Xournal++ document</title><preview>iVBORw0KGgo=</preview>\n"
            + pages.map {
                "<page width=\"595.27\" height=\"800.5\"><background type=\"solid\"/><layer>\($0)</layer></page>"
            }.joined() + "</xournal>\n"
    }

    @Test func strokesAndTexts() throws {
        let text = Self.file(
            "<stroke tool=\"pen\" color=\"#000000ff\" width=\"1.41 0.5\">1.5 2.5\n3 4</stroke>"
                + "<text font=\"Sans\" size=\"10\" x=\"100\" y=\"20\">a &amp; b</text>")
        let document = try InkFormat.xournal.read(text)
        #expect(document.elements == [LabeledInk(strokes: [Stroke(points((1.5, 2.5), (3, 4)))])])
        #expect(document.texts.map(\.text) == ["a & b"])
        #expect(document.texts[0].position.distance(to: Point(x: 113.75, y: 26)) < 1e-9)
        #expect(try InkFormat.xournal.notes(text).isEmpty)
    }

    @Test func pagesAreOneBelowTheOther() throws {
        let stroke = "<stroke tool=\"pen\">0 1 2 3</stroke>"
        let text = Self.file(stroke, "", stroke)
        #expect(try InkFormat.xournal.read(text).elements[1].strokes[0].points == points((0, 1602), (2, 1604)))
        #expect(
            try InkFormat.xournal.notes(text) == ["3 pages are read as one drawing, one below the other"])
    }

    @Test func whatIsLeftOutIsTold() throws {
        let text = Self.file(
            "<stroke tool=\"eraser\">0 1 2 3</stroke><stroke tool=\"highlighter\">0 1</stroke><image/><teximage/>"
                + "<stroke tool=\"highlighter\">x</stroke>")
        #expect(
            try InkFormat.xournal.notes(text) == [
                "1 stroke of the white eraser, 2 strokes of the highlighter, 1 image, 1 formula are left out"
            ])
        #expect(try InkFormat.xournal.read(text).elements.isEmpty)
    }

    @Test func errorsHaveTheirPlace() {
        for (content, message) in [
            ("<stroke tool=\"pen\">1 2 3</stroke>", "expected pairs of coordinates in <stroke>"),
            ("<stroke tool=\"pen\">1 x</stroke>", "expected coordinates in <stroke>, found 'x'"),
            ("<text x=\"1\" y=\"2\">a</text>", "expected the attribute 'size' of <text>"),
            ("<text x=\"1\" y=\"?\">a</text>", "expected a number for 'y' of <text>, found '?'"),
        ] {
            let error = #expect(throws: InkFormatError.self) { try InkFormat.xournal.read(Self.file(content)) }
            #expect(error?.message == message && error?.line == 4, "\(String(describing: error))")
        }
    }
}
