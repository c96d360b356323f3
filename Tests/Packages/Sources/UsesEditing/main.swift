import Editing

var document = EditorDocument()
print(document.handle(#"{"do": "addState", "at": [100, 80], "final": true}"#).answer)
print(document.handle(#"{"do": "setInitial", "element": "s1", "is": true}"#).answer)
let reply = document.handle(#"{"do": "setWords", "words": [{"word": "", "want": "accept"}]}"#)
print(reply.news ?? "nothing changed")
print(try document.contents(as: EditorDocument.Format(name: "mata") ?? .sketch).notes)
