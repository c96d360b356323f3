import Strokes

/// The evaluation as Markdown.
struct Report {
    let evaluation: Evaluation
    let sampleCounts: [(name: String, count: Int)]
    let settings: TrainingSettings
    let modelBytes: Int

    static let kinds = ["state", "transition", "cycle", "unknown"]

    var markdown: String {
        var text = """
            # What the element recognizer was measured to do

            Written by `automata-train`; don't edit. Seed \(settings.seed), \(settings.trees.count) trees of depth \(settings.trees.depth), \
            \(settings.networkCount) networks, model of \(modelBytes) bytes.

            Strokes: \(sampleCounts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")).

            Pictures: [strokes that were recognized wrongly](strokes-mistakes.svg), and \
            [drawings that are still misread as a whole](drawings-misread.svg), which \
            `python3 Tests/Ink/measure.py TOOL --seed 991 --sheet Documentation/drawings-misread.svg` writes.


            """
        let folds = Evaluation.confusion(evaluation.folds)
        text += "## Writers never seen: five folds\n\n"
        text += summary([("five folds", folds)])
        text += confusionTable(folds)
        let headless = Evaluation.confusion(evaluation.headless)
        text +=
            "Loops without a head, by groups of writers: recall \(percent(headless.recall(2))) % of \(headless.total), "
        text += "while states keep \(percent(folds.recall(0))) %.\n\n"
        text += "Synthetic strokes, by folds: \(percent(Evaluation.confusion(evaluation.synthetic).accuracy)) %.\n\n"
        text += sourcesTable
        text += familiesTable
        text += rejectionTable
        text += reliabilityTable
        text += changesTable
        text += mistakesTable
        return text
    }

    private func summary(_ rows: [(String, Confusion)]) -> String {
        var text =
            "| trained without, tested on | strokes | accuracy | macro-F1 | recall: state | transition | cycle | unknown |\n"
        text += "|---|---|---|---|---|---|---|---|\n"
        for (name, confusion) in rows {
            let recalls = (0..<4).map { confusion.drawn($0) > 0 ? percent(confusion.recall($0)) : "–" }
            text += "| \(name) | \(confusion.total) | \(percent(confusion.accuracy)) | \(percent(confusion.macroF1)) | "
            text += recalls.joined(separator: " | ") + " |\n"
        }
        return text + "\n"
    }

    private func confusionTable(_ confusion: Confusion) -> String {
        var text = "| drawn \\ recognized | \(Self.kinds.joined(separator: " | ")) |\n|---|---|---|---|---|\n"
        for kind in 0..<4 {
            text += "| \(Self.kinds[kind]) | \(confusion.counts[kind].map(String.init).joined(separator: " | ")) |\n"
        }
        return text + "\n"
    }

    private var sourcesTable: String {
        guard !evaluation.sources.isEmpty else { return "" }
        var text = "## Sources never seen\n\nTrained on the other sources and synthetic strokes:\n\n"
        func rows(_ sources: [(name: String, judged: [Judged])]) -> [(String, Confusion)] {
            sources.flatMap { source -> [(String, Confusion)] in
                let plain = source.judged.filter { !$0.sample.isHeadless }
                let headless = source.judged.filter(\.sample.isHeadless)
                var rows = [(source.name, Evaluation.confusion(plain))]
                if !headless.isEmpty {
                    rows.append(("\(source.name), loops without a head", Evaluation.confusion(headless)))
                }
                return rows
            }
        }
        text += summary(rows(evaluation.sources))
        text += "Trained on synthetic strokes alone:\n\n"
        text += summary(rows(evaluation.syntheticOnly))
        return text
    }

    private var familiesTable: String {
        let families = evaluation.families
        guard !families.results.isEmpty else { return "" }
        var text =
            "## Families kept out of training\n\nDrawn by another generator, judged by the model with its threshold. "
        text += "Expected calibration error: \(percent(families.reliability.error)) % by shape alone, "
        text += "\(percent(families.reliabilityAmongStates.error)) % among the states that the elements join.\n\n"
        text +=
            "| family | strokes | right alone | among the states they join | arrows pointing right |\n|---|---|---|---|---|\n"
        func share(_ part: Int, _ whole: Int) -> String {
            whole == 0 ? "–" : percent(Double(part) / Double(whole))
        }
        func row(_ name: String, _ result: FamilyResult) {
            text += "| \(name) | \(result.count) | \(share(result.rightAlone, result.count)) | "
            text += "\(share(result.rightAmongStates, result.amongStates)) | "
            text += "\(share(result.rightlyDirected, result.directed)) |\n"
        }
        var index = 0
        while index < families.results.count {
            let name = families.results[index].family
            let own = families.results[index...].prefix { $0.family == name }
            row("**\(name)**", own.dropFirst().reduce(own[index], +))
            for result in own { row(result.name, result) }
            index += own.count
        }
        return text + "\n"
    }

    private var rejectionTable: String {
        let rejection = evaluation.rejection
        var text =
            "## Rejection\n\nWhat is an element with less probability than the threshold is rejected. The model's own rejects "
        text +=
            "\(percent(Evaluation.rejectedShare)) % of true elements.\n\n| true elements rejected | threshold | other strokes taken for elements |\n|---|---|---|\n"
        for share in [0.001, 0.002, 0.005, 0.01, 0.02, 0.05] {
            let threshold = rejection.threshold(rejecting: share)
            text +=
                "| \(percent(share)) % | \(decimal(Double(threshold))) | \(percent(rejection.falseAccepts(at: threshold))) % |\n"
        }
        return text + "\n"
    }

    private var reliabilityTable: String {
        let reliability = evaluation.reliability
        var text = "## Reliability\n\nExpected calibration error over ten bins: \(percent(reliability.error)) %.\n\n"
        text += "| probability of the answer | strokes | mean probability | right |\n|---|---|---|---|\n"
        for (index, bin) in reliability.bins.enumerated() where bin.count > 0 {
            text += "| 0.\(index)–\(index == 9 ? "1.0" : "0.\(index + 1)") | \(bin.count) | "
            text +=
                "\(decimal(bin.confidence / Double(bin.count))) | \(decimal(Double(bin.correct) / Double(bin.count))) |\n"
        }
        return text + "\n"
    }

    private var changesTable: String {
        guard let plain = evaluation.changes.first else { return "" }
        var text =
            "## What mustn't matter\n\n| change to the strokes of the folds | accuracy | difference | recall: state | transition | cycle | "
        text += "unknown | loop without a head |\n|---|---|---|---|---|---|---|---|\n"
        for change in evaluation.changes {
            let difference = change.folds.accuracy - plain.folds.accuracy
            let recalls = (0..<4).map { percent(change.folds.recall($0)) } + [percent(change.headless.recall(2))]
            text += "| \(change.name) | \(percent(change.folds.accuracy)) | "
            text += "\(difference < 0 ? "−" : "")\(percent(abs(difference))) | "
            text += recalls.joined(separator: " | ") + " |\n"
        }
        return text + "\n"
    }

    private var mistakesTable: String {
        var counts: [String: Int] = [:]
        for one in evaluation.folds where !one.isRight {
            counts["\(one.sample.name) taken for \(Self.kinds[one.answer])", default: 0] += 1
        }
        var text = "## Mistakes in the folds\n\n"
        for (name, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            text += "- \(name): \(count)\n"
        }
        return text + "\n"
    }
}

/// Returns a fraction in percent, with two decimal places.
func percent(_ value: Double) -> String { fixed(value * 100, places: 2) }

/// Returns a number with three decimal places.
func decimal(_ value: Double) -> String { fixed(value, places: 3) }

private func fixed(_ value: Double, places: Int) -> String {
    var unit = 1
    for _ in 0..<places { unit *= 10 }
    let scaled = Int((value * Double(unit)).rounded())
    let digits = String(abs(scaled) % unit)
    let zeros = String(repeating: "0", count: places - digits.count)
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / unit).\(zeros)\(digits)"
}
