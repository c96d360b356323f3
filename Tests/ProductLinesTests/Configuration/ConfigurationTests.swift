import AlgorithmSupport
import ProductLines
import Testing
import TextSupport

private enum Frequency: String, CaseIterable, SettingConvertible { case manual, hourly }
private enum Level: Int, SettingConvertible { case low = 1, high = 2 }

private struct Engine: Configurable {
    static let configurationName = "sync"
    var interval = 60
    var ratio = 0.5
    var isOn = false
    var provider = "WebDAV"
    var frequency = Frequency.manual
    var folders: [String] = []

    mutating func bind(_ settings: inout Settings) {
        settings.bind("interval", &interval, isPersisted: true, expecting: "a number of seconds") { $0 > 0 }
        settings.bind("ratio", &ratio, isPersisted: true)
        settings.bind("state.isOn", &isOn, isPersisted: true)
        settings.bind("provider", &provider)
        settings.bind("state.frequency", &frequency, isPersisted: true)
        settings.bind("folders", &folders, isPersisted: true)
    }
}

private class Service: Configurable {
    class var configurationName: String { "service" }
    var address = ""
    func bind(_ settings: inout Settings) { settings.bind("address", &address, isPersisted: true) }
}

private final class SecureService: Service {
    var token = "none"
    override class var configurationName: String { "secure" }
    override func bind(_ settings: inout Settings) {
        super.bind(&settings)
        settings.bind("token", &token)
    }
}

private struct Deep: Configurable {
    static let configurationName = "a.b"
    mutating func bind(_ settings: inout Settings) {}
}

/// Binds any key paths.
private struct Free: Configurable {
    static let configurationName = ""
    var values: [(keyPath: String, value: Double)] = []
    mutating func bind(_ settings: inout Settings) {
        for index in values.indices { settings.bind(values[index].keyPath, &values[index].value, isPersisted: true) }
    }
}

@Suite struct ConfigurationTests {
    private func configuration(_ layers: String...) throws(ProductLineError) -> LayeredConfiguration {
        try LayeredConfiguration(layers: layers.enumerated().map { SourceText($1, name: "\($0).json") })
    }

    @Test func laterLayersWinByKeyPath() throws {
        let configuration = try configuration(
            #"{"sync": {"interval": 60, "ratio": 0.5}, "name": "A"}"#, #"{"sync.interval": 30, "debug": true}"#,
            #"{"sync": {"interval": 5}, "list": [1, 2]}"#)
        #expect(configuration.keyPaths == ["debug", "list", "name", "sync.interval", "sync.ratio"])
        #expect(configuration["sync.interval"] == .whole(5))
        #expect(configuration["sync"] == nil)
        #expect(configuration["debug"] == .flag(true))
        #expect(try configuration.value(at: "sync.ratio") { _ in 0 } == 0.5)
        #expect(try configuration.value(at: "sync.interval") { _ in 0.0 } == 5)
        #expect(try configuration.value(at: "list") { _ in [Int]() } == [1, 2])
        #expect(configuration.section("sync").keyPaths == ["interval", "ratio"])
        #expect(configuration.section("").keyPaths == configuration.keyPaths)
        #expect(configuration.section("syn").keyPaths == [])
    }

    /// Names that are equal as strings have the same section, whatever their bytes.
    @Test func sectionsAreComparedAsOtherNames() throws {
        let configuration = try configuration("{\"e\u{301}\": {\"b.c\": 1}}")
        for name in ["e\u{301}", "\u{E9}"] {
            #expect(configuration["\(name).b.c"] == .whole(1))
            #expect(configuration.section(name).keyPaths == ["b.c"])
            #expect(configuration.section("\(name).b").keyPaths == ["c"])
        }
    }

    @Test func valuesOfAnotherTypeHaveAPlace() throws {
        let configuration = try configuration(
            "{\n \"a\": \"x\", \"b\": 1.5, \"c\": [1, \"2\"], \"f\": \"weekly\", \"g\": 3, \"h\": 2\n}")
        #expect(
            findings { _ = try configuration.value(at: "a") { _ in 0 } } == [
                "0.json:2:7: expected a whole number for 'a', found the text 'x'"
            ])
        #expect(
            findings { _ = try configuration.value(at: "b") { _ in 0 } } == [
                "0.json:2:17: expected a whole number for 'b', found 1.5"
            ])
        #expect(
            findings { _ = try configuration.value(at: "c") { _ in [Int]() } } == [
                "0.json:2:27: expected a list in which each value is a whole number for 'c', found a list with 2 values"
            ])
        #expect(
            findings { _ = try configuration.value(at: "f") { _ in Frequency.manual } } == [
                "0.json:2:42: expected one of 'manual', 'hourly' for 'f', found the text 'weekly'"
            ])
        #expect(
            findings { _ = try configuration.value(at: "g") { _ in Level.low } } == [
                "0.json:2:57: expected a whole number that denotes a Level for 'g', found 3"
            ])
        #expect(try configuration.value(at: "h") { _ in Level.low } == .high)
    }

    @Test func handlersDecideAboutMissingValues() throws {
        let configuration = try configuration(#"{"interval": 5}"#)
        var told: [String] = []
        let value: Int = try configuration.value(at: "intervall") { finding in
            told.append(finding.description)
            return 7
        }
        #expect(value == 7)
        #expect(told == ["unknown setting 'intervall'; did you mean 'interval'?"])
        #expect(
            findings {
                let _: Int = try configuration.value(at: "x") { finding throws(ProductLineError) in
                    throw ProductLineError(finding)
                }
            } == ["unknown setting 'x'; set it in one of the layers"])
    }

    @Test func layersThatDontFitAreToldAtOnce() throws {
        #expect(
            findings {
                _ = try configuration(
                    #"{"a": 1, "a": 2, "b": {"c": 1}, "b.c": 2, "": 1, "x..y": 1, "z.": {"q": 1}}"#,
                    #"{"b": 5, "a": {"d": 1}}"#, "{\"q\": tru}")
            } == [
                "0.json:1:10: duplicate key 'a'; remove one of the two",
                "0.json:1:33: 'b.c' has two values in this text; remove one of the two settings",
                "0.json:1:43: a name in the key path '' is empty; write a name there",
                "0.json:1:50: a name in the key path 'x..y' is empty; write a name there",
                "0.json:1:61: a name in the key path 'z.' is empty; write a name there",
                "1.json:1:2: 'b' is a value in one place and an object in another; use the same kind in all layers",
                "1.json:1:10: 'a' is a value in one place and an object in another; use the same kind in all layers",
                "2.json:1:7: expected a value: an object, a list, a string, a number, true or false, found 'tru}'",
            ])
    }

    @Test func objectsAreSetFromTheirSection() throws {
        let configuration = try configuration(
            """
            {"sync": {"interval": 5, "state": {"isOn": true, "frequency": "hourly"}, "folders": ["a"],
            "provder": "Box"}, "x": 1}
            """)
        var engine = Engine()
        var undefined: [String] = []
        try configuration.apply(to: &engine) { keyPath, value, finding in
            #expect(keyPath == "provder" && value == .text("Box"))
            undefined.append(finding.description)
        }
        #expect(undefined == ["0.json:2:12: unknown setting 'sync.provder'; did you mean 'sync.provider'?"])
        #expect(engine.interval == 5 && engine.isOn && engine.frequency == .hourly && engine.folders == ["a"])
        #expect(engine.ratio == 0.5 && engine.provider == "WebDAV")
    }

    @Test func sectionsOfNobodyAreTold() throws {
        let configuration = try configuration(
            #"{"synk": {"interval": 5, "ratio": 1}, "sync.ratio": 1, "sync-2": {"a": 1}, "x": 3, "synk.state": true}"#)
        #expect(
            configuration.findings(outside: [Engine.self]).map(\.description) == [
                "0.json:1:23: unknown section 'synk'; did you mean 'sync'?",
                "0.json:1:72: unknown section 'sync-2'; did you mean 'sync'?",
                "0.json:1:81: unknown section 'x'; remove it or fix the name",
            ])
    }

    @Test func nothingIsSetIfAValueIsWrong() throws {
        let configuration = try configuration(#"{"sync": {"interval": 0, "ratio": 1, "state": {"isOn": "yes"}}}"#)
        var engine = Engine()
        #expect(
            findings { try configuration.apply(to: &engine) { _, _, _ in } } == [
                "0.json:1:23: expected a number of seconds for 'sync.interval', found 0",
                "0.json:1:56: expected true or false for 'sync.state.isOn', found the text 'yes'",
            ])
        #expect(engine.ratio == 0.5)
    }

    @Test func settingsAreForwardedToSeveralObjects() throws {
        let configuration = try configuration(#"{"interval": 9, "address": "example.org", "token": "t", "more": [1]}"#)
        let service = SecureService()
        var objects: [any Configurable] = [Engine(), service]
        var undefined: [String] = []
        try configuration.forward(to: &objects) { keyPath, _, _ in undefined.append(keyPath) }
        #expect((objects[0] as? Engine)?.interval == 9)
        #expect(service.address == "example.org" && service.token == "t")
        #expect(undefined == ["more"])
    }

    /// The section is that of the object's own type, as when a registry made the object.
    @Test func substitutesHaveASectionOfTheirOwn() throws {
        let configuration = try configuration(
            #"{"service": {"address": "a"}, "secure": {"address": "b", "token": "t"}}"#)
        var service: Service = SecureService()
        try configuration.apply(to: &service) { keyPath, _, _ in Issue.record("\(keyPath) is undefined") }
        #expect(service.address == "b" && (service as? SecureService)?.token == "t")
    }

    @Test func valuesInThePlaceOfSectionsAreRefused() throws {
        var engine = Engine()
        #expect(
            findings { try configuration(#"{"sync": "off"}"#).apply(to: &engine) { _, _, _ in } } == [
                "0.json:1:10: expected an object for 'sync', found the text 'off'"
            ])
        let section = try configuration(#"{"a": {"sync": 5}}"#).section("a")
        #expect(
            findings { try section.apply(to: &engine) { _, _, _ in } } == [
                "0.json:1:16: expected an object for 'a.sync', found 5"
            ])
        var deep = Deep()
        #expect(
            findings { try configuration(#"{"a": [1]}"#).apply(to: &deep) { _, _, _ in } } == [
                "0.json:1:7: expected an object for 'a', found a list with 1 value"
            ])
    }

    /// A key path that leads through another one can't have a value as long as that one has.
    @Test func nestedAndEmptyKeyPathsAreRefused() throws {
        let configuration = try configuration(#"{"x": {"state": 1}}"#).section("x")
        var objects: [any Configurable] = [
            Engine(), Free(values: [("state", 0), ("", 0), ("a..b", 0), ("q", 0), ("q.r.s", 0)]),
        ]
        #expect(
            findings { try configuration.forward(to: &objects) { _, _, _ in } } == [
                "0.json:1:17: Free binds 'x.state', and Engine binds 'x.state.frequency' below it; rename one of the two",
                "0.json:1:17: Free binds 'x.state', and Engine binds 'x.state.isOn' below it; rename one of the two",
                "Free binds the key path 'x.', in which a name is empty; write a name there",
                "Free binds the key path 'x.a..b', in which a name is empty; write a name there",
                "Free binds 'x.q', and Free binds 'x.q.r.s' below it; rename one of the two",
            ])
    }

    @Test func clashesAreToldAtOnce() throws {
        let configuration = try configuration(#"{"token": "t"}"#)
        let service = SecureService()
        var objects: [any Configurable] = [
            service, Free(values: [("token", 0), ("address", 0), ("a", 0), ("a", 0)]),
        ]
        #expect(
            findings { try configuration.forward(to: &objects) { _, _, _ in } } == [
                "0.json:1:11: expected a number for 'token', found the text 't'",
                "0.json:1:11: SecureService and Free both bind 'token'; rename one of the two",
                "SecureService and Free both bind 'address'; rename one of the two",
                "Free binds 'a' twice; rename one of the two",
            ])
        #expect(service.token == "none")
    }

    @Test func persistedSettingsAreSaved() throws {
        var engine = Engine()
        engine.folders = ["a\"b", "ü"]
        engine.ratio = 2
        let saved = try LayeredConfiguration(persisting: [engine, SecureService()])
        #expect(
            String(decoding: saved.bytes(), as: UTF8.self) == """
                {
                  "secure": {
                    "address": ""
                  },
                  "sync": {
                    "folders": ["a\\"b", "ü"],
                    "interval": 60,
                    "ratio": 2.0,
                    "state": {
                      "frequency": "manual",
                      "isOn": false
                    }
                  }
                }

                """)
        #expect(String(decoding: try configuration("{}").bytes(), as: UTF8.self) == "{}\n")
        // As long as a key path may be, but longer than a name.
        let long = String(repeating: "n", count: 201)
        let deep = Array(repeating: "q", count: 33).joined(separator: ".")
        #expect(
            findings {
                _ = try LayeredConfiguration(
                    persisting: [
                        Free(values: [
                            ("a", .nan), ("b", 1), ("b", 1), ("b.c", 1), ("d.", 1), (long, 1), (deep, 1),
                            (String(long.dropLast()), 1), (String(deep.dropLast(2)), 1),
                        ])
                    ])
            } == [
                "the value of 'a' can't be saved: nan", "two settings are saved as 'b'; rename one of the two",
                "invalid key path 'd.'; use short names, none of which is empty",
                "invalid key path 'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…'; use short names, none of which is empty",
                "invalid key path 'q.q.q.q.q.q.q.q.q.q.q.q.q.q.q.q.q.q.q.q.…'; use short names, none of which is empty",
                "'b' has a value, so it can't contain 'b.c'; rename one of the two",
            ])
    }

    /// A program must be able to start with what it saved.
    @Test func valuesThatReadingRefusesArentSaved() throws {
        var engine = Engine()
        engine.interval = 0
        engine.ratio = .infinity
        #expect(
            findings { _ = try LayeredConfiguration(persisting: [engine]) } == [
                "expected a number of seconds for 'sync.interval', found 0",
                "the value of 'sync.ratio' can't be saved: inf",
            ])
    }

    /// Layers agree with dictionaries that are merged, and what is written is read back.
    @Test func randomLayersAreMergedAndReadBack() throws {
        var random = SplitMix64(seed: 2)
        for _ in 0..<300 {
            var merged: [String: SettingValue] = [:]
            var layers: [SourceText] = []
            for _ in 0..<random.draw(1..<4) {
                var own: [String: SettingValue] = [:]
                for _ in 0..<random.draw(0..<8) {
                    let depth = random.draw(0..<4)
                    // Names of objects and of values differ.
                    let objects = (0..<depth).map { _ in random.pick(["o", "p", "ö"]) }
                    let names = objects + [random.pick(["a", "b", "c\"", "d-e"])]
                    own[names.joined(separator: ".")] = value(&random)
                }
                merged.merge(own) { $1 }
                let members = own.map { "\(JSONString.quoted($0)): \(text($1))" }
                layers.append(SourceText("{\(members.joined(separator: ","))}"))
            }
            let configuration = try LayeredConfiguration(layers: layers)
            let back = try LayeredConfiguration(layers: [SourceText(bytes: configuration.bytes())])
            for result in [configuration, back] {
                #expect(result.keyPaths == merged.keys.sorted())
                for (path, value) in merged { #expect(result[path] == value) }
            }
            #expect(back.bytes() == configuration.bytes())
            for start in ["o", "p.o"] {
                let paths = merged.keys.filter { $0.hasPrefix(start + ".") }
                let expected = paths.map { String($0.dropFirst(start.count + 1)) }
                #expect(configuration.section(start).keyPaths == expected.sorted())
            }
        }
    }

    private func value(_ random: inout SplitMix64) -> SettingValue {
        switch random.draw(0..<6) {
        case 0: .flag(random.draw(0..<2) == 0)
        case 1: .whole(Int(truncatingIfNeeded: random.next()))
        case 2: .number(random.unit() * random.pick([1e-300, 1, 1e300]))
        case 3: .number(Double(random.draw(-5..<5)))
        case 4: .list((0..<random.draw(0..<3)).map { .whole($0) })
        default: .text(random.pick(["", "ü\n", "\"\\", "\u{7F}"]))
        }
    }

    private func text(_ value: SettingValue) -> String {
        switch value {
        case .flag(let flag): "\(flag)"
        case .whole(let number): "\(number)"
        case .number(let number): "\(number)"
        case .text(let text): JSONString.quoted(text)
        case .list(let values): "[\(values.map(text).joined(separator: " , "))]"
        }
    }
}
