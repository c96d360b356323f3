internal import Strokes
internal import TextSupport

/// The lists of numbers of a stroke, which are its points or its columns, in one buffer.
struct NumberLists {
    /// The numbers of all lists.
    var values: [Double] = []
    private var ends: [Int] = []
    private var offsets: [Int] = []

    /// The bytes in use.
    var byteCount: Int { (values.count + ends.count + offsets.count) * 8 }

    mutating func removeAll() {
        values.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
    }

    /// Ends a list, which began at an offset of the text.
    mutating func endList(at offset: Int) {
        ends.append(values.count)
        offsets.append(offset)
    }

    private func count(of list: Int) -> Int { ends[list] - (list > 0 ? ends[list - 1] : 0) }

    func parts(prefersColumns: Bool, offset: Int) throws(TextProblem) -> StrokeParts {
        guard !ends.isEmpty else { return StrokeParts() }
        return areColumns(prefersColumns) ? columns : try rows()
    }

    /// Returns whether two to four lists have equal lengths, and are too long for points unless
    /// columns are preferred.
    private func areColumns(_ arePreferred: Bool) -> Bool {
        guard 2...4 ~= ends.count else { return false }
        let length = count(of: 0)
        for list in ends.indices where count(of: list) != length { return false }
        return arePreferred || length > 4
    }

    private var columns: StrokeParts {
        let length = count(of: 0)
        var parts = StrokeParts()
        parts.points = (0..<length).map { Point(x: values[$0], y: values[length + $0]) }
        // Quick, Draw! counts in milliseconds.
        if ends.count > 2 { parts.times = values[2 * length..<3 * length].map { $0 / 1000 } }
        if ends.count > 3 { parts.pressures = Array(values[3 * length..<4 * length]) }
        return parts
    }

    private func rows() throws(TextProblem) -> StrokeParts {
        let width = count(of: 0)
        guard 2...4 ~= width else {
            throw TextProblem(
                offset: offsets[0],
                message: "expected a point [x, y], [x, y, t] or [x, y, t, p], found a list of length \(width)")
        }
        for list in ends.indices where count(of: list) != width {
            throw TextProblem(
                offset: offsets[list],
                message: "expected a point of \(width) numbers as before, found a list of length \(count(of: list))"
            )
        }
        var parts = StrokeParts()
        parts.points.reserveCapacity(ends.count)
        for start in stride(from: 0, to: values.count, by: width) {
            parts.points.append(Point(x: values[start], y: values[start + 1]))
        }
        if width > 2 { parts.times = stride(from: 2, to: values.count, by: width).map { values[$0] } }
        if width > 3 { parts.pressures = stride(from: 3, to: values.count, by: width).map { values[$0] } }
        return parts
    }
}
