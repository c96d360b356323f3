import StrokeFormats
import Strokes

let text = "[[[0, 0], [3, 4]], [[1, 2]]]"
let document = try Array(text.utf8).withUnsafeBytes { try InkFormat.json.read($0) }
print(document.elements.flatMap(\.strokes).map(\.points.count))
