import ProductLines
import Synchronization
import Testing

private protocol Screen: Module { var title: String { get } }
private class Browsing: Screen {
    required init() {}
    var title: String { "files" }
}
private final class FastBrowsing: Browsing { override var title: String { "fast files" } }
private final class Favorites: Screen {
    static let requirements = ["Browsing"]
    let title = "favorites"
}
private final class Search: Screen {
    static let requirements = ["Favorites", "Browsing"]
    let title = "search"
}
/// The modules that were created.
private let created = Mutex<[String]>([])
private struct Needed: Module {
    init() { created.withLock { $0.append("Needed") } }
}
private struct Needing: Module {
    static let requirements = ["Needed"]
    init() { created.withLock { $0.append("Needing") } }
}
private struct Plain: Substitutable {}
private struct Quiet: Module {}

@Suite struct ModuleTests {
    private func registry() -> TypeRegistry {
        var registry = TypeRegistry()
        registry.declare(Browsing.self, named: "Browsing")
        registry.declare(FastBrowsing.self, named: "FastBrowsing")
        registry.declare(Favorites.self, named: "Favorites")
        registry.declare(Search.self, named: "Search")
        registry.declare(Plain.self, named: "Plain")
        registry.declare(Quiet.self, named: "Quiet")
        return registry
    }

    @Test func modulesAreLoadedInOrder() throws {
        var registry = registry()
        registry.substitute(Browsing.self, by: FastBrowsing.self)
        let text = SourceText(#"{"Modules": ["Search", "Browsing", "Favorites"], "MiniModules": ["Favorites"]}"#)
        let list = try ModuleList(from: text, default: ModuleList(modules: []))
        let loaded = try list.load((any Screen).self, from: registry.resolved())
        #expect(loaded.modules.map(\.title) == ["search", "fast files", "favorites"])
        #expect(loaded.miniModules.map(\.title) == ["favorites"])
        let both = [loaded.modules[2], loaded.miniModules[0]].compactMap { $0 as? Favorites }
        #expect(both.count == 2 && Set(both.map { ObjectIdentifier($0) }).count == 1)
    }

    @Test func modulesAreCreatedOnceAfterTheirRequirements() throws {
        var registry = registry()
        registry.declare(Needed.self, named: "Needed")
        registry.declare(Needing.self, named: "Needing")
        let list = ModuleList(modules: ["Needing", "Needed"], miniModules: ["Needed", "Needing"])
        let loaded: (modules: [any Module], miniModules: [any Module]) = try list.load(from: registry.resolved())
        #expect(loaded.modules.map { $0 is Needing } == [true, false])
        #expect(loaded.miniModules.map { $0 is Needing } == [false, true])
        #expect(created.withLock(\.self) == ["Needed", "Needing"])
    }

    @Test func absentListsHaveDefaults() throws {
        let other = ModuleList(modules: ["Browsing"], miniModules: ["Quiet"])
        var list = try ModuleList(from: SourceText("{}"), default: other)
        #expect(list.modules == ["Browsing"] && list.miniModules == ["Quiet"])
        #expect(try list.load(from: registry().resolved()).modules.count == 1)
        list = try ModuleList(from: SourceText(#"{"Modules": []}"#), default: other)
        #expect(list.modules == [] && list.miniModules == ["Quiet"])
    }

    @Test func filesOfAnotherShapeAreRefused() throws {
        #expect(
            findings {
                _ = try ModuleList(
                    from: SourceText(
                        #"{"Module": ["A"], "MiniModules": "A", "Modules": ["B", 5], "x": {"Modules": 1}}"#),
                    default: ModuleList(modules: []))
            } == [
                "1:2: unknown key 'Module'; did you mean 'Modules'?",
                "1:34: expected a list of names for 'MiniModules'",
                "1:56: expected the name of a module, found 5", "1:60: unknown key 'x'; remove it",
            ])
    }

    @Test func everythingWrongIsToldAtOnce() throws {
        let text = """
            {"Modules": ["Browsing", "Favorite", "Search", "Browsing", "Plain"],
             "MiniModules": ["Nothing", "Browsing"]}
            """
        let list = try ModuleList(from: SourceText(text, name: "m"), default: ModuleList(modules: []))
        #expect(
            findings { _ = try list.load(from: registry().resolved()) } == [
                "m:1:26: unknown module 'Favorite'; did you mean 'Favorites'?",
                "m:1:38: 'Search' requires 'Favorites', which isn't listed; add 'Favorites' to the list",
                "m:1:48: the module 'Browsing' is listed twice; remove one entry",
                "m:1:60: invalid module 'Plain'; let its type conform to Module",
                "m:2:18: unknown module 'Nothing'; declare its type first",
            ])
        #expect(
            findings {
                _ = try ModuleList(modules: ["Quiet"]).load((any Screen).self, from: registry().resolved())
            } == ["the module 'Quiet' isn't of the type Screen"])
    }

    @Test func modulesOfOneTypeAreToldApart() throws {
        var registry = registry()
        registry.substitute(Browsing.self, by: FastBrowsing.self)
        let list = ModuleList(modules: ["Browsing", "Quiet", "FastBrowsing"])
        #expect(
            findings { _ = try list.load(from: registry.resolved()) } == [
                "'Browsing' and 'FastBrowsing' both load the type FastBrowsing; remove one of the two modules, or one of the substitutes"
            ])
    }

    @Test func longChainsAndCyclesOfRequirements() throws {
        var registry = TypeRegistry()
        for number in 0..<10_000 { registry.declare(numberedType(number), named: "m\(number)") }
        let types = try registry.resolved()
        #expect(
            findings {
                _ = try ModuleList(modules: (0..<10_000).map { "m\($0)" }).load(from: types)
            } == [
                "dependency cycle of length 10000: 'm0' requires 'm1' requires 'm2' requires 'm3' requires 'm4' requires … "
                    + "requires 'm0'; remove one of these links"
            ])
    }
}
