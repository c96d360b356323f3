import Statecharts

/// Eight states in a ring, which four events go round in different steps; three of them count.
struct RingChart: StatechartBehavior {
    enum State: String, StatechartSymbol { case s0, s1, s2, s3, s4, s5, s6, s7 }
    enum Event: String, StatechartSymbol { case next, previous, jump, stay }
    enum Action: String, StatechartSymbol { case countNext, countPrevious, countStay }

    var counts = (next: 0, previous: 0, stay: 0)

    mutating func perform(_ action: Action, in step: inout Step<RingChart>) {
        switch action {
        case .countNext: counts.next &+= 1
        case .countPrevious: counts.previous &+= 1
        case .countStay: counts.stay &+= 1
        }
    }

    var checksum: Int { counts.next &+ 3 &* counts.previous &+ 7 &* counts.stay }

    /// The chart.
    ///
    /// - Parameter isFlat: Whether all configurations are found beforehand. A state that defers an
    ///   event prevents it.
    static func chart(isFlat: Bool) -> Statechart {
        Statechart("Ring", for: RingChart.self) {
            for (index, state) in State.allCases.enumerated() {
                let target = { (step: Int) in State.allCases[(index + step) % 8] }
                Simple(state) {
                    On(.next, to: target(1), do: .countNext)
                    On(.previous, to: target(7), do: .countPrevious)
                    On(.jump, to: target(3))
                    On(.stay, do: .countStay)
                    if !isFlat { Defer(.stay) }
                }
            }
        }
    }
}

/// The same ring as somebody writes it by hand.
struct RingSwitch {
    var state = RingChart.State.s0
    var counts = (next: 0, previous: 0, stay: 0)

    @inline(never)
    mutating func send(_ event: RingChart.Event) {
        switch state {
        case .s0:
            switch event {
            case .next: (state, counts.next) = (.s1, counts.next &+ 1)
            case .previous: (state, counts.previous) = (.s7, counts.previous &+ 1)
            case .jump: state = .s3
            case .stay: counts.stay &+= 1
            }
        case .s1:
            switch event {
            case .next: (state, counts.next) = (.s2, counts.next &+ 1)
            case .previous: (state, counts.previous) = (.s0, counts.previous &+ 1)
            case .jump: state = .s4
            case .stay: counts.stay &+= 1
            }
        case .s2:
            switch event {
            case .next: (state, counts.next) = (.s3, counts.next &+ 1)
            case .previous: (state, counts.previous) = (.s1, counts.previous &+ 1)
            case .jump: state = .s5
            case .stay: counts.stay &+= 1
            }
        case .s3:
            switch event {
            case .next: (state, counts.next) = (.s4, counts.next &+ 1)
            case .previous: (state, counts.previous) = (.s2, counts.previous &+ 1)
            case .jump: state = .s6
            case .stay: counts.stay &+= 1
            }
        case .s4:
            switch event {
            case .next: (state, counts.next) = (.s5, counts.next &+ 1)
            case .previous: (state, counts.previous) = (.s3, counts.previous &+ 1)
            case .jump: state = .s7
            case .stay: counts.stay &+= 1
            }
        case .s5:
            switch event {
            case .next: (state, counts.next) = (.s6, counts.next &+ 1)
            case .previous: (state, counts.previous) = (.s4, counts.previous &+ 1)
            case .jump: state = .s0
            case .stay: counts.stay &+= 1
            }
        case .s6:
            switch event {
            case .next: (state, counts.next) = (.s7, counts.next &+ 1)
            case .previous: (state, counts.previous) = (.s5, counts.previous &+ 1)
            case .jump: state = .s1
            case .stay: counts.stay &+= 1
            }
        case .s7:
            switch event {
            case .next: (state, counts.next) = (.s0, counts.next &+ 1)
            case .previous: (state, counts.previous) = (.s6, counts.previous &+ 1)
            case .jump: state = .s2
            case .stay: counts.stay &+= 1
            }
        }
    }

    var checksum: Int { counts.next &+ 3 &* counts.previous &+ 7 &* counts.stay }
}
