import Automata
import AutomataTestSupport
import Testing

/// The operations that are drawn, each with what defines the words of its result.
extension OperationPool {
    mutating func boolean(_ left: Entry, _ right: Entry, _ third: Entry) throws -> Outcome {
        let (a, b, c) = (left.automaton, right.automaton, third.automaton)
        switch random.draw(7) {
        case 0: return Outcome(name: "union", result: try a.union(b)) { left.has($0) || right.has($0) }
        case 1: return Outcome(name: "intersection", result: try a.intersection(b)) { left.has($0) && right.has($0) }
        case 2: return Outcome(name: "difference", result: try a.difference(b)) { left.has($0) && !right.has($0) }
        case 3:
            return Outcome(name: "symmetric difference", result: try a.symmetricDifference(b)) {
                left.has($0) != right.has($0)
            }
        case 4:
            return Outcome(name: "union of three", result: try .union(of: [a, b, c])) {
                left.has($0) || right.has($0) || third.has($0)
            }
        case 5:
            return Outcome(name: "intersection of three", result: try .intersection(of: [a, b, c])) {
                left.has($0) && right.has($0) && third.has($0)
            }
        default:
            let letters = letters
            let alphabet = random.draw(2) == 0 ? a.alphabet : try letters.randomAlphabet(&random)
            let total = random.draw(2) == 0
            return Outcome(name: "complement", result: .dfa(try a.complement(over: alphabet, total: total))) { word in
                !left.has(word) && word.allSatisfy { letters.symbol($0, in: alphabet) != nil }
            }
        }
    }

    mutating func rational(_ left: Entry, _ right: Entry) throws -> Outcome {
        let a = left.automaton
        switch random.draw(5) {
        case 0:
            return Outcome(name: "concatenation", result: try a.concatenation(right.automaton)) { word in
                (0...word.count).contains { left.has(word[..<$0]) && right.has(word[$0...]) }
            }
        case 1:
            let (least, most) = (random.draw(3), random.draw(3))
            return Outcome(name: "\(least) to \(least + most) times", result: try a.repeated(least...least + most)) {
                left.counts(of: $0, upTo: least + most).contains { $0 >= least }
            }
        case 2:
            let least = random.draw(4)
            let result = try least == 0 ? a.kleeneStar() : least == 1 ? a.kleenePlus() : a.repeated(least...)
            return Outcome(name: "at least \(least) times", result: result) { word in
                left.counts(of: word, upTo: least + word.count).contains { $0 >= least }
            }
        case 3: return Outcome(name: "option", result: try a.optional()) { $0.isEmpty || left.has($0) }
        default:
            return Outcome(name: "shuffle", result: try a.shuffle(right.automaton)) { word in
                (0..<1 << word.count).contains { taken in
                    let isTaken = { (index: Int) in taken >> index & 1 == 1 }
                    return left.has(word.indices.filter(isTaken).map { word[$0] })
                        && right.has(word.indices.filter { !isTaken($0) }.map { word[$0] })
                }
            }
        }
    }

    mutating func quotient(_ left: Entry, _ right: Entry) throws -> Outcome {
        let (a, machine) = (left.automaton, left.machine)
        switch random.draw(3) {
        case 0:
            let starts = machine.reached(from: machine.initial, by: right.machine)
            return Outcome(name: "left quotient", result: try a.leftQuotient(by: right.automaton)) {
                machine.accepts($0, from: starts)
            }
        case 1:
            let ends = Set(
                (0..<machine.stateCount).filter {
                    !machine.reached(from: [$0], by: right.machine).isDisjoint(with: machine.final)
                })
            return Outcome(name: "right quotient", result: try a.rightQuotient(by: right.automaton)) {
                !machine.reached(by: $0).isDisjoint(with: ends)
            }
        default:
            let letters = letters
            let word = words[random.draw(min(words.count, 40))]
            // A letter that the automaton doesn't know is a symbol beyond its alphabet.
            let symbols = word.map { letters.symbol($0, in: a.alphabet) ?? Symbol(a.alphabet.count) }
            return Outcome(name: "residual by \(word)", result: a.residual(by: symbols)) {
                machine.accepts(word + $0)
            }
        }
    }

    mutating func subwords(_ entry: Entry) throws -> Outcome {
        let (a, machine) = (entry.automaton, entry.machine)
        let (useful, accessible) = (machine.leadingToFinal, machine.closed(machine.initial, overLetters: true))
        switch random.draw(7) {
        case 0:
            return Outcome(name: "prefixes", result: a.prefixes()) {
                !machine.reached(by: $0).isDisjoint(with: useful)
            }
        case 1: return Outcome(name: "suffixes", result: a.suffixes()) { machine.accepts($0, from: accessible) }
        case 2:
            return Outcome(name: "factors", result: a.factors()) {
                !machine.reached(by: $0, from: accessible).isDisjoint(with: useful)
            }
        case 3:
            return Outcome(name: "subsequences", result: .epsilonNFA(a.subsequences())) { word in
                let reached = word.reduce(accessible) { set, letter in
                    machine.closed(machine.step(set, letter), overLetters: true)
                }
                return !reached.isDisjoint(with: machine.final)
            }
        case 4:
            let (least, more) = (random.draw(4), random.draw(3))
            return Outcome(name: "lengths", result: try a.restricted(toLengths: least...least + more)) {
                (least...least + more).contains($0.count) && entry.has($0)
            }
        case 5:
            return Outcome(name: "cyclic shift", result: try a.cyclicShift()) { word in
                (0...word.count).contains { entry.has(word[$0...] + word[..<$0]) }
            }
        default:
            let least = random.draw(5)
            return Outcome(name: "lengths from \(least)", result: try a.restricted(toLengths: least...)) {
                $0.count >= least && entry.has($0)
            }
        }
    }

    mutating func homomorphic(_ left: Entry, _ right: Entry, _ third: Entry) throws -> Outcome {
        let (a, machine, letters) = (left.automaton, left.machine, letters)
        switch random.draw(5) {
        case 0:
            let target = try letters.randomAlphabet(&random)
            let images = a.alphabet.symbols.map { _ in randomWord(over: target) }
            let h = try Homomorphism(from: a.alphabet, to: target, images: images)
            return Outcome(name: "image under \(images)", result: Automaton(mostSpecific: try a.image(under: h))) {
                word in
                machine.accepts(word) { symbol, part in
                    part.map { letters.symbol($0, in: target) } == images[Int(symbol)].map { Optional($0) }
                }
            }
        case 1:
            let source = try letters.randomAlphabet(&random)
            let images = source.symbols.map { _ in randomWord(over: a.alphabet) }
            let h = try Homomorphism(from: source, to: a.alphabet, images: images)
            return Outcome(name: "preimage under \(images)", result: try a.preimage(under: h)) { word in
                let symbols = word.map { letters.symbol($0, in: source) }
                return !symbols.contains(nil) && a.accepts(symbols.compactMap(\.self).flatMap { images[Int($0)] })
            }
        case 2:
            var languages: [Symbol: Entry] = [:]
            for symbol in a.alphabet.symbols {
                languages[symbol] = [nil, right, third][random.draw(3)]
            }
            let result = Automaton(mostSpecific: try a.substituting(languages.mapValues(\.automaton)))
            return Outcome(name: "substitution", result: result) { word in
                machine.accepts(word) { symbol, part in
                    languages[symbol]?.has(part) ?? (part.map { letters.symbol($0, in: a.alphabet) } == [symbol])
                }
            }
        case 3:
            let kept = a.alphabet.symbols.filter { _ in random.draw(2) == 0 }
            return Outcome(name: "projection", result: Automaton(mostSpecific: try a.projected(onto: kept))) { word in
                machine.accepts(word) { symbol, part in
                    part.map { letters.symbol($0, in: a.alphabet) } == (kept.contains(symbol) ? [symbol] : [])
                }
            }
        default:
            guard a.alphabet.kind == .named else { return try sameLanguage(left) }
            var names: [String: String] = [:]
            for symbol in a.alphabet.symbols where random.draw(2) == 0 {
                names[a.alphabet.name(of: symbol)] = letters.name(random.draw(letters.count))
            }
            return Outcome(name: "renaming \(names)", result: try a.renamed(names)) { word in
                machine.accepts(word) { symbol, part in
                    let name = a.alphabet.name(of: symbol)
                    return part.map(letters.name) == [names[name] ?? name]
                }
            }
        }
    }

    private mutating func randomWord(over alphabet: Alphabet) -> [Symbol] {
        alphabet.count == 0 ? [] : (0..<random.draw(3)).map { _ in Symbol(random.draw(alphabet.count)) }
    }

    /// What changes the automaton and not its language; and reversal.
    mutating func sameLanguage(_ entry: Entry) throws -> Outcome {
        let a = entry.automaton
        let result: Automaton
        let name: String
        switch random.draw(8) {
        case 0:
            return Outcome(name: "reversal", result: a.reversed()) { entry.has($0.reversed()) }
        case 1: (name, result) = ("trimming", a.trimmed())
        case 2: (name, result) = ("determinization", .dfa(try a.determinized(total: random.draw(2) == 0)))
        case 3:
            let algorithm = MinimizationAlgorithm.allCases[random.draw(MinimizationAlgorithm.allCases.count)]
            let isPossible = algorithm != .revuz || entry.machine.isFinite
            (name, result) = (
                "minimization by \(algorithm)", .dfa(try a.minimized(using: isPossible ? algorithm : .automatic))
            )
        case 4: (name, result) = ("removal of epsilon moves", .nfa(try a.asEpsilonNFA.removingEpsilonMoves()))
        case 5: (name, result) = ("alignment", try a.aligned(to: a.alphabet.joint(with: letters.full)))
        default:
            let method = ReductionMethod.allCases[random.draw(ReductionMethod.allCases.count)]
            (name, result) = ("reduction by \(method)", try a.reduced(using: method))
            #expect(result.stateCount <= max(a.stateCount, 1), "\(name)")
        }
        return Outcome(name: name, result: result) { entry.has($0) }
    }
}

extension OperationPool.Entry {
    /// Of how many words of the language a word can consist, up to a number of them.
    func counts(of word: [Int], upTo most: Int) -> Set<Int> {
        // For each number of words where in the word so many can end.
        var ends: [Set<Int>] = [[0]]
        for _ in 0..<most {
            let last = ends[ends.count - 1]
            ends.append(
                Set((0...word.count).filter { end in last.contains { $0 <= end && has(word[$0..<end]) } }))
        }
        return Set(ends.indices.filter { ends[$0].contains(word.count) })
    }
}
