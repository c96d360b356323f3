import Foundation
import Testing

/// Usual mistakes in a chart's source, each of which is one error of the compiler, at its place.
@Suite struct MistakeTests {
    /// A mistake instead of a part of the source, the part of it where the error is, and the error.
    private struct Mistake {
        var right: String
        var wrong: String
        var place: String
        var message: String

        init(_ right: String, _ wrong: String, at place: String, _ message: String) {
            (self.right, self.wrong, self.place, self.message) = (right, wrong, place, message)
        }
    }

    private static let mistakes = [
        Mistake("to: .locked)", "to: .lokced)", at: "lokced", "type 'M.Door.State' has no member 'lokced'"),
        Mistake("Simple(.open)", "Simple(.opn)", at: "opn", "type 'M.Door.State' has no member 'opn'"),
        Mistake("On(.pull,", "On(.pul,", at: "pul", "type 'M.Door.Event' has no member 'pul'"),
        Mistake("if: .isAllowed", "if: .isAlowed", at: "isAlowed", "type 'M.Door.Guard?' has no member 'isAlowed'"),
        Mistake("Entry(.ring)", "Entry(.rnig)", at: "rnig", "type 'M.Door.Action' has no member 'rnig'"),
        Mistake(
            "history: .deep", "history: .depth", at: "depth", "type 'HistoryDepth?' has no member 'depth'"),
        Mistake(
            "After(.seconds(3), to:", "After(.seconds(3),", at: "After",
            "'init(_:_:)' is unavailable: write 'to:' before the target"),
        Mistake(
            "After(.seconds(3)", "After(3", at: "3",
            "cannot convert value of type 'Int' to expected argument type 'Duration'"),
        Mistake(
            "if: .isAllowed, to: .open", "to: .open, if: .isAllowed", at: "if",
            "argument 'if' must precede argument 'to'"),
        Mistake(
            "to: .closed)", "to: \"closed\")", at: "\"closed",
            "cannot convert value of type 'String' to expected argument type 'M.Door.State'"),
        Mistake(
            "Send(.pull, after: .seconds(2)", "Send(.pull, afer: .seconds(2)", at: "(.pull, afer",
            "incorrect argument label in call (have '_:afer:', expected '_:after:')"),
        Mistake("Flap.State.ajar", "Flap.State.ajra", at: "ajra", "type 'M.Flap.State' has no member 'ajra'"),
        Mistake(
            "Handle(.key, to: .open", "Handle(.key, to: .opne", at: "opne", "type 'M.Door.State' has no member 'opne'"),
        Mistake(".init(.closed,", ".init(.closd,", at: "closd", "type 'M.Door.State' has no member 'closd'"),
        Mistake(
            "room.count +=", "room.cuont +=", at: "cuont",
            "value of type 'Superstate<M.Room>' has no dynamic member 'cuont' using key path from root type 'M.Room'"),
        Mistake(
            "room.count +=", "room.superior.rings +=", at: "rings",
            "value of type 'M.Room.Superior' (aka 'M.Door') has no member 'rings'"),
        Mistake(
            "room.superior.calls = 1", "room.superior.calls = step.event", at: "event",
            "cannot assign value of type 'M.Door.Event?' to type 'Int'"),
        Mistake(
            "inout Superstate<Room>", "inout Superstate<Door>", at: "Superstate<Door",
            "type 'M.Door' does not conform to protocol 'EnclosingState'"),
        Mistake(
            "= \\Door.room", "= \\Door.closed", at: "Room: EnclosingState",
            "type 'M.Room' does not conform to protocol 'EnclosingState'"),
        Mistake(
            "send(.key(\"5\")", "send(.key(5)", at: "5",
            "cannot convert value of type 'Int' to expected argument type 'String'"),
        Mistake(
            "func holds", "func hold", at: "Door: StatechartBehavior",
            "type 'M.Door' does not conform to protocol 'StatechartBehavior'"),
        Mistake(
            "case .lock: .lock", "", at: "switch self", "switch must be exhaustive"),
    ]

    private static let source = """
        import Statecharts

        enum M {
            struct Flap: StatechartBehavior {
                enum State: String, StatechartSymbol { case shut, ajar }
            }

            struct Door: StatechartBehavior {
                enum State: String, StatechartSymbol { case closed, open, locked, room, flap, hatch }
                enum Event: String, StatechartSymbol { case push, pull, lock, key }
                enum Guard: String, StatechartSymbol { case isAllowed }
                enum Action: String, StatechartSymbol { case ring }
                enum Payload: EventPayload {
                    case key(String), lock(code: Int)
                    var event: Event {
                        switch self {
                        case .key: .key
                        case .lock: .lock
                        }
                    }
                }
                var (room, closed): (Room?, Closed?)
                var calls = 0
                static let scopes: [StateScope<Door>] = [.init(.room, \\.room), .init(.closed, \\.closed)]

                static let chart: Statechart = .init("Door", for: Self.self) {
                    Composite(.room, history: .deep) {
                        On(.lock, to: .locked)
                        Simple(.closed) {
                            Entry(.ring)
                            On(.push, if: .isAllowed, to: .open, do: .ring)
                            Handle(.key, to: .open, .locked)
                            After(.seconds(3), to: .open)
                        }
                        Simple(.open) {
                            On(.pull, to: .closed)
                            After(.seconds(5), to: .closed)
                        }
                    }
                    Simple(.locked) { On(.push, to: .room) { Send(.pull, after: .seconds(2)) } }
                    Submachine(.flap, Statechart("Flap", for: Flap.self) { Simple(.shut); Simple(.ajar) }) {
                        EntryPoint(.hatch, in: .flap, to: Flap.State.ajar)
                    }
                }

                func holds(_ guard: Guard, in step: borrowing Step<Self>) -> Bool { true }
                mutating func perform(_ action: Action, in step: inout Step<Self>) {}
            }

            struct Room: EnclosingState {
                typealias Superior = Door
                static let property = \\Door.room
                var count = 0
            }

            struct Closed: ScopedState {
                func target(_ room: Superstate<Room>, in step: borrowing Step<Door>) -> Door.State? { .open }
                mutating func handle(_ room: inout Superstate<Room>, in step: inout Step<Door>) {
                    room.count += 1
                    room.superior.calls = 1
                }
            }

            static func run() throws {
                var door = Door()
                var machine = try StateMachine(CompiledStatechart(Door.chart), running: &door)
                try machine.send(.push, to: &door)
                try machine.send(.key("5"), to: &door)
                try machine.advance(by: .seconds(4), to: &door)
            }
        }

        """

    /// The folder of the compiled modules, beside this program.
    private static let modules = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("Modules")

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: modules.appendingPathComponent("Statecharts.swiftmodule").path),
            "needs the modules of the build"))
    func aMistakeIsOneError() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mistakes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var (files, expected) = ([String](), [String]())
        for (number, mistake) in ([Mistake("", "", at: "", "")] + Self.mistakes).enumerated() {
            let name = "M\(number)"
            let path = folder.appendingPathComponent(name + ".swift").path
            var source = Self.source
            if let range = source.range(of: mistake.right) {
                source.replaceSubrange(range, with: mistake.wrong)
                let place = try #require(
                    source.range(of: mistake.place, range: range.lowerBound..<source.endIndex)
                        ?? source.range(of: mistake.place))
                let lines = source[..<place.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
                let message = mistake.message.replacingOccurrences(of: "M.", with: name + ".")
                expected.append("\(path):\(lines.count):\((lines.last?.count ?? 0) + 1): error: \(message)")
            }
            source = source.replacingOccurrences(of: "enum M {", with: "enum \(name) {")
            try Data(source.utf8).write(to: URL(fileURLWithPath: path))
            files.append(path)
        }
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-wmo", "-diagnostic-style", "llvm", "-I",
                Self.modules.path,
            ]
            + files
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let errors = text.split(separator: "\n").map(String.init).filter { $0.contains("error: ") }
        for error in Set(errors).symmetricDifference(expected).sorted() {
            Issue.record("\(expected.contains(error) ? "missing" : "other"): \(error)")
        }
        #expect(errors.count == expected.count && expected.count == Self.mistakes.count)
    }
}
