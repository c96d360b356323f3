@_spi(Training) import Strokes

/// The evaluation of the recognizer of characters, as Markdown.
struct CharacterReport {
    let evaluation: CharacterEvaluation
    let settings: CharacterSettings
    let modelBytes: Int

    var markdown: String {
        """
        # What the recognizer of characters was measured to do

        Written by `automata-train`; don't edit. Seed \(settings.seed), \(settings.networkCount) networks of \
        \(settings.hidden.map { String($0) }.joined(separator: " and ")) units over \(CharacterFeatures.count) features, \
        \(settings.steps) steps of 32 samples for each, model of \(modelBytes) bytes.
        Each network below is one of \(settings.evaluationNetworkCount == 1 ? "its kind alone" : "\(settings.evaluationNetworkCount)"), \
        trained without the writers or the laboratory that it is tested on.

        The characters are \(evaluation.folds.count) of the UNIPEN project's train_r01_v07 (I. Guyon and others, *UNIPEN project of on-line data exchange and
        recognizer benchmarks*, ICPR 1994; International Unipen Foundation, 1999, doi:10.5281/zenodo.1195803; CC BY 4.0), from \(evaluation.labs.count) laboratories. Their labels aren't cleaned, and some are
        wrong. Those of \(evaluation.contradicted.count) characters are very improbable for the models of the folds: the final model is trained without these, but they count as mistakes below.
        A character is judged among those of an alphabet.


        """ + writersTable + labsTable + syntheticTable + changesTable + reliabilityTable + charactersTable
    }

    private var writersTable: String {
        var text = "## Writers never seen: five folds\n\n"
        text +=
            "An answer has at least the model's threshold, \(decimal(evaluation.threshold)); other characters are unknown.\n\n"
        text +=
            "| alphabet | characters | right | among the two best | answered | right among the answers |\n|---|---|---|---|---|---|\n"
        for (name, sets) in CharacterEvaluation.alphabets {
            let result = evaluation.result(evaluation.folds, sets)
            text +=
                "| \(name) | \(result.count) | \(share(result.right, result.count)) | \(share(result.amongTwo, result.count)) | "
            text += "\(share(result.answered, result.count)) | \(share(result.answeredRight, result.answered)) |\n"
        }
        return text + "\n"
    }

    private var labsTable: String {
        let names = CharacterEvaluation.alphabets.map(\.name)
        var text = "## Laboratories never seen\n\n"
        text += "| trained without, tested on | characters | \(names.joined(separator: " | ")) |\n"
        text += "|---|---|\(String(repeating: "---|", count: names.count))\n"
        func row(_ name: String, _ judged: [CharacterEvaluation.Judged]) {
            let shares = CharacterEvaluation.alphabets.map { _, sets in
                let result = evaluation.result(judged, sets)
                return share(result.right, result.count)
            }
            text += "| \(name) | \(judged.count) | \(shares.joined(separator: " | ")) |\n"
        }
        for (name, judged) in evaluation.labs { row(name, judged) }
        row("all six", evaluation.labs.flatMap(\.judged))
        let answers = evaluation.result(evaluation.labs.flatMap(\.judged), CharacterEvaluation.alphabetsOfSix)
        text +=
            "\nIn alphabets of six, \(share(answers.answered, answers.count)) of the characters of all six are answered, and "
        return text + "\(share(answers.answeredRight, answers.answered)) of the answers are right.\n\n"
    }

    private var syntheticTable: String {
        var text =
            "## Characters without samples\n\nSynthetic ones, judged among all classes by a model of the folds:\n\n"
        text += "| drawn | number | right |\n|---|---|---|\n"
        for (name, count, right) in evaluation.synthetic { text += "| \(name) | \(count) | \(share(right, count)) |\n" }
        text +=
            "\nOf the real characters, \(share(evaluation.noneCount, evaluation.folds.count)) are taken for no single character.\n\n"
        return text
    }

    private var changesTable: String {
        var text =
            "## What shouldn't matter\n\n| change to the characters of the folds | 0, 1, a, b | all 36 |\n|---|---|---|\n"
        for (name, judged) in [("none", evaluation.folds)] + evaluation.changes.map({ ($0.name, $0.judged) }) {
            let few = evaluation.result(judged, CharacterEvaluation.alphabets[0].sets)
            let all = evaluation.result(judged, [CharacterEvaluation.digits + CharacterEvaluation.letters])
            text += "| \(name) | \(share(few.right, few.count)) | \(share(all.right, all.count)) |\n"
        }
        return text + "\n"
    }

    private var reliabilityTable: String {
        var bins = [(count: Int, confidence: Double, right: Int)](repeating: (0, 0, 0), count: 10)
        for alphabet in CharacterEvaluation.alphabetsOfSix {
            for one in evaluation.folds where alphabet.contains(one.sample.label) {
                let best = one.ranking(among: alphabet)[0]
                let bin = min(9, Int(best.probability * 10))
                bins[bin].count += 1
                bins[bin].confidence += best.probability
                if best.label == one.sample.label { bins[bin].right += 1 }
            }
        }
        let total = bins.reduce(0) { $0 + $1.count }
        let error = bins.reduce(0) { $0 + abs($1.confidence - Double($1.right)) } / Double(max(1, total))
        var text =
            "## Reliability\n\nIn alphabets of six; expected calibration error over ten bins: \(percent(error)) %.\n\n"
        text += "| probability of the answer | characters | mean probability | right |\n|---|---|---|---|\n"
        for (index, bin) in bins.enumerated() where bin.count > 0 {
            text += "| 0.\(index)–\(index == 9 ? "1.0" : "0.\(index + 1)") | \(bin.count) | "
            text +=
                "\(decimal(bin.confidence / Double(bin.count))) | \(decimal(Double(bin.right) / Double(bin.count))) |\n"
        }
        return text + "\n"
    }

    private var charactersTable: String {
        var text =
            "## Characters\n\nRecall among all 36, and among the digits or the letters; the commonest wrong answers among all 36.\n\n"
        text += "| character | samples | among all | among its kind | wrong answers |\n|---|---|---|---|---|\n"
        let all = CharacterEvaluation.digits + CharacterEvaluation.letters
        for label in all {
            let own = evaluation.folds.filter { $0.sample.label == label }
            let answers = own.map { $0.ranking(among: all)[0].label }
            let kind = label < 10 ? CharacterEvaluation.digits : CharacterEvaluation.letters
            let amongKind = own.count { $0.ranking(among: kind)[0].label == label }
            var wrong: [Int: Int] = [:]
            for answer in answers where answer != label { wrong[answer, default: 0] += 1 }
            let commonest = wrong.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
                .map { "\(CharacterModel.characters[$0.key]) \($0.value)" }
            text +=
                "| \(CharacterModel.characters[label]) | \(own.count) | \(share(answers.count { $0 == label }, own.count)) | "
            text += "\(share(amongKind, own.count)) | \(commonest.joined(separator: ", ")) |\n"
        }
        return text
    }

    private func share(_ part: Int, _ whole: Int) -> String {
        whole == 0 ? "–" : percent(Double(part) / Double(whole)) + " %"
    }
}
