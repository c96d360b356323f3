import AlgorithmSupport
import ComponentFormats
import Components
import Statecharts
import Testing

/// Reads an assembly beside files in memory.
func read(
    _ json: String, _ files: [String: String] = [:], _ options: AssemblyDocument.Options = .init()
) throws(AssemblyFormatError) -> AssemblyDocument {
    try AssemblyDocument(json: json, name: "a.json", options: options) { path in
        guard let text = files[path] else { throw ExpressionError("no such file") }
        return Array(text.utf8)
    }
}

/// Returns the errors of an assembly.
func errors(
    _ json: String, _ files: [String: String] = [:], _ options: AssemblyDocument.Options = .init()
) -> [String] {
    do throws(AssemblyFormatError) {
        _ = try read(json, files, options)
        return []
    } catch { return error.errors.map(\.description) }
}

/// A chart that answers each message by one.
let echo = """
    <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="Echo">
      <state id="s"><transition event="in"><send event="out" target="#_out"/></transition></state>
    </scxml>
    """

struct ReadingTests {
    @Test func allErrorsAreToldAtOnceWithTheirPlaces() {
        let text = """
            {
              "components": {
                "a": {"in": {"p": ["m", "m"], "q": 7}, "color": "red"},
                "b c": {"out": {"r": ["x y"]}, "mailbox": {"capacity": 0, "policy": "drop"}},
                "d": {"chart": 3, "execution": "fast", "optional": "s", "out": {"t": {"m": "string"}}}
              },
              "channels": [{"from": "a", "to": ["d.t", 5]}, {"to": "a.p", "kind": "both"}, {}],
              "environment": {"e.f": "a.p", "g": "a.z", "h": "z.z"},
              "name": "n",
              "name": "m"
            }
            """
        #expect(
            errors(text) == [
                "a.json:3:29: duplicate message 'm'; remove one",
                "a.json:3:40: expected the name of a message, a list of names, or an object with types, found '7},'",
                "a.json:3:44: unknown key 'color' in a component; expected chart, assembly, in, out, own, optional, "
                    + "mailbox, execution, contracts, components, channels, environment",
                "a.json:4:5: invalid name 'b c' of a component; use letters and digits without '.' and spaces",
                "a.json:4:27: invalid event name 'x y'; remove the space",
                "a.json:4:60: expected a number from 1 on, found 0",
                "a.json:4:73: unknown policy 'drop'; expected fail, dropOldest, dropNewest, wait",
                "a.json:5:20: expected a string, found '3,'",
                "a.json:5:36: unknown execution 'fast'; expected shared, blocking, main-actor",
                "a.json:5:56: unknown output port 's' in 'optional'; expected t",
                "a.json:5:80: unknown type 'string'; expected any, none, boolean, number, text, list, record",
                "a.json:7:25: invalid port 'a'; write the component and its port, such as 'model.service'",
                "a.json:7:44: expected a port, such as \"model.service\", or a list of ports, found '5]},'",
                "a.json:7:71: unknown kind of channel 'both'; expected publish-subscribe, point-to-point",
                "a.json:7:80: a channel lacks the key 'from'; add its ports",
                "a.json:8:19: invalid name 'e.f' of a port; use letters and digits without '.' and spaces",
                "a.json:10:3: duplicate key 'name'; remove one of the two",
            ])
    }

    @Test func namesDontCollideWithThoseOfTraces() {
        let text = #"""
            {
              "components": {
                "outside": {}, "outside12": {}, "#a": {"in": {"#failures": "m"}}, "environment": {},
                "a\u0001": {}, "outsider": {"in": {"p\u0085": "m"}},
                "box": {"components": {"outside": {"in": {"i": "m"}}}}
              }
            }
            """#
        #expect(
            errors(text) == [
                "a.json:3:5: invalid name 'outside' of a component; rename the part, as traces have this name for what "
                    + "is outside",
                "a.json:3:20: invalid name 'outside12' of a component; rename the part, as traces have this name for "
                    + "what is outside",
                "a.json:3:37: invalid name '#a' of a component; begin with another character than '#'",
                "a.json:3:51: invalid name '#failures' of a port; begin with another character than '#'",
                "a.json:3:71: the name 'environment' stands for what is outside; rename the component",
                "a.json:4:5: invalid name 'a\\x01' of a component; use letters and digits without '.' and spaces",
                "a.json:4:40: invalid name 'p\\x85' of a port; use letters and digits without '.' and spaces",
            ])
    }

    @Test func errorsBetweenPartsHavePlaces() {
        let text = """
            {"components": {
                "a": {"out": {"o": "m", "p": "n", "q": "k"}},
                "b": {"in": {"i": "m", "j": {"n": "number"}}}
              },
              "channels": [
                {"from": "a.o", "to": ["b.i", "c.i"]},
                {"from": "a.p", "to": "b.i"},
                {"from": "b.j", "to": "a.x"}
              ]}
            """
        #expect(
            errors(text) == [
                "a.json:2:39: a.q has no channel; connect it, or name it in 'environment' or 'optional'",
                "a.json:6:35: unknown part 'c' in a channel; add it or fix the name",
                "a.json:7:14: a.p sends no message that b.i receives: p and i have none of the same name and type; "
                    + "connect other ports",
                "a.json:8:14: b.j sends nothing; connect outputs to inputs",
                "a.json:8:27: unknown port 'x' of 'a'; fix the name",
            ])
    }

    @Test func filesHaveFindingsOfTheirOwn() throws {
        let text = """
            {"components": {
              "a": {"chart": "x/a.scxml", "in": {"i": ["in", "never"]}, "out": {"ou": "out"}, "optional": "ou"},
              "b": {"chart": "b.scxml"}, "c": {"chart": "c.scxml"}, "d": {"chart": "d.json"}
            }, "environment": {"e": "a.i"}}
            """
        let invoking =
            "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\"><state id=\"s\"><invoke src=\"x\"/></state></scxml>"
        let files = [
            "x/a.scxml": echo, "b.scxml": "<scxml>", "c.scxml": invoking,
            "d.json": "{\"name\": \"d\", \"initial\": \"nowhere\"}",
        ]
        let messages = errors(text, files)
        #expect(messages.count == 3)
        #expect(messages[1].hasPrefix("b.scxml:1:8: "))
        #expect(messages[0].hasPrefix("a.json:3:45: the chart 'c.scxml' invokes others or sends by a transport; "))
        #expect(messages[2].hasPrefix("d.json:1:1: "))
        let one = """
            {"components": {
              "a": {"chart": "x/a.scxml", "in": {"i": ["in", "never"]}, "out": {"ou": "out"}, "optional": "ou"}
            }, "environment": {"e": "a.i"}}
            """
        #expect(
            try read(one, files).warnings.map(\.description) == [
                "a.json:2:18: the chart sends to '#_out', but 'a' has no output port 'out'; did you mean '#_ou'?",
                "a.json:2:18: no transition of the chart reacts to 'never', which the port 'i' receives; add one or "
                    + "remove the message",
            ])
        #expect(errors(one, [:]) == ["a.json:2:18: 'x/a.scxml' can't be read: no such file"])
    }

    @Test func assembliesContainOthers() throws {
        let pair = """
            {"components": {
              "first": {"chart": "../echo.scxml", "in": {"i": "in"}, "out": {"out": "out"}},
              "second": {"in": {"i": "out"}, "out": {"o": {"done": "none"}}}},
             "channels": [{"from": "first.out", "to": "second.i"}],
             "environment": {"jobs": "first.i", "results": "second.o"}}
            """
        let text = """
            {"components": {
              "outer": {"components": {"left": {"assembly": "parts/pair.json"}, "right": {"assembly": "parts/pair.json"}},
                "environment": {"jobs": ["left.jobs", "right.jobs"], "results": ["left.results", "right.results"]}}},
             "environment": {"in": "outer.jobs", "out": "outer.results"}}
            """
        var options = AssemblyDocument.Options()
        options.behavior = { name in
            .init { message, outputs in
                #expect(message.name == "out" && name.hasSuffix("second"))
                try outputs.send("done", through: "o")
            }
        }
        let files = ["parts/pair.json": pair, "echo.scxml": echo]
        let document = try read(text, files, options)
        #expect(document.warnings == [])
        #expect(document.programComponents == ["outer.left.second", "outer.right.second"])
        #expect(
            document.assembly.parts.map(\.name) == [
                "outer", "outer.left", "outer.left.first", "outer.left.second", "outer.right", "outer.right.first",
                "outer.right.second", "environment",
            ])
        let run = try ComponentRun(document)
        try run.send("in.in")
        #expect(run.takeReceived().map { "\($0.port).\($0.name)" } == ["out.done", "out.done"])
        #expect(try read(document.json, files, options).json == document.json)
    }

    @Test func containmentHasAnEnd() {
        #expect(
            errors(
                "{\"components\": {\"a\": {\"assembly\": \"b.json\"}}}",
                [
                    "b.json": "{\"components\": {\"c\": {\"assembly\": \"c.json\"}}}",
                    "c.json": "{\"components\": {\"b\": {\"assembly\": \"b.json\"}}}",
                ])
                == [
                    "c.json:1:35: the assembly contains itself: 'b.json' contains 'c.json' contains 'b.json'; remove it"
                ])
        // Each file doubles the number of components.
        var files: [String: String] = [:]
        for level in 0..<30 {
            files["\(level).json"] =
                "{\"components\": {\"a\": {\"assembly\": \"\(level + 1).json\"}, \"b\": {\"assembly\": \"\(level + 1).json\"}}}"
        }
        files["30.json"] = "{\"components\": {\"a\": {}}}"
        #expect(
            errors("{\"components\": {\"a\": {\"assembly\": \"0.json\"}}}", files).last
                == "14.json:1:1: more than 100000 components; divide the assembly")
        // A file has one path, however it is written.
        let twice = "{\"components\": {\"a\": {\"assembly\": \"./x/../b.json\"}, \"b\": {\"assembly\": \"b.json\"}}}"
        #expect(
            errors(twice, ["b.json": twice]) == [
                "b.json:1:35: the assembly contains itself: 'b.json' contains 'b.json'; remove it",
                "b.json:1:71: the assembly contains itself: 'b.json' contains 'b.json'; remove it",
            ])
        let many = (0..<100).map { "\"a\($0)\": {\"assembly\": \"next\"}" }.joined(separator: ", ")
        for level in 0..<30 {
            files["\(level)"] = "{\"components\": {\(many)}}".replacing("next", with: "\(level + 1)")
        }
        files["30"] = "{\"components\": {\"a\": {}}}"
        #expect(errors("{\"components\": {\"a\": {\"assembly\": \"0\"}}}", files).count == 1)
        var nested = "{}"
        for _ in 0..<40 { nested = "{\"components\": {\"a\": \(nested)}}" }
        #expect(errors(nested).contains { $0.hasSuffix("expected at most 32 nested assemblies") })
    }

    @Test func hostileTextsAreErrors() {
        #expect(errors("") == ["a.json:1:1: expected a value, found the end of the file"])
        #expect(errors("[1]") == ["a.json:1:1: expected an object: an assembly, found '[1]'"])
        #expect(errors("{}") == ["a.json:1:1: an assembly has no components; add the key 'components'"])
        #expect(errors(String(repeating: "[", count: 1_000_000)).count == 1)
        #expect(errors(String(repeating: "{\"components\":", count: 100_000)).count == 1)
        #expect(
            errors("{\"components\": {\"a\": {\"in\": {\"i\": \"m\"}}}, \"environment\": {\"e\": [\"a.i\", \"a.i\"]}}")
                == ["a.json:1:72: duplicate port 'a.i'; remove one"])
        let deep = String(repeating: "[", count: 200) + "\"number\"" + String(repeating: "]", count: 200)
        #expect(
            errors("{\"components\": {\"a\": {\"in\": {\"p\": {\"m\": \(deep)}}}}}").first
                == "a.json:1:73: expected at most 32 nested types")
        var options = AssemblyDocument.Options()
        options.maximumBytes = 10
        #expect(
            errors("{\"components\": {}}", [:], options) == [
                "a.json: the text is longer than 10 bytes; divide the assembly"
            ])
        let many = (0..<5_000).map { "\"a \($0)\": {}" }.joined(separator: ", ")
        let messages = errors("{\"components\": {\(many)}}")
        #expect(messages.count == 1_001)
        #expect(messages.last == "4000 more findings aren't listed; correct the ones above first")
    }

    /// Damaged texts never trap, and what can be read is read.
    @Test func damagedTextsAreErrorsOrAssemblies() throws {
        let text = Array(try String(decoding: Files.example("expenses.json"), as: UTF8.self).utf8)
        var generator = SeededGenerator(seed: 57)
        var readCount = 0
        let examples = try ["model.scxml", "service.scxml"].map {
            ($0, String(decoding: try Files.example($0), as: UTF8.self))
        }
        .reduce(into: [:]) { $0[$1.0] = $1.1 }
        for _ in 0..<300 {
            var damaged = text
            for _ in 0...Int.random(in: 0..<3, using: &generator) {
                let place = Int.random(in: 0..<damaged.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: damaged.remove(at: place)
                case 1: damaged[place] = UInt8.random(in: 0x20..<0x7F, using: &generator)
                case 2: damaged.insert(text.randomElement(using: &generator) ?? 0x20, at: place)
                default: damaged.removeSubrange(place..<min(place + 20, damaged.count))
                }
            }
            let json = String(decoding: damaged, as: UTF8.self)
            guard let document = try? AssemblyDocument(json: json, loading: Files.example) else {
                #expect(!errors(json, examples).isEmpty)
                continue
            }
            let again = try AssemblyDocument(json: document.json, loading: Files.example)
            #expect(again.json == document.json)
            readCount += 1
        }
        #expect(readCount > 10)
    }

    @Test func bodiesHaveTypes() throws {
        let text = """
            {"components": {
              "a": {"out": {"o": {"m": {"amount": "number", "tags": ["text"]}, "n": "none"}}},
              "b": {"in": {"i": {"m": {"amount": "text"}, "n": "any"}}}},
             "channels": [{"from": "a.o", "to": "b.i"}]}
            """
        #expect(
            errors(text) == [
                "a.json:4:24: a.o sends 'm' with {\"amount\": \"number\", \"tags\": [\"text\"]}, and b.i expects "
                    + "{\"amount\": \"text\"}; make the "
                    + "types equal"
            ])
        let one = """
            {"components": {"a": {"in": {"i": {"m": {"amount": "number", "tags": ["text"]}, "n": "none"}}}},
             "environment": {"e": "a.i"}}
            """
        let run = try ComponentRun(read(one))
        func problem(_ step: String) -> String {
            do { _ = try run.perform(ScriptStep(parsing: step)) } catch { return "\(error)" }
            return ""
        }
        #expect(problem("e.m={amount: 1, tags: [\"x\"]}") == "")
        #expect(problem("e.n") == "")
        #expect(problem("e.n=1") == "e.n: expected \"none\" as the body, found a number")
        #expect(problem("e.m={amount: 1}") == "e.m: the body lacks the member 'tags'; add it")
        #expect(
            problem("e.m={amount: 1, tags: [1]}")
                == "e.m: expected \"text\" as item 0 of 'tags' of the body, found a number")
        #expect(problem("e.m={amount: 1, tags: [], x: 1}") == "e.m: the body has an unknown member 'x'; remove it")
        #expect(problem("e.k") == "unknown message 'k' of the port 'e'; expected m, n")
        #expect(problem("f.k") == "unknown port 'f' of the environment; expected e")
    }

    @Test func aThousandComponentsAreRead() throws {
        let count = 1_000
        let parts = (0..<count).map {
            "\"c\($0)\": {\"chart\": \"echo.scxml\", \"in\": {\"i\": \"in\"}, \"out\": {\"out\": [\"out\", \"in\"]}}"
        }
        let channels = (0..<count).map { "{\"from\": \"c\($0).out\", \"to\": \"c\(($0 + 1) % count).i\"}" }
        let text =
            "{\"components\": {\(parts.joined(separator: ", "))}, \"channels\": [\(channels.joined(separator: ", "))]}"
        let clock = ContinuousClock()
        let start = clock.now
        let document = try read(text, ["echo.scxml": echo])
        print("1000 components: \(clock.now - start)")
        #expect(document.assembly.parts.count == count)
    }
}
