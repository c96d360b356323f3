import Testing

import EditorServer

@Suite struct RequestTargetTests {
    @Test func pathsAreTakenLiterally() {
        #expect(RequestTarget("/")?.path == "")
        #expect(RequestTarget("/?x")?.path == "")
        #expect(RequestTarget("/api/documents/1/scene?a=/../")?.path == "api/documents/1/scene")
        #expect(RequestTarget("/a-b_c~d.e")?.path == "a-b_c~d.e")
        for text in ["", "a", "?", "//", "/a//b", "/a/", "/.", "/a/.b", "/a b", "/é", "/a%20", "/a\\b", "/a;b", "/a#b"]
        {
            #expect(RequestTarget(text) == nil, "\(text)")
        }
    }

    @Test func queriesAreDecoded() {
        #expect(RequestTarget("/x")?.query() == [:])
        #expect(RequestTarget("/x?")?.query() == [:])
        #expect(RequestTarget("/x?a=1&b&c=d=e&")?.query() == ["a": "1", "b": "", "c": "d=e"])
        #expect(RequestTarget("/x?n=%E2%82%ac+%2B%26%3d")?.query() == ["n": "€ +&="])
        for text in ["%", "%1", "%G0", "a=%C3", "a=%ED%A0%80", "%00", "a&a", "é", "a b", "a=1&%61=2"] {
            #expect(RequestTarget("/x?" + text)?.query() == nil, "\(text)")
        }
    }
}
