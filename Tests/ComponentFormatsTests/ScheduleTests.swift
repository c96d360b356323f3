import AlgorithmSupport
import ComponentAnalysis
import ComponentFormats
import Components
import TestSupport
import Testing
import WorkLimits

/// Schedules that fail, repeated and kept.
struct ScheduleTests {
    private func failed(_ checks: String) throws -> (AssemblyDocument, FailedSchedule) {
        try Crossing.failed(checks)
    }

    @Test func aFailureIsToldStepByStep() throws {
        let (document, failed) = try failed(
            "{\"send\": [\"first.start\", \"second.start\"], \"never\": [[\"a.driving\", \"b.driving\"]]}")
        #expect(failed.kind == .forbiddenStates)
        #expect(failed.reason == "'a.driving' and 'b.driving' are active at once")
        let run = try document.repeats(failed)
        #expect(run.fails && run.impossibleStep == nil)
        #expect(
            run.steps == [
                "environment sends start to a", "environment sends start to b",
                "a handles start from environment, sends taken to b, a is now driving",
                "b handles start from environment, sends taken to a, b is now driving",
            ])
        let messages = MessageSequence(run.events, components: document.assembly.parts.map(\.name)).messages
        #expect(messages.map { "\($0.name) \($0.receiver)" } == ["start a", "start b"])
    }

    @Test func faultsAndTimersAreTold() throws {
        let (document, failed) = try failed(
            "{\"send\": \"first.start\", \"faults\": {\"loss\": 1}, \"hot\": \"b.waiting\", \"ignored\": true}")
        #expect(failed.reason == "'b.waiting' stays active, and nothing happens any more")
        let run = try document.repeats(failed)
        #expect(run.fails)
        #expect(
            run.steps == [
                "environment sends start to a", "a handles start from environment, sends taken to b, a is now driving",
                "a timer of a fires, sends free to b, a is now free", "b handles taken from a, b is now waiting",
                "free to b is lost",
            ])
        let (again, duplicate) = try self.failed("{\"send\": \"first.start\", \"faults\": {\"duplication\": 1}}")
        #expect(duplicate.kind == .unexpectedMessage)
        let steps = try again.repeats(duplicate).steps
        #expect(
            steps == [
                "environment sends start to a", "start to a arrives twice",
                "a handles start from environment, sends taken to b, a is now driving",
                "a handles start from environment",
            ])
    }

    @Test func mendedAssembliesDontFailAnyMore() throws {
        let (_, failed) = try failed(
            "{\"send\": [\"first.start\", \"second.start\"], \"never\": [[\"a.driving\", \"b.driving\"]]}")
        let (files, text) = (["car.scxml": Crossing.car], Crossing.json("{}"))
        let waits = ["car.scxml": Crossing.car.replacingOccurrence(of: "initial=\"free\"", by: "initial=\"waiting\"")]
        let mended = try read(text, waits).repeats(failed)
        #expect(!mended.fails && mended.impossibleStep == nil && mended.steps.count == 4)
        let other = FailedSchedule.example(choices: failed.json, "handle b", "timeout b")
        let impossible = try read(text, files).repeats(FailedSchedule(json: other))
        #expect(!impossible.fails && impossible.impossibleStep == 4 && impossible.steps.count == 3)
        let renamed = try FailedSchedule(json: failed.json.replacingOccurrence(of: "b.driving", by: "b.flying"))
        #expect {
            try read(text, files).repeats(renamed)
        } throws: { "\($0)".hasPrefix("unknown state 'flying' in 'b'; expected ") }
    }

    @Test func otherFailuresAreTold() throws {
        let (document, failed) = try failed(
            "{\"send\": [\"first.start\", \"second.start\"], \"never\": [[\"a.driving\", \"b.driving\"]]}")
        #expect(try document.repeats(failed).otherFailure == nil)
        for json in [
            failed.json.replacingOccurrence(of: "forbiddenStates", by: "stuck"),
            failed.json.replacingOccurrence(of: "\"reason\"", by: "\"component\": \"a\", \"reason\""),
        ] {
            let run = try document.repeats(FailedSchedule(json: json))
            #expect(!run.fails)
            let kinds =
                run.otherFailure == "'a.driving' and 'b.driving' are active at once (forbiddenStates in place of "
                + (json.contains("stuck") ? "stuck)" : "forbiddenStates of 'a')")
            #expect(kinds, "\(run.otherFailure ?? "")")
        }
        let text = failed.json.replacingOccurrence(of: "forbiddenStates", by: "stuck")
            .replacingOccurrence(of: "are active at once\"", by: "stay active\"")
        let other = try document.repeats(FailedSchedule(json: text)).otherFailure
        #expect(other == "'a.driving' and 'b.driving' are active at once")
    }

    /// A chart that starts its timer again and again is never left.
    @Test func cyclesAreRepeated() throws {
        func document(_ target: String) throws -> AssemblyDocument {
            let chart = """
                <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
                  <state id="busy"><onentry><send event="t" delay="1s"/></onentry>
                    <transition event="t" target="\(target)"/></state><state id="idle"/>
                </scxml>
                """
            return try read(
                #"{"components": {"a": {"chart": "a.scxml"}}, "checks": {"hot": "a.busy"}}"#, ["a.scxml": chart])
        }
        let failing = try document("busy")
        let failure = try #require(failing.checkSchedules().failure)
        #expect(failure.kind == .hotState && failure.repeatedCount == 1)
        let checks = try #require(failing.checks)
        let failed = try FailedSchedule(json: FailedSchedule(failure, of: "a.json", checks).json)
        #expect(try failing.repeats(failed).fails)
        let mended = try document("idle")
        #expect(try mended.checkSchedules().holds)
        let run = try mended.repeats(failed)
        #expect(!run.fails && run.otherFailure == nil)
    }

    @Test func brokenContractsAreRepeated() throws {
        let chart = """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">
              <state id="s"><transition event="go"><send event="fetch" target="#_out"/></transition></state>
            </scxml>
            """
        func document(_ mayFetchAgain: Bool) throws -> AssemblyDocument {
            var options = AssemblyDocument.Options()
            options.makeContract = { _ in
                let again: [Contract.Transition] = mayFetchAgain ? [(1, .send("fetch"), 1)] : []
                return try Contract(mayEnd: [true, true], transitions: [(0, .send("fetch"), 1)] + again)
            }
            return try read(
                """
                {"components": {"a": {"chart": "a.scxml", "in": {"in": ["go"]}, "out": {"out": ["fetch"]},
                   "contracts": {"talk": {"ports": ["out"], "messages": "!fetch"}}}},
                 "environment": {"e": "a.in", "o": "a.out"}, "checks": {"send": ["e.go", "e.go"]}}
                """, ["a.scxml": chart], options)
        }
        let failing = try document(false)
        let failure = try #require(failing.checkSchedules().failure)
        #expect(failure.kind == .breach && failure.part == "a")
        let checks = try #require(failing.checks)
        let failed = try FailedSchedule(json: FailedSchedule(failure, of: "a.json", checks).json)
        #expect(try failing.repeats(failed).fails)
        let run = try document(true).repeats(failed)
        #expect(!run.fails && run.impossibleStep == nil && run.otherFailure == nil)
    }

    @Test func keptSchedulesAreReadAndWritten() throws {
        let (_, failed) = try failed("{\"send\": \"first.start\", \"faults\": {\"loss\": 1}, \"hot\": \"b.waiting\"}")
        let again = try FailedSchedule(json: failed.json)
        #expect(again.json == failed.json && again.schedule == failed.schedule && again.assembly == "a.json")
        let choices: [Schedule.Choice] = [
            .message(part: "a"), .timeout(part: "a.b"), .taking(part: "a", channel: 3), .outside, .loss(part: "a"),
            .duplication(part: "a"), .reordering(part: "a"), .restart(part: "a"),
            .wait(part: "a", time: .seconds(2)), .channelLoss(part: "a", channel: 1),
            .channelDuplication(part: "a", channel: 0),
        ]
        let texts = choices.map(\.text)
        #expect(texts.map { Schedule.Choice(parsing: $0) } == choices)
        for text in [
            "", "outside a", "handle", "handle ", "handle a b", "take a", "take a x", "take a -1", "fly a", "wait a",
            "wait a 1", "wait a -1s", "lose a x", "timeout a 1",
        ] {
            #expect(Schedule.Choice(parsing: text) == nil, "\(text)")
        }
    }

    @Test func wrongSchedulesHavePlacesAndRemedies() {
        func errors(_ text: String) -> [String] {
            do throws(AssemblyFormatError) {
                _ = try FailedSchedule(json: text, name: "s.json")
                return []
            } catch { return error.errors.map(\.description) }
        }
        #expect(errors("{") == ["s.json:1:2: expected a key in quotes, found the end of the file"])
        #expect(
            errors("{}")
                == ["format", "version", "assembly", "checks", "failure", "schedule"].map {
                    "s.json:1:1: the schedule lacks the key '\($0)'; add it"
                })
        #expect(
            errors(
                """
                {"format": "components", "version": 2, "assembly": 3, "checks": {"send": "+1"},
                 "failure": {"kind": "fire", "size": 3}, "schedule": ["handle a", "fly"], "repeated": 9}
                """) == [
                    "s.json:1:1: the failure lacks its kind or its reason; add it",
                    "s.json:1:2: expected the format 'component-schedule'", "s.json:1:26: expected version 1",
                    "s.json:1:52: expected a string, found '3,'",
                    "s.json:1:74: '+1' is a time, and a check sends messages at any time; remove it",
                    "s.json:2:22: unknown kind of failure 'fire'; expected "
                        + ScheduleCheck.Failure.Kind.allCases.map(\.rawValue).joined(separator: ", "),
                    "s.json:2:30: unknown key 'size' in a failure; expected kind, reason, component",
                    "s.json:2:67: invalid choice 'fly'; expected a verb and a component, such as 'handle door', or "
                        + "'outside'", "s.json:2:75: 9 choices can't repeat; expected at most 1",
                ])
    }

    /// Random charts: each failure that the search finds happens in a simulation, too.
    @Test func allFailuresAreRepeated() throws {
        var kinds: [ScheduleCheck.Failure.Kind: Int] = [:]
        var (holding, stopped) = (0, 0)
        for seed in 0..<(TestScope.isLong ? 3_000 : 300) {
            let random = RandomCharts(UInt64(seed))
            let document = try read(random.json, random.charts)
            let check: ScheduleCheck
            do throws(ScheduleError) {
                check = try document.checkSchedules(budget: Budget(maximumStates: 1_000))
            } catch {
                guard case .stopped = error else { throw error }
                stopped += 1
                continue
            }
            guard let failure = check.failure, let checks = document.checks else {
                holding += 1
                continue
            }
            kinds[failure.kind, default: 0] += 1
            let failed = try FailedSchedule(json: FailedSchedule(failure, of: "a.json", checks).json)
            let run = try document.repeats(failed)
            #expect(try Recording.error(of: run.events) == nil)
            #expect(
                run.fails && run.impossibleStep == nil && run.steps.count == failure.schedule.choices.count,
                "\(seed): \(failure) \(run.steps.joined(separator: "\n"))\n\(random.json)")
        }
        for kind in [ScheduleCheck.Failure.Kind.unexpectedMessage, .fullMailbox, .forbiddenStates, .hotState, .stuck] {
            #expect(kinds[kind, default: 0] > 0, "\(kind): \(kinds), \(holding) hold, \(stopped) stopped")
        }
        #expect(holding > 3, "\(kinds), \(holding) hold, \(stopped) stopped")
    }

    /// Damages schedules: a reader must throw or read, and what it reads is written as the same.
    ///
    /// `Scripts/fuzz mutations` raises the number of texts and the seed by the environment.
    @Test func damagedSchedulesAreReadOrRefused() throws {
        let (document, failed) = try failed(
            "{\"send\": [\"first.start\"], \"faults\": {\"loss\": 1}, \"hot\": \"b.waiting\", \"ignored\": [\"a.sign.free\"]}"
        )
        let text = Array(failed.json.utf8)
        var random = SplitMix64(seed: UInt64(TestScope.mutationSeed))
        var (read, repeated) = (0, 0)
        for round in 0...TestScope.mutationCount {
            let damaged = round == 0 ? text : random.damaged(text)
            let result = damaged.withUnsafeBytes { bytes in
                Result { () throws(AssemblyFormatError) in try FailedSchedule(json: bytes) }
            }
            switch result {
            case .success(let schedule):
                read += 1
                #expect(try FailedSchedule(json: schedule.json).json == schedule.json)
                if (try? document.repeats(schedule)) != nil { repeated += 1 }
            case .failure(let error):
                #expect(!error.errors.isEmpty && error.errors.allSatisfy { !$0.message.isEmpty })
            }
        }
        #expect(read > 0 && repeated > 0)
    }
}

extension String {
    /// Returns the text with the first occurrence of another text replaced.
    func replacingOccurrence(of old: String, by new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return self[..<range.lowerBound] + new + self[range.upperBound...]
    }
}

extension FailedSchedule {
    /// Returns JSON with other choices.
    fileprivate static func example(choices json: String, _ old: String, _ new: String) -> String {
        json.replacingOccurrence(of: old, by: new)
    }
}

/// Charts that react by chance, joined by chance, with checks.
private struct RandomCharts {
    let json: String
    let charts: [String: String]

    init(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        let parts = ["a", "b", "c"].prefix(Int.random(in: 1...3, using: &random))
        var (charts, components) = ([String: String](), [String]())
        for part in parts {
            var states = ""
            for number in 0..<3 {
                let delay = Int.random(in: 1...3, using: &random)
                let entry = chance(40) ? "<onentry><send event='t' delay='\(delay)s'/></onentry>" : ""
                var transitions = ""
                for event in ["m", "n", "t"] where chance(80) {
                    let send = chance(40) ? "<send event='\(chance(50) ? "m" : "n")' target='#_out'/>" : ""
                    let target = ["s0", "s1", "s2", "end"][Int.random(in: 0...(chance(20) ? 3 : 2), using: &random)]
                    transitions += "<transition event='\(event)' target='\(target)'>\(send)</transition>"
                }
                states += "<state id='s\(number)'>\(entry)\(transitions)</state>"
            }
            charts[part + ".scxml"] =
                "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'>\(states)<final id='end'/></scxml>"
            let mailbox =
                chance(30)
                ? ", \"mailbox\": 1" : chance(20) ? ", \"mailbox\": {\"capacity\": 1, \"policy\": \"dropOldest\"}" : ""
            components.append(
                "\"\(part)\": {\"chart\": \"\(part).scxml\", \"in\": {\"in\": [\"m\", \"n\"]}, "
                    + "\"out\": {\"out\": [\"m\", \"n\"]}, \"optional\": \"out\"\(mailbox)}")
        }
        var (channels, free) = ([String](), Set(parts))
        for part in parts where chance(70) {
            let receivers = free.sorted().filter { _ in chance(50) }
            free.subtract(receivers)
            if receivers.isEmpty { continue }
            let kind = chance(25) ? ", \"kind\": \"point-to-point\"" : ""
            let ends = receivers.map { "\"\($0).in\"" }.joined(separator: ", ")
            channels.append("{\"from\": \"\(part).out\", \"to\": [\(ends)]\(kind)}")
        }
        let messages = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            "\"e\(parts.randomElement(using: &random) ?? "a").\(chance(50) ? "m" : "n")\""
        }
        var checks = "\"send\": [\(messages.joined(separator: ", "))], \"mailbox\": 3"
        if chance(70) { checks += ", \"ignored\": true" }
        if chance(50) { checks += ", \"never\": [[\"a.s1\", \"\(parts.last ?? "a").s2\"]]" }
        if chance(30) { checks += ", \"hot\": \"a.s\(Int.random(in: 0...2, using: &random))\"" }
        if chance(30) { checks += ", \"mustEnd\": \"a\"" }
        let faults = ["loss", "duplication", "reordering", "restart"].filter { _ in chance(15) }
        checks += ", \"faults\": {\(faults.map { "\"\($0)\": 1" }.joined(separator: ", "))}"
        let inputs = parts.map { "\"e\($0)\": \"\($0).in\"" }.joined(separator: ", ")
        json = """
            {"components": {\(components.joined(separator: ", "))}, "channels": [\(channels.joined(separator: ", "))],
             "environment": {\(inputs)}, "checks": {\(checks)}}
            """
        self.charts = charts
    }
}
