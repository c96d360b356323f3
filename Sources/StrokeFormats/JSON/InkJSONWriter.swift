internal import Strokes
internal import TextSupport

/// Writes ink as JSON, an element a line.
enum InkJSONWriter {
    static func document(_ document: InkDocument) -> [UInt8] {
        var output = TextOutput()
        output.append("[")
        for (index, element) in document.elements.enumerated() {
            output.append(index == 0 ? "\n" : ",\n")
            write(element, to: &output)
        }
        for (index, text) in document.texts.enumerated() {
            output.append(index == 0 && document.elements.isEmpty ? "\n" : ",\n")
            write(text, to: &output)
        }
        output.append(document.elements.isEmpty && document.texts.isEmpty ? "]\n" : "\n]\n")
        return output.bytes
    }

    static func lines(_ document: InkDocument) -> [UInt8] {
        var output = TextOutput()
        for element in document.elements {
            write(element, to: &output)
            output.append("\n")
        }
        for text in document.texts {
            write(text, to: &output)
            output.append("\n")
        }
        return output.bytes
    }

    private static func write(_ text: InkText, to output: inout TextOutput) {
        output.append("{")
        write(InkJSON.text, text.text, to: &output)
        output.append(",\"at\":[")
        output.append(number: text.position.x)
        output.append(",")
        output.append(number: text.position.y)
        output.append("]}")
    }

    private static func write(_ element: LabeledInk, to output: inout TextOutput) {
        output.append("{")
        let labels = element.labels.sorted { $0.key < $1.key }
        for (key, value) in labels where !InkJSON.reserved.contains(key) {
            write(key, value, to: &output)
            output.append(",")
        }
        let hidden = labels.filter { InkJSON.reserved.contains($0.key) }
        if !hidden.isEmpty {
            output.append("\"labels\":{")
            for (index, label) in hidden.enumerated() {
                if index > 0 { output.append(",") }
                write(label.key, label.value, to: &output)
            }
            output.append("},")
        }
        if element.strokes.count == 1 {
            output.append("\"points\":")
            output.append(element.strokes[0])
        } else {
            output.append("\"strokes\":[")
            for (index, stroke) in element.strokes.enumerated() {
                if index > 0 { output.append(",") }
                output.append(stroke)
            }
            output.append("]")
        }
        output.append("}")
    }

    private static func write(_ key: String, _ value: String, to output: inout TextOutput) {
        JSONString.append(key.utf8, to: &output)
        output.append(":")
        JSONString.append(value.utf8, to: &output)
    }
}
