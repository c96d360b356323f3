import StatechartFormats
import ToolSupport

extension InputList.Contents {
    static let statecharts = Self(
        absence: "no statechart is in this folder: no file ends in .json or .scxml"
    ) { StatechartFormat(path: $0) != nil }
}
