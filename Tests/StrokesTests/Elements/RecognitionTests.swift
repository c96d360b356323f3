import Strokes
import Testing

@Suite struct RecognitionTests {
    private func recognition(_ probabilities: SIMD4<Double>, allowed: ElementKinds = .all) -> Recognition {
        Recognition(
            probabilities: probabilities, figures: nil, allowed: allowed, threshold: 0.7, relation: .none)
    }

    @Test func whatMayBeEitherOfTwoElementsIsNotRejected() {
        #expect(recognition(SIMD4(0.45, 0, 0.5, 0.05)).best.kind == .cycle)
        #expect(recognition(SIMD4(0.5, 0, 0.45, 0.05)).best.kind == .state)
    }

    @Test func whatIsHardlyAnElementIsRejected() {
        #expect(recognition(SIMD4(0.35, 0.15, 0.15, 0.35)).best.kind == .unknown)
        #expect(recognition(SIMD4(0.69, 0, 0, 0.31)).best.kind == .unknown)
        #expect(recognition(SIMD4(0.71, 0, 0, 0.29)).best.kind == .state)
        // The most probable of all is the answer, however probable the elements are together.
        #expect(recognition(SIMD4(0.25, 0.24, 0.25, 0.26)).best.kind == .unknown)
        // Only what would be an element otherwise was rejected.
        #expect(recognition(SIMD4(0.69, 0, 0, 0.31)).isRejected)
        #expect(!recognition(SIMD4(0.71, 0, 0, 0.29)).isRejected)
        #expect(!recognition(SIMD4(0.25, 0.24, 0.25, 0.26)).isRejected)
        #expect(!recognition(SIMD4(0.6, 0.4, 0, 0), allowed: [.state, .transition]).isRejected)
    }

    @Test func whereUnknownIsNotAllowedNothingIsRejected() {
        let recognition = recognition(SIMD4(0.6, 0.4, 0, 0), allowed: [.state, .transition])
        #expect(recognition.best.kind == .state)
    }

    @Test func candidatesAreRankedAndEqualOnesKeepTheOrderOfKinds() {
        func kinds(_ probabilities: SIMD4<Double>, _ allowed: ElementKinds = .all) -> [ElementKind] {
            recognition(probabilities, allowed: allowed).candidates.map(\.kind)
        }
        #expect(kinds(SIMD4(0.1, 0.2, 0.3, 0.4)) == [.unknown, .cycle, .transition, .state])
        #expect(kinds(SIMD4(0.25, 0.25, 0.25, 0.25)) == [.state, .transition, .cycle, .unknown])
        #expect(kinds(SIMD4(0.2, 0.3, 0.3, 0.2)) == [.transition, .cycle, .state, .unknown])
        #expect(kinds(SIMD4(0, 0.5, 0.5, 0), [.cycle, .transition]) == [.transition, .cycle])
        #expect(kinds(SIMD4(0, 0, 1, 0), .cycle) == [.cycle])
        let candidates = recognition(SIMD4(0.1, 0.6, 0, 0.3)).candidates
        #expect(candidates.first?.kind == .transition && candidates.last?.kind == .cycle)
        #expect(candidates[1].probability == 0.3 && candidates.count == 4)
    }
}
