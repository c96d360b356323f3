/// A timer or a delayed event of an explored state.
///
/// Timers that started in one step, or that ran when another one of their group fired, know their
/// distances in time and form a group. Between groups only the order of their beginnings is known.
struct RunningTimer {
    var event: UInt32
    /// The state whose exit ends the timer, or -1.
    var state: Int32
    /// The number of the identifier.
    var id: UInt32
    /// The number of the group; an older one has a smaller number.
    var group: UInt32
    /// The time from the beginning of the group.
    var offset: Duration
    /// The index in the state before the step; -1 for a timer that the step started.
    var origin = -1

    static let wordCount = 4

    func pack(into words: inout [UInt64]) {
        words.append(UInt64(event) | UInt64(UInt32(bitPattern: state)) << 32)
        words.append(UInt64(id) | UInt64(group) << 32)
        let (seconds, attoseconds) = offset.components
        words.append(UInt64(bitPattern: seconds))
        words.append(UInt64(bitPattern: attoseconds))
    }

    init(event: UInt32, state: Int32, id: UInt32, group: UInt32, offset: Duration, origin: Int = -1) {
        (self.event, self.state, self.id, self.group) = (event, state, id, group)
        (self.offset, self.origin) = (offset, origin)
    }

    init(_ words: UnsafeBufferPointer<UInt64>, at start: Int) {
        self.init(
            event: UInt32(truncatingIfNeeded: words[start]),
            state: Int32(truncatingIfNeeded: Int64(bitPattern: words[start]) >> 32),
            id: UInt32(truncatingIfNeeded: words[start + 1]), group: UInt32(words[start + 1] >> 32),
            offset: Duration(
                secondsComponent: Int64(bitPattern: words[start + 2]),
                attosecondsComponent: Int64(bitPattern: words[start + 3])))
    }
}

extension [RunningTimer] {
    /// Returns whether the timer at an index may be the next one.
    ///
    /// One that began no later and isn't longer comes first; equal ones come in their order.
    func mayBeNext(_ index: Int) -> Bool {
        let timer = self[index]
        return !indices.contains { other in
            other != index && self[other].group <= timer.group
                && (self[other].offset < timer.offset || self[other].offset == timer.offset && other < index)
        }
    }

    /// Puts the timers that a timer's end has shown to be apart by known times into one group, the
    /// newest, with those that the step has started, and numbers the groups without gaps.
    mutating func regroup(after fired: RunningTimer?) {
        for index in indices {
            guard let fired, self[index].origin >= 0, self[index].group == fired.group else { continue }
            self[index].offset -= fired.offset
            self[index].group = .max
        }
        let groups = Set(map(\.group)).sorted()
        for index in indices { self[index].group = UInt32(groups.firstIndex(of: self[index].group) ?? 0) }
    }

    /// Returns the index of the timer of an input.
    func index(of input: Letter.Input) -> Int? {
        guard case .timer(let event, let state, let id, let place) = input else { return nil }
        return indices.first {
            self[$0].event == event && self[$0].state == state && self[$0].id == id && self.place(of: $0) == place
        }
    }

    /// Returns the number of equal timers before an index.
    func place(of index: Int) -> Int {
        let timer = self[index]
        return self[..<index].count { $0.event == timer.event && $0.state == timer.state && $0.id == timer.id }
    }
}
