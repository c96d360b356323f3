import StatechartFormats
import ToolSupport

extension InputList.Contents {
    static let statecharts = Self(
        absenceMessage: "no statechart is in this folder: no file ends in .json or .scxml"
    ) { StatechartFormat(path: $0) != nil }
}
