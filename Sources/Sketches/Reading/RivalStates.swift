internal import Diagrams
internal import Strokes

/// The states that an end of a line may be meant to touch.
enum RivalStates {
    /// The greatest gap at which a free end may be meant to touch a state, in diameters; ends
    /// attach within `ElementContext.defaultAttachmentLimit`.
    private static let freeReach = 0.8
    /// The difference of gaps below which two states are equally near, in radii.
    private static let tolerance = 0.25

    /// Returns a state that an end is about as near to as to its own; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - end: The end of the line.
    ///   - own: The state that the end touches; `nil` for a free end.
    ///   - other: The state at the other end.
    ///   - outlines: The states.
    static func rival(at end: Point, of own: Int?, excluding other: Int?, among outlines: [StateGeometry]) -> Int? {
        func gap(_ state: Int) -> Double { abs(outlines[state].distance(to: end)) }
        let others = outlines.indices.filter { $0 != own && $0 != other }
        guard let rival = others.min(by: { gap($0) < gap($1) }) else { return nil }
        let radius = outlines[rival].radius
        if let own {
            let isOwn = gap(own) < 0.1 * outlines[own].radius || gap(own) + tolerance * radius < gap(rival)
            return isOwn ? nil : rival
        }
        return gap(rival) < freeReach * 2 * radius ? rival : nil
    }
}

extension SketchContents {
    /// Returns the names of the states that the ends of an arrow may be meant to touch.
    func rivals(of id: Diagram.Transition.ID) -> [String] {
        guard let arrow = diagram[id] else { return [] }
        let ends = [Point(arrow.tail), Point(arrow.tip)]
        let near = diagram.states.filter { state in
            let reach = PageStates.reach * state.radius
            return [arrow.start, arrow.end].contains(state.id)
                || ends.contains { Point(state.center).squaredDistance(to: $0) < reach * reach }
        }
        let outlines = near.map(\.circle)
        func index(_ state: Diagram.State.ID?) -> Int? {
            state.flatMap { id in near.firstIndex { $0.id == id } }
        }
        let (start, end) = (index(arrow.start), index(arrow.end))
        let tail = RivalStates.rival(at: Point(arrow.tail), of: start, excluding: end, among: outlines)
        let tip = RivalStates.rival(at: Point(arrow.tip), of: end, excluding: start, among: outlines)
        guard tail != nil || tip != nil else { return [] }
        return Set([start, tail, end, tip].compactMap(\.self)).sorted().map { near[$0].name }
    }
}
