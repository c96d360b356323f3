// The functions here are described in automata_features.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import FeatureFormats
internal import FeatureLanguages
internal import FeatureModels

@c @implementation
public func automata_feature_model_has_clones(_ model: OpaquePointer?) -> Bool {
    FeatureModelHandle.from(model)?.model.features.contains { $0.cardinality != nil } ?? false
}

@c @implementation
public func automata_feature_model_unfold(
    _ model: OpaquePointer?, _ limit: Int, _ budget: UnsafePointer<automata_budget>?,
    _ unfolded: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(unfolded, "unfolded", error) { () throws(CallError) in
        let model = try FeatureModelHandle.required(model)
        let budget = try Budget(budget)
        try MemoryReservation.reserveMemory(model.byteCount)
        let document = try features { () throws(FeatureModelError) in
            try model.document.unfolded(limit: limit == 0 ? nil : limit, budget: budget)
        }
        return try FeatureModelHandle(document, budget)
    }
}

@c @implementation
public func automata_fa_from_feature_model(
    _ model: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ automaton: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(automaton, "automaton", error) { () throws(CallError) in
        let model = try FeatureModelHandle.required(model)
        let budget = try Budget(budget)
        try MemoryReservation.reserveMemory(model.byteCount)
        let dfa = try features { () throws(FeatureModelError) in try model.model.language(budget: budget) }
        return AutomatonHandle(.dfa(dfa))
    }
}
