import Automata
import Editing
import EditorServer
import PageServing
import Synchronization
import ToolSupport

/// A flag that cancels work whose result isn't needed any more.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }

    /// Returns a budget of work for a page, whose time begins now.
    func budget(for duration: Duration) -> Budget {
        let start = ContinuousClock.now
        return Budget(
            maximumStates: 1_000_000, maximumBytes: 256 << 20,
            isCancelled: { self.isCancelled || start.duration(to: .now) > duration })
    }
}

extension OpenDocuments {
    /// The time for an answer of a panel, and for work that the user started.
    private static let (forPanel, forClick) = (Duration.seconds(2), Duration.seconds(15))

    private func context(of id: Int) -> (EditorDocument, EditorDocument.Context)? {
        latest(id).map { ($0.document.editor, $0.context) }
    }

    /// Answers a question of a panel.
    func ask(_ question: [UInt8], _ id: Int, _ cancellation: Cancellation) -> EditorResponse {
        guard !cancellation.isCancelled, let (editor, context) = context(of: id) else { return .notOpen }
        let budget = cancellation.budget(for: Self.forPanel)
        return .json(question.span.bytes.withUnsafeBytes { editor.answer($0, in: context, budget: budget) })
    }

    /// Makes a new document of a panel's result.
    func derive(_ request: [UInt8], _ id: Int, _ cancellation: Cancellation) -> EditorResponse {
        guard !cancellation.isCancelled, let (editor, context) = context(of: id) else { return .notOpen }
        let budget = cancellation.budget(for: Self.forClick)
        do throws(EditorError) {
            let derived = try request.span.bytes.withUnsafeBytes { (bytes) throws(EditorError) in
                try editor.derived(by: bytes, in: context, budget: budget)
            }
            return open(derived.document, named: derived.name)
        } catch {
            return .failure(422, ToolError(error.message))
        }
    }

    // MARK: Exercises

    private static let noExercise = EditorResponse.failure(
        404, ToolError("this document has no exercise; open an exercise"))

    func exercise(_ id: Int) -> EditorResponse {
        guard let document = latest(id)?.document else { return .notOpen }
        return document.exercise.map { .json($0.text(document.editor.score)) } ?? Self.noExercise
    }

    /// Compares a document with the solution of its exercise, and counts the try.
    func check(_ id: Int, _ cancellation: Cancellation) -> EditorResponse {
        guard !cancellation.isCancelled, let document = latest(id)?.document else { return .notOpen }
        guard let exercise = document.exercise else { return Self.noExercise }
        let judgment = document.editor.judgment(by: exercise, budget: cancellation.budget(for: Self.forClick))
        let answer = with(id) { document, tell in
            if document.record(judgment) { Self.keep(&document, id, tell) }
            return judgment.text(document.editor.score)
        }
        guard let answer else { return .notOpen }
        broadcastList()
        return .json(answer)
    }
}
