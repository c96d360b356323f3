import FeatureCommands
import FeatureFormats
import FeatureModels
import Testing
import ToolSupport

/// The screen of `features configure`, without a terminal.
@Suite struct ConfigureScreenTests {
    private static let phone = """
        features
          Phone
            mandatory
              Screen
                alternative
                  Basic
                  Sharp
            optional
              Camera
              GPS
        constraints
          Camera => Sharp
        """

    private func dialog(_ text: String = phone) throws -> ConfigureDialog {
        let document = try Array(text.utf8).withUnsafeBytes { try FeatureFormat.uvl.document(from: $0, name: "p.uvl") }
        let reading = FeatureModelReader.Reading(document: document, format: .uvl, file: InputFile(path: "p.uvl"))
        let limits = LimitOptions(maxMemory: nil, timeout: nil)
        let session = try ConfigureSession(reading, document.model.products(), limits: limits)
        var dialog = ConfigureDialog(session, output: nil, force: false)
        dialog.size = ConfigureScreen.Size(height: 12, width: 60)
        return dialog
    }

    private func press(_ keys: String, _ dialog: inout ConfigureDialog) {
        var bytes = Array(keys.utf8)
        while let key = Key.next(in: &bytes, isAll: true) { dialog.press(key) }
    }

    private func texts(_ dialog: ConfigureDialog, width: Int = 60) -> [String] {
        dialog.screen.lines(ConfigureScreen.Size(height: dialog.size.height, width: width)).map(\.text)
    }

    @Test func theStartShowsWhatAllProductsShare() throws {
        let dialog = try dialog()
        let lines = dialog.screen.lines(dialog.size)
        #expect(
            lines.map(\.text) == [
                "p.uvl", "[+] Phone", "  [+] Screen", "    [ ] Basic", "    [ ] Sharp", "  [ ] Camera", "  [ ] GPS",
                "", "", "", "4 open  6 products  0 decisions", ConfigureScreen.help(width: 60),
            ])
        #expect(lines.map(\.style) == [.bold, .reversed] + Array(repeating: .plain, count: 8) + [.bold, .plain])
    }

    @Test func keysDecideAndUndo() throws {
        var dialog = try dialog()
        press("jjjj+", &dialog)
        #expect(
            texts(dialog)[1...] == [
                "[+] Phone", "  [+] Screen", "    [-] Basic", "    [+] Sharp", "  [x] Camera", "  [ ] GPS", "", "",
                "follows: !Basic, Sharp", "1 open  2 products  1 decision  not saved",
                ConfigureScreen.help(width: 60),
            ])
        // The opposite of what follows is explained, and changes nothing.
        press("kk+", &dialog)
        #expect(dialog.screen.cursor == 2 && dialog.screen.tree[2].mark == .deselectionFollows)
        #expect(dialog.screen.message.first == "p.uvl:6:11: 'Basic' is deselected:")
        #expect(dialog.screen.message.contains("  p.uvl:12:3: the constraint Camera => Sharp"))
        press("u", &dialog)
        #expect(dialog.screen.tree.map(\.mark) == [.selectionFollows, .selectionFollows, .open, .open, .open, .open])
        #expect(dialog.screen.cursor == 4)
        press("u", &dialog)
        #expect(dialog.screen.message == ["nothing to undo"])
    }

    @Test func spaceGoesThroughTheDecisions() throws {
        var dialog = try dialog()
        press("G", &dialog)
        let marks = (0..<4).map { _ in
            press(" ", &dialog)
            return dialog.screen.tree[5].mark
        }
        #expect(marks == [.selected, .deselected, .open, .selected])
        // A selection that follows, too, can only be taken back.
        press("k+kk+", &dialog)
        #expect(dialog.screen.tree[2].mark == .deselectionFollows)
        press("j+", &dialog)
        #expect(dialog.screen.tree[3].mark == .selected)
        press(" ", &dialog)
        #expect(dialog.screen.tree[3].mark == .selectionFollows && !dialog.screen.message.isEmpty)
    }

    @Test func searchAndOpenFeatures() throws {
        var dialog = try dialog()
        press("/CAM", &dialog)
        #expect(texts(dialog).last == "search for: CAM")
        press("\r", &dialog)
        #expect(dialog.screen.cursor == 4 && dialog.screen.prompt == nil)
        press("/s\r", &dialog)
        #expect(dialog.screen.cursor == 5)
        press("n", &dialog)
        #expect(dialog.screen.cursor == 1)
        press("N", &dialog)
        #expect(dialog.screen.cursor == 5)
        press("/zzz\r", &dialog)
        #expect(dialog.screen.message == ["no feature has 'zzz' in its name"])
        press("o", &dialog)
        #expect(dialog.screen.cursor == 2)
        press("h", &dialog)
        #expect(dialog.screen.cursor == 1)
    }

    @Test func completionAsksForARule() throws {
        var dialog = try dialog()
        press("c\r", &dialog)
        #expect(dialog.session.configurator.configuration.selectedFeatures.count == 3)
        #expect(dialog.screen.status == "0 open  1 product  4 decisions  not saved")
        press("ucrandom 7\r", &dialog)
        #expect(dialog.session.configurator.configuration.isComplete)
        press("ucprice\r", &dialog)
        #expect(dialog.screen.message.first?.contains("no feature has the attribute 'price'") == true)
        press("c\u{7F}\u{1B}", &dialog)
        #expect(dialog.screen.prompt == nil && dialog.session.configurator.undecidedFeatures.count == 4)
        press("a", &dialog)
        #expect(dialog.screen.message.first?.hasPrefix("the model has no stages: ") == true)
    }

    @Test func savingAndQuitting() throws {
        let folder = try TemporaryFolder()
        var dialog = try dialog()
        press("G+q", &dialog)
        #expect(texts(dialog).last?.hasPrefix("save before quitting?") == true && !dialog.isDone)
        press("k", &dialog)
        #expect(dialog.screen.prompt == nil && !dialog.isDone)
        press("s\(folder.path("a.config"))\r", &dialog)
        #expect(try folder.read("a.config") == "GPS\n# What follows.\nPhone\nScreen\n")
        press("q", &dialog)
        #expect(dialog.isDone)
        var other = try self.dialog()
        press("G-s\(folder.path("a.config"))\r", &other)
        #expect(texts(other, width: 200).last?.contains("exists; replace it?") == true)
        press("n", &other)
        #expect(try folder.read("a.config").hasPrefix("GPS"))
        press("qy\(folder.path("b.config"))\r", &other)
        #expect(other.isDone && folder.exists("b.config"))
    }

    /// Ctrl-C loses nothing: it asks as `q` does, and ends other questions.
    @Test func interruptsAsk() throws {
        var dialog = try dialog()
        press("G+", &dialog)
        dialog.press(.interrupt)
        #expect(texts(dialog).last?.hasPrefix("save before quitting?") == true && !dialog.isDone)
        dialog.press(.interrupt)
        #expect(dialog.screen.prompt == nil && !dialog.isDone)
        press("/x", &dialog)
        dialog.press(.interrupt)
        #expect(dialog.screen.prompt == nil && !dialog.isDone)
        press("u", &dialog)
        dialog.press(.interrupt)
        press("n", &dialog)
        #expect(dialog.isDone)
        var unchanged = try self.dialog()
        unchanged.press(.interrupt)
        #expect(unchanged.isDone)
    }

    @Test func longTreesScroll() throws {
        let names = (0..<40).map { "      F\($0)" }.joined(separator: "\n")
        var dialog = try dialog("features\n  Root\n    optional\n\(names)\n")
        press("G", &dialog)
        #expect(dialog.screen.top == 32 && texts(dialog)[1] == "  [ ] F31" && texts(dialog)[9] == "  [ ] F39")
        press("\u{1B}[5~", &dialog)
        #expect(dialog.screen.cursor == 32)
        press("g", &dialog)
        #expect(dialog.screen.top == 0 && texts(dialog)[1] == "[+] Root")
        for (height, width) in [(1, 1), (2, 3), (3, 10), (24, 80)] {
            let lines = dialog.screen.lines(ConfigureScreen.Size(height: height, width: width))
            #expect(lines.count <= height)
            #expect(lines.allSatisfy { $0.text.reduce(0) { $0 + ConfigureScreen.columns(of: $1) } <= width })
        }
    }

    @Test func messagesAreWrapped() throws {
        var screen = ConfigureScreen()
        screen.message = ["  one two three", "abcdefghijkl", "日本"]
        let lines = screen.lines(ConfigureScreen.Size(height: 20, width: 9)).map(\.text)
        #expect(lines[13..<18] == ["  one two", "three", "abcdefghi", "jkl", "日本"])
        let few = screen.lines(ConfigureScreen.Size(height: 7, width: 9)).map(\.text)
        #expect(few[3...4] == ["  one two", "… 1–1 of…"])
        screen.message = ["日"]
        #expect(screen.lines(ConfigureScreen.Size(height: 7, width: 1)).count == 7)
    }

    /// A text that doesn't fit moves by the keys that move in the tree; other keys do what they do.
    @Test func longMessagesScroll() throws {
        let names = (0..<40).map { "      F\($0)" }.joined(separator: "\n")
        let rules = (0..<9).map { "  F\($0) => F\($0 + 1)" }.joined(separator: "\n")
        var dialog = try dialog("features\n  Root\n    optional\n\(names)\nconstraints\n\(rules)\n  !F9\n")
        press("j?", &dialog)
        // Its first line, the constraints from F0 to F9, and the one on F9.
        func message() -> [String] { Array(texts(dialog)[6...9]) }
        let start = [
            "p.uvl:4:7: 'F0' is dead (in no product):", "  p.uvl:45:3: the constraint F0 => F1",
            "  p.uvl:46:3: the constraint F1 => F2", "… 1–3 of 11 lines; arrows scroll, Esc closes",
        ]
        #expect(message() == start)
        press("j", &dialog)
        #expect(message()[0] == start[1] && message()[3].hasPrefix("… 2–4 of 11 lines"))
        press("\u{1B}[6~", &dialog)
        #expect(message()[3].hasPrefix("… 5–7 of 11 lines"))
        press("Gj", &dialog)
        #expect(message()[2] == "  p.uvl:54:3: the constraint !F9")
        #expect(message()[3].hasPrefix("… 9–11 of 11 lines"))
        press("\u{1B}[5~", &dialog)
        #expect(message()[3].hasPrefix("… 6–8 of 11 lines"))
        press("k", &dialog)
        #expect(message()[3].hasPrefix("… 5–7 of 11 lines") && dialog.screen.cursor == 1)
        // A window of another size shows the same place, or the end.
        dialog.size.height = 16
        #expect(texts(dialog)[8] == "  p.uvl:48:3: the constraint F3 => F4")
        #expect(texts(dialog)[13].hasPrefix("… 5–9 of 11 lines"))
        press("G", &dialog)
        dialog.size.height = 12
        #expect(message()[3].hasPrefix("… 7–9 of 11 lines"))
        press("g", &dialog)
        #expect(message() == start)
        press("\u{1B}", &dialog)
        #expect(dialog.screen.message.isEmpty && dialog.screen.cursor == 1)
        press("?j\u{1B}j?", &dialog)
        #expect(dialog.screen.cursor == 2 && message()[0] == "p.uvl:5:7: 'F1' is dead (in no product):")
        press("/F7\r", &dialog)
        #expect(dialog.screen.message.isEmpty && dialog.screen.cursor == 8)
        // The row of keys and one line of the message fit at least.
        dialog.size.height = 5
        press("?j", &dialog)
        #expect(texts(dialog)[2] == "  p.uvl:52:3: the constraint F7 => F8")
    }

    @Test func deadFeaturesAreExplained() throws {
        var dialog = try dialog(Self.phone + "\n  !GPS\n")
        press("G+", &dialog)
        let dead = ["p.uvl:10:7: 'GPS' is dead (in no product):", "  p.uvl:13:3: the constraint !GPS"]
        #expect(dialog.screen.message == dead && dialog.screen.tree[5].mark == .deselectionFollows)
        press("-", &dialog)
        #expect(dialog.screen.tree[5].mark == .deselected)
        press("?", &dialog)
        #expect(dialog.screen.message == ["'GPS' is deselected by you"] + dead)
        press("+", &dialog)
        #expect(dialog.screen.message == dead && dialog.screen.tree[5].mark == .deselected)
    }

    @Test func keysFindRoomByTheirImportance() throws {
        let all = "+/- decide  u undo  ? why  / search  o open  c complete  a stage  s save  q quit"
        #expect(ConfigureScreen.help(width: 80) == all && all.count == 80)
        #expect(ConfigureScreen.help(width: 200) == all)
        #expect(
            ConfigureScreen.help(width: 79)
                == "+/- decide  u undo  ? why  / search  c complete  a stage  s save  q quit")
        #expect(ConfigureScreen.help(width: 40) == "+/- decide  ? why  s save  q quit")
        #expect(ConfigureScreen.help(width: 13) == "q quit" && ConfigureScreen.help(width: 0).isEmpty)
        // What is typed stays in sight.
        var dialog = try dialog()
        press("smodels/long/path", &dialog)
        #expect(texts(dialog, width: 20).last == "…e: models/long/path")
        #expect(texts(dialog, width: 60).last == "file to write: models/long/path")
    }

    @Test func widthsAreThoseOfTerminals() {
        #expect(ConfigureScreen.truncated("abc", toWidth: 3) == "abc")
        #expect(ConfigureScreen.truncated("abcd", toWidth: 3) == "ab…")
        #expect(ConfigureScreen.truncated("日本語", toWidth: 6) == "日本語")
        #expect(ConfigureScreen.truncated("日本語", toWidth: 5) == "日本…")
        #expect(ConfigureScreen.truncated("日本語", toWidth: 4) == "日…")
        #expect(ConfigureScreen.truncated("e\u{301}e\u{301}", toWidth: 2) == "e\u{301}e\u{301}")
    }

    @Test func keysAreReadInPieces() {
        var bytes: [UInt8] = [0x1B]
        #expect(Key.next(in: &bytes, isAll: false) == nil && bytes.count == 1)
        bytes += Array("[A\u{1B}OB\u{1B}[6~é\r\u{7F}".utf8)
        var keys: [Key] = []
        while let key = Key.next(in: &bytes, isAll: false) { keys.append(key) }
        #expect(keys == [.up, .down, .pageDown, .character("é"), .enter, .backspace])
        bytes = [0x1B]
        #expect(Key.next(in: &bytes, isAll: true) == .escape)
        bytes = Array("\u{1B}[99;5uq".utf8)
        #expect(Key.next(in: &bytes, isAll: false) == .character("q"))
    }
}
