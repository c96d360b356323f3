import StrokeSynthesis
import Strokes
import Testing

@Suite struct CharacterRecognizerTests {
    private let recognizer = CharacterRecognizer()

    private func ink(_ text: String, height: Double = 40, slant: Double = 0) -> [Stroke] {
        PenFont.strokes(of: text, at: Point(x: 100, y: 50), height: height, slant: slant)
    }

    @Test(arguments: "0123456789")
    func digitsAreRead(_ digit: Character) {
        let recognition = recognizer.recognize(ink(String(digit)), prior: CharacterPrior(only: "0123456789"))
        #expect(recognition.candidates.first?.text == String(digit))
    }

    @Test(arguments: "abcdekopqstxyz")
    func lettersAreRead(_ letter: Character) {
        let letters = CharacterPrior(only: "abcdefghijklmnopqrstuvwxyz")
        #expect(recognizer.recognize(ink(String(letter)), prior: letters).candidates.first?.text == String(letter))
    }

    @Test func anAlphabetDecides() {
        let circle = ink("0")
        #expect(recognizer.recognize(circle, prior: CharacterPrior(only: "01")).best == "0")
        #expect(recognizer.recognize(circle, prior: CharacterPrior(only: "xo")).best == "o")
        let line = ink("1").map { Stroke(Array($0.points.suffix(10))) }
        #expect(recognizer.recognize(line, prior: CharacterPrior(only: "01")).best == "1")
        #expect(recognizer.recognize(line, prior: CharacterPrior(only: "lo")).best == "l")
        // Without an alphabet, it asks.
        let open = recognizer.recognize(line)
        #expect(open.best == nil)
        #expect(Set(open.candidates.prefix(3).map(\.text)).isSuperset(of: ["1", "l"]))
    }

    @Test func favoredCharactersGain() {
        var prior = CharacterPrior()
        let before = recognizer.recognize(ink("0"), prior: prior).candidates.first { $0.text == "0" }?.probability ?? 0
        prior.favor("01", by: 10)
        let after = recognizer.recognize(ink("0"), prior: prior).candidates.first { $0.text == "0" }?.probability ?? 0
        #expect(after > before)
        prior["0"] = .nan
        #expect(prior["0"] == 0)
        prior["A"] = 5
        #expect(prior["A"] == 0)
    }

    @Test func sizeAndPlaceDontMatter() {
        for character in "01abqε" {
            let own = recognizer.recognize(ink(String(character)))
            for (scale, shift) in [(1e-3, 0.0), (1e6, 1e9), (1, -1e6)] {
                let moved = ink(String(character)).map { stroke in
                    Stroke(stroke.points.map { Point(x: $0.x * scale + shift, y: $0.y * scale - shift) })
                }
                let other = recognizer.recognize(moved)
                #expect(other.candidates.map(\.text).first == own.candidates.map(\.text).first)
                for (one, two) in zip(own.candidates, other.candidates) {
                    #expect(abs(one.probability - two.probability) < 0.02)
                }
            }
        }
    }

    @Test func samplingHardlyMatters() {
        for character in "02345678abdeq" {
            let prior = CharacterPrior(only: "02345678abdeq")
            let dense = ink(String(character)).map { stroke in Stroke(stroke.points.span.resampled(to: 400)) }
            #expect(recognizer.recognize(dense, prior: prior).candidates.first?.text == String(character))
        }
    }

    @Test func wordsAreDivided() {
        var letters = CharacterPrior(only: "qsp")
        letters["q"] = 3
        let digits = CharacterPrior(only: "0123456789")
        for word in ["q0", "q1", "q2", "q3", "s4", "q12", "p6"] {
            let recognition = recognizer.recognizeWord(ink(word), prior: letters, following: digits)
            #expect(recognition.candidates.first?.text == word)
        }
        for word in ["a,b", "0,1", "a", "b", "0,a,b"] {
            let recognition = recognizer.recognizeWord(ink(word), prior: CharacterPrior(only: "01ab,"))
            #expect(recognition.best == word)
        }
    }

    @Test func drawingOrderOfCharactersDoesntMatter() {
        let strokes = ink("a,b")
        let prior = CharacterPrior(only: "01ab,")
        let (one, other) = (
            recognizer.recognizeWord(strokes, prior: prior), recognizer.recognizeWord(strokes.reversed(), prior: prior)
        )
        #expect(one.best == other.best)
    }

    @Test func inkWithoutAShapeIsUnknown() {
        let dot = Stroke([Point(x: 3, y: 4)])
        let far = Stroke([Point(x: -1e300, y: 0), Point(x: 1e300, y: 1e308)])
        for strokes in [[], [Stroke([])], [dot], [dot, dot], [far]] {
            #expect(recognizer.recognize(strokes).candidates.isEmpty)
            #expect(recognizer.recognize(strokes).best == nil)
            #expect(recognizer.recognizeWord(strokes).best == nil)
        }
        let crowd = (0...CharacterRecognizer.maximumStrokeCount).flatMap { index in
            PenFont.strokes(of: "1", at: Point(x: 50 * Double(index), y: 0))
        }
        #expect(recognizer.recognizeWord(crowd).candidates.isEmpty)
        #expect(!recognizer.recognizeWord(Array(crowd.dropLast())).candidates.isEmpty)
    }

    @Test func probabilitiesAreSound() {
        for text in ["0", "q", "ab", "x", "ε"] {
            for recognition in [recognizer.recognize(ink(text)), recognizer.recognizeWord(ink(text))] {
                let probabilities = recognition.candidates.map(\.probability)
                #expect(probabilities.allSatisfy { $0 > 0 && $0 <= 1 })
                #expect(probabilities.reduce(0, +) <= 1 + 1e-9)
                #expect(probabilities == probabilities.sorted(by: >))
            }
        }
    }

    @Test func aThresholdDecidesWhatIsUnknown() {
        let sure = recognizer.recognize(ink("b"), prior: CharacterPrior(only: "ab"), threshold: 0)
        #expect(sure.best == "b")
        #expect(recognizer.recognize(ink("b"), threshold: 1).best == nil)
    }
}
