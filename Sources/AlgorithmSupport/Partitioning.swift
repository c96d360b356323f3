extension RandomAccessCollection {
    /// Returns the index of the first element that has a property that all later ones have, too; the
    /// end if none has it.
    ///
    /// - Complexity: O(log *n*)
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
