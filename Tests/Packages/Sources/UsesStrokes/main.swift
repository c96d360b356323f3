import Strokes

let stroke = Stroke([Point(x: 0, y: 0), Point(x: 3, y: 4)])
print(stroke.points.span.arcLength)
