import StatechartFormats
import StatechartScripts
import Statecharts
import Synchronization

/// A session of a chart in SCXML, whose expressions may be ECMAScript, and all that it logs.
final class ScriptedSession {
    let session: StatechartSession
    private let journal: Journal

    /// What all sessions of a family have logged.
    final class Journal: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ entry: ExpressionBehavior.LogEntry) {
            lines.withLock { $0.append(Journal.line(of: entry)) }
        }

        private let failed = Mutex<[String]>([])
        /// What has failed, and why.
        var failures: [String] { failed.withLock { $0 } }
        func addFailure(_ text: String) { failed.withLock { $0.append(text) } }

        private static func line(of entry: ExpressionBehavior.LogEntry) -> String {
            let value: String? =
                switch entry.value {
                case nil, .null?: nil
                case .text(let text)?: text
                case .number(let number)?: number == number.rounded() ? "\(Int(number))" : "\(number)"
                case .boolean(let flag)?: "\(flag)"
                case let other?: "\(other)"
                }
            return [entry.label.isEmpty ? nil : entry.label, value].compactMap(\.self).joined(separator: " ")
        }
    }

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - content: What stands in `<scxml>`.
    ///   - model: The data model.
    init(
        _ content: String, model: String = "ecmascript", limits: StateMachineLimits = .init(),
        onScripts: @escaping (ECMAScript) -> Void = { _ in }, memoryLimit: Int = 16 << 20,
        files: [String: String] = [:]
    ) throws {
        let journal = Journal()
        self.journal = journal
        var context = StatechartContext(limits: limits)
        context.onLog = { journal.add($0) }
        context.onFailure = { journal.addFailure("\($0)") }
        context.makeScripts = { language in
            let scripts = try ECMAScript(named: language, memoryLimit: memoryLimit)
            onScripts(scripts)
            return scripts
        }
        context.load = { source in
            switch source {
            case .text(let text): return try Self.whole(text)
            case .location(let place):
                guard let text = files[place] else { throw ExpressionError("no such file") }
                return try Self.chart(text, model)
            }
        }
        session = try StatechartSession(Self.chart(content, model), in: context)
    }

    static func chart(_ content: String, _ model: String = "ecmascript") throws -> Statechart {
        try whole(text(content, model))
    }

    /// The chart of a whole document.
    static func whole(_ text: String) throws -> Statechart { try StatechartFormat.scxml.chart(from: text) }

    /// A whole document.
    static func text(_ content: String, _ model: String = "ecmascript") -> String {
        "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='\(model)' "
            + "xmlns:automata='urn:automata:statechart'>\(content)</scxml>"
    }

    var log: [String] { journal.all }
    var failures: [String] { journal.failures }
    var active: [String] { session.activeStateNames }
}
