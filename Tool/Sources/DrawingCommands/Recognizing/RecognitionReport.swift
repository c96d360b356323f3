import AutomataFiles
import StrokeFormats
import Strokes
import TextSupport
import ToolSupport

/// The facts about a recognized element, for people and as JSON.
struct RecognitionReport {
    let element: RecognizedInk
    /// The number of the element in its file, counted from 1.
    let number: Int

    private var recognition: Recognition { element.recognition }
    private var best: Recognition.Candidate { recognition.best }

    // MARK: For people

    /// Returns a line with the number, the kind, its probability, the figure, the relation to
    /// states, and the other possible kinds.
    func line(fileName: String?) -> String {
        var line = (fileName.map { $0.shown + ":" } ?? "") + "\(number)\t\(best.kind)\t"
        line += Self.percent(recognition.probability(of: best.kind))
        let figure = figure
        if !figure.isEmpty { line += "\t" + figure }
        var remarks: [String] = []
        let isArrow = best.kind == .transition || best.kind == .cycle
        switch recognition.relation {
        case .none: break
        case .surrounds(let state): if best.kind == .state { remarks.append("around state \(state + 1)") }
        case _ where !isArrow: break
        case .touches(let state, .tail): remarks.append("from state \(state + 1)")
        case .touches(let state, .tip): remarks.append("to state \(state + 1)")
        case .returns(let state): remarks.append("from state \(state + 1) to itself")
        case .joins(let from, let to): remarks.append("from state \(from + 1) to state \(to + 1)")
        }
        let others = recognition.candidates.filter { $0.kind != best.kind && $0.probability >= 0.05 }
        if !others.isEmpty {
            let list = others.map { "\($0.kind) \(Self.percent($0.probability))" }.joined(separator: ", ")
            remarks.append("or " + list + (recognition.isRejected ? rejection(of: others.count) : ""))
        }
        return line + remarks.map { "\t" + $0 }.joined() + "\n"
    }

    /// The reason why `unknown` is the answer if an element is more probable.
    private func rejection(of count: Int) -> String {
        (count > 1 ? ", together" : ",") + " below the threshold of \(Self.percent(recognition.threshold))"
    }

    private var figure: String {
        func coordinates(_ point: Point) -> String { "\(rounded(point.x)) \(rounded(point.y))" }
        func head(_ head: ArrowHead) -> String {
            switch head {
            case .none: ""
            case .last: ", head drawn last"
            case .first: ", head drawn first"
            case .both: ", two heads"
            }
        }
        switch best.geometry {
        case .state(let circle): return "center \(coordinates(circle.center)), radius \(rounded(circle.radius))"
        case .transition(let arrow):
            return "tail \(coordinates(arrow.tail)), tip \(coordinates(arrow.tip)), flex \(coordinates(arrow.flex))"
                + head(arrow.head)
        case .cycle(let loop):
            return "base \(coordinates(loop.tail)), \(coordinates(loop.tip)), apex \(coordinates(loop.apex))"
                + head(loop.head)
        case .unknown: return ""
        }
    }

    private static func percent(_ probability: Double) -> String { "\((probability * 1000).rounded() / 10) %" }

    /// Returns a number with enough digits to distinguish thousandths of the drawing.
    private func rounded(_ number: Double) -> String {
        var side = 0.0
        for stroke in element.ink.strokes { side = max(side, stroke.points.span.boundingBox?.side ?? 0) }
        var power = 1.0
        while side * power < 1000, side > 0, power < 1e12 { power *= 10 }
        let text = "\((number * power).rounded() / power)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    // MARK: JSON

    func json(fileName: String) -> JSONObject {
        let labels = element.ink.labels.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let candidates = recognition.candidates.map {
            ["kind": $0.kind.description, "probability": $0.probability, "geometry": Self.json($0.geometry)]
                as JSONObject
        }
        return [
            "file": RawText.readable(fileName), "element": number, "strokes": element.ink.strokes.count,
            "points": element.ink.strokes.reduce(0) { $0 + $1.points.count }, "labels": JSONObject(labels),
            "kind": best.kind.description, "probability": recognition.probability(of: best.kind),
            "threshold": recognition.threshold, "rejected": recognition.isRejected, "relation": relation,
            "candidates": candidates,
        ]
    }

    /// The relation to states, which are counted from 1.
    private var relation: JSONObject? {
        switch recognition.relation {
        case .none: nil
        case .surrounds(let state): ["surrounds": state + 1]
        case .touches(let state, let end): ["touches": state + 1, "end": "\(end)"]
        case .returns(let state): ["returns": state + 1]
        case .joins(let from, let to): ["from": from + 1, "to": to + 1]
        }
    }

    private static func json(_ geometry: ElementGeometry) -> JSONObject? {
        func coordinates(_ point: Point) -> [Double] { [point.x, point.y] }
        switch geometry {
        case .state(let circle): return ["center": coordinates(circle.center), "radius": circle.radius]
        case .transition(let arrow):
            return [
                "tail": coordinates(arrow.tail), "tip": coordinates(arrow.tip), "flex": coordinates(arrow.flex),
                "direction": arrow.direction, "head": "\(arrow.head)",
            ]
        case .cycle(let loop):
            return [
                "tail": coordinates(loop.tail), "tip": coordinates(loop.tip), "apex": coordinates(loop.apex),
                "angle": loop.angle,
                "clockwise": loop.isClockwise, "head": "\(loop.head)",
            ]
        case .unknown: return nil
        }
    }
}
