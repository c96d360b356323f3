import AlgorithmSupport
import ProductLines
import Testing

private class Engine: Substitutable {
    required init() {}
    var kind: String { "full" }
}
private class DeltaEngine: Engine { override var kind: String { "delta" } }
private final class CustomEngine: DeltaEngine { override var kind: String { "custom" } }
private final class Other: Substitutable {}
private protocol Service: Sendable { var address: String { get } }
private struct Box: Service {
    var address = "box"
}
private struct WebDAV: Service { let address: String }

@Suite struct SubstitutionTests {
    private func registry() -> TypeRegistry {
        var registry = TypeRegistry()
        registry.declare(Engine.self, named: "Engine")
        registry.declare(DeltaEngine.self, named: "DeltaEngine")
        registry.declare(CustomEngine.self, named: "CustomEngine")
        registry.declare(Other.self, named: "Other")
        return registry
    }

    @Test func typesStandForThemselves() throws {
        let types = try registry().resolved()
        #expect(try types.make(Engine.self).kind == "full")
        #expect(types.type(for: Engine.self) == Engine.self)
        #expect(types.type(named: "Other") == Other.self)
        #expect(types.type(for: Int.self) == nil)
        #expect(types.names == ["CustomEngine", "DeltaEngine", "Engine", "Other"])
    }

    @Test func substitutesTakeThePlaceOfTheirBase() throws {
        var registry = registry()
        registry.substitute(Engine.self, by: DeltaEngine.self)
        var types = try registry.resolved()
        #expect(try types.make(Engine.self).kind == "delta")
        #expect(types.type(named: "Engine") == DeltaEngine.self)
        registry.substitute("DeltaEngine", by: "CustomEngine")
        types = try registry.resolved()
        #expect(try types.make(Engine.self).kind == "custom")
        #expect(try types.make(DeltaEngine.self).kind == "custom")
        #expect(try types.make(CustomEngine.self).kind == "custom")
    }

    @Test func filesNameSubstitutes() throws {
        var registry = registry()
        try registry.substitute(from: SourceText(#"{"Engine": "CustomEngine"}"#))
        #expect(try registry.resolved().make(Engine.self).kind == "custom")
    }

    @Test func everythingWrongIsToldAtOnce() throws {
        var registry = registry()
        registry.declare(Int.self, named: "Other")
        registry.declare(Engine.self, named: "Engine2")
        registry.substitute(Double.self, by: Other.self)
        let text = """
            {"Engin": "DeltaEngine",
             "DeltaEngine": "Other",
             "CustomEngine": "CustomEngine",
             "Engine": "Delta"}
            """
        try registry.substitute(from: SourceText(text, name: "o.json"))
        registry.substitute("DeltaEngine", by: "CustomEngine")
        #expect(
            findings { _ = try registry.resolved() } == [
                "o.json:1:2: unknown type 'Engin'; did you mean 'Engine'?",
                "o.json:2:17: 'Other' isn't a subtype of 'DeltaEngine'; derive it from 'DeltaEngine', or use another type",
                "o.json:3:18: dependency cycle of length 1: 'CustomEngine' → 'CustomEngine'; remove one of these links",
                "o.json:4:12: unknown type 'Delta'; declare it first",
                "two types are named 'Other'; give each type a name of its own",
                "'Engine' and 'Engine2' are the same type; declare it once",
                "the type 'Double' isn't declared; declare it first",
                "'DeltaEngine' has two substitutes, 'Other' and 'CustomEngine'; remove one of the two substitutes",
            ])
    }

    @Test func filesThatArentObjectsOfNamesRegisterNothing() throws {
        var registry = registry()
        #expect(
            findings {
                try registry.substitute(
                    from: SourceText(#"{"Engine": "DeltaEngine", "Other": 5, "DeltaEngine": {"a": 1}}"#))
            } == [
                "1:36: expected the name of a substitute for 'Other'; write a name in quotes",
                "1:54: expected the name of a substitute for 'DeltaEngine'; write a name in quotes",
            ])
        #expect(try registry.resolved().make(Engine.self).kind == "full")
        #expect(
            findings { try registry.substitute(from: SourceText("[]", name: "x")) } == [
                "x:1:1: expected an object, found '[]'"
            ])
    }

    @Test func protocolsHaveSubstitutesFromFactories() throws {
        var registry = TypeRegistry()
        registry.declare((any Service).self, named: "Service") { $0 is any Service.Type }
        registry.declare(Box.self, named: "Box") { (_: Void) in Box() }
        registry.declare(WebDAV.self, named: "WebDAV") { (address: String) in WebDAV(address: address) }
        registry.declare(Engine.self, named: "Engine")
        let declared = registry
        registry.substitute("Service", by: "WebDAV")
        let types = try registry.resolved()
        #expect(try types.make((any Service).self, with: "example.org").address == "example.org")
        #expect(try types.make(Box.self, with: ()).address == "box")
        #expect(
            findings { _ = try types.make((any Service).self, with: 5) } == [
                "'WebDAV' can't be created from Int; create it with a value of String"
            ])
        #expect(
            findings { _ = try types.make((any Service).self) } == [
                "'WebDAV' can't be created from no arguments; create it with a value of String"
            ])
        #expect(
            findings { _ = try types.make(Engine.self, with: 1) } == [
                "'Engine' can't be created from Int; create it without arguments"
            ])
        #expect(
            findings { _ = try types.make(Int.self) } == [
                "the type 'Int' isn't declared; declare it first"
            ])
        #expect(
            findings { _ = try declared.resolved().make((any Service).self) } == [
                "'Service' can't be created from no arguments; let it conform to Substitutable, or declare it with a factory"
            ])
        registry.substitute("Box", by: "Engine")
        #expect(
            findings { _ = try registry.resolved() } == [
                "'Engine' isn't a subtype of 'Box'; derive it from 'Box', or use another type"
            ])
    }

    /// A list of classes has the type of their superclass; each still accepts only its own
    /// subclasses.
    @Test func classesAreDeclaredFromLists() throws {
        var registry = TypeRegistry()
        let classes: [Engine.Type] = [Engine.self, DeltaEngine.self, CustomEngine.self]
        for type in classes { registry.declare(type, named: "\(type)") }
        var (wrong, right) = (registry, registry)
        right.substitute("DeltaEngine", by: "CustomEngine")
        #expect(try right.resolved().make(DeltaEngine.self).kind == "custom")
        wrong.substitute("DeltaEngine", by: "Engine")
        #expect(
            findings { _ = try wrong.resolved() } == [
                "'Engine' isn't a subtype of 'DeltaEngine'; derive it from 'DeltaEngine', or use another type"
            ])
    }

    /// What `accepts` lets through without reason is refused when it is made.
    @Test func wronglyAcceptedTypesAreNotMade() throws {
        var registry = TypeRegistry()
        registry.declare(Engine.self, named: "Engine") { _ in true }
        registry.declare(Other.self, named: "Other")
        registry.substitute(Engine.self, by: Other.self)
        let types = try registry.resolved()
        #expect(
            findings { _ = try types.make(Engine.self) }
                == ["'Other' isn't of the type Engine; let `accepts` in the type's declaration refuse it"])
    }

    @Test func longChainsAndCycles() throws {
        var registry = TypeRegistry()
        for number in 0..<10_000 {
            registry.declare(numberedType(number), named: "m\(number)", accepts: { _ in true })
        }
        for number in 0..<9_999 { registry.substitute("m\(number)", by: "m\(number + 1)") }
        #expect(try registry.resolved().type(named: "m0") == numberedType(9_999))
        registry.substitute("m9999", by: "m0")
        #expect(
            findings { _ = try registry.resolved() } == [
                "dependency cycle of length 10000: 'm0' → 'm1' → 'm2' → 'm3' → 'm4' → … → 'm0'; remove one of these links"
            ])
    }

    /// Random substitutes: each type leads to the end of its chain, or there is a cycle.
    @Test func randomSubstitutesAgreeWithFollowingThem() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<300 {
            let count = random.draw(1..<12)
            var registry = TypeRegistry()
            var next: [Int?] = []
            for number in 0..<count {
                registry.declare(numberedType(number), named: "m\(number)", accepts: { _ in true })
                next.append(random.draw(0..<3) == 0 ? random.draw(0..<count) : nil)
            }
            for (number, other) in next.enumerated() {
                if let other { registry.substitute(numberedType(number), by: numberedType(other)) }
            }
            func end(_ number: Int) -> Int? {
                var number = number
                for _ in 0...count {
                    guard let other = next[number] else { return number }
                    number = other
                }
                return nil
            }
            let ends = (0..<count).map(end)
            if ends.contains(nil) {
                #expect(findings { _ = try registry.resolved() }.allSatisfy { $0.contains("dependency cycle") })
            } else {
                let types = try registry.resolved()
                for number in 0..<count {
                    #expect(types.type(for: numberedType(number)) == ends[number].map(numberedType))
                }
            }
        }
    }
}
