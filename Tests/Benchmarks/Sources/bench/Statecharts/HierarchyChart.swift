import StatechartCode
import StatechartFormats
import Statecharts

/// Ten states in three levels, all with entry and exit actions.
struct HierarchyChart: StatechartBehavior {
    enum State: String, StatechartSymbol { case a, a1, a11, a12, a2, a21, a22, b, b1, b2 }
    enum Event: String, StatechartSymbol { case e0, e1, e2, e3 }
    enum Action: String, StatechartSymbol { case enter, leave }

    var count = 0

    mutating func perform(_ action: Action, in step: inout Step<HierarchyChart>) {
        switch action {
        case .enter: count &+= 1
        case .leave: count &+= 3
        }
    }

    static var chart: Statechart {
        Statechart("hierarchy", for: HierarchyChart.self) {
            Composite(.a) {
                Entry(.enter)
                Exit(.leave)
                On(.e2, to: .b)
                Composite(.a1) {
                    Entry(.enter)
                    Exit(.leave)
                    On(.e1, to: .a2)
                    leaf(.a11, .e0, to: .a12)
                    leaf(.a12, .e0, to: .a11)
                }
                Composite(.a2) {
                    Entry(.enter)
                    Exit(.leave)
                    On(.e1, to: .a1)
                    leaf(.a21, .e3, to: .a22)
                    leaf(.a22, .e3, to: .a21)
                }
            }
            Composite(.b) {
                Entry(.enter)
                Exit(.leave)
                On(.e2, to: .a)
                leaf(.b1, .e3, to: .b2)
                leaf(.b2, .e3, to: .b1)
            }
        }
    }

    private static func leaf(_ state: State, _ event: Event, to target: State) -> Simple<HierarchyChart> {
        Simple(state) {
            Entry(.enter)
            Exit(.leave)
            On(event, to: target)
        }
    }

    /// Writes the chart in SCXML, and as programs in C and in Swift, for the drivers of those.
    static func write(to folder: String) throws {
        let texts = [
            "scxml": try StatechartFormat.scxml.text(of: chart), "h": try StatechartCode.c.text(of: chart),
            "swift": try StatechartCode.swift.text(of: chart),
        ]
        for (ending, text) in texts { try Output.write(Array(text.utf8), to: "\(folder)/hierarchy.\(ending)") }
    }
}

/// The same machine as somebody writes it by hand.
struct HierarchySwitch {
    private enum Leaf { case a11, a12, a21, a22, b1, b2 }

    private var leaf = Leaf.a11
    var count = 0

    @inline(never)
    mutating func send(_ event: HierarchyChart.Event) {
        switch (leaf, event) {
        case (.a11, .e0): move(leaving: 1, entering: 1, .a12)
        case (.a12, .e0): move(leaving: 1, entering: 1, .a11)
        case (.a21, .e3): move(leaving: 1, entering: 1, .a22)
        case (.a22, .e3): move(leaving: 1, entering: 1, .a21)
        case (.b1, .e3): move(leaving: 1, entering: 1, .b2)
        case (.b2, .e3): move(leaving: 1, entering: 1, .b1)
        case (.a11, .e1), (.a12, .e1): move(leaving: 2, entering: 2, .a21)
        case (.a21, .e1), (.a22, .e1): move(leaving: 2, entering: 2, .a11)
        case (.b1, .e2), (.b2, .e2): move(leaving: 2, entering: 3, .a11)
        case (_, .e2): move(leaving: 3, entering: 2, .b1)
        default: break
        }
    }

    @inline(__always)
    private mutating func move(leaving: Int, entering: Int, _ next: Leaf) {
        for _ in 0..<leaving { count &+= 3 }
        leaf = next
        for _ in 0..<entering { count &+= 1 }
    }
}

/// Two states with entry, exit and transition actions.
struct PingPongChart: StatechartBehavior {
    enum State: String, StatechartSymbol { case ping, pong }
    enum Event: String, StatechartSymbol { case hit, miss }
    enum Action: String, StatechartSymbol { case enter, leave, hit }

    var count = 0

    mutating func perform(_ action: Action, in step: inout Step<PingPongChart>) {
        switch action {
        case .enter: count &+= 1
        case .leave: count &+= 3
        case .hit: count &+= 7
        }
    }

    static var chart: Statechart {
        Statechart("ping-pong", for: PingPongChart.self) {
            Simple(.ping) {
                Entry(.enter)
                Exit(.leave)
                On(.hit, to: .pong, do: .hit)
            }
            Simple(.pong) {
                Entry(.enter)
                Exit(.leave)
                On(.hit, to: .ping, do: .hit)
            }
        }
    }
}

/// The same machine as somebody writes it by hand.
struct PingPongSwitch {
    private var state = PingPongChart.State.ping
    var count = 0

    @inline(never)
    mutating func send(_ event: PingPongChart.Event) {
        switch (state, event) {
        case (.ping, .hit):
            count &+= 3
            count &+= 7
            state = .pong
            count &+= 1
        case (.pong, .hit):
            count &+= 3
            count &+= 7
            state = .ping
            count &+= 1
        case (_, .miss): break
        }
    }
}
