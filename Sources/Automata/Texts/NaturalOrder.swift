/// An order of names that compares sequences of digits as numbers.
package enum NaturalOrder {
    /// Returns whether a name in UTF-8 comes before another one.
    ///
    /// - Complexity: O(length)
    package static func isLess(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            if isDigit(left[i]), isDigit(right[j]) {
                let (leftEnd, rightEnd) = (digitsEnd(left, from: i), digitsEnd(right, from: j))
                let leftNumber = left[i..<leftEnd].drop { $0 == UInt8(ascii: "0") }
                let rightNumber = right[j..<rightEnd].drop { $0 == UInt8(ascii: "0") }
                if leftNumber.count != rightNumber.count { return leftNumber.count < rightNumber.count }
                if !leftNumber.elementsEqual(rightNumber) { return leftNumber.lexicographicallyPrecedes(rightNumber) }
                (i, j) = (leftEnd, rightEnd)
            } else {
                if left[i] != right[j] { return left[i] < right[j] }
                i += 1
                j += 1
            }
        }
        if left.count - i != right.count - j { return left.count - i < right.count - j }
        // Only leading zeros differ.
        return left.lexicographicallyPrecedes(right)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

    private static func digitsEnd(_ name: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < name.count, isDigit(name[end]) { end += 1 }
        return end
    }
}
