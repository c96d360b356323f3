internal import Diagrams
internal import Strokes

extension SketchContents {
    /// Gives elements the texts of handwritten words that are read with certainty, and takes back
    /// those of words that changed or are gone. A text that the user typed stays.
    ///
    /// Symbols that are read first help to read others, as an alphabet has few.
    mutating func readHandwriting(
        since before: SketchContents, _ recognizer: InkRecognizer, _ mayContinue: () -> Bool = { true }
    ) {
        var words = handwrittenWords()
        let settled = words.filter { $0.transcription != nil && $0.element == $0.transcription?.element }
        withdraw(before.ink + ink, except: Set(settled.compactMap(\.transcription)))
        words.removeAll { $0.transcription != nil && $0.element == $0.transcription?.element }
        var isChanged = true
        var roundCount = 0
        while isChanged, !words.isEmpty, roundCount < Self.maximumRoundCount, mayContinue() {
            isChanged = false
            roundCount += 1
            let reader = HandwritingReader(diagram, recognizer)
            for index in words.indices.reversed() {
                guard mayContinue(), let element = words[index].element, acceptsText(element) else { continue }
                guard let text = reader.read(words[index]).best else { continue }
                set(text, of: words.remove(at: index))
                isChanged = true
            }
        }
    }

    /// The maximum number of times that words are read with the symbols of others.
    private static let maximumRoundCount = 8

    /// Returns the texts that all words may be.
    func handwriting(_ recognizer: InkRecognizer) -> [Sketch.Handwriting] {
        let words = WordReader(self, recognizer)
        return words.words.map { words.handwriting($0) }
    }

    /// Gives the element of a word the text that the user chose.
    mutating func transcribe(
        _ id: Ink.ID, as text: String, _ recognizer: InkRecognizer
    ) -> (Interpretation?, Notice?) {
        guard let own = currentInk(id) else { return (nil, .noSuchElement) }
        guard !text.isEmpty, let word = handwrittenWords().first(where: { $0.ids.contains(id) }), word.element != nil
        else { return (nil, .impossible(.text)) }
        withdraw(word.ink, except: [])
        set(text, of: word)
        for id in word.ids { updateInk(id) { $0.isChosen = true } }
        return (interpretation(of: id, recognize(own.strokes, recognizer), recognizer), nil)
    }

    /// Returns a notice if a word isn't read although its element has no text yet.
    func noticeOfDoubt(about word: Sketch.Handwriting) -> Notice? {
        guard word.text == nil, let element = word.element, acceptsText(element) else { return nil }
        return .doubtfulText(word.candidates.prefix(3).map(\.text))
    }

    // MARK: Texts of elements

    /// Gives the element of a word its text.
    private mutating func set(_ text: String, of word: HandwrittenWord) {
        guard let element = word.element else { return }
        switch element {
        case .state(let id):
            guard var state = diagram[id] else { return }
            state.name = text
            diagram.update(state)
        case .transition(let id):
            guard var arrow = diagram[id] else { return }
            let (symbols, hasEpsilon) = Self.symbols(of: text)
            arrow.symbols += symbols
            arrow.hasEpsilon = arrow.hasEpsilon || hasEpsilon
            diagram.update(arrow)
        case .note, .ink: return
        }
        let transcription = Transcription(text: text, element: element, ink: word.ids)
        for id in word.ids { updateInk(id) { $0.transcription = transcription } }
    }

    /// Returns whether handwriting may give an element a text.
    private func acceptsText(_ element: Element) -> Bool {
        if case .state(let id) = element { return diagram[id]?.hasAutomaticName ?? false }
        return has(element) && !hasTypedText(element)
    }

    /// Returns whether an element has a text that isn't that of its handwriting.
    func hasTypedText(_ element: Element) -> Bool {
        func texts() -> [String] { ink.compactMap(\.transcription).filter { $0.element == element }.map(\.text) }
        switch element {
        case .state(let id):
            guard let state = diagram[id], !state.hasAutomaticName else { return false }
            return !texts().contains { $0.utf8.elementsEqual(state.name.utf8) }
        case .transition(let id):
            guard let arrow = diagram[id], arrow.isLabeled else { return false }
            let read = texts().map { Self.symbols(of: $0) }
            return !arrow.symbols.allSatisfy { symbol in read.contains { $0.symbols.contains(symbol) } }
                || arrow.hasEpsilon && !read.contains(where: \.hasEpsilon)
        case .note, .ink: return false
        }
    }

    /// Takes back the texts of words, unless the user changed them.
    private mutating func withdraw(_ old: [Ink], except kept: Set<Transcription>) {
        var seen = kept
        for transcription in old.compactMap(\.transcription) where seen.insert(transcription).inserted {
            for id in transcription.ink {
                updateInk(id) { if $0.transcription == transcription { $0.transcription = nil } }
            }
            switch transcription.element {
            case .state(let id):
                guard var state = diagram[id], !state.hasAutomaticName,
                    state.name.utf8.elementsEqual(transcription.text.utf8)
                else { continue }
                state.name = ""
                diagram.update(state)
            case .transition(let id):
                guard var arrow = diagram[id] else { continue }
                let others = kept.filter { $0.element == transcription.element }.map { Self.symbols(of: $0.text) }
                let own = Self.symbols(of: transcription.text)
                arrow.symbols.removeAll { symbol in
                    own.symbols.contains(symbol) && !others.contains { $0.symbols.contains(symbol) }
                }
                if own.hasEpsilon, !others.contains(where: \.hasEpsilon) { arrow.hasEpsilon = false }
                diagram.update(arrow)
            case .note, .ink: continue
            }
        }
    }
}

/// The handwritten words of a sketch, with a reader that knows the diagram.
struct WordReader {
    fileprivate let words: [HandwrittenWord]
    private let reader: HandwritingReader
    /// The words by their inks.
    private var numbers: [Ink.ID: Int] = [:]

    init(_ contents: SketchContents, _ recognizer: InkRecognizer) {
        (words, reader) = (contents.handwrittenWords(), HandwritingReader(contents.diagram, recognizer))
        for (number, word) in words.enumerated() {
            for id in word.ids { numbers[id] = number }
        }
    }

    /// Returns the word that ink belongs to, if it is a part of a text.
    func word(of id: Ink.ID) -> Sketch.Handwriting? { numbers[id].map { handwriting(words[$0]) } }

    fileprivate func handwriting(_ word: HandwrittenWord) -> Sketch.Handwriting {
        Sketch.Handwriting(
            ink: word.ids, element: word.element, text: word.transcription?.text,
            candidates: reader.read(word).candidates)
    }
}

/// A reader of words, which expects the characters that the diagram makes likely.
private struct HandwritingReader {
    private let recognizer: InkRecognizer
    private let symbols: CharacterPrior
    private let moreSymbols: CharacterPrior
    private let initials: CharacterPrior
    private let numbers: CharacterPrior
    private let names: Set<String>
    /// The symbols of several characters that the drawing has.
    private let longSymbols: Set<String>

    private static let digits = "0123456789"
    private static let letters = "abcdefghijklmnopqrstuvwxyz"

    init(_ diagram: Diagram, _ recognizer: InkRecognizer) {
        self.recognizer = recognizer
        // Symbols are usually the first digits or letters. Those that the drawing has already, and
        // others of their kind, are likely again.
        var symbols = CharacterPrior()
        symbols.favor("01ab", by: 4)
        symbols.favor("cε", by: 2)
        symbols.favor("+-", by: 0.1)
        let known = Set(diagram.transitions.flatMap(\.symbols).compactMap { $0.count == 1 ? $0.first : nil })
        longSymbols = Set(diagram.transitions.flatMap(\.symbols).filter { $0.count > 1 })
        if known.contains(where: { Self.digits.contains($0) }) { symbols.favor(Self.digits, by: 4) }
        if known.contains(where: { Self.letters.contains($0) }) { symbols.favor(Self.letters, by: 4) }
        symbols.favor(known, by: 10)
        self.symbols = symbols
        symbols.favor(",", by: 100)
        moreSymbols = symbols

        // Names are usually a letter and a number, or one of them.
        let named = diagram.states.filter { !$0.hasAutomaticName }.map(\.name)
        names = Set(named)
        var initials = CharacterPrior()
        initials.favor("q", by: 12)
        initials.favor("s0123456789abcde", by: 2)
        initials.favor(",ε+-", by: 0.02)
        initials.favor(Set(named.compactMap(\.first)), by: 8)
        self.initials = initials
        var numbers = CharacterPrior()
        numbers.favor(Self.digits, by: 20)
        // They are usually numbered from 0 or 1.
        numbers.favor(Self.digits.prefix(diagram.states.count + 1), by: 4)
        numbers.favor(",ε+-", by: 0.02)
        self.numbers = numbers
    }

    /// Returns the texts that a word may be.
    func read(_ word: HandwrittenWord) -> TextRecognition {
        let strokes = word.ink.flatMap(\.strokes)
        guard case .state? = word.element else {
            let recognition = recognizer.recognizeWord(strokes, prior: symbols, following: moreSymbols)
            // Symbols of several characters are rare.
            return recognition.weighted { text in
                text.split(separator: ",").contains { $0.count > 1 && !longSymbols.contains(String($0)) } ? 0.1 : 1
            }
        }
        let recognition = recognizer.recognizeWord(strokes, prior: initials, following: numbers)
        // Two states rarely have one name, and a name of a letter and a number begins with the
        // letter.
        let own = word.transcription?.text
        return recognition.weighted { text in
            let isTaken = text != own && names.contains(text)
            let isReversed = text.count > 1 && Self.digits.dropFirst(2).contains { text.hasPrefix(String($0)) }
            return (isTaken ? 0.05 : 1) * (isReversed ? 0.05 : 1)
        }
    }
}
