internal import Statecharts
enum DOTWriter { static func text(of figure: ChartFigure, highlighting: StatechartHighlight) -> String { "" } }
enum MermaidWriter { static func text(of figure: ChartFigure, highlighting: StatechartHighlight) -> String { "" } }
enum PlantUMLWriter { static func text(of figure: ChartFigure, highlighting: StatechartHighlight) -> String { "" } }
