extension RandomAccessCollection where Index == Int {
    /// Returns the number of elements that fulfill a condition, which must be the first ones.
    ///
    /// - Complexity: O(log *n*) calls for *n* elements.
    package func prefixCount(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low - startIndex
    }
}
