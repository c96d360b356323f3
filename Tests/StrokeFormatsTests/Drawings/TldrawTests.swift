import StrokeFormats
import Strokes
import Testing

/// Files with the structure that tldraw saves.
@Suite("tldraw")
struct TldrawTests {
    static func file(_ records: String...) -> String {
        #"{"tldrawFileFormatVersion":1,"schema":{"schemaVersion":2,"sequences":{}},"records":["# + page
            + records.map { "," + $0 }.joined() + "]}"
    }

    static let page = #"{"id":"page:page","typeName":"page","name":"Page 1","index":"a1","meta":{}}"#

    static func shape(
        _ id: String, _ type: String, _ place: String, index: String = "a1", parent: String = "page:page",
        _ props: String
    ) -> String {
        #"{"id":"shape:\#(id)","typeName":"shape","type":"\#(type)",\#(place),"index":"\#(index)","parentId":"\#(parent)","#
            + #""opacity":1,"props":{\#(props)}}"#
    }

    static func circle(_ id: String, x: Int, _ text: String) -> String {
        shape(
            id, "geo", #""x":\#(x),"y":0,"rotation":0"#,
            #""w":80,"h":80,"geo":"ellipse","growY":0,"richText":{"type":"doc","content":[{"type":"paragraph","content":"#
                + #"[{"type":"text","text":"\#(text)"}]}]}"#)
    }

    static func binding(_ end: String, _ to: String) -> String {
        #"{"id":"binding:\#(end)","typeName":"binding","type":"arrow","fromId":"shape:f","toId":"shape:\#(to)","props":{"#
            + #""terminal":"\#(end)","isPrecise":false,"normalizedAnchor":{"x":0.5,"y":0.5}}}"#
    }

    @Test func bindingsAreRecords() throws {
        let text = Self.file(
            Self.circle("a", x: 0, "p"), Self.circle("b", x: 200, "q"),
            Self.shape(
                "f", "arrow", #""x":5,"y":5"#, index: "a2",
                #""start":{"x":0,"y":0},"end":{"x":9,"y":0},"bend":20,"arrowheadStart":"none","arrowheadEnd":"arrow","#
                    + #""text":"0""#), Self.binding("start", "a"), Self.binding("end", "b"))
        let document = try InkFormat.tldraw.read(text)
        #expect(
            document.elements.map(\.labels) == [
                ["shape": "circle", "id": "shape:a", "text": "p"], ["shape": "circle", "id": "shape:b", "text": "q"],
                ["shape": "arrow", "from": "shape:a", "to": "shape:b", "text": "0"],
            ])
        let course = document.elements[2].strokes[0].points
        // Between the outlines, below the straight line.
        #expect(course.allSatisfy { 79 < $0.x && $0.x < 201 && $0.y > 50 })
        #expect(course[0].x < course[course.count - 1].x)
    }

    @Test func bindingsOfOldVersionsAreInTheArrow() throws {
        let text = Self.file(
            Self.circle("a", x: 0, ""),
            Self.shape(
                "f", "arrow", #""x":100,"y":0"#, index: "a2",
                #""start":{"type":"point","x":50,"y":40},"end":{"type":"binding","boundShapeId":"shape:a","#
                    + #""normalizedAnchor":{"x":0.5,"y":0.5}},"bend":0,"arrowheadEnd":"arrow""#))
        let elements = try InkFormat.tldraw.read(text).elements
        #expect(elements[1].labels == ["shape": "arrow", "to": "shape:a"])
        #expect(elements[1].strokes[0].points.first == Point(x: 150, y: 40))
    }

    /// The points (1, 2), (3, 5) and (4, 5).
    @Test(arguments: [
        #""points":[{"x":1,"y":2,"z":0.5},{"x":3,"y":5,"z":0.5},{"x":4,"y":5}]"#,
        #""points":"ADwAQAA4AEIARQA4AEQARQA4""#, #""path":"AACAPwAAAEAAAAA/AEAAQgAAADwAAAAA""#,
        #""path":"AACAPwAAAEAAQABCADwAAA==","dim":2"#,
    ])
    func strokesInAllEncodings(_ points: String) throws {
        let text = Self.file(
            Self.shape(
                "g", "group", #""x":100,"y":0,"rotation":1.5707963267948966"#, ""),
            Self.shape(
                "d", "draw", #""x":10,"y":0,"rotation":0"#, parent: "shape:g",
                #""segments":[{"type":"free",\#(points)}],"isComplete":true,"isClosed":false,"scaleX":2,"scaleY":1"#))
        let read = try #require(try InkFormat.tldraw.read(text).points)
        let expected = StrokeFormatsTests.points((98, 12), (95, 16), (95, 18))
        #expect(read.count == 3 && zip(read, expected).allSatisfy { $0.distance(to: $1) < 1e-9 }, "\(read)")
    }

    @Test func linesAndTextsInTheOrderOfTheirIndices() throws {
        let text = Self.file(
            Self.shape("t", "text", #""x":10,"y":20"#, index: "a3", #""w":40,"size":"m","text":"a","scale":1"#),
            Self.shape(
                "l", "line", #""x":0,"y":0"#, index: "a2",
                #""points":{"a2":{"id":"a2","index":"a2","x":9,"y":9},"a1":{"id":"a1","index":"a1","x":1,"y":1}}"#),
            Self.shape("k", "line", #""x":0,"y":0"#, index: "a1", #""points":{}"#))
        let document = try InkFormat.tldraw.read(text)
        #expect(document.elements.map { $0.strokes[0].points } == [[], points((1, 1), (9, 9))])
        #expect(document.texts.map(\.text) == ["a"])
        #expect(document.texts[0].position.distance(to: Point(x: 30, y: 36.2)) < 1e-9)
    }

    @Test func whatIsLeftOutIsTold() throws {
        let text = Self.file(
            #"{"id":"page:2","typeName":"page","index":"a2"}"#,
            Self.shape("r", "geo", #""x":0,"y":0"#, #""geo":"rectangle","w":9,"h":9"#),
            Self.shape("n", "note", #""x":0,"y":0"#, ""), Self.shape("h", "highlight", #""x":0,"y":0"#, ""),
            Self.shape("o", "geo", #""x":0,"y":0"#, parent: "page:2", #""geo":"ellipse","w":9,"h":9"#))
        #expect(
            try InkFormat.tldraw.notes(text) == [
                "1 rectangle, 1 note, 1 stroke of the highlighter, 1 further page are left out"
            ])
        #expect(try InkFormat.tldraw.read(text).elements.isEmpty)
    }

    @Test func shapesWithoutAPageAreTold() throws {
        func group(_ id: String, in parent: String) -> String {
            Self.shape(id, "group", #""x":0,"y":0"#, parent: parent, "")
        }
        func circle(in parent: String) -> String {
            Self.shape("c", "geo", #""x":0,"y":0"#, parent: parent, #""geo":"ellipse","w":9,"h":9"#)
        }
        let note = "1 shape in groups that can't be resolved is left out"
        #expect(try InkFormat.tldraw.notes(Self.file(circle(in: "shape:nosuch"))) == [note])
        #expect(try InkFormat.tldraw.notes(Self.file(circle(in: "shape:c"))) == [note])
        let cycle = Self.file(group("g", in: "shape:h"), group("h", in: "shape:g"), circle(in: "shape:g"))
        #expect(try InkFormat.tldraw.notes(cycle) == ["3 shapes in groups that can't be resolved are left out"])
        // What has a page is read all the same.
        let other = Self.file(Self.circle("a", x: 0, "p"), circle(in: "shape:nosuch"))
        #expect(try InkFormat.tldraw.notes(other) == [note])
        #expect(try InkFormat.tldraw.read(other).elements.count == 1)
    }

    @Test func splinesAreCurves() throws {
        func line(_ spline: String) throws -> [Point] {
            let points =
                #""points":{"a":{"index":"a1","x":0,"y":0},"b":{"index":"a2","x":60,"y":60},"c":{"index":"a3","x":120,"y":0}}"#
            let file = Self.file(Self.shape("l", "line", #""x":0,"y":0"#, #""spline":"\#(spline)",\#(points)"#))
            return try InkFormat.tldraw.read(file).points ?? []
        }
        #expect(try line("line") == points((0, 0), (60, 60), (120, 0)))
        let curve = try line("cubic")
        #expect(curve.first == Point(x: 0, y: 0) && curve.last == Point(x: 120, y: 0) && curve.count > 8)
        #expect(curve.contains(Point(x: 60, y: 60)) && curve.contains { $0.y > 40 && $0.y < 58 && $0.x < 60 })
    }

    @Test func snapshotsHaveStores() throws {
        let store = #"{"store":{"page:page":"# + Self.page + #","shape:a":"# + Self.circle("a", x: 0, "") + "}}"
        #expect(try InkFormat.tldraw.read(store).elements.count == 1)
        #expect(try InkFormat.tldraw.read(#"{"document":"# + store + #","session":{}}"#).elements.count == 1)
    }

    @Test func errorsHaveTheirPlace() {
        for (text, message) in [
            (#"{"name":"old","document":{"pages":{}}}"#, "expected 'records' or 'store' in the drawing"),
            (
                Self.file(Self.shape("d", "draw", #""x":0,"y":0"#, #""segments":[{"points":"AAA"}]"#)),
                "invalid encoded points in the segment"
            ),
        ] {
            let error = #expect(throws: InkFormatError.self) { try InkFormat.tldraw.read(text) }
            #expect(error?.message == message && error?.line == 1, "\(String(describing: error))")
        }
        // Groups within each other without end aren't on a page.
        let cycle = Self.file(Self.shape("g", "draw", #""x":0,"y":0"#, parent: "shape:g", ""))
        #expect(try! InkFormat.tldraw.read(cycle).elements.isEmpty)
    }
}
