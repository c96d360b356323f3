public import ComponentAnalysis
public import Components
internal import Statecharts
internal import TextSupport

/// A schedule that failed, as a file keeps it for a test.
///
///     let failed = FailedSchedule(failure, of: "house.json", checks)
///     try write(failed.json)
public struct FailedSchedule: Sendable {
    /// The path of the assembly, relative to the file.
    public let assembly: String
    /// What was sent, and what had to hold.
    public let checks: AssemblyChecks
    /// The kind of the failure.
    public let kind: ScheduleCheck.Failure.Kind
    /// The sentence that said what was wrong.
    public let reason: String
    /// The part that failed; empty if several did.
    public let part: String
    /// The choices that led there.
    public let schedule: Schedule
    /// The number of choices at the end of the schedule that repeat for ever; 0 if none do.
    public let repeatedCount: Int

    /// Keeps a failure.
    ///
    /// - Parameters:
    ///   - assembly: The path of the assembly, relative to the file.
    ///   - checks: The checks by which it was found.
    public init(_ failure: ScheduleCheck.Failure, of assembly: String, _ checks: AssemblyChecks) {
        (self.assembly, self.checks, kind, reason) = (assembly, checks, failure.kind, failure.reason)
        (part, schedule, repeatedCount) = (failure.part, failure.schedule, failure.repeatedCount)
    }

    init(
        _ assembly: String, _ checks: AssemblyChecks, _ kind: ScheduleCheck.Failure.Kind, _ reason: String,
        _ part: String, _ schedule: Schedule, _ repeatedCount: Int
    ) {
        (self.assembly, self.checks, self.kind, self.reason) = (assembly, checks, kind, reason)
        (self.part, self.schedule, self.repeatedCount) = (part, schedule, repeatedCount)
    }

    static let format = "component-schedule"
    private enum Key: String, JSONKey { case format, assembly, kind, reason, component }

    /// The schedule as JSON, which gives an equal one when it is read.
    ///
    /// - Complexity: O(*n*) for *n* choices.
    public var json: String {
        var output = JSONOutput()
        output.open("{", inLines: true)
        output.member(Key.format, Self.format)
        output.key("version")
        output.number(1)
        output.member(Key.assembly, assembly)
        output.key("checks")
        output.write(checks)
        output.key("failure")
        output.open("{")
        output.member(Key.kind, kind.rawValue)
        output.member(Key.reason, reason)
        output.member(Key.component, part.isEmpty ? nil : part)
        output.close("}")
        output.key("schedule")
        output.open("[", inLines: true)
        for choice in schedule.choices {
            output.item()
            output.string(choice.text)
        }
        output.close("]")
        if repeatedCount > 0 {
            output.key("repeated")
            output.number(repeatedCount)
        }
        output.close("}")
        return String(decoding: output.text.bytes, as: UTF8.self) + "\n"
    }
}

// MARK: - Choices

extension Schedule.Choice {
    /// The choice as a file has it: a verb, and the component.
    public var text: String {
        switch self {
        case .message(let part): "handle \(part)"
        case .timeout(let part): "timeout \(part)"
        case .wait(let part, let time): "wait \(part) \(time.delay)"
        case .taking(let part, let channel): "take \(part) \(channel)"
        case .outside: "outside"
        case .loss(let part): "lose \(part)"
        case .duplication(let part): "duplicate \(part)"
        case .channelLoss(let part, let channel): "lose \(part) \(channel)"
        case .channelDuplication(let part, let channel): "duplicate \(part) \(channel)"
        case .reordering(let part): "reorder \(part)"
        case .restart(let part): "restart \(part)"
        }
    }

    /// Reads a choice; `nil` if the text isn't one.
    package init?(parsing text: String) {
        let words = text.split(separator: " " as Character, omittingEmptySubsequences: false).map(String.init)
        guard words == ["outside"] || 2...3 ~= words.count && !words[1].isEmpty else { return nil }
        let (part, rest) = (words.count > 1 ? words[1] : "", words.count == 3 ? words[2] : nil)
        let channel = rest.flatMap { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int($0) : nil }
        switch (words[0], rest, channel) {
        case ("outside", nil, _) where part.isEmpty: self = .outside
        case ("handle", nil, _): self = .message(part: part)
        case ("timeout", nil, _): self = .timeout(part: part)
        case ("wait", let text?, _):
            guard let time = Duration(delay: text) else { return nil }
            self = .wait(part: part, time: time)
        case ("take", _, let channel?): self = .taking(part: part, channel: channel)
        case ("lose", nil, _): self = .loss(part: part)
        case ("lose", _, let channel?): self = .channelLoss(part: part, channel: channel)
        case ("duplicate", nil, _): self = .duplication(part: part)
        case ("duplicate", _, let channel?): self = .channelDuplication(part: part, channel: channel)
        case ("reorder", nil, _): self = .reordering(part: part)
        case ("restart", nil, _): self = .restart(part: part)
        default: return nil
        }
    }
}

// MARK: - Reading

extension FailedSchedule {
    /// Reads a schedule from JSON.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - name: The name of the text for errors.
    ///   - maximumBytes: The maximum number of bytes of the text.
    /// - Throws: ``AssemblyFormatError`` with all errors at once.
    /// - Complexity: O(*n*) for *n* bytes.
    public init(
        json: UnsafeRawBufferPointer, name: String? = nil, maximumBytes: Int = 1 << 24
    ) throws(AssemblyFormatError) {
        var problems = ProblemList()
        guard json.count <= maximumBytes else {
            problems.add(
                LocatedProblem(
                    inputName: name, message: "the text is longer than \(maximumBytes) bytes", isGivenLimit: true))
            throw AssemblyFormatError(problems)
        }
        let source = AssemblySource(Array(json), name: name, folder: "")
        let (schedule, found) = AssemblyReader.readSchedule(json, source)
        guard let schedule, found.isEmpty else { throw AssemblyFormatError(found) }
        self = schedule
    }

    /// Reads a schedule from a string.
    ///
    /// - Throws: ``AssemblyFormatError`` with all errors at once.
    public init(json: String, name: String? = nil) throws(AssemblyFormatError) {
        self = try Array(json.utf8).withUnsafeBufferPointer { (bytes) throws(AssemblyFormatError) in
            try FailedSchedule(json: UnsafeRawBufferPointer(bytes), name: name)
        }
    }

    /// Returns whether a text is JSON of a schedule, and not of an assembly.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    public static func recognizes(_ json: UnsafeRawBufferPointer) -> Bool {
        var cursor = JSONCursor(json, from: json.byteOrderMarkLength)
        var isSchedule = false
        try? cursor.object("a schedule") { (cursor, key, _) throws(TextProblem) in
            if key == "format", (try? cursor.string()) == format { isSchedule = true }
            // What comes after needn't be read.
            throw TextProblem(message: "")
        }
        return isSchedule
    }
}

extension AssemblyReader {
    private static let scheduleKeys = ["format", "version", "assembly", "checks", "failure", "schedule", "repeated"]

    /// Returns the schedule of a text, and all that is wrong in it.
    static func readSchedule(
        _ text: UnsafeRawBufferPointer, _ source: AssemblySource
    ) -> (FailedSchedule?, ProblemList) {
        read(text, source, AssemblyLimits(componentCount: 0)) { $0.schedule(&$1) }
    }

    private func schedule(_ cursor: inout JSONCursor) -> FailedSchedule? {
        var known: Set<String> = []
        var (assembly, kind, reason, part) = ("", ScheduleCheck.Failure.Kind?.none, "", "")
        var (checks, choices, repeated) = (ReadChecks(), [Schedule.Choice](), (count: 0, offset: 0))
        let start = cursor.position
        object(&cursor, "a schedule", keys: Self.scheduleKeys) { (cursor, key, offset) throws(TextProblem) in
            known.insert(key)
            switch key {
            case "format", "version": try cursor.readHeader(key, FailedSchedule.format, at: offset)
            case "assembly": assembly = try cursor.string()
            case "checks": checks = self.checks(&cursor)
            case "failure":
                self.object(&cursor, "a failure", keys: ["kind", "reason", "component"]) {
                    (cursor, key, _) throws(TextProblem) in
                    switch key {
                    case "kind": kind = try cursor.word("kind of failure") as ScheduleCheck.Failure.Kind
                    case "reason": reason = try cursor.string()
                    default: part = try cursor.string()
                    }
                }
            case "schedule":
                self.each(&cursor, "[", "]", "a list of choices") { (cursor) throws(TextProblem) in
                    choices.append(try cursor.choice())
                }
            default: repeated = (try cursor.wholeNumber(), offset)
            }
        }
        for key in Self.scheduleKeys.dropLast() where !known.contains(key) {
            note(TextProblem(offset: start, message: "the schedule lacks the key '\(key)'; add it"))
        }
        if known.contains("failure"), kind == nil || reason.isEmpty {
            note(TextProblem(offset: start, message: "the failure lacks its kind or its reason; add it"))
        }
        if repeated.count > choices.count {
            note(
                TextProblem(
                    offset: repeated.offset,
                    message: "\(repeated.count) choices can't repeat; expected at most \(choices.count)"))
        }
        guard let kind else { return nil }
        return FailedSchedule(assembly, checks.value, kind, reason, part, Schedule(choices), repeated.count)
    }
}

extension JSONCursor {
    fileprivate mutating func choice() throws(TextProblem) -> Schedule.Choice {
        skipBlanks()
        let start = position
        let text = try string()
        if let choice = Schedule.Choice(parsing: text) { return choice }
        throw TextProblem(
            offset: start, message: "invalid choice \(Message.quoted(text.utf8))",
            remedy: "expected a verb and a component, such as 'handle door', or 'outside'")
    }
}
