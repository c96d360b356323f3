import StatechartFormats
import ToolSupport

extension InputList.Contents {
    static let statecharts = Self(
        absenceMessage: "this folder has no statechart: no file ends in .json, .scxml, .puml, .mmd, .smcat, .yaml "
            + "or .sct",
        jsonFormats: ["statechart"]
    ) { StatechartFormat(path: $0)?.canRead == true }
}
