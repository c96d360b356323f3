import Editing

var editor = Editor()
print(editor.handle(#"{"do": "addState", "at": [100, 80], "final": true}"#).answer)
print(editor.handle(#"{"do": "setInitial", "element": "s1", "is": true}"#).answer)
let reply = editor.handle(#"{"do": "setWords", "words": [{"word": "", "want": "accept"}]}"#)
print(reply.news ?? "nothing changed")
print(try editor.contents(as: Editor.Format(name: "mata") ?? .sketch).notes)
