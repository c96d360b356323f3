import StrokeFormats
import Strokes

/// Reads bytes as ink: the first one chooses the format, the rest is the text. What is read is
/// recognized and drawn, and written in each format that can be written, which reads it as the same
/// ink again.
///
/// Returns 0 where all of that holds, for a harness in C; see Tests/C/fuzz/ink.c.
@_cdecl("ink_fuzz")
public func inkFuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = UnsafeRawBufferPointer(start: bytes, count: count)
    guard let choice = input.first else { return 0 }
    let text = UnsafeRawBufferPointer(rebasing: input.dropFirst())
    // The formats that aren't the first four came later.
    let format: InkFormat? =
        switch choice {
        case ..<200: InkFormat.allCases[Int(choice) % 4]
        case ..<250: InkFormat.allCases[4 + Int(choice) % 5]
        default: InkFormat.recognize(fileName: nil, content: text)
        }
    let options = InkReadOptions(inputName: "input", budget: Budget(maximumBytes: 16 << 20))
    guard let document = try? format?.read(text, options: options) else { return 0 }
    for other in [InkFormat.json, .ndjson, .inkML] {
        // Some labels can't be written in all.
        guard let written = try? other.write(document) else { continue }
        let again = written.withUnsafeBytes { try? other.read($0) }
        if again != document { return 1 }
    }
    let recognizer = ElementRecognizer()
    var points = 0
    let recognized = document.elements.prefix(50).compactMap { ink -> RecognizedInk? in
        points += ink.strokes.reduce(0) { $0 + $1.points.count }
        return points < 2000 ? RecognizedInk(ink: ink, recognition: recognizer.recognize(ink.strokes)) : nil
    }
    for layout in [RecognitionDrawing.Layout.page, .grid]
    where RecognitionDrawing.svg(recognized, layout: layout).isEmpty {
        return 2
    }
    return 0
}
