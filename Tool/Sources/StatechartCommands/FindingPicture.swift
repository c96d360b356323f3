import StatechartAnalysis
import StatechartFormats
import Statecharts

/// A picture of the run of a finding: the states that it enters and the transitions that it takes
/// have thicker lines, and the active states at its end are filled. The inputs stand below.
struct FindingPicture {
    private let finding: AnalysisFinding
    private let path: AnalysisFinding.Path

    /// Creates the picture; `nil` if the finding has no run.
    init?(_ finding: AnalysisFinding) {
        guard let path = finding.path else { return nil }
        (self.finding, self.path) = (finding, path)
    }

    /// Returns the name of the picture's file.
    func name(_ number: Int, _ stem: String?) -> String {
        (stem.map { $0 + "-" } ?? "") + "\(number)-\(finding.kind.rawValue).svg"
    }

    /// Returns the picture as SVG.
    func svg(of chart: Statechart) -> String {
        var highlight = StatechartHighlight(active: finding.configuration)
        highlight.entered = Set(path.states)
        highlight.transitions = Set(path.transitions.map { .init(source: $0.source, index: $0.index) })
        let picture = chart.svg(title: finding.message, highlighting: highlight)
        let run = finding.events.isEmpty ? "at the start" : "after " + finding.events.joined(separator: " ")
        return Self.picture(picture, above: [finding.message, run + (finding.isConfirmed ? "" : " (possible)")])
    }

    private static let lineHeight = 18
    private static let maximumLength = 160

    /// Returns a picture with lines of text below it.
    private static func picture(_ svg: String, above lines: [String]) -> String {
        guard let width = number(of: " width=\"", in: svg), let height = number(of: " height=\"", in: svg) else {
            return svg
        }
        let texts = lines.map { $0.count > maximumLength ? $0.prefix(maximumLength - 1) + "…" : $0[...] }
        // A character is hardly wider than this.
        let (whole, length) = (height + lineHeight * lines.count + 8, texts.map(\.count).max() ?? 0)
        let wide = max(width, 8 * length + 16)
        var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(wide) \(whole)\" width=\"\(wide)\" "
        text += "height=\"\(whole)\" font-family=\"Helvetica, Arial, sans-serif\">\n"
        text += "<rect class=\"paper\" width=\"\(wide)\" height=\"\(whole)\" fill=\"#fff\"/>\n\(svg)"
        for (index, line) in texts.enumerated() {
            let y = height + lineHeight * (index + 1)
            text += "<text class=\"text\" x=\"8\" y=\"\(y)\" font-size=\"13\" fill=\"#111\">\(escaped(line))</text>\n"
        }
        return text + "</svg>\n"
    }

    /// Returns the whole number of the first attribute with the given beginning.
    private static func number(of attribute: String, in svg: String) -> Int? {
        var rest = svg.utf8.prefix(1000)
        while !rest.isEmpty, !rest.starts(with: attribute.utf8) { rest = rest.dropFirst() }
        return Int(String(rest.dropFirst(attribute.utf8.count).prefix { 0x30...0x39 ~= $0 }) ?? "")
    }

    private static func escaped(_ text: Substring) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case _ where scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
