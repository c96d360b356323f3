import Strokes

/// The results for a family's elements with one name.
struct FamilyResult {
    let family: String
    let name: String
    private(set) var count = 0
    /// The number of elements recognized by shape alone.
    private(set) var rightAlone = 0
    /// The number of elements with states around them, and of those recognized among these states.
    private(set) var amongStates = 0
    private(set) var rightAmongStates = 0
    /// The number of arrows with a head, and of those read in the right direction.
    private(set) var directed = 0
    private(set) var rightlyDirected = 0
}

/// The evaluation of a recognizer on families that its model wasn't trained on.
struct FamilyEvaluation {
    private(set) var results: [FamilyResult] = []
    /// The reliability of answers by shape alone.
    private(set) var reliability = Reliability()
    /// The reliability of answers among the states that the elements join, if there are any.
    private(set) var reliabilityAmongStates = Reliability()
    /// The answers by shape alone.
    private(set) var judged: [Judged] = []

    init() {}

    init(of families: [HeldOutFamily], by recognizer: ElementRecognizer) {
        for family in families {
            var names: [String] = []
            var results: [String: FamilyResult] = [:]
            for drawing in family.drawings {
                let name = drawing.sample.name
                if results[name] == nil { names.append(name) }
                add(drawing, to: &results[name, default: FamilyResult(family: family.name, name: name)], recognizer)
            }
            self.results += names.sorted().compactMap { results[$0] }
        }
    }

    private mutating func add(
        _ drawing: HeldOutFamily.Drawing, to result: inout FamilyResult, _ recognizer: ElementRecognizer
    ) {
        let strokes = drawing.sample.strokes.map { Stroke($0) }
        let kind = drawing.sample.kind
        let alone = recognizer.recognize(strokes)
        let informed =
            drawing.states.isEmpty
            ? nil : recognizer.recognize(strokes, context: ElementContext(states: drawing.states))
        reliability.add(alone.scores, kind)
        reliabilityAmongStates.add((informed ?? alone).scores, kind)
        // A rejected drawing counts as unknown, however improbable that is.
        let answer = Int(alone.best.kind.rawValue)
        judged.append(Judged(sample: drawing.sample, score: .zero, probabilities: alone.scores, recognized: answer))
        result.add(drawing, alone: alone, amongStates: informed)
    }
}

extension Recognition {
    /// The probability of each kind.
    fileprivate var scores: SIMD4<Float> {
        var scores = SIMD4<Float>.zero
        for kind in ElementKind.allCases { scores[Int(kind.rawValue)] = Float(probability(of: kind)) }
        return scores
    }
}

extension FamilyResult {
    init(family: String, name: String) {
        self.family = family
        self.name = name
    }

    fileprivate mutating func add(
        _ drawing: HeldOutFamily.Drawing, alone: Recognition, amongStates informed: Recognition?
    ) {
        let kind = drawing.sample.kind
        count += 1
        if alone.best.kind == kind { rightAlone += 1 }
        if let informed {
            amongStates += 1
            if informed.best.kind == kind { rightAmongStates += 1 }
        }
        if let tip = drawing.tip, case .transition(let arrow) = alone.geometry(of: .transition) {
            directed += 1
            if arrow.tip.distance(to: tip) < arrow.tail.distance(to: tip) { rightlyDirected += 1 }
        }
    }

    static func + (a: FamilyResult, b: FamilyResult) -> FamilyResult {
        var sum = a
        sum.count += b.count
        sum.rightAlone += b.rightAlone
        sum.amongStates += b.amongStates
        sum.rightAmongStates += b.rightAmongStates
        sum.directed += b.directed
        sum.rightlyDirected += b.rightlyDirected
        return sum
    }
}
