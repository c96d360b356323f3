import Components
import Testing

/// Passes numbers on, in one of several ways.
private struct Changed: Component {
    let input = Input<M1>()
    let output = Output<M1>()
    let extra = Output<M1>(isOptional: true)
    let own = EventPort<M2>()
    let context = ComponentContext()
    let way: Way

    enum Way: CaseIterable {
        case usual, otherBody, otherPort, twice, later, timer, longTimer, cancelled, failure, otherFailure, change, end
    }

    static var handlers: Handlers<Changed> {
        Receive(\.input.one) { changed, number in
            switch changed.way {
            case .usual: changed.output.one(number)
            case .otherBody: changed.output.one(number + 1)
            case .otherPort: changed.extra.one(number)
            case .twice:
                changed.output.one(number)
                changed.output.one(number)
            case .later: changed.own.two(number)
            case .timer:
                changed.output.one(number)
                changed.own.two(number, after: .seconds(1000))
            case .longTimer:
                changed.output.one(number)
                changed.own.two(number, after: .seconds(2000))
            case .cancelled:
                changed.output.one(number)
                changed.own.two(number, after: .seconds(1000)).cancel()
            case .end:
                changed.output.one(number)
                changed.context.end()
            case .failure: throw Fault.first
            case .otherFailure: throw Fault.second
            case .change:
                changed.output.one(number)
                if number == 1 { try changed.context.assembly.remove("other") }
            }
        }
        Receive(\.own.two) { $0.output.one($1) }
    }

    enum Fault: Error { case first, second }
}

private struct Bodies: PortProtocol { let body = Message<(Double, Set<String>, Opaque)>() }

/// A body that can't be compared, with an object that is another one each time.
private struct Opaque: Sendable {
    let object = Object()
    final class Object: Sendable {}
}

/// Sends what isn't equal to itself.
private struct Odd: Component {
    let input = Input<M1>()
    let output = Output<Bodies>(isOptional: true)

    static var handlers: Handlers<Odd> {
        Receive(\.input.one) { odd, number in odd.output.body(.nan, Set((0..<number).map { "\($0)" }), Opaque()) }
    }
}

private struct Shown: PortProtocol {
    let hidden = Message<Hidden>()
    let object = Message<Token>()
}

/// Values that differ have the same text.
private struct Hidden: Hashable, CustomStringConvertible {
    let number: Int
    var description: String { "hidden" }
}

/// Only equal to itself, so that each run has another one.
private final class Token: Hashable, Sendable, CustomStringConvertible {
    let number: Int

    init(_ number: Int) { self.number = number }

    var description: String { "token \(number)" }
    static func == (first: Token, second: Token) -> Bool { first === second }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private struct Hiding: Component {
    let input = Input<M1>()
    let output = Output<Shown>()
    var (hidden, token) = (0, 0)

    static var handlers: Handlers<Hiding> {
        Receive(\.input.one) { hiding, number in
            hiding.output.hidden(Hidden(number: number + hiding.hidden))
            hiding.output.object(Token(number + hiding.token))
        }
    }
}

private struct Viewer: Component {
    let input = Input<Shown>()

    static var handlers: Handlers<Viewer> {
        Receive(\.input.hidden) { _, _ in }
        Receive(\.input.object) { _, _ in }
    }
}

struct DivergenceTests {
    private func assembly(_ way: Changed.Way) -> (Assembly, PartReference<Changed>) {
        var assembly = Assembly()
        let changed = assembly.add("changed") { Changed(way: way) }
        let sink = assembly.add("sink") { Sink() }
        assembly.add("other") { Sink() }
        assembly.connect(changed.output, to: sink.input)
        return (assembly, changed)
    }

    private func recording(_ way: Changed.Way) async throws -> SystemRecording {
        let (assembly, changed) = assembly(way)
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let port = try system.port(\.input, of: changed)
        for number in 1...3 { port.one(number) }
        await system.idle()
        await system.end()
        return system.recording
    }

    /// Another assembly than the recorded one is told by each call, whatever it does besides or
    /// leaves out.
    @Test(arguments: Changed.Way.allCases)
    fileprivate func eachDifferenceIsFound(_ recorded: Changed.Way) async throws {
        let recording = try await recording(recorded)
        for way in Changed.Way.allCases {
            let assembly = assembly(way).0
            let (stepped, run) = (
                try Simulation(replaying: recording, of: assembly), try Simulation(replaying: recording, of: assembly)
            )
            let error = divergence { while try stepped.step() {} }
            #expect(error == divergence { try run.run() } && error == divergence { try run.advance(by: .seconds(1)) })
            #expect(error == divergence { try stepped.step() })
            let debugged = divergence {
                let debugger = try Debugger(replaying: recording, of: assembly)
                try debugger.run()
            }
            #expect(debugged == error)
            if way == recorded {
                #expect(error == nil)
            } else if case .diverged(let step, "changed", let expected, let found)? = error {
                #expect(step > 0 && !expected.isEmpty && !found.isEmpty && expected != found)
            } else {
                Issue.record("\(recorded) as \(way): \(error.map { "\($0)" } ?? "no difference")")
            }
        }
    }

    @Test func differencesSayWhatWasExpected() async throws {
        let replay = try Simulation(replaying: await recording(.failure), of: assembly(.usual).0)
        let error = divergence { try replay.run() }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("in 'changed': expected"))
        #expect(text.contains("changed failed: first, found ") && text.contains("#changed/1 changed.output.one(1)"))
        #expect(replay.failures.isEmpty)
    }

    private func hiding(_ hidden: Int, _ token: Int, viewers: Int = 1) -> (Assembly, PartReference<Hiding>) {
        var assembly = Assembly()
        let hiding = assembly.add("hiding") { Hiding(hidden: hidden, token: token) }
        let inputs = (1...viewers).map { assembly.add("viewer\($0)") { Viewer() }.input as PortReference }
        assembly.connect([hiding.output], to: inputs)
        return (assembly, hiding)
    }

    /// Values are compared, objects by their texts; what differs has other texts, too.
    @Test func bodiesWithTheSameTextDiffer() async throws {
        let (assembly, hiding) = hiding(0, 0)
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        try system.port(\.input, of: hiding).one(1)
        await system.idle()
        await system.end()
        func difference(_ assembly: Assembly) throws -> (expected: String, found: String)? {
            let replay = try Simulation(replaying: system.recording, of: assembly)
            guard case .diverged(_, "hiding", let expected, let found)? = divergence({ try replay.run() }) else {
                return nil
            }
            return (expected, found)
        }
        #expect(try difference(self.hiding(0, 0).0) == nil)
        let hidden = try #require(try difference(self.hiding(1, 0).0))
        #expect(hidden.expected.contains("hiding.output.hidden(hidden)"))
        #expect(hidden.found == hidden.expected + ", with another value of the same text")
        let token = try #require(try difference(self.hiding(0, 1).0))
        #expect(token.expected.contains("(token 1)") && token.found.contains("(token 2)"))
        let receivers = try #require(try difference(self.hiding(0, 0, viewers: 2).0))
        #expect(receivers.expected.contains(", to 1 receiver, with the numbers "), "\(receivers)")
        #expect(receivers.found.contains(", to 2 receivers, with the numbers "), "\(receivers)")
    }

    @Test func timersAndEndsAreCompared() async throws {
        for (recorded, way, texts) in [
            (
                Changed.Way.timer, Changed.Way.longTimer,
                "expected a timer of 1000.0 seconds, found a timer of 2000.0 seconds"
            ),
            (.cancelled, .timer, "expected the cancellation of timer 1, found nothing"),
            (.usual, .end, "expected nothing, found a request to end"),
        ] {
            let replay = try Simulation(replaying: await recording(recorded), of: assembly(way).0)
            let error = divergence { try replay.run() }
            #expect(error.map { "\($0)" }?.contains("in 'changed': \(texts)") == true, "\(error.map { "\($0)" } ?? "")")
        }
    }

    private func divergence(_ run: () throws -> Void) -> ComponentError? {
        do { try run() } catch { return error as? ComponentError }
        return nil
    }

    @Test func bodiesThatCannotBeComparedAreTheSame() async throws {
        var assembly = Assembly()
        let odd = assembly.add("odd") { Odd() }
        var options = ComponentSystem.Options()
        options.isRecording = true
        let system = try ComponentSystem(assembly, options)
        let port = try system.port(\.input, of: odd)
        port.one(30)
        await system.idle()
        await system.end()
        let replay = try Simulation(replaying: system.recording, of: assembly)
        try replay.run()
        #expect(replay.trace.count == system.trace.count)
    }
}
