internal import TextSupport
internal import XMLSupport

/// A reader of ink in XML, whose parser keeps to the reader's budget.
protocol XMLInkReader: XMLReader {
    var budget: ReadingBudget { get }
    /// The number of bytes of text that the reader holds for the open elements.
    var heldByteCount: Int { get }
}

extension XMLInkReader {
    var maximumParserBytes: Int { budget.remainingBytes }

    func check(parserBytes: Int) throws(TextProblem) { try budget.checkNow(holding: parserBytes + heldByteCount) }

    func outOfMemory() throws(TextProblem) { throw budget.exceeded() }
}
