import ProductLines

/// How long the mechanisms of a product line take once a program has started.
///
/// A line of output for each figure: name, nanoseconds, checksum.
enum ProductLineTiming {
    private static let rounds = 7

    private class Engine: Substitutable {
        required init() {}
        var weight: Int { 1 }
    }
    private final class DeltaEngine: Engine { override var weight: Int { 2 } }

    static func run(_ count: Int) throws {
        try reportTypes(count)
        let configuration = try LayeredConfiguration(layers: [
            SourceText(#"{"sync": {"interval": 5, "provider": "Box"}}"#), SourceText(#"{"sync.interval": 3}"#),
        ])
        try report("a value of a configuration", count) { sum in
            sum &+= try configuration.value(at: "sync.interval") { _ in 0 }
        }
        try reportEvents(count)
        try reportStyles(count / 10)
    }

    private static func reportTypes(_ count: Int) throws {
        var registry = TypeRegistry()
        registry.declare(Engine.self, named: "Engine")
        registry.declare(DeltaEngine.self, named: "DeltaEngine")
        registry.substitute("Engine", by: "DeltaEngine")
        let types = try registry.resolved()
        // Two in turn, so that none is looked up once for all.
        let bases: [Any.Type] = [Engine.self, DeltaEngine.self]
        report("the type in the place of another one", count) { sum in
            if types.type(for: bases[sum & 1]) != nil { sum &+= 1 }
        }
        try report("an instance of it", count) { sum in sum &+= try types.make(Engine.self).weight }
    }

    private static func reportEvents(_ count: Int) throws {
        var interception = Interception()
        let idle = try interception.declare("idle", payload: Int.self)
        let before = try interception.declare("before", payload: Int.self)
        let instead = try interception.declare("instead", payload: Int.self)
        try interception.attach(.before, to: [before]) { _ in }
        try interception.attachReplacement(to: [instead]) { _, proceed in _ = proceed() }
        let attached = interception
        report("work", count) { sum in sum = sum &* 3 &+ 1 }
        for (name, event) in [("nothing", idle), ("one before", before), ("one instead", instead)] {
            report("work of an event, \(name) attached", count) { sum in
                attached.perform(event, sum) { sum = sum &* 3 &+ 1 }
            }
        }
    }

    private static func reportStyles(_ count: Int) throws {
        let rules = (0..<40).map { number in
            "\"V\(number)\": {\"a\": 1, \"W\": {\"b\": 2, \"V\(number)\": {\"a\": 3}, \"V\(number + 1)\": {\"c\": 4}}}"
        }
        let sheet = try Stylesheet(SourceText("{\(rules.joined(separator: ","))}"))
        report("the style of a view by 160 rules", count) { sum in
            sum &+= sheet.style(of: ["V6", "W", "V7", "W", "V7"]).count
        }
    }

    /// Reports the best of several rounds.
    private static func report(_ name: String, _ count: Int, _ work: (inout Int) throws -> Void) rethrows {
        var (best, sum) = (Double.infinity, 0)
        for _ in 0..<rounds {
            let seconds = try Output.secondsAlone { for _ in 0..<count { try work(&sum) } }
            best = min(best, seconds)
        }
        print("\(name)\t\(best / Double(max(1, count)) * 1e9)\t\(sum)")
    }
}
