internal import CAutomata
internal import StatechartAnalysis

/// The findings about a chart, with the parts lent to C.
final class AnalysisHandle: Handle, Sendable {
    static let kind: StaticString = "analysis"

    let report: AnalysisReport
    private let lentGuards = LazyReference<StableNames>()
    private let lentOmissions = LazyReference<StableNames>()
    private let lentFindings = LazyReference<LentFindings>()

    init(_ report: AnalysisReport) {
        self.report = report
    }

    var guards: StableNames { lentGuards.get { StableNames(report.abstractedGuards) } }
    var omissions: StableNames { lentOmissions.get { StableNames(report.omissions) } }

    func finding(_ index: Int) -> UnsafePointer<automata_finding>? {
        report.findings.indices.contains(index)
            ? lentFindings.get { LentFindings(report.findings) }.start.map { $0 + index } : nil
    }
}

/// Findings in the memory of C.
private final class LentFindings: Sendable {
    private let texts: StableNames
    private let events: [StableNames]
    private let findings: StableArray<automata_finding>

    var start: UnsafePointer<automata_finding>? { findings.start }

    init(_ findings: [AnalysisFinding]) {
        let texts = StableNames(findings.flatMap { [$0.subject, $0.message] })
        let events = findings.map { StableNames($0.events) }
        (self.texts, self.events) = (texts, events)
        self.findings = StableArray(
            findings.indices.map { index in
                automata_finding(
                    kind: findings[index].kind.forC, is_confirmed: findings[index].isConfirmed,
                    subject: texts[UInt32(2 * index)], message: texts[UInt32(2 * index + 1)],
                    events: events[index].lent)
            })
    }
}

extension AnalysisFinding.Kind {
    fileprivate var forC: automata_finding_kind {
        switch self {
        case .never: AUTOMATA_FINDING_NEVER
        case .unreachable: AUTOMATA_FINDING_UNREACHABLE
        case .deadTransition: AUTOMATA_FINDING_DEAD_TRANSITION
        case .unhandled: AUTOMATA_FINDING_UNHANDLED
        case .deadEnd: AUTOMATA_FINDING_DEAD_END
        case .livelock: AUTOMATA_FINDING_LIVELOCK
        case .observer: AUTOMATA_FINDING_OBSERVER
        case .indistinguishable: AUTOMATA_FINDING_INDISTINGUISHABLE
        case .truncated: AUTOMATA_FINDING_TRUNCATED
        }
    }
}
