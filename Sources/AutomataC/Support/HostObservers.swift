internal import CAutomata
internal import StatechartObservers
internal import Statecharts

/// The observers of a machine.
final class HostObservers {
    private var all: [StatechartObserver]

    private init(_ all: [StatechartObserver]) { self.all = all }

    /// Starts the observers of the options; `nil` if there are none.
    static func made(_ options: automata_machine_options) throws(CallError) -> HostObservers? {
        guard options.observer_count != 0 else { return nil }
        let charts = try Argument.array(options.observers, options.observer_count, "observers")
        var all: [StatechartObserver] = []
        for chart in charts {
            let chart = try StatechartHandle.required(chart)
            do throws(ObserverError) { all.append(try StatechartObserver(chart.compiled.chart)) } catch {
                throw .invalidArgument(error.description)
            }
        }
        return HostObservers(all)
    }

    func copy() -> HostObservers { HostObservers(all) }

    /// Changes each observer.
    func forEach(_ body: (inout StatechartObserver) -> Void) {
        for index in all.indices { body(&all[index]) }
    }

    subscript(_ index: Int) -> StatechartObserver? { all.indices.contains(index) ? all[index] : nil }
}

/// The observation of an observer, to be lent to C.
final class LentObservation {
    private let texts, inputs: StableNames
    private let observer: StatechartObserver

    init(_ observer: StatechartObserver) {
        self.observer = observer
        let failure = observer.failure
        texts = StableNames([failure?.state ?? "", failure?.event ?? "", observer.error?.description ?? ""])
        inputs = StableNames(failure?.inputs ?? [])
    }

    var lent: automata_machine_observation {
        automata_machine_observation(
            state: observer.failure == nil ? nil : texts[0], event: observer.failure == nil ? nil : texts[1],
            time: observer.failure?.time.nanoseconds(rounding: .down) ?? 0, inputs: inputs.lent,
            dropped_count: UInt64(observer.failure?.droppedCount ?? 0),
            problem: observer.error == nil ? nil : texts[2])
    }
}
