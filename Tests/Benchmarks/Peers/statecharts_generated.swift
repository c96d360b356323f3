// The hierarchy of `bench statecharts` as generated Swift: hierarchy.swift is what StatechartCode
// makes of the chart.
//
// statecharts_generated EVENTS: a file of bytes 0 to 3, the first of which are sent. A line of
// output: name, nanoseconds an event, and no checksum, as there are fewer events than elsewhere.
import Glibc

final class Total: HierarchyActions {
    var count = 0

    func enter(in machine: inout Hierarchy) { count &+= 1 }
    func leave(in machine: inout Hierarchy) { count &+= 3 }
}

@main
enum Driver {
    static func main() {
        let (rounds, length) = (5, 1 << 17)
        guard CommandLine.arguments.count == 2, let file = fopen(CommandLine.arguments[1], "rb") else { exit(2) }
        var bytes = [UInt8](repeating: 0, count: length)
        bytes.removeLast(length - fread(&bytes, 1, length, file))
        fclose(file)
        let events = bytes.map { Hierarchy.Event.allCases[Int($0 & 3)] }
        let total = Total()
        var machine = Hierarchy(total)
        var best = Duration.seconds(1_000_000)
        let clock = ContinuousClock()
        total.count = 0
        for _ in 0..<rounds {
            let start = clock.now
            for event in events { machine.send(event) }
            best = min(best, clock.now - start)
        }
        guard total.count > rounds * events.count else { exit(1) }
        print("hierarchy, generated Swift\t\(best / .nanoseconds(1) / Double(events.count))\t")
    }
}
