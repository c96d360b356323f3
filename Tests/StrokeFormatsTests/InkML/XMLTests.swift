import StrokeFormats
import Strokes
import Testing

@Suite struct XMLTests {
    static func ink(_ body: String) -> String { "<ink xmlns=\"http://www.w3.org/2003/InkML\">\(body)</ink>" }

    private func strokes(_ body: String) throws -> [[Stroke]] {
        try InkFormat.inkML.read(Self.ink(body)).elements.map(\.strokes)
    }

    // MARK: InkML

    @Test func traces() throws {
        #expect(
            try strokes("<trace>10 0, 9 14, 8.5 -2</trace><trace> 1 2 </trace><trace/>") == [
                [Stroke(points((10, 0), (9, 14), (8.5, -2)))], [Stroke(points((1, 2)))], [Stroke([])],
            ])
    }

    /// The example of the recommendation, with its two channels that may be missing.
    @Test func differences() throws {
        let text =
            "<traceFormat><channel name=\"X\"/><channel name=\"Y\"/><intermittentChannels><channel name=\"S1\"/>"
            + "<channel name=\"S2\"/></intermittentChannels></traceFormat>"
            + "<trace>1125 18432,'23'43,\"7\"-8,3-5,7 -3,6 2,6 8,3 6 T,2 4*T,3 6,3-6 F F</trace>"
        let expected: [(Double, Double)] = [
            (1125, 18432), (1148, 18475), (1178, 18510), (1211, 18540), (1251, 18567), (1297, 18596), (1349, 18633),
            (1404, 18676), (1461, 18723), (1521, 18776), (1584, 18823),
        ]
        #expect(try strokes(text) == [[Stroke(expected.map { Point(x: $0.0, y: $0.1) })]])
    }

    @Test func wildcardsGoOnAsBefore() throws {
        #expect(
            try strokes("<trace>1 1, * 2, '3 *, * !5, * 6</trace>") == [
                [Stroke(points((1, 1), (1, 2), (4, 2), (7, 5), (10, 6)))]
            ])
        #expect(
            try strokes("<trace>1 1, '1 1, \"2 2, * 3</trace>") == [
                [Stroke(points((1, 1), (2, 1), (5, 2), (10, 3)))]
            ])
        #expect(try strokes("<trace>1 1, ? 2, 3 3</trace>") == [[Stroke(points((1, 1), (3, 3)))]])
    }

    @Test func channelsStandInAnyOrder() throws {
        let format =
            "<definitions><context xml:id=\"pen\"><traceFormat><channel name=\"T\" units=\"ms\"/><channel name=\"Y\"/>"
            + "<channel name=\"OTx\"/><channel name=\"F\" max=\"1024\"/><channel name=\"X\"/></traceFormat></context>"
            + "<traceFormat xml:id=\"plain\"><channel name=\"Y\"/><channel name=\"X\"/></traceFormat></definitions>"
        let stroke = try Stroke(points((1, 2), (3, 4)), times: [0, 0.5], pressures: [0.5, 1])
        #expect(try strokes(format + "<trace contextRef=\"#pen\">0 2 9 512 1, 500 4 9 1024 3</trace>") == [[stroke]])
        // A definition holds only for those that refer to it, a context among the traces for those
        // that follow.
        #expect(try strokes(format + "<trace>1 2</trace>") == [[Stroke(points((1, 2)))]])
        #expect(
            try strokes(format + "<context traceFormatRef=\"#plain\"/><trace>1 2</trace>") == [[Stroke(points((2, 1)))]]
        )
    }

    @Test func groupsHaveContexts() throws {
        let channels = "<traceFormat><channel name=\"Y\"/><channel name=\"X\"/></traceFormat>"
        let definitions =
            "<definitions><inkSource xml:id=\"tablet\">\(channels)</inkSource>"
            + "<context xml:id=\"pen\" inkSourceRef=\"#tablet\"/><context xml:id=\"mouse\"/></definitions>"
        let groups =
            "<traceGroup contextRef=\"#pen\"><trace>1 2</trace><traceGroup contextRef=\"#mouse\"><trace>1 2</trace>"
            + "</traceGroup><trace>1 2</trace></traceGroup><trace>1 2</trace>"
        // Traces come before the groups beside them.
        #expect(
            try strokes(definitions + groups).joined().map(\.points) == [
                points((1, 2)), points((2, 1)), points((2, 1)), points((1, 2)),
            ])
    }

    @Test func annotationsWithinTraces() throws {
        #expect(
            try strokes("<trace>1 2<annotation type=\"a\">9 9</annotation>, 3 4</trace>") == [
                [Stroke(points((1, 2), (3, 4)))]
            ])
    }

    @Test func pressureNeedsAMaximum() throws {
        let format = "<traceFormat><channel name=\"X\"/><channel name=\"Y\"/><channel name=\"F\"/></traceFormat>"
        #expect(try strokes(format + "<trace>1 2 0.5</trace>")[0][0].pressures == [0.5])
        #expect(try strokes(format + "<trace>1 2 512</trace>")[0][0].pressures == nil)
    }

    @Test func groupsAreElements() throws {
        let text = Self.ink(
            "<annotation type=\"writer\">me</annotation><trace>0 0</trace>"
                + "<traceGroup><annotation type=\"kind\"> all </annotation><trace>9 9</trace>"
                + "<traceGroup><annotation type=\"kind\">arrow</annotation><trace>1 1</trace><trace>2 2</trace></traceGroup>"
                + "<traceGroup><trace>3 3</trace></traceGroup></traceGroup>")
        let elements = try InkFormat.inkML.read(text).elements
        #expect(elements.map { $0.strokes.flatMap(\.points).map(\.x) } == [[0], [9], [1, 2], [3]])
        #expect(elements.map { $0.labels["kind"] } == [nil, "all", "arrow", "all"])
        #expect(elements.allSatisfy { $0.labels["writer"] == "me" })
    }

    @Test func viewsReferToTraces() throws {
        let text = Self.ink(
            "<trace id=\"0\">0 0</trace><trace id=\"1\">1 1</trace><trace id=\"2\">2 2</trace><trace id=\"3\">3 3</trace>"
                + "<traceGroup xml:id=\"s\"><annotation type=\"truth\">Segmentation</annotation><traceGroup>"
                + "<annotation type=\"truth\">x</annotation><traceView traceDataRef=\"0\"/><traceView traceDataRef=\"#2\"/>"
                + "</traceGroup><traceView><annotation type=\"truth\">y</annotation><traceView traceDataRef=\"#3\"/></traceView>"
                + "</traceGroup>")
        let elements = try InkFormat.inkML.read(text).elements
        #expect(elements.map { $0.strokes.flatMap(\.points).map(\.x) } == [[1], [0, 2], [3]])
        #expect(elements.map { $0.labels["truth"] } == [nil, "x", "y"])
    }

    @Test func continuations() throws {
        let text =
            "<trace xml:id=\"a\" continuation=\"begin\">0 0</trace><trace type=\"penUp\">7 7</trace><trace>5 5</trace>"
            + "<trace continuation=\"end\" priorRef=\"#a\">1 1</trace>"
        #expect(try strokes(text) == [[Stroke(points((0, 0), (1, 1)))], [Stroke(points((5, 5)))]])
    }

    // MARK: The $-family

    @Test func gestures() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"utf-8\"?><Gesture Name=\"arrow01\" Subject=\"2\" Speed=\"medium\" NumPts=\"2\">"
            + "<Point X=\"1\" Y=\"2\" T=\"100\"/><Point X=\"3.5\" Y=\"4\" T=\"350\"/></Gesture>"
        let element = LabeledInk(
            strokes: [try Stroke(points((1, 2), (3.5, 4)), times: [0.1, 0.35])],
            labels: ["name": "arrow01", "kind": "arrow", "writer": "2", "speed": "medium"])
        #expect(try InkFormat.dollar.read(text).elements == [element])
    }

    @Test func gesturesOfSeveralStrokes() throws {
        let text =
            "<Gestures><Gesture Name=\"X~1\"><Stroke index=\"1\"><Point X=\"1\" Y=\"2\"/></Stroke><Stroke index=\"2\">"
            + "<Point X=\"3\" Y=\"4\" Pressure=\"0.5\"/></Stroke><Stroke/></Gesture><Gesture Name=\"7\"/></Gestures>"
        let elements = try InkFormat.dollar.read(text).elements
        #expect(elements.map { $0.strokes.map(\.points.count) } == [[1, 1, 0], []])
        #expect(elements.map { $0.labels["kind"] } == ["X~", "7"])
    }
}
