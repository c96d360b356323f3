import ComponentAnalysis
import ComponentFormats
import Components
import Testing

/// Runs that are repeated on assemblies which they don't fit, or on large ones.
struct RepetitionTests {
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
