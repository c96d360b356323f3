import Testing
import TextSupport

@Suite struct ByteKeyTests {
    @Test func bytesDecide() {
        let (composed, decomposed) = (ByteKey("\u{E9}"), ByteKey("e\u{301}"))
        #expect(composed.text == decomposed.text)
        #expect(composed != decomposed)
        #expect(composed == ByteKey("\u{E9}") && Set([composed, decomposed, composed]).count == 2)
        #expect(ByteKey("") != ByteKey("a") && ByteKey(String(repeating: "a", count: 40)) != ByteKey("a"))
    }

    /// Characters of as many bytes that are canonically equivalent, and texts that aren't native.
    @Test func sameLengths() {
        #expect(ByteKey("\u{1E9B}\u{323}") == ByteKey("\u{1E9B}\u{323}"))
        #expect("a\u{323}\u{307}" == "a\u{307}\u{323}")
        #expect(ByteKey("a\u{323}\u{307}") != ByteKey("a\u{307}\u{323}"))
        #expect(ByteKey(String("xay".dropFirst().dropLast())) == ByteKey("a"))
    }
}
