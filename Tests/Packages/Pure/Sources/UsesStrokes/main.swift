import Strokes

func length(of stroke: Stroke) -> Double { stroke.points.span.arcLength }

print(length(of: Stroke([Point(x: 0, y: 0), Point(x: 3, y: 4)])))
