import StrokeFormats
import Strokes
import Testing

@Suite("SVG")
struct SVGTests {
    static func file(_ elements: String) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 9 9'>\(elements)</svg>"
    }

    /// The points of the only line.
    static func line(_ data: String) throws -> [Point] {
        try #require(try InkFormat.svg.read(file("<path d='\(data)' stroke='black' fill='none'/>")).points)
    }

    @Test(arguments: [
        "M1,2 L3,4 5,6", "m 1 2 l 2 2 2,2", "M1 2 3 4L5 6", "M.1e1+2l2 2L5+6", "M1 2H3V4L5 6", "m1 2h2v2l2 2",
    ])
    func straightLines(_ data: String) throws {
        let read = try Self.line(data)
        let expected =
            data.contains("H") || data.contains("h")
            ? points((1, 2), (3, 2), (3, 4), (5, 6)) : points((1, 2), (3, 4), (5, 6))
        #expect(read == expected)
    }

    /// Curves pass through the points that their formulas give.
    @Test(
        arguments: [
            ("M0 0C0 4 4 4 4 0", (2.0, 3.0)), ("M0 0c0 4 4 4 4 0", (2, 3)), ("M0 0Q2 4 4 0", (2, 2)),
            ("M0 0q2 4 4 0", (2, 2)),
            ("M0 0A2 2 0 0 1 4 0", (2, -2)), ("M0 0a2 2 0 004 0", (2, 2)), ("M0 0A1 1 0 0 1 4 0", (2, -2)),
            ("M0 0A2 4 0 0 1 4 0", (2, -4)), ("M0 0A4 2 90 0 1 4 0", (2, -4)),
            ("M-4 0C-4 4 0 4 0 0S4 -4 4 0", (2, -3)), ("M-4 0Q-2 4 0 0T4 0", (2, -2)),
        ] as [(String, (Double, Double))])
    func curves(_ data: String, _ middle: (Double, Double)) throws {
        let read = try Self.line(data)
        #expect(read.first?.y == 0 && read.last == Point(x: 4, y: 0))
        let middle = Point(x: middle.0, y: middle.1)
        let gap = zip(read, read.dropFirst()).reduce(Double.infinity) { best, part in
            (0...20).reduce(best) { min($0, part.0.interpolated(to: part.1, at: Double($1) / 20).distance(to: middle)) }
        }
        #expect(gap < 0.05, "\(gap)")
    }

    @Test func styleSheets() throws {
        func count(_ sheet: String, _ attributes: String) throws -> Int {
            let file = Self.file("<style>\(sheet)</style><path d='M0 0L5 5' \(attributes)/>")
            return try InkFormat.svg.read(file).elements.count
        }
        for (sheet, attributes) in [
            ("path { stroke: black }", ""), (".edge{stroke:black;fill:none}", "class='a edge'"),
            ("#e{stroke:red}", "id='e'"),
            ("/* {x} */ * { stroke : red }", ""), ("path.edge,.other{stroke:red}", "class='edge'"),
            ("<![CDATA[.a > .b { x: y } .e{stroke:red}]]>", "class='e'"),
            (".e{stroke:none}", "class='e' style='stroke:red'"),
            ("#e{stroke:red}.e{stroke:none}", "class='e' id='e'"), (".e{stroke:none}.f{stroke:red}", "class='f e'"),
            ("@import url(x); @media print { .e { stroke: none } } .e{stroke:red!important}", "class='e'"),
        ] {
            #expect(try count(sheet, attributes) == 1, "\(sheet)")
        }
        for (sheet, attributes) in [
            (".e{stroke:none}", "class='e' stroke='red'"), ("circle{stroke:red}", ""), (".e{stroke:red}", "class='ee'"),
            (".e{stroke:red", "class='f'"), ("{", ""), ("}{;,", ""), ("path{stroke:red}path{stroke:none}", ""),
        ] {
            #expect(try count(sheet, attributes) == 0, "\(sheet)")
        }
        let others = Self.file("<style>g path, .a:hover {stroke:red} @page{}</style>")
        #expect(
            try InkFormat.svg.notes(others) == [
                "can't apply 3 rules of style sheets; only element, class and id selectors are supported"
            ])
        let late = Self.file("<circle r='4'/><style>circle{stroke:red}</style>")
        #expect(
            try InkFormat.svg.notes(late) == [
                "a style sheet isn't applied to the shapes before it; move it to the file's start"
            ])
    }

    @Test func partsOfPaths() throws {
        let document = try InkFormat.svg.read(Self.file("<path d='M0 0L1 1ZL2 2M5 5L6 6' stroke='red' fill='none'/>"))
        #expect(
            document.elements.map { $0.strokes.map(\.points) } == [
                [points((0, 0), (1, 1), (0, 0)), points((0, 0), (2, 2)), points((5, 5), (6, 6))]
            ])
        #expect(document.elements[0].labels.isEmpty)
    }

    @Test func circlesAreShapes() throws {
        let document = try InkFormat.svg.read(
            Self.file(
                "<g transform='translate(10,20) scale(2)'><circle cx='5' cy='0' r='2' style='fill:none;stroke:#000'/></g>"
                    + "<ellipse cx='1' cy='1' rx='1' ry='2' stroke='none' fill='none'/>"
                    + "<ellipse cx='1' cy='1' rx='1' ry='2' transform='rotate(90)'/>"))
        #expect(document.elements.map(\.labels) == [["shape": "circle"], ["shape": "circle"]])
        let boxes = document.elements.compactMap { element in
            let points = element.strokes[0].points
            return points.span.boundingBox
        }
        #expect(boxes[0].center.distance(to: Point(x: 20, y: 20)) < 1e-9 && abs(boxes[0].width - 8) < 1e-9)
        #expect(boxes[1].center.distance(to: Point(x: -1, y: 1)) < 1e-9 && abs(boxes[1].width - 4) < 1e-9)
    }

    @Test func markersAndFilledFiguresAreHeads() throws {
        func arrows(_ elements: String) throws -> [(labels: [String: String], points: [Point])] {
            try InkFormat.svg.read(Self.file(elements)).elements.map { ($0.labels, $0.strokes[0].points) }
        }
        let marked = try arrows("<line x1='0' y1='0' x2='9' y2='0' stroke='black' marker-end='url(#Arrow)'/>")
        #expect(marked.map(\.labels) == [["shape": "arrow"]] && marked[0].points == points((0, 0), (9, 0)))
        let reversed = try arrows("<polyline points='0,0 9,0' style='stroke:black;marker-start:url(#a)'/>")
        #expect(reversed.map(\.points) == [points((9, 0), (0, 0))])
        #expect(try arrows("<line x2='9' stroke='black' marker-start='url(#Dot)'/>").map(\.labels) == [[:]])
        // The line ends at the base of the triangle, and then at its tip.
        let filled = try arrows(
            "<path d='M0 0L90 0' stroke='black' fill='none'/><polygon points='90,-4 100,0 90,4' fill='black'/>")
        #expect(filled.map(\.labels) == [["shape": "arrow"]])
        #expect(filled[0].points == points((0, 0), (90, 0), (100, 0)))
        // A background is no head.
        let paper = try arrows(
            "<polygon points='-4,4 -4,-76 274,-76 274,4 -4,4' fill='white'/><line x2='90' stroke='black'/>")
        #expect(paper.map(\.labels) == [[:]])
        // The line ends at the tip, a curve.
        let touching = try arrows(
            "<polygon points='0,100 10,96 10,104'/><path d='M100 0Q100 100 0 100' stroke='black' fill='none'/>")
        #expect(touching.map(\.labels) == [["shape": "arrow"]] && touching[0].points.last == Point(x: 0, y: 100))
    }

    @Test func whatIsHiddenIsLeftOut() throws {
        let hidden = [
            "<g display='none'>", "<g style='display: none'>", "<g opacity='0'>", "<g visibility='hidden'>", "<defs>",
            "<marker>", "<g stroke-opacity='0'>", "<clipPath>", "<g style='display:none !important'>",
        ]
        for start in hidden {
            let end = "</" + start.dropFirst().prefix { $0.isLetter } + ">"
            let text = Self.file(start + "<line x2='9' stroke='black'/>" + end)
            #expect(try InkFormat.svg.read(text).elements.isEmpty, "\(start)")
            #expect(try InkFormat.svg.notes(text).isEmpty)
        }
        #expect(
            try InkFormat.svg.notes(
                Self.file(
                    "<use xlink:href='#a'/><image/><path d='M0 0L9 9L9 0L5 5L3 2L0 9Z'/><rect width='9' height='9'/>"))
                == [
                    "1 copy of another part (<use>), 1 image, 1 filled area without an outline are left out"
                ])
    }

    @Test(arguments: [
        ("none", false), ("transparent", false), ("#0000", false), ("#12345600", false), ("rgba(0,0,0,0)", false),
        ("rgb(0 0 0 / 0%)", false), ("hsla(0, 0%, 0%, 0.0)", false), ("#000", true), ("#000000", true), ("#000f", true),
        ("rgba(0, 0, 0, .5)", true), ("rgb(0,0,0)", true), ("none !important", false), ("red", true),
    ])
    func paintsThatDontShow(_ paint: String, _ shows: Bool) throws {
        let text = Self.file("<line x2='9' style='stroke: \(paint)'/>")
        #expect(try InkFormat.svg.read(text).elements.isEmpty != shows)
    }

    @Test func valuesOfTheElementAround() throws {
        let line = "<line x2='9' stroke='inherit' visibility='inherit'/>"
        #expect(try InkFormat.svg.read(Self.file("<g stroke='red'>\(line)</g>")).elements.count == 1)
        #expect(try InkFormat.svg.read(Self.file("<g stroke='none'>\(line)</g>")).elements.isEmpty)
    }

    @Test func percentages() throws {
        let content =
            "<line x1='50%' y1='10%' x2='100%' y2='20%' stroke='red'/><text x='50%' y='30%' font-size='0'>a</text>"
        let read = try InkFormat.svg.read("<svg width='20' height='10'>\(content)</svg>")
        #expect(read.points == points((10, 1), (20, 2)) && read.texts == [InkText("a", at: Point(x: 10, y: 3))])
        #expect(
            try InkFormat.svg.notes("<svg>\(content)</svg>")
                == ["percentages aren't applied; give <svg> a width and a height, or a viewBox"])
    }

    /// An arrow that begins at the tip of another one is nearer to its head, but runs elsewhere.
    @Test func headsKeepTheirDirection() throws {
        let text = Self.file(
            "<path d='M130 100L261 100' fill='none' stroke='#111'/><path d='M270 100L261 103.6 261 96.4Z'/>"
                + "<path d='M270 101C200 160 180 160 126 122' fill='none' stroke='#111'/>"
                + "<path d='M122 119L131 121 126 127Z'/>")
        let arrows = try InkFormat.svg.read(text).elements
        #expect(arrows.map(\.labels) == [["shape": "arrow"], ["shape": "arrow"]])
        #expect(arrows.map { $0.strokes[0].points.last } == points((270, 100), (122, 119)))
    }

    @Test func texts() throws {
        let document = try InkFormat.svg.read(
            Self.file(
                "<text x='10' y='20' font-size='10' text-anchor='middle'>q<tspan dy='3'>0</tspan></text>"
                    + "<g font-size='20'><text dominant-baseline='middle'><tspan x='0' y='5'>a,</tspan>\n<tspan x='0' y='25'>b</tspan>"
                    + "</text></g><text> </text>"))
        #expect(document.texts.map(\.text) == ["q0", "a, b"])
        #expect(document.texts[0].position.distance(to: Point(x: 10, y: 16.5)) < 1e-9)
        #expect(document.texts[1].position.distance(to: Point(x: 22, y: 5)) < 1e-9)
    }

    /// As draw.io writes them: HTML, and a plain text for other programs.
    @Test func labelsInHTML() throws {
        let label =
            "<g transform='translate(-1 0)'><switch><foreignObject width='100%' height='100%'>"
            + "<div xmlns='http://www.w3.org/1999/xhtml' style='display: flex; width: 78px; height: 1px; padding-top: 40px; "
            + "margin-left: 61px;'><div style='font-size: 0px;'><div>q<br/>0</div></div></div></foreignObject>"
            + "<text x='100' y='44' text-anchor='middle'>q…</text></switch></g>"
        let document = try InkFormat.svg.read(Self.file(label))
        #expect(document.texts == [InkText("q 0", at: Point(x: 99, y: 40.5))])
        let plain = "<switch><foreignObject/><text x='8' y='44' text-anchor='middle' font-size='0'>q</text></switch>"
        #expect(try InkFormat.svg.read(Self.file(plain)).texts == [InkText("q", at: Point(x: 8, y: 44))])
    }

    @Test func manyTextsBesideALabel() throws {
        let words = String(repeating: "word ", count: 20_000)
        let label = "<foreignObject x='0' y='0' width='9' height='9'><p>\(words)</p>"
        let texts = String(repeating: "<text>a</text>", count: 20_000)
        #expect(try InkFormat.svg.read(Self.file("<switch>\(label)</foreignObject>\(texts)</switch>")).texts.count == 1)
    }

    @Test func errorsHaveTheirPlace() {
        for (text, message) in [
            (Self.file("<path d='M0 0L1'/>"), "malformed path data after 5 bytes; expected a command and its numbers"),
            (Self.file("<path d='L1 1'/>"), "malformed path data after 1 bytes; expected a command and its numbers"),
            ("<html/>", "expected <svg>, found <html>"),
        ] {
            let error = #expect(throws: InkFormatError.self) { try InkFormat.svg.read(text) }
            #expect(error?.message == message && error?.line == 1, "\(String(describing: error))")
        }
    }
}
