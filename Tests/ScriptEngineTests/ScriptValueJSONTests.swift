import ScriptEngine
import Testing

/// Values as JSON, both ways.
struct ScriptValueJSONTests {
    @Test(arguments: [
        "null", "true", "-1.5", "\"a\\\"ä\\n\"", "[]", "{}", "[1,[2,{\"a\":null}],\"x\"]", "{\"a\":1,\"b\":[false]}",
    ])
    func textsComeBackAsTheyWere(text: String) throws { #expect(try ScriptValue(json: text).json == text) }

    @Test func whatJSONHasNotGot() {
        let value = ScriptValue.record(["a": .undefined, "b": .list([.undefined, .number(.nan)])])
        #expect(value.json == "{\"b\":[null,null]}")
    }

    @Test func blanksAndKeysThatOccurTwice() throws {
        #expect(try ScriptValue(json: " { \"a\" : 1 , \"a\" : 2 } \n") == .record(["a": .number(2)]))
    }

    @Test(arguments: ["", "[1,]", "{a: 1}", "nul", "1 2", "\"", "[", "{\"a\" 1}", "'a'", "undefined"])
    func faults(text: String) { #expect(throws: ScriptError.self) { try ScriptValue(json: text) } }

    @Test func faultsHavePlaces() {
        let error = #expect(throws: ScriptError.self) { try ScriptValue(json: "[1,\n2,\n x]") }
        #expect(error?.description.hasPrefix("JSON:3: ") == true)
    }

    @Test func depth() throws {
        let nested = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        #expect(try ScriptValue(json: nested(64)).json == nested(64))
        #expect(throws: ScriptError.nesting) { try ScriptValue(json: nested(66)) }
        #expect(throws: ScriptError.nesting) { try ScriptValue(json: String(repeating: "[", count: 1_000_000)) }
    }
}
