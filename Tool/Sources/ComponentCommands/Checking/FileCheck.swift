import Automata
import AutomataFiles
import ComponentAnalysis
import ComponentFormats
import Components
import TextSupport
import ToolSupport

/// The check of one file: an assembly, or a run that failed.
struct FileCheck {
    private let file: InputFile
    private let schedules: ScheduleArguments
    private let results: FailingRunFiles

    init(_ file: InputFile, _ schedules: ScheduleArguments, _ results: FailingRunFiles) {
        (self.file, self.schedules, self.results) = (file, schedules, results)
    }

    /// The result of the check.
    struct Outcome {
        let name: String
        var errors: [LocatedProblem] = []
        var warnings: [LocatedProblem] = []
        /// The schedules that were tried.
        var check: ScheduleCheck?
        var options = ScheduleOptions()
        var seconds = 0.0
        var failure: FailingRun?
        /// The contracts of components, and the talks of two.
        var conversations: [ConversationCheck] = []
        /// What became of a run that failed; `nil` for an assembly.
        var repeated: String?
        /// The step of that run that isn't possible any more.
        var impossibleStep: Int?

        var status: Int32 {
            !errors.isEmpty ? 2 : failure != nil || !conversations.allSatisfy(\.holds) ? 1 : 0
        }
    }

    /// The result of the check as JSON, also of one that an error ends.
    func json(_ context: WorkContext) -> (line: String, status: Int32) {
        do throws(ToolError) {
            let outcome = try result(context)
            return (outcome.json, outcome.status)
        } catch {
            let findings = ([error] + error.further).map { $0.json(file.name) }
            let object: JSONObject = [
                "file": file.name.shown, "ok": false, "findings": findings, "limit": error.isLimit,
            ]
            return (object.line, 2)
        }
    }

    func result(_ context: WorkContext) throws(ToolError) -> Outcome {
        var outcome = Outcome(name: file.name)
        let source = AssemblyFile(file)
        switch try source.contents(context) {
        case .assembly(.failure(let error)), .schedule(.failure(let error)): outcome.errors = error.errors
        case .assembly(.success(let document)):
            try source.check(results.paths)
            outcome.warnings = document.warnings
            let checks = schedules.checks(of: document)
            if checks != nil || schedules.talks { document.tellPrograms(context) }
            if let checks { try check(document, checks, &outcome, context) }
            try converse(document, checks, &outcome, context)
        case .schedule(.success(let failed)):
            if schedules.isGiven {
                throw ToolError("a saved run has its own checks; leave out the options for schedules", at: file.name)
            }
            let assembly = try AssemblyFile(assemblyPath(of: failed))
            let document = try assembly.read(context)
            try assembly.check(results.paths, inputs: [file.path])
            var run = try repetition(of: failed, document, context)
            run.otherFailure = run.repetition.otherFailure
            if run.repetition.fails || run.otherFailure != nil {
                outcome.failure = run
                try results.write(run, title: file.title, context)
            } else {
                let choices = failed.schedule.choices
                outcome.impossibleStep = run.repetition.impossibleStep
                outcome.repeated =
                    run.repetition.impossibleStep.map { "step \($0), \(choices[$0 - 1]), isn't possible any more" }
                    ?? "the \(choices.isEmpty ? "start" : "run") doesn't fail any more"
            }
        }
        return outcome
    }

    /// The path of the assembly of a saved run, which must be below the folder of the run.
    private func assemblyPath(of failed: FailedSchedule) throws(ToolError) -> String {
        let folder =
            file.isStandardInput
            ? SourceFolder(below: "./", ofKind: "run") : SourceFolder(besideFile: file.path, ofKind: "run")
        do { _ = try folder.text(at: failed.assembly) } catch {
            throw error as? ToolError ?? ToolError("\(error)", at: file.name)
        }
        return file.isStandardInput ? failed.assembly : Path.join(Path.split(file.path).folder, failed.assembly)
    }

    private func check(
        _ document: AssemblyDocument, _ checks: AssemblyChecks, _ outcome: inout Outcome, _ context: WorkContext
    ) throws(ToolError) {
        let start = Clock.now()
        let check: ScheduleCheck
        do throws(ScheduleError) { check = try document.checkSchedules(checks, budget: context.budget) } catch {
            throw ToolError(error, at: file.name, limits: context.limits)
        }
        outcome.seconds = Double(Clock.now() - start) / 1e9
        (outcome.check, outcome.options) = (check, checks.options)
        guard let failure = check.failure else { return }
        let path = results.schedule.map { Path.relative(file.path, toFolderOf: $0) } ?? file.path
        let run = try repetition(of: FailedSchedule(failure, of: path, checks), document, context)
        outcome.failure = run
        try results.write(run, title: document.name ?? file.title, context)
    }

    private func converse(
        _ document: AssemblyDocument, _ checks: AssemblyChecks?, _ outcome: inout Outcome, _ context: WorkContext
    ) throws(ToolError) {
        let parts = schedules.talks ? nil : Array(Set(document.assembly.contracts.flatMap(\.ports).map(\.part)))
        if parts?.isEmpty == true { return }
        let events: [TraceEvent]
        var drawn: ConversationCheck?
        do throws(ScheduleError) {
            outcome.conversations = try document.checkConversations(checks, of: parts, budget: context.budget)
            drawn = outcome.failure == nil ? outcome.conversations.first { !$0.holds } : nil
            guard case .fails(let failure)? = drawn?.verdict else { return }
            events = try document.events(of: failure)
        } catch { throw ToolError(error, at: file.name, limits: context.limits) }
        let components = drawn?.parts ?? []
        try results.write(events, of: components, title: components.joined(separator: " and "), context)
    }

    private func repetition(
        of failed: FailedSchedule, _ document: AssemblyDocument, _ context: WorkContext
    ) throws(ToolError) -> FailingRun {
        let assembly = document.assembly
        let recording = try results.recording(of: assembly)
        let repetition: ScheduleRepetition
        do throws(ScheduleError) {
            repetition = try document.repeats(failed, budget: context.budget, onEvent: recording?.writer.write)
        } catch { throw ToolError(error, at: file.name, limits: context.limits) }
        try recording?.finish()
        return FailingRun(failed: failed, repetition: repetition, components: assembly.parts.map(\.name))
    }
}

// MARK: - Printing

extension FileCheck.Outcome {
    var text: String {
        var text = ""
        for (list, kind) in [(errors, "error"), (warnings, "warning")] {
            for problem in list {
                text += "\(problem.location(in: problem.inputName ?? name)): \(kind): \(problem.sentence)".shown + "\n"
            }
        }
        if let failure {
            text += "\(name): error: ".shown + failure.text
        } else if let check {
            text += "\(name): ok: \(summary(check))".shown + "\n"
        }
        for check in conversations {
            let lines = "\(check)".split(separator: "\n").map { $0.description.shown }
            text += "\(name): ".shown + (check.holds ? "ok: " : "error: ") + lines.joined(separator: "\n") + "\n"
        }
        if failure != nil || check != nil || !conversations.isEmpty { return text }
        if let repeated { return text + "\(name): \(impossibleStep == nil ? "ok: " : "")\(repeated)".shown + "\n" }
        return text.isEmpty ? "\(name): ok".shown + "\n" : text
    }

    /// The extent of what was tried.
    private func summary(_ check: ScheduleCheck) -> String {
        let tried =
            if options.strategy != .exhaustive {
                "\(grouped(check.stateCount)) schedules by chance hold"
            } else if let limit = check.reachedMailboxLimit {
                "all schedules up to \(limit) messages in a mailbox hold"
            } else {
                "all schedules hold"
            }
        let states = options.strategy == .exhaustive ? "\(grouped(check.stateCount)) states, " : ""
        let seconds = Double(Int(seconds * 10)) / 10
        return "\(tried) (\(states)\(grouped(check.stepCount)) steps, depth \(grouped(check.depth)), \(seconds) s)"
    }

    var json: String {
        let findings = errors.map { $0.json("error", name) } + warnings.map { $0.json("warning", name) }
        var object: JSONObject = ["file": name.shown, "ok": status == 0, "findings": findings]
        if let check {
            let schedules: JSONObject = [
                "holds": check.holds, "complete": check.isComplete, "states": check.stateCount,
                "steps": check.stepCount, "depth": check.depth, "mailboxLimit": check.reachedMailboxLimit,
                "seconds": seconds, "failure": failure?.json,
            ]
            object.add("schedules", schedules)
        } else if let failure {
            object.add("failure", failure.json)
        } else if let repeated {
            object.add("repeated", repeated)
            object.add("impossibleStep", impossibleStep)
        }
        if !conversations.isEmpty { object.add("talks", conversations.map(\.json)) }
        return object.line
    }
}

extension ConversationCheck {
    fileprivate var json: JSONObject {
        var object: JSONObject = ["components": parts, "holds": holds, "states": stateCount]
        switch verdict {
        case .proved: object.add("proved", true)
        case .provedUpTo(let waiting): object.add("provedUpTo", waiting)
        case .fails(let failure):
            let steps = failure.steps.map(\.description)
            let json: JSONObject = ["kind": failure.kind.rawValue, "reason": failure.reason, "steps": steps]
            object.add("failure", json)
        }
        return object
    }
}

extension ToolError {
    fileprivate func json(_ name: String) -> JSONObject {
        ["severity": "error", "file": (location ?? name).shown, "message": message]
    }
}

extension LocatedProblem {
    fileprivate func json(_ severity: String, _ name: String) -> JSONObject {
        [
            "severity": severity, "file": (inputName ?? name).shown, "line": line, "column": column,
            "message": sentence,
        ]
    }
}
