import ComponentAnalysis
import ComponentFormats
import Components
import Testing

/// Runs that are repeated on assemblies which they don't fit, or on large ones.
struct RepetitionTests {
    /// A run that shows nothing isn't taken for one that doesn't fail any more.
    @Test func runsThatShowNothingAreRefused() throws {
        let (document, failed) = try Crossing.failed(
            "{\"send\": [\"first.start\", \"second.start\"], \"never\": [[\"a.driving\", \"b.driving\"]]}")
        func repeats(_ old: String, _ new: String) throws -> ScheduleRepetition {
            let text = failed.json.replacingOccurrence(of: old, by: new)
            #expect(text != failed.json)
            return try document.repeats(FailedSchedule(json: text))
        }
        for (choice, message) in [
            (
                "restart a",
                "the schedule has 1 of the fault 'restart', and the checks allow 0; raise 'restart' of 'faults'"
            ),
            ("lose a", "the schedule has 1 of the fault 'loss', and the checks allow 0; raise 'loss' of 'faults'"),
            (
                "take a 5000",
                "the schedule has an unknown channel 5000; the assembly has 0 point-to-point channels, with "
                    + "the numbers from 0 on"
            ),
            ("handle c", "the run has an unknown component 'c'; fix the name"),
        ] {
            #expect { try repeats("handle b", choice) } throws: { "\($0)" == message }
        }
        #expect {
            try repeats("\"reason\"", "\"component\": \"c\", \"reason\"")
        } throws: { "\($0)" == "the run has an unknown component 'c'; fix the name" }
        func empty(_ kind: ScheduleCheck.Failure.Kind) throws -> ScheduleRepetition {
            let start = try #require(failed.json.firstRange(of: "\"schedule\""))
            let text = failed.json[..<start.lowerBound] + "\"schedule\": []}"
            let json = String(text).replacingOccurrence(of: "forbiddenStates", by: kind.rawValue)
            return try document.repeats(FailedSchedule(json: json))
        }
        for kind in [ScheduleCheck.Failure.Kind.unexpectedMessage, .hotState, .stuck, .unfetchedMessage] {
            #expect { try empty(kind) } throws: {
                "\($0)".hasPrefix("the schedule has no choices, but a failure of the ")
            }
        }
        #expect(try !empty(.forbiddenStates).fails)
        // No timer runs before the first message; the run still fails with a time that does nothing.
        #expect(try repeats("handle b", "wait b 999999999999s").impossibleStep == 4)
        let again = try repeats("\"handle b\"", "\"wait b 999999999999s\", \"handle b\"")
        #expect(again.fails && again.impossibleStep == nil)
        #expect(try repeats("handle b", "wait a 4s").impossibleStep == 4)
        #expect(try repeats("handle b", "wait a 2s").impossibleStep == nil)
    }

    /// Channels beyond those that twelve bits count.
    @Test func manyChannelsAreToldApart() throws {
        let last = 4_096
        // A component has at most 1,000 ports.
        let pairs = stride(from: 0, through: last, by: 900).map { ($0, min($0 + 899, last)) }
        let components = pairs.enumerated().map { pair, numbers in
            let ports = (numbers.0...numbers.1).map { "\"p\($0)\": \"m\"" }.joined(separator: ", ")
            let chart = "\"chart\": \"\(numbers.1 == last ? "s" : "idle").scxml\""
            return """
                "s\(pair)": {\(chart), "in": {"in": "go"}, "out": {\(ports)}},
                "r\(pair)": {"chart": "r.scxml", "in": {\(ports)}}
                """
        }
        let channels = (0...last).map {
            #"{"from": "s\#($0 / 900).p\#($0)", "to": "r\#($0 / 900).p\#($0)", "kind": "point-to-point"}"#
        }
        let (sender, receiver) = ("s\(last / 900)", "r\(last / 900)")
        let json = """
            {"components": {\(components.joined(separator: ", "))},
             "channels": [\(channels.joined(separator: ", "))],
             "environment": {\(pairs.indices.map { "\"e\($0)\": \"s\($0).in\"" }.joined(separator: ", "))},
             "checks": {"send": "e\(last / 900).go", "faults": {"loss": 1}, "never": [["\(receiver).b"]]}}
            """
        func chart(_ states: String) -> String {
            "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'>\(states)</scxml>"
        }
        let charts = [
            "s.scxml": chart(
                "<state id='a'><transition event='go'><send event='m' target='#_p\(last)'/></transition></state>"),
            "idle.scxml": chart("<state id='a'/>"),
            "r.scxml": chart("<state id='a'><transition event='m' target='b'/></state><state id='b'/>"),
        ]
        let document = try read(json, charts)
        let failure = try #require(document.checkSchedules().failure)
        #expect(failure.schedule.choices == [.outside, .message(part: sender), .taking(part: receiver, channel: last)])
        let failed = FailedSchedule(failure, of: "a.json", try #require(document.checks))
        #expect(try document.repeats(failed).fails)
    }
}
