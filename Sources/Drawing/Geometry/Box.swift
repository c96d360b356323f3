/// A rectangle with sides along the axes.
package struct Box: Sendable, Hashable {
    package var low, high: PlanePoint

    @inlinable
    package init(_ point: PlanePoint) { (low, high) = (point, point) }

    @inlinable
    package init(around center: PlanePoint, width: Double, height: Double) {
        low = PlanePoint(x: center.x - width / 2, y: center.y - height / 2)
        high = PlanePoint(x: center.x + width / 2, y: center.y + height / 2)
    }

    @inlinable package var width: Double { high.x - low.x }
    @inlinable package var height: Double { high.y - low.y }
    @inlinable package var middle: PlanePoint { PlanePoint(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2) }

    @inlinable
    package func including(_ point: PlanePoint) -> Box {
        var box = self
        box.low = PlanePoint(x: min(low.x, point.x), y: min(low.y, point.y))
        box.high = PlanePoint(x: max(high.x, point.x), y: max(high.y, point.y))
        return box
    }

    @inlinable
    package func intersects(_ other: Box) -> Bool {
        low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
    }

    @inlinable
    package func union(_ other: Box) -> Box { including(other.low).including(other.high) }

    /// The smallest box around this one whose corners are halfway between whole numbers.
    package var roundedOutward: Box {
        func least(_ value: Double) -> Double { (value - 0.5).rounded(.down) + 0.5 }
        func greatest(_ value: Double) -> Double { (value - 0.5).rounded(.up) + 0.5 }
        var box = self
        box.low = PlanePoint(x: least(low.x), y: least(low.y))
        box.high = PlanePoint(x: greatest(high.x), y: greatest(high.y))
        return box
    }

    package func expanded(by margin: Double) -> Box {
        var box = self
        box.low = PlanePoint(x: low.x - margin, y: low.y - margin)
        box.high = PlanePoint(x: high.x + margin, y: high.y + margin)
        return box
    }

    /// Returns whether the box and a disk overlap.
    @inlinable
    package func intersectsDisk(around center: PlanePoint, radius: Double) -> Bool {
        let nearest = PlanePoint(x: min(max(center.x, low.x), high.x), y: min(max(center.y, low.y), high.y))
        let (x, y) = (nearest.x - center.x, nearest.y - center.y)
        return x * x + y * y < radius * radius
    }

    /// Returns whether two boxes have a point in common.
    @inlinable
    package func touches(_ other: Box) -> Bool {
        low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y
    }

    /// Returns whether the box and a line segment have a point in common.
    package func intersectsSegment(_ start: PlanePoint, _ end: PlanePoint) -> Bool {
        // The part of the segment between the box's sides, one axis after the other.
        var (first, last) = (0.0, 1.0)
        for (from, to, low, high) in [
            (start.x, end.x, low.x, high.x), (start.y, end.y, low.y, high.y),
        ] {
            let way = to - from
            if way == 0 {
                if from <= low || from >= high { return false }
                continue
            }
            let (near, far) = ((low - from) / way, (high - from) / way)
            first = max(first, min(near, far))
            last = min(last, max(near, far))
            if first >= last { return false }
        }
        return true
    }
}
