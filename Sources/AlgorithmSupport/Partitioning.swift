extension RandomAccessCollection {
    /// Returns the index of the first element that satisfies `belongs`, or the end index if there
    /// is none. All elements after the first match must satisfy it, too.
    ///
    /// - Complexity: O(log *n*) for *n* elements.
    @inlinable
    package func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let middle = index(low, offsetBy: count / 2)
            if belongs(self[middle]) {
                count /= 2
            } else {
                low = index(after: middle)
                count -= count / 2 + 1
            }
        }
        return low
    }
}
