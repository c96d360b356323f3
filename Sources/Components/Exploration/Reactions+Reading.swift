internal import Statecharts

extension Reactions {
    /// The names of the atomic states that are active.
    package func activeStateNames(_ part: Int, in state: Int32) -> [String] {
        state == Self.ended ? [] : parts[part].snapshots[Int(state) - 1].activeStateNames
    }

    /// Returns whether a part has a state with a name.
    package func hasState(_ part: Int, _ name: String) -> Bool { parts[part].core.instance.test(ofState: name) != nil }

    /// Returns whether a state of a chart, also one with substates, is active.
    package func isActive(_ name: String, _ part: Int, in state: Int32) -> Bool {
        read(part, in: state) { [parts] _ in
            parts[part].core.instance.test(ofState: name)?(parts[part].core.instance.storage) ?? false
        } ?? false
    }

    /// The contract of a part whose conversation may not end in a state; `nil` if all may.
    package func openContract(_ part: Int, in state: Int32) -> String? {
        guard state != Self.ended, let contracts = parts[part].core.contracts?.contracts else { return nil }
        let states = parts[part].snapshots[Int(state) - 1].contractStates
        return zip(contracts, states).first { !$0.contract.mayEnd[$1] }?.0.name
    }

    /// Calls a closure with a component in a state; `nil` if it has ended, or has another type.
    package func read<Owner, Result>(
        _ part: Int, as type: Owner.Type, in state: Int32, _ body: (Owner) -> Result
    ) -> Result? {
        read(part, in: state) { storage in
            parts[part].core.instance.type == type
                ? body(storage.assumingMemoryBound(to: Owner.self).pointee) : nil
        } ?? nil
    }

    private func read<Result>(_ part: Int, in state: Int32, _ body: (UnsafeMutableRawPointer) -> Result) -> Result? {
        if state == Self.ended { return nil }
        restore(parts[part].snapshots[Int(state) - 1], of: parts[part])
        return body(parts[part].core.instance.storage)
    }

    /// The parts and channels that a part's messages can reach, as bits; all for a place over 62.
    package func reach(of part: Int) -> UInt64 {
        parts[part].core.allOutputs.reduce(into: 0) { reach, output in
            for index in output.members.messages.indices {
                let route = output.state.pointee.routes[index]
                for number in 0..<route.count {
                    // A chart handles its timers as they fire, so that they never wait.
                    if let slot = route.slots[number].pointee.slot, !slot.isOfChartTimers { reach |= bit(slot) }
                }
            }
        }
    }

    /// The parts that take messages from point-to-point channels, as bits.
    package var takers: UInt64 {
        parts.indices.reduce(0) { $0 | (parts[$1].core.distributors.isEmpty ? 0 : Self.bit(Int32($1))) }
    }

    /// Returns messages that the environment may send to ports without a channel: without a body, or
    /// with a truth value, or with no value.
    package func samples() throws(ExplorationProblem) -> [Delivery] {
        var found: [Delivery] = []
        for (number, part) in parts.enumerated() where !part.isSupervisor {
            for input in part.core.inputs where input.channel == nil {
                if part.core.instance.own.contains(where: { $0.input === input }) { continue }
                for slot in input.slots where slot.isHandled && slot.message.isPlain {
                    let bodies: [any Sendable] =
                        switch slot.message.body {
                        case is Void.Type: [()]
                        case is Bool.Type: [false, true]
                        case is Value.Type: [Value.null]
                        default: []
                        }
                    for body in bodies {
                        do {
                            found.append(Delivery(place: Int32(number), message: try self.number(of: body, in: slot)))
                        } catch { throw .state(part: part.core.name, error) }
                    }
                }
            }
        }
        return found
    }

    /// Whether a part has ports with contracts, among which is one by its name.
    package func hasContract(_ part: Int, for port: String) -> Bool {
        parts[part].core.contracts?.contracts.contains { $0.ports.contains { $0.port == port } } ?? false
    }

    package func contractNames(_ part: Int) -> [String] { parts[part].core.contracts?.contracts.map(\.name) ?? [] }
}
