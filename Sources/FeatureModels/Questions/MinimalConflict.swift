/// Returns a minimal subset of elements that contradict each other.
///
/// - Parameters:
///   - elements: Elements that contradict each other, at least one.
///   - isConsistent: Returns whether elements are consistent; an empty list must be consistent.
/// - Complexity: O(*k* log(*n* / *k*)) questions for *k* elements of the result and *n* elements.
///   The algorithm is QuickXplain: U. Junker, "QuickXplain: preferred explanations and relaxations
///   for over-constrained problems", AAAI 2004.
func minimalConflict<Element, Failure>(
    among elements: [Element], _ isConsistent: ([Element]) throws(Failure) -> Bool
) throws(Failure) -> [Element] {
    var background: [Element] = []
    return try conflict(among: elements[...], &background, isChecked: true, isConsistent)
}

/// Returns the elements that are needed for a contradiction in addition to the background.
///
/// - Parameter isChecked: Whether the background alone is known to be consistent.
private func conflict<Element, Failure>(
    among elements: ArraySlice<Element>, _ background: inout [Element], isChecked: Bool,
    _ isConsistent: ([Element]) throws(Failure) -> Bool
) throws(Failure) -> [Element] {
    if !isChecked, try !isConsistent(background) { return [] }
    if elements.count == 1 { return Array(elements) }
    let middle = elements.startIndex + elements.count / 2
    let size = background.count
    background += elements[..<middle]
    let secondPart = try conflict(among: elements[middle...], &background, isChecked: false, isConsistent)
    background.removeLast(background.count - size)
    background += secondPart
    // If nothing of the second half is needed, the first half contradicts itself.
    let firstPart = try conflict(among: elements[..<middle], &background, isChecked: secondPart.isEmpty, isConsistent)
    background.removeLast(background.count - size)
    return firstPart + secondPart
}
