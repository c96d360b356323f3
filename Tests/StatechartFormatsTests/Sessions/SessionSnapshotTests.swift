import AlgorithmSupport
import StatechartFormats
import StatechartScripts
import Statecharts
import TestSupport
import Testing

/// Sessions that are saved as JSON and restored, beside those that aren't.
@Suite struct SessionSnapshotTests {
    private static func context(_ journal: ScriptedSession.Journal, seed: UInt64 = 1) -> StatechartContext {
        var context = StatechartContext()
        context.onLog = { journal.add($0) }
        context.onFailure = { journal.addFailure("\($0)") }
        context.makeScripts = { try ECMAScript(named: $0) }
        context.randomSeed = seed
        return context
    }

    private static func tree(_ session: StatechartSession) -> String {
        let inner = session.children.map { tree($0) }
        return "\(session.id) \(session.invokeID ?? "").\(session.activeStateNames)(\(inner.joined(separator: " ")))"
    }

    /// Saves and restores a session.
    private static func again(
        _ session: StatechartSession, _ chart: Statechart, _ journal: ScriptedSession.Journal
    ) throws -> StatechartSession {
        let text = try session.snapshot().json()
        let snapshot = try StatechartSessionSnapshot(json: text)
        #expect(try snapshot.json() == text)
        let restored = try StatechartSession(chart, restoring: snapshot, in: context(journal))
        #expect(try restored.snapshot().json() == text)
        return restored
    }

    /// After every event the second session is another one.
    @Test(arguments: ["automata", "ecmascript"]) func restoredFamiliesGoOn(model: String) throws {
        let count = (TestScope.isLong ? 20 : 1) * (model == "automata" ? 200 : 40)
        var (entries, children, delayed) = (0, 0, 0)
        for seed in 0..<UInt64(count) {
            var family = RandomFamily(seed: seed)
            let chart = try StatechartFormat.scxml.chart(from: family.text(model: model, hasData: true))
            let (journal, otherJournal) = (ScriptedSession.Journal(), ScriptedSession.Journal())
            let session = try StatechartSession(chart, in: Self.context(journal))
            var other = try StatechartSession(chart, in: Self.context(otherJournal))
            var story: [String] = []
            for _ in 0..<14 {
                other = try Self.again(other, chart, otherJournal)
                if family.below(3) == 0 {
                    let span = family.below(3)
                    story.append("+\(span)")
                    try session.advance(by: .milliseconds(span))
                    try other.advance(by: .milliseconds(span))
                } else {
                    let event = RandomFamily.events[family.below(3)]
                    story.append(event)
                    let fate = try session.send(event)
                    #expect(try other.send(event) == fate)
                }
                let isSame = journal.all == otherJournal.all && Self.tree(session) == Self.tree(other)
                #expect(
                    isSame && session.deadline == other.deadline && session.time == other.time
                        && journal.failures == otherJournal.failures,
                    "seed \(seed), \(story): \(Self.tree(session)) \(Self.tree(other)) \(otherJournal.failures)")
                if !isSame { return }
                children += session.children.count
                delayed += session.deadline == nil ? 0 : 1
            }
            entries += journal.all.count
        }
        #expect(entries > 40 * count && children > 3 * count && delayed > count, "\(entries) \(children) \(delayed)")
    }

    // MARK: - Versions

    private static func chart(_ content: String) throws -> Statechart { try ScriptedSession.chart(content, "automata") }

    @Test func anotherVersionIsRefusedWithDifferences() throws {
        let old =
            "<datamodel><data id='v' expr='1'/></datamodel><state id='a'><transition event='e' target='b'/></state><state id='b'/>"
        let chart = try Self.chart(old)
        let snapshot = try StatechartSession(chart).snapshot()
        let versions = [
            "<state id='a'/><state id='c'/>":
                "the state 'b' is missing; the state 'c' is new; the event 'e' is missing; the variable 'v' is missing; "
                + "the chart has different variables; the state 'a' has different transitions",
            "<datamodel><data id='v' expr='2'/></datamodel><state id='b'/><state id='a'><transition event='e' target='b'/></state>":
                "the chart has its states in a different order; the chart has different variables",
        ]
        for (text, differences) in versions {
            let error = #expect(throws: SnapshotError.self) {
                try StatechartSession(Self.chart(text), restoring: snapshot)
            }
            #expect(error?.description == "the snapshot was made with a different version of the chart: " + differences)
        }
        #expect(throws: Never.self) { try StatechartSession(Self.chart(old), restoring: snapshot) }
    }

    /// A loaded chart is part of the snapshot.
    @Test func loadedChartsAreKept() throws {
        let inner = "<state id='i'><transition event='go' target='j'/></state><state id='j'/>"
        let run = try ScriptedSession(
            "<state id='a'><invoke id='k' src='inner'/><transition event='go'><send event='go' target='#_k'/></transition></state>",
            model: "automata", files: ["inner": inner])
        let text = try run.session.snapshot().json()
        let chart = try run.session.snapshot().chart
        let restored = try StatechartSession(chart, restoring: StatechartSessionSnapshot(json: text))
        try restored.send("go")
        #expect(restored.children.map(\.activeStateNames) == [["j"]])
    }

    @Test func onlyTheFirstSessionCanBeSaved() throws {
        let run = try ScriptedSession(
            "<state id='a'><invoke id='k' src='inner'/></state>", model: "automata", files: ["inner": "<state id='i'/>"]
        )
        let child = try #require(run.session.children.first)
        #expect(throws: SnapshotError.self) { try child.snapshot() }
    }

    // MARK: - Hostile files

    /// Damaged snapshots give errors, or sessions that work.
    @Test func damagedSnapshotsAreRefused() throws {
        var (random, refused, unfit, restored) = (SplitMix64(seed: 7), 0, 0, 0)
        for seed in 0..<UInt64(TestScope.isLong ? 100 : 10) {
            let model = seed % 2 == 0 ? "automata" : "ecmascript"
            let family = RandomFamily(seed: 100 + seed)
            let chart = try StatechartFormat.scxml.chart(from: family.text(model: model, hasData: true))
            let session = try StatechartSession(chart, in: Self.context(.init()))
            for event in RandomFamily.events { try session.send(event) }
            var snapshot = try session.snapshot()
            // So that most of the damage is in the session.
            let text = Array(try snapshot.json().utf8)
            let end = text.count - Array(try StatechartFormat.json.text(of: chart).utf8).count
            for _ in 0..<40 {
                var bytes = text
                for _ in 0...random.next() % 3 {
                    let place = Int(random.next() % UInt64(max(end, 1)))
                    switch random.next() % 4 {
                    case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next() % 128)
                    case 1: bytes.remove(at: place)
                    case 2: bytes[place] = UInt8(ascii: "0") + UInt8(random.next() % 10)
                    default: bytes.swapAt(place, Int(random.next() % UInt64(max(end, 1))))
                    }
                }
                do {
                    snapshot = try bytes.withUnsafeBytes { try StatechartSessionSnapshot(json: $0) }
                    let again = try StatechartSession(chart, restoring: snapshot, in: Self.context(.init()))
                    for event in RandomFamily.events { _ = try? again.send(event) }
                    try? again.advance(by: .seconds(1))
                    restored += 1
                } catch let error as StatechartFormatError {
                    #expect(error.line != nil, "\(error)")
                    refused += 1
                } catch is SnapshotError {
                    unfit += 1
                }
            }
        }
        #expect(refused > 100 && unfit > 5 && restored > 20, "\(refused) \(unfit) \(restored)")
    }

    @Test(arguments: [
        ("\"number\": 0", "\"number\": 7", "invalid session number 7"),
        ("\"active\": [\"s\"]", "\"active\": [\"t\"]", "the chart has no state 't'"),
        ("\"n\": 1", "\"z\": 1", "the chart has no variable 'z'"),
        ("\"programs\"", "\"program\"", "the snapshot has no data of scripts; save the session again"),
        ("\"k\": \"object\"", "\"k\": \"thing\"", "the data of scripts in the snapshot is damaged"),
        ("[\"o\", 0]", "[\"o\", 99]", "the data of scripts in the snapshot is damaged"),
    ]) func hostileSnapshotsAreRefused(old: String, new: String, message: String) throws {
        let isScripted = message.utf8.count > 40 || old == "\"programs\""
        let chart = try ScriptedSession.chart(
            "<datamodel><data id='n' expr='\(isScripted ? "({a: 1})" : "1")'/></datamodel><state id='s'/>",
            isScripted ? "ecmascript" : "automata")
        let text = try StatechartSession(chart, in: Self.context(.init())).snapshot().json()
        let damaged = text.replacingFirst(old, new)
        #expect(damaged != text, "\(text)")
        let error = #expect(throws: SnapshotError.self) {
            try StatechartSession(chart, restoring: .init(json: damaged), in: Self.context(.init()))
        }
        #expect(error?.description.hasPrefix(message) ?? false, "\(error?.description ?? "")")
    }

    // MARK: - Recordings

    @Test(arguments: ["automata", "ecmascript"]) func recordingsAreReplayed(model: String) throws {
        for seed in 0..<UInt64(model == "automata" ? 40 : 10) {
            let family = RandomFamily(seed: seed)
            let chart = try StatechartFormat.scxml.chart(from: family.text(model: model, hasData: true))
            let (journal, otherJournal) = (ScriptedSession.Journal(), ScriptedSession.Journal())
            var recording = StatechartRecording<ExpressionBehavior.Payload>()
            let session = try StatechartSession(chart, in: Self.context(journal, seed: seed), recorder: &recording)
            for event in RandomFamily.events {
                try session.send(event, .text(event), recorder: &recording)
                try session.advance(until: session.time + .milliseconds(1), recorder: &recording)
            }
            let whole = StatechartSessionRecording(
                chart: chart, randomSeed: session.randomSeed, recording: recording)
            let read = try StatechartSessionRecording(json: whole.json())
            #expect(read == whole)
            var steps = StatechartRecording<ExpressionBehavior.Payload>()
            let other = try StatechartSession(
                read.chart, in: Self.context(otherJournal, seed: read.randomSeed), recorder: &steps)
            try other.replay(read.recording, recorder: &steps)
            #expect(steps == recording && otherJournal.all == journal.all)
        }
    }
}

extension String {
    fileprivate func replacingFirst(_ old: String, _ new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return self[..<range.lowerBound] + new + self[range.upperBound...]
    }
}
