/// A small black-and-white picture of a drawing, thinned to lines of one pixel and traced back into
/// a stroke.
///
/// Strokes from collections of pictures look like this: steps of one pixel, heads that became
/// blobs, spurs that are traced twice, an inferred order. The thinning is that of Zhang and Suen
/// ("A fast parallel algorithm for thinning digital patterns", 1984, doi:10.1145/357994.358023).
package struct ThinnedPicture {
    private let side: Int
    /// The width, including a frame of one empty pixel.
    private let width: Int
    private var pixels: [Bool]
    /// The places of black pixels, in reading order.
    private var black: [Int] = []
    /// The neighbors of a pixel, clockwise from the one above.
    private let around: [Int]

    /// Creates a picture of strokes, with pixel coordinates in 0..<side, drawn with a round pen.
    package init(of strokes: [[Vector]], side: Int, penRadius: Double) {
        self.side = side
        width = side + 2
        around = [-width, 1 - width, 1, 1 + width, width, width - 1, -1, -1 - width]
        pixels = [Bool](repeating: false, count: width * width)
        for stroke in strokes {
            var last = stroke[0]
            dab(at: last, penRadius)
            for (index, vertex) in stroke.enumerated() {
                let isEnd = index == stroke.count - 1
                guard isEnd || (vertex - last).length > 0.5 else { continue }
                let steps = max(1, Int(((vertex - last).length / 0.7).rounded(.up)))
                for step in 1...steps { dab(at: last + (vertex - last) * (Double(step) / Double(steps)), penRadius) }
                last = vertex
            }
        }
        black = pixels.indices.filter { pixels[$0] }
    }

    private mutating func dab(at center: Vector, _ radius: Double) {
        func pixel(_ coordinate: Double) -> Int { Int(coordinate.clamped(to: -1...Double(side))) }
        for row in max(0, pixel(center.y - radius))...max(0, min(side - 1, pixel(center.y + radius))) {
            for column in max(0, pixel(center.x - radius))...max(0, min(side - 1, pixel(center.x + radius))) {
                let offset = Vector(Double(column) + 0.5, Double(row) + 0.5) - center
                if (offset * offset).sum() <= radius * radius { pixels[(row + 1) * width + column + 1] = true }
            }
        }
    }

    /// Thins lines to a width of one pixel.
    ///
    /// - Complexity: O(*p* · *w*) in black pixels and the lines' width.
    package mutating func thin() {
        var removed: [Int] = []
        var changed = true
        while changed {
            changed = false
            for pass in 0..<2 {
                removed.removeAll(keepingCapacity: true)
                for pixel in black where isRemovable(pixel, pass: pass) { removed.append(pixel) }
                // Zhang and Suen's algorithm may remove a dot completely.
                if removed.count == black.count { removed.removeLast(removed.isEmpty ? 0 : 1) }
                for pixel in removed { pixels[pixel] = false }
                if !removed.isEmpty {
                    changed = true
                    black.removeAll { !pixels[$0] }
                }
            }
        }
        breakStairs()
    }

    private func isRemovable(_ pixel: Int, pass: Int) -> Bool {
        var (neighbors, rises) = (0, 0)
        var before = pixels[pixel + around[7]]
        for offset in around {
            let isBlack = pixels[pixel + offset]
            if isBlack {
                neighbors += 1
                if !before { rises += 1 }
            }
            before = isBlack
        }
        guard (2...6).contains(neighbors), rises == 1 else { return false }
        let (up, right, down, left) = (
            pixels[pixel + around[0]], pixels[pixel + around[2]], pixels[pixel + around[4]], pixels[pixel + around[6]]
        )
        return pass == 0 ? !(right && down && (up || left)) : !(up && left && (right || down))
    }

    /// Removes the inner pixels of stairs, which Zhang and Suen leave, so that lines have no false
    /// junctions.
    private mutating func breakStairs() {
        for pixel in black {
            let (up, right, down, left) = (
                pixels[pixel + around[0]], pixels[pixel + around[2]], pixels[pixel + around[4]],
                pixels[pixel + around[6]]
            )
            let (upRight, downRight, downLeft, upLeft) = (
                pixels[pixel + around[1]], pixels[pixel + around[3]], pixels[pixel + around[5]],
                pixels[pixel + around[7]]
            )
            let isInner =
                (up && right && !downLeft && !left && !down) || (right && down && !upLeft && !up && !left)
                || (down && left && !upRight && !up && !right) || (left && up && !downRight && !right && !down)
            if isInner { pixels[pixel] = false }
        }
        black.removeAll { !pixels[$0] }
    }

    /// Traces the lines, from an end if there is one: straight on at junctions, back along the same
    /// path from dead ends, until every pixel was visited. Between separate parts it jumps to the
    /// nearest one.
    ///
    /// - Returns: the centers of the pixels, smoothed a little; neighbors are at most √2 apart,
    ///   except at jumps.
    package func traced(startingAt choice: Int) -> [Vector] {
        guard let first = black.first else { return [] }
        let ends = black.filter { pixel in around.count { pixels[pixel + $0] } == 1 }
        let start = ends.isEmpty ? first : ends[choice % ends.count]
        var isNew = pixels
        var way: [Int] = []
        walk(from: start, isNew: &isNew, way: &way)
        while let last = way.last {
            func distance(_ pixel: Int) -> Double { (place(of: pixel) - place(of: last)).length }
            guard let next = black.filter({ isNew[$0] }).min(by: { distance($0) < distance($1) }) else { break }
            walk(from: next, isNew: &isNew, way: &way)
        }
        return smoothed(way.map(place(of:)))
    }

    /// Traces the lines of one part of the drawing.
    private func walk(from start: Int, isNew: inout [Bool], way: inout [Int]) {
        isNew[start] = false
        way.append(start)
        var path = [start]
        // Pixels that are walked back over are added only if a new pixel follows.
        var retreat: [Int] = []
        while let pixel = path.last {
            let back = path.count > 2 ? path[path.count - 3] : path[0]
            let heading = place(of: pixel) - place(of: back)
            var next: (pixel: Int, straightness: Double)?
            for offset in around where isNew[pixel + offset] {
                let step = place(of: pixel + offset) - place(of: pixel)
                let straightness = (step.direction * heading).sum() - (step.length > 1.2 ? 0.3 : 0)
                if straightness > next?.straightness ?? -.infinity { next = (pixel + offset, straightness) }
            }
            if let next {
                way += retreat
                retreat.removeAll(keepingCapacity: true)
                isNew[next.pixel] = false
                way.append(next.pixel)
                path.append(next.pixel)
            } else {
                path.removeLast()
                if let last = path.last { retreat.append(last) }
            }
        }
    }

    private func place(of pixel: Int) -> Vector {
        Vector(Double(pixel % width) - 0.5, Double(pixel / width) - 0.5)
    }

    private func smoothed(_ places: [Vector]) -> [Vector] {
        places.indices.map { index in
            guard index > 0, index + 1 < places.count else { return places[index] }
            let (before, place, after) = (places[index - 1], places[index], places[index + 1])
            // Both sides of a jump remain unchanged.
            guard max((place - before).length, (after - place).length) < 1.5 else { return place }
            return 0.25 * before + 0.5 * place + 0.25 * after
        }
    }
}
