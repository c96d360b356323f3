extension Recognition {
    /// A possible meaning of the stroke.
    public struct Candidate: Sendable, Hashable {
        /// The kind of element.
        public let kind: ElementKind
        /// The probability of the kind, 0…1; the candidates' probabilities add up to 1. It is
        /// calibrated: of the strokes for which it is 0.8, four in five are of this kind.
        public let probability: Double
        /// The figure of this kind that was fitted to the ink.
        public let geometry: ElementGeometry
    }

    /// The candidates of a stroke, one for each allowed kind, the most probable first. They are
    /// computed on access, so that ranking allocates nothing.
    public struct Candidates: RandomAccessCollection, Sendable, Hashable {
        private let recognition: Recognition
        /// The raw values of the first ``count`` kinds in the ranking.
        private var ranking = SIMD4<UInt8>.zero
        /// The number of kinds of elements from which the recognition could choose.
        public let count: Int

        init(of recognition: Recognition) {
            self.recognition = recognition
            var count = 0
            // Insertion sort, which keeps equal candidates in the order of the kinds.
            for raw in UInt8(0)..<4 {
                guard let kind = ElementKind(rawValue: raw), recognition.allowedKinds.contains(kind) else { continue }
                var index = count
                let probability = recognition.probabilities[Int(raw)]
                while index > 0, recognition.probabilities[Int(ranking[index - 1])] < probability {
                    ranking[index] = ranking[index - 1]
                    index -= 1
                }
                ranking[index] = raw
                count += 1
            }
            self.count = count
        }

        /// The index of the most probable candidate.
        public var startIndex: Int { 0 }
        /// The index after the least probable candidate.
        public var endIndex: Int { count }

        /// Accesses the candidate at an index in the ranking, 0 for the most probable one.
        public subscript(index: Int) -> Candidate {
            precondition(indices.contains(index), "index \(index) is out of range; there are \(count) candidates")
            return recognition.candidate(ElementKind(rawValue: ranking[index]) ?? .unknown)
        }
    }

    /// The possible meanings of the stroke, one for each allowed kind, the most probable first.
    ///
    /// - Complexity: O(1), no allocation.
    public var candidates: Candidates { Candidates(of: self) }
}
