import Automata
import AutomataFormats
import Testing

@Suite("Recognition")
struct RecognitionTests {
    @Test(
        "by extension",
        arguments: [
            ("a/b.mata", Format.mata), ("X.JFF", .jflap), ("x.att", .att), ("x.fst.txt", .att), ("x.json", .json),
            ("x.dot", .dot), ("x.y.gv", .dot), ("x.ba", .ba),
        ])
    func byExtension(name: String, format: Format) {
        #expect(Format.recognize(fileName: name, content: nil) == format)
    }

    @Test(
        "by content, where the extension says nothing",
        arguments: [
            ("# c\n\n@NFA\n", Format.mata), ("\u{FEFF}<?xml?>", .jflap), ("0\t1\ta\n", .att), (" {", .json),
            ("Digraph {", .dot), ("strict digraph", .dot), ("// c\ndigraph {", .dot), ("", nil), ("hello", nil),
            ("[0]\r\na,[0]->[1]\r\n", .ba), ("p\nq\na,p->q", .ba), ("0\na,0->1\n", .ba), ("0\n1\n", .att),
            ("0\t1\ta,b->c\n", .att), ("p\na,b,p->q\n", nil), ("p->q\n", nil), ("a,p\nb,p->q\n", nil),
        ])
    func byContent(text: String, format: Format?) {
        let found = Array(text.utf8).withUnsafeBytes { Format.recognize(fileName: "x.txt", content: $0) }
        #expect(found == format)
    }
}
