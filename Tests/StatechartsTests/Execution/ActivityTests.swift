import StatechartTestSupport
import Statecharts
import Testing

/// Loading whose work a test decides, and whose actions a test can wait for.
private struct Loader: StatechartActivities, Sendable {
    enum State: String, StatechartSymbol { case idle, loading, done, failed }
    enum Event: String, StatechartSymbol { case load, again, late, error = "error.execution" }
    enum Action: String, StatechartSymbol { case began, completed, broke }
    enum Activity: String, StatechartSymbol { case fetch, other }
    typealias Work = @Sendable () async throws -> (event: Event, payload: String?)?

    let told: AsyncStream<String>.Continuation
    let fetch: Work
    var other: Work = { nil }

    mutating func perform(_ action: Action, in step: inout Step<Loader>) {
        told.yield(action == .broke ? "\(step.failure is Offline), \(step.payload ?? "")" : action.rawValue)
    }

    func work(for activity: Activity, in region: Int?) -> Work { activity == .fetch ? fetch : other }

    static func payload(of error: any Error) -> String? { error is Offline ? "offline" : nil }
}

private struct Offline: Error {}

@Suite struct ActivityTests {
    private let stream = AsyncStream<String>.makeStream()

    /// Waits for the next action.
    private func next() async -> String? { await stream.stream.first { _ in true } }

    private func loader(
        _ chart: Statechart, other: @escaping Loader.Work = { nil }, fetch: @escaping Loader.Work
    ) async throws -> StatechartActor<Loader> {
        let behavior = Loader(told: stream.continuation, fetch: fetch, other: other)
        return try await StatechartActor(CompiledStatechart(chart), running: behavior)
    }

    /// The new work belongs to the new entry, which it completes.
    @Test func aStateThatItsOwnEventEntersAgainIsNotCompleted() async throws {
        let chart = Statechart("c", for: Loader.self) {
            Simple(.loading) {
                Entry(.began)
                Do(.fetch)
                On(.again, to: .loading)
                Completion(to: .done, do: .completed)
            }
            Simple(.done)
        }
        let (gate, opener) = AsyncStream<Loader.Event?>.makeStream()
        let loader = try await loader(chart) {
            let event = await gate.first { _ in true } ?? nil
            return event.map { ($0, nil) }
        }
        #expect(await next() == "began")
        for _ in 0..<3 {
            opener.yield(.again)
            #expect(await next() == "began")
            #expect(await loader.isActive(.loading))
        }
        opener.yield(nil)
        #expect(await next() == "completed")
        #expect(await loader.isActive(.done))
    }

    /// An action on the error finds it and its data, as one of a guard or an action.
    @Test func theErrorOfWorkIsKept() async throws {
        let chart = Statechart("c", for: Loader.self) {
            Simple(.loading) {
                Do(.fetch)
                On(.error, to: .failed, do: .broke)
            }
            Simple(.failed)
        }
        let loader = try await loader(chart) { throw Offline() }
        #expect(await next() == "true, offline")
        #expect(await loader.failure == nil)
    }

    /// Failed work has ended, too: the state is completed after the event of the error.
    @Test func failedWorkCompletesItsState() async throws {
        let chart = Statechart("c", for: Loader.self) {
            Simple(.loading) {
                Do(.fetch, .other)
                On(.error, do: .broke)
                On(.late, do: .began)
                Completion(to: .done, do: .completed)
            }
            Simple(.done)
        }
        let (gate, opener) = AsyncStream<Bool>.makeStream()
        let loader = try await loader(chart) {
            await gate.first { _ in true } == true ? (.late, nil) : nil
        } fetch: {
            throw Offline()
        }
        #expect(await next() == "true, offline")
        #expect(await loader.isActive(.loading))
        opener.yield(true)
        #expect(await next() == "began")
        #expect(await next() == "completed")
        #expect(await loader.isActive(.done))
    }
}
