import Testing

@testable import Strokes

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
    }

    @Test func whereUnknownIsNotAllowedNothingIsRejected() {
        let recognition = recognition(SIMD4(0.6, 0.4, 0, 0), allowed: [.state, .transition])
        #expect(recognition.best.kind == .state)
    }
}
