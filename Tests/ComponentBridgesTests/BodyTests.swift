import ComponentBridges
import Statecharts
import TextSupport
import Testing

@Suite struct BodyTests {
    enum Color: String, Codable, CaseIterable { case red, green }
    enum Side: String, Codable { case left, right }
    enum Form: Codable, Hashable { case circle(radius: Double), point, named(String, Int) }

    struct Item: Codable, Hashable {
        var name: String
        var price: Double
        var count: UInt64
        var small: Int8
        var ratio: Float
        var isOpen: Bool
        var note: String?
        var tags: [String]
        var sizes: [String: Int]
        var color: Color
        var form: Form
        var parts: [Item]
    }

    private func written(_ value: some Encodable) throws -> String {
        let encoder = BodyEncoder(TextOutput())
        try encoder.write(value)
        return String(decoding: encoder.text.bytes, as: UTF8.self)
    }

    private func read<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
        try Array(text.utf8).withUnsafeBytes { try BodyDecoder($0, at: 0).read(type) }
    }

    private func expectSame<Value: Codable & Equatable>(_ value: Value, _ json: String) throws {
        #expect(try written(value) == json)
        #expect(try read(json) == value)
    }

    @Test func valuesAreWrittenAndRead() throws {
        try expectSame("a\"\\\n\u{1}é😀", "\"a\\\"\\\\\\n\\u0001é😀\"")
        try expectSame(-12, "-12")
        try expectSame(Int.min, "-9223372036854775808")
        try expectSame(UInt64.max, "18446744073709551615")
        try expectSame(0.1, "0.1")
        try expectSame(Float(0.1), "0.1")
        try expectSame(-Double.infinity, "\"-Infinity\"")
        try expectSame([true, false], "[true,false]")
        try expectSame([[Int]](), "[]")
        try expectSame(["b": 1], "{\"b\":1}")
        try expectSame([1: "x"], "{\"1\":\"x\"}")
        try expectSame(Int?.none, "null")
        try expectSame([1, nil], "[1,null]")
        try expectSame(Color.green, "\"green\"")
        try expectSame(Form.circle(radius: 2), "{\"circle\":{\"radius\":2}}")
        try expectSame(Form.point, "{\"point\":{}}")
        try expectSame(
            Value.record(["a": .list([.null, .boolean(true), .number(1.5), .text("x")])]),
            "{\"a\":[null,true,1.5,\"x\"]}")
        #expect(try read("{\"b\": 1 , \"a\":[ ]}", as: Value.self) == .record(["a": .list([]), "b": .number(1)]))
        #expect(try written(Double.nan) == "\"NaN\"")
    }

    @Test func structuresComeBack() throws {
        let inner = Item(
            name: "x", price: .pi, count: .max, small: -128, ratio: 1.5, isOpen: true, note: nil, tags: [], sizes: [:],
            color: .red, form: .named("a", 1), parts: [])
        var item = inner
        (item.parts, item.note, item.sizes, item.tags) = ([inner, inner], "n", ["s": 1, "m": 2], ["t", "u"])
        #expect(try read(try written(item)) == item)
    }

    @Test(arguments: [
        ("", "a string"), ("1", "a string"), ("\"a", "\""), ("[", "a string"),
    ])
    func damagedTexts(text: String, reason: String) {
        let result = Result { try read(text, as: String.self) }
        guard case .failure(let error as DecodingError) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.reason.contains(reason), "\(error.reason)")
    }

    @Test func numbersThatDontFitAreErrors() {
        for (text, type) in [
            ("256", UInt8.self as any (Decodable & Sendable).Type), ("-1", UInt.self), ("1.5", Int.self),
            ("1e30", Int.self), ("\"1\"", Int.self),
        ] {
            #expect(throws: DecodingError.self) { _ = try open(type, text) }
        }
        func open<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value { try read(text) }
    }

    @Test func shapesAreFound() {
        #expect(BodyShape(of: String.self).text == "string")
        #expect(BodyShape(of: [Int].self).text == "[integer]")
        #expect(BodyShape(of: [String: [Double]].self).text == "{*:[number]}")
        #expect(BodyShape(of: Value.self).text == "any")
        #expect(BodyShape(of: Form.self).text == "any")
        #expect(BodyShape(of: Color.self).text == "string")
        #expect(BodyShape(of: Parcel.self).text == "{label:string,note?:string,number:integer,weights:[number]}")
        #expect(BodyShape(of: Item.self).text.hasPrefix("{color:string,count:integer,"))
        struct Sided: Codable { var side: Side; var count: Int }
        #expect(BodyShape(of: Sided.self).text == "{side:string,…}")
        #expect(BodyShape(ofAll: []).text == "null")
        #expect(BodyShape(ofAll: [Int.self, String.self]).text == "(integer,string)")
    }

    @Test(arguments: [
        ("string", "string", true), ("string", "integer", false), ("any", "{a:string}", true),
        ("[any]", "[[integer]]", true),
        ("{a:any,b:string}", "{a:{c:integer},b:string}", true),
        ("{a:any,b:string}", "{a:{c:integer},b:integer}", false),
        ("{side:string,…}", "{count:integer,side:string}", true), ("[{side:string,…}]", "[string]", true),
        ("(integer,any)", "(integer,string)", true), ("(integer)", "(integer,string)", false), ("", "string", false),
        ("{a:string", "{a:string}", false), ("anything", "string", false),
    ])
    func shapesFit(left: String, right: String, fits: Bool) {
        #expect(BodyShape.fits(left, right) == fits)
        #expect(BodyShape.fits(right, left) == fits)
    }
}
