internal import Strokes
internal import TextSupport
internal import XMLSupport

/// Writes InkML: a group of traces for each element, with its labels as annotations.
enum InkMLWriter {
    static func document(_ document: InkDocument) throws(InkFormatError) -> [UInt8] {
        guard document.texts.isEmpty else {
            throw InkFormatError(message: "InkML can't represent texts", remedy: "write JSON or NDJSON")
        }
        var output = TextOutput()
        output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        output.append("<ink xmlns=\"http://www.w3.org/2003/InkML\">\n <definitions>\n")
        for hasTimes in [false, true] {
            for hasPressures in [false, true] { writeContext(hasTimes, hasPressures, to: &output) }
        }
        output.append(" </definitions>\n")
        for element in document.elements { try write(element, to: &output) }
        output.append("</ink>\n")
        return output.bytes
    }

    private static func name(_ hasTimes: Bool, _ hasPressures: Bool) -> StaticString {
        hasTimes ? (hasPressures ? "XYTF" : "XYT") : (hasPressures ? "XYF" : "XY")
    }

    private static func writeContext(_ hasTimes: Bool, _ hasPressures: Bool, to output: inout TextOutput) {
        output.append("  <context xml:id=\"")
        output.append(name(hasTimes, hasPressures))
        output.append("\"><traceFormat><channel name=\"X\" type=\"decimal\"/><channel name=\"Y\" type=\"decimal\"/>")
        if hasTimes { output.append("<channel name=\"T\" type=\"decimal\" units=\"s\"/>") }
        if hasPressures { output.append("<channel name=\"F\" type=\"decimal\" max=\"1\"/>") }
        output.append("</traceFormat></context>\n")
    }

    private static func write(_ element: LabeledInk, to output: inout TextOutput) throws(InkFormatError) {
        output.append(" <traceGroup>\n")
        for (name, value) in element.labels.sorted(by: { $0.key < $1.key }) {
            output.append("  <annotation type=\"")
            XMLText.append(try checked(name), to: &output)
            output.append("\"")
            let isBlank = { (byte: UInt8?) in byte.map { $0 <= 0x20 } ?? false }
            if isBlank(value.utf8.first) || isBlank(value.utf8.last) { output.append(" xml:space=\"preserve\"") }
            output.append(">")
            XMLText.append(try checked(value), to: &output)
            output.append("</annotation>\n")
        }
        for stroke in element.strokes { write(stroke, to: &output) }
        output.append(" </traceGroup>\n")
    }

    private static func checked(_ label: String) throws(InkFormatError) -> ArraySlice<UInt8> {
        let bytes = Array(label.utf8)[...]
        guard XMLText.canHold(bytes) else {
            throw InkFormatError(
                message: "InkML can't represent the label \(Message.quoted(bytes)): it has characters that XML doesn't "
                    + "allow", remedy: "write JSON or NDJSON")
        }
        return bytes
    }

    private static func write(_ stroke: Stroke, to output: inout TextOutput) {
        output.append("  <trace contextRef=\"#")
        output.append(name(stroke.times != nil, stroke.pressures != nil))
        output.append("\">")
        for (index, point) in stroke.points.enumerated() {
            if index > 0 { output.append(", ") }
            output.append(number: point.x)
            output.append(" ")
            output.append(number: point.y)
            if let times = stroke.times {
                output.append(" ")
                output.append(number: times[index])
            }
            if let pressures = stroke.pressures {
                output.append(" ")
                output.append(number: pressures[index])
            }
        }
        output.append("</trace>\n")
    }
}
