import StrokeFormats
import Strokes
import Testing

/// Files with the structure that Excalidraw saves.
@Suite("Excalidraw")
struct ExcalidrawTests {
    static func file(_ elements: String...) -> String {
        #"{"type":"excalidraw","version":2,"source":"https://excalidraw.com","elements":["#
            + elements.joined(separator: ",")
            + #"],"appState":{"gridSize":20,"viewBackgroundColor":"white"},"files":{}}"#
    }

    static let ellipse =
        #"{"id":"A","type":"ellipse","x":60,"y":160,"width":80,"height":40,"angle":0,"opacity":100,"#
        + #""boundElements":[{"id":"t","type":"text"}],"isDeleted":false,"roundness":{"type":2}}"#
    static let name =
        #"{"id":"t","type":"text","x":90,"y":170,"width":20,"height":20,"angle":0,"text":"q\n0","originalText":"q0","#
        + #""containerId":"A"}"#

    static func arrow(_ start: String, _ end: String, heads: (String, String) = ("null", #""arrow""#)) -> String {
        #"{"id":"ab","type":"arrow","x":10,"y":20,"width":50,"height":0,"angle":0,"points":[[0,0],[50,0]],"#
            + #""startBinding":\#(start),"endBinding":\#(end),"startArrowhead":\#(heads.0),"endArrowhead":\#(heads.1)}"#
    }

    static func binding(_ id: String) -> String { #"{"elementId":"\#(id)","focus":0.1,"gap":4,"fixedPoint":null}"# }

    @Test func duplicateIDsAreTold() throws {
        let notes = try InkFormat.excalidraw.notes(Self.file(Self.ellipse, Self.ellipse, Self.ellipse))
        #expect(notes == ["several shapes have the same id, such as 'A'; check the arrows there"])
    }

    @Test func shapesNameWhatTheyAreBoundTo() throws {
        let text = Self.file(
            Self.ellipse, Self.name, Self.arrow("null", Self.binding("A")),
            #"{"id":"l","type":"text","x":0,"y":0,"width":9,"height":9,"text":"a","containerId":"ab"}"#)
        let document = try InkFormat.excalidraw.read(text)
        #expect(
            document.elements.map(\.labels) == [
                ["shape": "circle", "id": "A", "text": "q0"], ["shape": "arrow", "to": "A", "text": "a"],
            ])
        #expect(document.texts.isEmpty)
        let outline = try #require(document.elements[0].strokes.first).points
        #expect(outline.first == Point(x: 140, y: 180) && outline.first == outline.last)
        let box = outline.span.boundingBox
        #expect(box?.center.distance(to: Point(x: 100, y: 180)) ?? 1 < 1e-9 && abs((box?.height ?? 0) - 40) < 1e-9)
        #expect(document.elements[1].strokes == [Stroke(points((10, 20), (60, 20)))])
        let read = try InkFormat.excalidraw.notes(text)
        #expect(read.isEmpty)
    }

    @Test func roundLinesAreCurves() throws {
        func line(_ members: String) throws -> [Point] {
            let text = #"{"type":"line","x":0,"y":0,"points":[[0,0],[60,60],[120,0]],\#(members)}"#
            return try InkFormat.excalidraw.read(Self.file(text)).points ?? []
        }
        let corners = points((0, 0), (60, 60), (120, 0))
        for members in [#""roundness":null"#, #""strokeSharpness":"sharp""#, #""roundness":{"type":2},"elbowed":true"#]
        {
            #expect(try line(members) == corners)
        }
        for members in [#""roundness":{"type":2}"#, #""strokeSharpness":"round""#] {
            let curve = try line(members)
            #expect(curve.first == corners[0] && curve.last == corners[2] && curve.contains(corners[1]))
            // The tangent at the middle point is parallel to the line between its neighbors.
            let middle = try #require(curve.firstIndex(of: corners[1]))
            let slope = (curve[middle + 1].y - curve[middle - 1].y) / (curve[middle + 1].x - curve[middle - 1].x)
            #expect(abs(slope) < 1e-9)
        }
    }

    @Test func inkAndFreeTexts() throws {
        let document = try InkFormat.excalidraw.read(
            Self.file(
                #"{"type":"freedraw","x":1,"y":2,"points":[[0,0],[2,3]],"pressures":[0.25,0.5],"simulatePressure":false}"#,
                #"{"type":"freedraw","x":0,"y":0,"points":[[0,0],[2,3]],"pressures":[],"simulatePressure":true}"#,
                #"{"type":"line","x":0,"y":0,"angle":1.5707963267948966,"points":[[0,0],[2,0]]}"#,
                #"{"type":"text","x":10,"y":20,"width":30,"height":10,"text":"a, b","containerId":null}"#,
                #"{"type":"text","x":0,"y":0,"width":30,"height":10,"text":" ","containerId":null}"#))
        #expect(document.elements.map(\.labels) == [[:], [:], [:]])
        #expect(
            document.elements[0].strokes == [try Stroke(points((1, 2), (3, 5)), times: nil, pressures: [0.25, 0.5])])
        #expect(document.elements[1].strokes[0].pressures == nil)
        let turned = document.elements[2].strokes[0].points
        #expect(turned[0].distance(to: Point(x: 1, y: -1)) < 1e-9 && turned[1].distance(to: Point(x: 1, y: 1)) < 1e-9)
        #expect(document.texts == [InkText("a, b", at: Point(x: 25, y: 25))])
    }

    @Test func headsTellTheDirection() throws {
        func arrows(_ heads: (String, String)) throws -> ([[String: String]], [Point?], [String]) {
            let text = Self.file(Self.ellipse, Self.arrow(Self.binding("A"), "null", heads: heads))
            let elements = try InkFormat.excalidraw.read(text).elements.dropFirst()
            return (
                elements.map(\.labels), elements.map { $0.strokes[0].points.first },
                try InkFormat.excalidraw.notes(text)
            )
        }
        let back = try arrows((#""triangle""#, "null"))
        #expect(back.0 == [["shape": "arrow", "to": "A"]] && back.1 == [Point(x: 60, y: 20)])
        let both = try arrows((#""arrow""#, #""arrow""#))
        #expect(both.0 == [["shape": "arrow", "from": "A"], ["shape": "arrow", "to": "A"]])
        #expect(both.2 == ["an arrow with heads at both ends is read as two arrows"])
        #expect(try arrows((#""dot""#, "null")).0 == [[:]])
    }

    @Test func anArrowWithoutAHeadKeepsItsText() throws {
        let text = Self.file(
            Self.arrow("null", "null", heads: ("null", "null")),
            #"{"id":"l","type":"text","x":0,"y":0,"width":9,"height":9,"text":"a","containerId":"ab"}"#)
        let document = try InkFormat.excalidraw.read(text)
        #expect(document.elements.map(\.labels) == [[:]])
        #expect(document.texts == [InkText("a", at: Point(x: 35, y: 20))])
        #expect(
            try InkFormat.excalidraw.notes(text)
                == ["an arrow without a head is read as a line; give it a head to tell its direction"])
    }

    @Test func whatIsLeftOutIsTold() throws {
        let text = Self.file(
            #"{"id":"r","type":"rectangle","x":0,"y":0,"width":9,"height":9}"#, #"{"type":"rectangle"}"#,
            #"{"type":"image","x":0,"y":0}"#, #"{"type":"<b>","x":0,"y":0}"#,
            #"{"type":"ellipse","x":0,"y":0,"width":9,"height":9,"isDeleted":true}"#,
            #"{"type":"ellipse","x":0,"y":0,"width":9,"height":9,"opacity":0}"#, Self.arrow("null", Self.binding("r")))
        #expect(
            try InkFormat.excalidraw.notes(text) == ["2 rectangles, 1 image, 1 unsupported shape are left out"])
        // Nothing is bound to what is left out.
        #expect(try InkFormat.excalidraw.read(text).elements.map(\.labels) == [["shape": "arrow"]])
    }

    @Test func errorsHaveTheirPlace() {
        for (text, message) in [
            (#"{"type":"excalidraw"}"#, "expected 'elements' in the drawing"),
            (Self.file(#"{"type":"line","points":[[1]]}"#), "expected a point [x, y]"),
            (Self.file(#"{"type":"line","x":"1"}"#), "expected a number, found"),
            (Self.file("[]"), "expected an element, found"),
        ] {
            let error = #expect(throws: InkFormatError.self) { try InkFormat.excalidraw.read(text) }
            #expect(error?.message.hasPrefix(message) == true && error?.line == 1, "\(String(describing: error))")
        }
    }
}
