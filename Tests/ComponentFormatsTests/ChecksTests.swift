import AlgorithmSupport
import ComponentAnalysis
import ComponentFormats
import Components
import Statecharts
import TestSupport
import Testing

/// Two cars, of which one should wait for the other.
enum Crossing {
    static let car = """
        <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="free">
          <state id="free">
            <transition event="start" target="driving"/><transition event="taken" target="waiting"/>
          </state>
          <state id="waiting"><transition event="start"/><transition event="free" target="free"/></state>
          <state id="driving">
            <onentry><send event="taken" target="#_tell"/><send event="leave" delay="3s"/></onentry>
            <transition event="taken"/>
            <transition event="leave" target="free"><send event="free" target="#_tell"/></transition>
          </state>
        </scxml>
        """

    static func json(_ checks: String) -> String {
        let component = """
            {"chart": "car.scxml", "in": {"go": ["start"], "sign": ["taken", "free"]}, "out": {"tell": ["taken", "free"]}}
            """
        return """
            {"components": {"a": \(component), "b": \(component)},
             "channels": [{"from": "a.tell", "to": "b.sign"}, {"from": "b.tell", "to": "a.sign"}],
             "environment": {"first": "a.go", "second": "b.go"},
             "checks": \(checks)}
            """
    }

    static func document(_ checks: String) throws -> AssemblyDocument { try read(json(checks), ["car.scxml": car]) }

    /// Returns the assembly with the first run that fails.
    static func failed(_ checks: String) throws -> (AssemblyDocument, FailedSchedule) {
        let document = try document(checks)
        let failure = try #require(try document.checkSchedules().failure)
        return (document, FailedSchedule(failure, of: "a.json", try #require(document.checks)))
    }
}

/// The key `checks` of assemblies.
struct ChecksTests {
    @Test func checksAreReadAndWritten() throws {
        let document = try Crossing.document(
            """
            {"send": ["first.start", "second.start=[1]"], "faults": {"loss": 2, "restart": 1},
             "never": [["a.driving", "b.driving"], "a.waiting"], "hot": "b.waiting", "mustEnd": ["a", "b"],
             "ignored": ["a.sign.free"], "mailbox": 5}
            """)
        let checks = try #require(document.checks)
        #expect(checks.sent.map(\.message) == ["first.start", "second.start"])
        #expect(checks.sent.map(\.body) == [.null, .list([.number(1)])])
        #expect((checks.options.losses, checks.options.restarts) == (2, 1))
        #expect((checks.options.duplications, checks.options.reorderings, checks.options.mailboxLimit) == (0, 0, 5))
        #expect(checks.options.never == [["a.driving", "b.driving"], ["a.waiting"]])
        #expect(checks.options.hot == ["b.waiting"] && checks.options.mustEnd == ["a", "b"])
        #expect(checks.options.ignored == ["a.sign.free"] && !checks.options.allowsIgnoredMessages)
        let again = try read(document.json, ["car.scxml": Crossing.car])
        #expect(again.json == document.json)
        #expect("\(try #require(again.checks).options)" == "\(checks.options)")
        let all = try Crossing.document("{\"ignored\": true}")
        #expect(all.checks?.options.allowsIgnoredMessages == true)
        #expect(try read(all.json, ["car.scxml": Crossing.car]).checks?.options.allowsIgnoredMessages == true)
    }

    @Test func wrongChecksHavePlacesAndRemedies() {
        let text = Crossing.json(
            """
            {
              "send": ["first.stop", "third.start", "+5", 3],
              "faults": {"loss": 256, "theft": 1},
              "never": [["a.drivin"], [], "c.driving", "environment.x"],
              "hot": ["a"],
              "mustEnd": ["d"],
              "ignored": ["a.sign.stop", "a.signs.free"],
              "mailbox": 0, "color": 1
            }
            """)
        #expect(
            errors(text, ["car.scxml": Crossing.car]) == [
                "a.json:5:41: '+5' is a time, and a check sends messages at any time; remove it",
                "a.json:5:47: expected a message such as \"button.fetch\", or a list of them, found '3],'",
                "a.json:6:14: invalid number of faults 256; expected 0 to 255",
                "a.json:6:27: unknown key 'theft' in faults; expected loss, duplication, reordering, restart",
                "a.json:7:27: expected states; name at least one",
                "a.json:11:14: expected a number from 1 on, found 0",
                "a.json:11:17: unknown key 'color' in checks; expected send, faults, never, hot, mustEnd, ignored, mailbox",
            ])
    }

    @Test func unknownNamesOfChecksAreErrors() {
        let text = Crossing.json(
            """
            {
              "send": ["first.stop", "third.start"],
              "never": [["a.drivin"], "c.driving"],
              "hot": ["a"],
              "mustEnd": ["d"],
              "ignored": ["a.sign.stop", "a.signs.free"]
            }
            """)
        #expect(
            errors(text, ["car.scxml": Crossing.car]) == [
                "a.json:5:12: unknown message 'stop' in 'first'; expected start",
                "a.json:5:26: unknown port 'third' in the environment; expected first, second",
                "a.json:6:14: unknown state 'drivin' in 'a'; did you mean 'driving'?",
                "a.json:6:27: unknown component 'c' in the assembly; expected a, b",
                "a.json:7:11: invalid state 'a'; write the component and its state, such as 'a.free'",
                "a.json:8:15: unknown component 'd' in the assembly; expected a, b",
                "a.json:9:15: unknown message 'stop' in 'a.sign'; expected taken, free",
                "a.json:9:30: unknown port 'signs' in 'a'; did you mean 'sign'?",
            ])
    }

    /// A chart that can't be read has no states, and its own error says why.
    @Test func statesOfChartsWithErrorsAreNotLookedFor() {
        let text = Crossing.json("{\"never\": [[\"a.driving\", \"b.flying\"], \"a\"], \"hot\": \"c.x\"}")
        let found = errors(
            text, ["car.scxml": Crossing.car.replacingOccurrence(of: "target=\"free\"", by: "target=\"no\"")])
        #expect(found.count == 2, "\(found)")
        #expect(found.last?.contains("unknown target 'no'") == true, "\(found)")
        #expect(found.first?.contains("unknown component 'c' in the assembly") == true, "\(found)")
    }

    @Test func insideOthersNoChecksAreAllowed() {
        let text = """
            {"components": {"a": {"components": {"b": {"in": {"p": "m"}}}, "environment": {"p": "b.p"}, "checks": {}}},
             "environment": {"p": "a.p"}}
            """
        #expect(
            errors(text) == [
                "a.json:1:93: unknown key 'checks' in a component; expected chart, assembly, in, out, own, optional, "
                    + "mailbox, execution, contracts, components, channels, environment"
            ])
    }

    @Test func namesOfOptionsAreChecked() throws {
        let document = try Crossing.document("{}")
        var checks = AssemblyChecks()
        checks.options.never = [["a.driving", "b.drivin"]]
        #expect {
            try document.checkSchedules(checks)
        } throws: { "\($0)" == "unknown state 'drivin' in 'b'; did you mean 'driving'?" }
    }

    /// Damages assemblies: a reader must throw or read, and what it reads is written as the same.
    @Test func damagedChecksAreReadOrRefused() throws {
        let checks = """
            {"send": ["first.start", "second.start=[1]"], "faults": {"loss": 2, "restart": 1}, "mailbox": 5,
             "never": [["a.driving", "b.driving"], "a.waiting"], "hot": "b.waiting", "ignored": ["a.sign.free"]}
            """
        let (text, files) = (Array(Crossing.json(checks).utf8), ["car.scxml": Crossing.car])
        var random = SplitMix64(seed: UInt64(TestScope.mutationSeed))
        var (readCount, refusedCount) = (0, 0)
        for _ in 0...TestScope.mutationCount {
            let damaged = String(decoding: random.damaged(text), as: UTF8.self)
            do throws(AssemblyFormatError) {
                let document = try read(damaged, files)
                readCount += 1
                let again = try read(document.json, files)
                #expect(again.json == document.json)
            } catch {
                refusedCount += 1
                #expect(!error.errors.isEmpty && error.errors.allSatisfy { !$0.message.isEmpty })
            }
        }
        #expect(readCount > 0 && refusedCount > 0)
    }
}
