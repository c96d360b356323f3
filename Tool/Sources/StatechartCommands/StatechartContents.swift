import StatechartFormats
import ToolSupport

extension InputList.Contents {
    static let statecharts = Self(
        absenceMessage: "this folder has no statechart: no file ends in .json or .scxml"
    ) { StatechartFormat(path: $0) != nil }
}
