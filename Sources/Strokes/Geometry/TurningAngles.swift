extension Span<Point> {
    /// Writes the turning angle at each point, in radians, above -π and up to π: positive to the
    /// right (clockwise) on a screen, whose y axis points downwards.
    ///
    /// It is 0 at both ends. Of equal consecutive points, the last one has the angle.
    ///
    /// - Precondition: the buffer has room for each point.
    /// - Complexity: O(*n*); no allocation.
    public func turningAngles(into buffer: inout MutableSpan<Double>) {
        precondition(buffer.count >= count, "turningAngles(into:) needs a number for each point")
        for index in indices { buffer[index] = 0 }
        forEachTurn { buffer[$0] = $1 }
    }

    /// Returns the turning angle at each point; see ``turningAngles(into:)``.
    ///
    /// - Complexity: O(*n*).
    public func turningAngles() -> [Double] {
        var angles = [Double](repeating: 0, count: count)
        forEachTurn { angles[$0] = $1 }
        return angles
    }

    /// The sum of all turning angles with their signs: 2π for a circle drawn clockwise on a screen,
    /// -2π for one drawn counterclockwise, 0 for a straight line or an eight.
    ///
    /// - Complexity: O(*n*), with two arc tangents in all.
    public var totalTurning: Double {
        // The sum is the angle between the first and the last direction, plus a full turn for each
        // time that the direction passed the one to the left, where angles jump from π to -π.
        var first: Point?
        var direction = Point.zero
        var turns = 0
        for index in indices.dropLast() {
            // Zero is added to make -0 a 0, which lies on the other side of the jump.
            let next = Point(x: self[index + 1].x - self[index].x + 0, y: self[index + 1].y - self[index].y + 0)
            guard next.x != 0 || next.y != 0 else { continue }
            if first == nil { first = next }
            let cross = direction.x * next.y - direction.y * next.x
            if direction.y >= 0 {
                let isBack = next.y == 0 && next.x > 0 && direction.y == 0 && direction.x < 0
                if next.y < 0 && cross > 0 || next.y < 0 && cross == 0 && direction.y > 0 || isBack { turns += 1 }
            } else if next.y >= 0, cross < 0 {
                turns -= 1
            }
            direction = next
        }
        guard let first else { return 0 }
        return Elementary.angle(x: direction.x, y: direction.y) - Elementary.angle(x: first.x, y: first.y)
            + 2 * .pi * Double(turns)
    }

    /// The sum of all turning angles without their signs.
    ///
    /// - Complexity: O(*n*).
    public var absoluteTurning: Double {
        var sum = 0.0
        forEachTurn { sum += abs($1) }
        return sum
    }

    @inline(__always)
    private func forEachTurn(_ body: (Int, Double) -> Void) {
        guard count > 2 else { return }
        var (dx, dy) = (0.0, 0.0)
        for index in 0..<count - 1 {
            let (nextX, nextY) = (self[index + 1].x - self[index].x, self[index + 1].y - self[index].y)
            guard nextX != 0 || nextY != 0 else { continue }
            if dx != 0 || dy != 0 {
                // Zero is added to make -0 a 0, so that a turn back is π and not -π.
                body(index, Elementary.angle(x: dx * nextX + dy * nextY, y: dx * nextY - dy * nextX + 0))
            }
            (dx, dy) = (nextX, nextY)
        }
    }
}
