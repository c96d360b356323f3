import StatechartFormats
import Statecharts

/// Texts for other tools, in few words.
extension Statechart {
    func dot(highlighting highlight: StatechartHighlight = .init()) -> String {
        StatechartPicture.dot.text(of: self, highlighting: highlight)
    }

    func mermaid(highlighting highlight: StatechartHighlight = .init()) -> String {
        StatechartPicture.mermaid.text(of: self, highlighting: highlight)
    }

    func plantUML(highlighting highlight: StatechartHighlight = .init()) -> String {
        StatechartPicture.plantUML.text(of: self, highlighting: highlight)
    }
}
