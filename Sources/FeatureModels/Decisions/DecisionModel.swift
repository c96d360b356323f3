internal import TextSupport
internal import WorkLimits

/// A feature model as questions: a yes/no question for an optional feature, and a choice for a
/// group of variants.
///
///     for decision in DecisionModel(of: phone).decisions {
///         // Which screen? ["Basic", "Color", "High Resolution"]
///         print(decision.question, decision.range)
///     }
///
/// A decision model is a view: its products are the products of ``featureModel``. It uses the terms
/// of decision models; in orthogonal variability models a decision is a variation point and its
/// values are variants.
///
/// - Reference: K. Schmid, I. John, A customizable approach to full lifecycle variability
///   management, Science of Computer Programming 53, 2004, doi:10.1016/j.scico.2004.04.002.
/// - Reference: K. Pohl, G. Böckle, F. van der Linden, Software Product Line Engineering, Springer
///   2005, doi:10.1007/3-540-28901-1.
public struct DecisionModel: Hashable, Sendable {
    /// The feature model that the decisions are about.
    public let featureModel: FeatureModel
    /// The decisions in the order of the questions, first the decision about the root. Only earlier
    /// decisions determine whether a decision is relevant.
    public let decisions: [Decision]

    /// A question, and the answers that it allows.
    public struct Decision: Hashable, Sendable {
        /// The kind of answers.
        public enum Kind: Hashable, Sendable {
            /// A Boolean decision: yes or no, but only yes for a mandatory feature.
            case boolean
            /// A subset of a list of values.
            case enumeration
            /// A subset of a list of numbers.
            case number
        }

        /// The name of ``feature``; if ``feature`` is `nil`, a name that no feature has. No two
        /// decisions have the same name.
        public let id: String
        /// The text of the question; empty if the feature has no attribute `question`.
        public let question: String
        /// The kind of answers.
        public let kind: Kind
        /// The allowed values: `true` and perhaps `false`, or the names of variants.
        ///
        /// A variant with the name `id.rest`, where `id` is the decision's ``id``, has the value
        /// `rest` in two cases: all such rests of the decision are numbers, or `rest` is also the
        /// id or a value of another decision.
        public let range: [String]
        /// The features that the values select; a Boolean decision has one feature, for `true`.
        public let variants: [FeatureID]
        /// The number of values that may be chosen.
        public let cardinality: ClosedRange<Int>
        /// The constraints of the model that begin with a feature of this decision. Each product
        /// satisfies them, whether the decision is relevant or not.
        public let constraints: [Proposition]
        /// The condition under which the decision is relevant; `nil` if it always is.
        ///
        /// The condition depends on features of earlier decisions. In products that don't satisfy
        /// the condition, the decision has no answer, and none of its features is selected.
        public let relevance: Proposition?
        /// The feature that the decision selects: a Boolean decision by the answer yes, an
        /// enumeration by any answer. `nil` if an enumeration only chooses among other features.
        public let feature: FeatureID?
    }
}

/// Conversion of decimal numbers that are values of decisions.
package enum DecisionNumber {
    /// Returns a number without superfluous zeros; `nil` if the text isn't a decimal number of at
    /// most 15 digits, with an optional sign and point.
    package static func canonical(_ text: some StringProtocol) -> String? {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let parts = text.utf8.dropFirst(isNegative ? 1 : 0)
            .split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } }
        guard isNumber, let first = parts.first, text.utf8.count <= 64 else { return nil }
        let zero = UInt8(ascii: "0")
        let whole = first.drop { $0 == zero }
        var fraction = parts.count == 2 ? Array(parts[1]) : []
        while fraction.last == zero { fraction.removeLast() }
        guard whole.count + fraction.count <= 15 else { return nil }
        var bytes = whole.isEmpty ? [zero] : Array(whole)
        if !fraction.isEmpty { bytes += [UInt8(ascii: ".")] + fraction }
        if isNegative, bytes != [zero] { bytes.insert(UInt8(ascii: "-"), at: 0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
