// The functions here are described in automata_strokes.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
internal import AutomataFiles
public import CAutomata
internal import StrokeFormats
internal import Strokes
internal import WorkLimits

extension automata_ink_options: SizedStruct {}

extension automata_ink_contents: SizedStruct {}

extension InkFormat {
    /// Returns the format that C gives; `nil` if it is to be guessed.
    fileprivate static func given(_ format: automata_ink_format) throws(CallError) -> InkFormat? {
        switch format {
        case AUTOMATA_INK_FORMAT_GUESS: nil
        case AUTOMATA_INK_FORMAT_JSON: .json
        case AUTOMATA_INK_FORMAT_NDJSON: .ndjson
        case AUTOMATA_INK_FORMAT_INKML: .inkML
        case AUTOMATA_INK_FORMAT_DOLLAR: .dollar
        case AUTOMATA_INK_FORMAT_XOURNAL: .xournal
        case AUTOMATA_INK_FORMAT_EXCALIDRAW: .excalidraw
        case AUTOMATA_INK_FORMAT_TLDRAW: .tldraw
        case AUTOMATA_INK_FORMAT_SVG: .svg
        case AUTOMATA_INK_FORMAT_UNIPEN: .unipen
        default: throw .invalidArgument("invalid 'format'; expected a constant of automata_ink_format")
        }
    }
}

// MARK: Reading

extension automata_ink_options {
    /// Reads ink, and passes on the notes of the reader.
    fileprivate func read(
        _ text: UnsafeRawBufferPointer, as format: InkFormat?, fileName: String?, _ budget: Budget
    ) throws(CallError) -> InkHandle {
        let fileName = fileName.map(RawText.readable)
        let inputName = input_name.map { String(cString: $0) }
        let name = inputName ?? fileName ?? "-"
        guard let format = format ?? InkFormat.recognize(fileName: fileName ?? inputName, content: text) else {
            if let foreign = InkFormat.unreadableFormatError(fileName: fileName ?? inputName, content: text) {
                throw .unknownFormat("\(name.printable): \(foreign.sentence)")
            }
            throw .unknownFormat(
                "\(name.printable): can't detect the format of the ink from the name or the content; "
                    + "pass a format constant, such as AUTOMATA_INK_FORMAT_INKML")
        }
        MemoryReservation.keepReserve(forText: text.count)
        var budget = budget
        // Half is for the arrays.
        budget.maximumBytes /= 2
        let read: InkReadResult
        do throws(InkFormatError) {
            read = try format.readWithNotes(text, options: InkReadOptions(inputName: name, budget: budget))
        } catch {
            throw .readingInk(error)
        }
        report(read.notes, note, context)
        return InkHandle(read.document)
    }
}

@c @implementation
public func automata_ink_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ format: automata_ink_format,
    _ options: UnsafePointer<automata_ink_options>?, _ ink: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(ink, "ink", error) { () throws(CallError) in
        let text = UnsafeRawBufferPointer(try Argument.text(text, length, "text"))
        let format = try InkFormat.given(format)
        let options = try automata_ink_options.given(options)
        return try options.read(text, as: format, fileName: nil, try Budget(options.budget))
    }
}

@c @implementation
public func automata_ink_from_file(
    _ path: UnsafePointer<CChar>?, _ format: automata_ink_format, _ options: UnsafePointer<automata_ink_options>?,
    _ ink: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(ink, "ink", error) { () throws(CallError) -> InkHandle in
        let path = try Argument.path(path)
        let format = try InkFormat.given(format)
        let options = try automata_ink_options.given(options)
        var budget = try Budget(options.budget)
        let file: FileContents
        do throws(FileError) {
            file = try FileContents.read(path, limit: budget.maximumBytes) { budget.asksToStop() }
        } catch {
            throw .file(error)
        }
        budget.maximumBytes -= file.count
        return try file.withBytes { (text) throws(CallError) in
            try options.read(text, as: format, fileName: path, budget)
        }
    }
}

@c @implementation
public func automata_ink_free(_ ink: OpaquePointer?) { InkHandle.free(ink) }

// MARK: Contents

@c @implementation
public func automata_ink_contents_of(_ ink: OpaquePointer?) -> UnsafePointer<automata_ink_contents>? {
    InkHandle.from(ink)?.lentContents
}

@c @implementation
public func automata_ink_new(
    _ contents: UnsafePointer<automata_ink_contents>?, _ ink: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(ink, "ink", error) { () throws(CallError) in
        guard contents != nil else { throw .invalidArgument("'contents' is NULL") }
        return InkHandle(try automata_ink_contents.given(contents).document())
    }
}

extension automata_ink_contents {
    /// Returns the ink in the arrays, checked.
    func document() throws(CallError) -> InkDocument {
        let strokes = try strokes()
        let strokeCounts = try Argument.array(stroke_counts, element_count, "stroke_counts")
        try Self.check(strokeCounts, areSumming: stroke_count, "stroke_counts", "stroke_count")
        var document = InkDocument()
        document.elements.reserveCapacity(strokeCounts.count)
        var start = 0
        for count in strokeCounts {
            document.elements.append(LabeledInk(strokes: Array(strokes[start..<start + count])))
            start += count
        }
        for label in try Argument.array(labels, label_count, "labels") {
            guard document.elements.indices.contains(label.element) else {
                throw .outOfRange("a label is for the missing element \(UInt(bitPattern: label.element)); correct it")
            }
            let name = try Argument.string(label.name.data, label.name.length, "labels")
            let value = try Argument.string(label.value.data, label.value.length, "labels")
            guard document.elements[label.element].labels.updateValue(value, forKey: name) == nil else {
                throw .invalidArgument("element \(label.element) has two labels named '\(name.printable)'; remove one")
            }
        }
        for text in try Argument.array(texts, text_count, "texts") {
            let position = Point(x: text.position.x, y: text.position.y)
            guard position.isFinite else { throw .invalidArgument("the position of a text isn't finite; correct it") }
            document.texts.append(InkText(try Argument.string(text.text, text.length, "texts"), at: position))
        }
        return document
    }

    private func strokes() throws(CallError) -> [Stroke] {
        let counts = try Argument.array(counts, stroke_count, "counts")
        try Self.check(counts, areSumming: point_count, "counts", "point_count")
        let points = try Argument.array(points, point_count, "points").forSwift
        try MemoryReservation.reserveMemory(point_count * 32 + stroke_count * 96)
        var strokes: [Stroke] = []
        strokes.reserveCapacity(counts.count)
        var start = 0
        for count in counts {
            let range = start..<start + count
            let ofStroke = { (values: UnsafePointer<Double>?) in
                values.map { Array(UnsafeBufferPointer(start: $0, count: point_count)[range]) }
            }
            let points = Array(points[range])
            // The counts are equal, so no error is thrown.
            let stroke = try? Stroke(points, times: ofStroke(times), pressures: ofStroke(pressures))
            strokes.append(stroke ?? Stroke(points))
            start += count
        }
        return strokes
    }

    private static func check(
        _ counts: UnsafeBufferPointer<Int>, areSumming total: Int, _ what: StaticString, _ whole: StaticString
    ) throws(CallError) {
        let sum = try Argument.sum(counts, what)
        guard sum == total else {
            throw .invalidArgument("'\(what)' adds up to \(sum), and '\(whole)' is \(total); make them equal")
        }
    }
}

// MARK: Writing

@c @implementation
public func automata_ink_text(
    _ ink: OpaquePointer?, _ format: automata_ink_format, _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(text, length)
    return call(error) { () throws(CallError) in
        let ink = try InkHandle.required(ink)
        try result.check("text", "length")
        guard let format = try InkFormat.given(format) else {
            throw .invalidArgument("'format' is AUTOMATA_INK_FORMAT_GUESS; name the format")
        }
        // A number is written in up to 24 characters, and a character as up to six.
        try MemoryReservation.reserveMemory(ink.byteCount * 8)
        let document = try ink.document
        let bytes: [UInt8]
        do throws(InkFormatError) { bytes = try format.write(document) } catch { throw .writingInk(error) }
        try bytes.withUnsafeBufferPointer { (bytes) throws(CallError) in try result.hand(out: bytes) }
    }
}
