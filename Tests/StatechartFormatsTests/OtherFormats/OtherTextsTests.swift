import StatechartFormats
import Testing

/// Texts as the tools' own documentation shows them.
@Suite struct OtherTextsTests {
    @Test(arguments: xstate + plantUML + mermaid + smcat + sismic + sct)
    func isRead(_ text: OtherText) throws {
        let found = try text.found()
        #expect(found == text.lines, "\(found)")
    }
}
