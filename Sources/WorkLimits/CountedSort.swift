extension Array {
    /// Returns the sorted elements, by a merge sort that counts comparisons.
    ///
    /// - Complexity: O(*n* log *n*).
    @inlinable
    package func sorted<Watch: WorkWatch>(
        steps: inout StepCount<Watch>, by isLess: (Element, Element) -> Bool
    ) throws(Watch.Failure) -> [Element] {
        // Runs this short can be sorted between two checks.
        let runLength = 1 << 8
        var (runs, merged) = (self, self)
        for start in stride(from: 0, to: count, by: runLength) {
            let end = Swift.min(start + runLength, count)
            try steps.step((end - start) * 8)
            runs[start..<end].sort(by: isLess)
        }
        var length = runLength
        while length < count {
            for start in stride(from: 0, to: count, by: 2 * length) {
                let middle = Swift.min(start + length, count)
                let end = Swift.min(middle + length, count)
                var (left, right) = (start, middle)
                for index in start..<end {
                    try steps.step()
                    if left < middle, right == end || !isLess(runs[right], runs[left]) {
                        merged[index] = runs[left]
                        left += 1
                    } else {
                        merged[index] = runs[right]
                        right += 1
                    }
                }
            }
            swap(&runs, &merged)
            length *= 2
        }
        return runs
    }
}
