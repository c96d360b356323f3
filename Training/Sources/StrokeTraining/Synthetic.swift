import StrokeSynthesis
import Strokes

/// Synthetic elements as samples.
enum Synthetic {
    /// Returns `count` samples of each kind, distributed over the folds.
    static func samples(count: Int, seed: UInt64) -> [Sample] {
        var generator = StrokeGenerator(seed: seed)
        var samples: [Sample] = []
        let unknowns = UnknownStyle.allCases
        for index in 0..<count {
            for kind in ElementKind.allCases {
                // Half of the unknown samples have the generator's frequencies; in the other half,
                // all styles are equally frequent, as rare ones look like elements, too.
                let element =
                    kind == .unknown && index % 2 == 0
                    ? generator.element(.unknown(unknowns[index / 2 % unknowns.count])) : generator.element(of: kind)
                samples.append(
                    Sample(
                        strokes: element.strokes.map(\.points), kind: kind, name: name(element.style),
                        source: Sample.synthetic, fold: index % 5))
            }
        }
        return samples
    }

    private static func name(_ style: ElementStyle) -> String {
        switch style {
        case .state(let style): "state, \(style.rawValue)"
        case .transition(let style): "transition, \(style.shaft.rawValue), \(style.head?.rawValue ?? "no head")"
        case .cycle(let style): "cycle, \(style.loop.rawValue), \(style.head?.rawValue ?? "no head")"
        case .unknown(let style): style.rawValue
        }
    }
}
