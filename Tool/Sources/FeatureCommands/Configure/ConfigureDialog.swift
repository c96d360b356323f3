import FeatureModels
import ToolSupport

/// A dialog in a terminal that configures a product.
package struct ConfigureDialog {
    package private(set) var session: ConfigureSession
    package private(set) var screen = ConfigureScreen()
    /// The file that `s` writes; `nil` until one is named.
    private var output: String?
    private let force: Bool
    /// The question that is asked.
    private var question: Question?
    /// The text that was searched for last.
    private var searchText = ""
    /// The size of the terminal.
    package var size = ConfigureScreen.Size(height: 24, width: 80)
    /// Whether the user has ended the dialog.
    package private(set) var isDone = false

    private enum Question {
        case search, completion, file(quitsAfterwards: Bool), replace(String, quitsAfterwards: Bool), quit
    }

    package init(_ session: ConfigureSession, output: String?, force: Bool) {
        (self.session, self.output, self.force) = (session, output, force)
        update()
    }

    /// Shows the current state of the session.
    private mutating func update() {
        let configurator = session.configurator
        screen.tree = ConfigureTree(session).rows
        screen.title = session.reading.file.name.shown
        if configurator.stages.count > 1 {
            let number = (configurator.stages.firstIndex(of: configurator.stage) ?? 0) + 1
            screen.title += "  stage \(configurator.stage.rawValue) (\(number) of \(configurator.stages.count))"
        }
        var parts = ["\(grouped(configurator.undecidedFeaturesAtStage.count)) open"]
        if configurator.undecidedFeatures.count > configurator.undecidedFeaturesAtStage.count {
            parts[0] += " at this stage, \(grouped(configurator.undecidedFeatures.count)) in all"
        }
        do throws(ToolError) {
            parts.append(try session.productCount() ?? "SAT solver: products not counted")
        } catch {
            parts.append("products not counted: \(error.message)")
        }
        parts.append("\(counted(configurator.decisions.count, "decision"))")
        if session.isChanged { parts.append("not saved") }
        screen.status = parts.joined(separator: "  ").shown
    }

    /// Performs the command of a key.
    package mutating func press(_ key: Key) {
        if question != nil { return answer(key) }
        if screen.scrollMessage(key, size) { return }
        screen.message = []
        do throws(ToolError) { try perform(key) } catch { screen.message = Self.lines(error) }
        screen.scroll(to: size)
    }

    private static func lines(_ error: ToolError) -> [String] {
        error.message.split(separator: "\n").map { String($0).shown }
    }

    private mutating func perform(_ key: Key) throws(ToolError) {
        let page = max(1, screen.treeHeight(size) - 1)
        if let row = key.row(from: screen.cursor, of: screen.tree.count, page: page) {
            screen.cursor = row
            return
        }
        switch key {
        case .left, .character("h"):
            if let parent = session.model.parent(of: feature) { move(to: parent) }
        case .character("o"):
            if !find(from: screen.cursor + 1, where: { $0.mark == .open && $0.stage == nil }) {
                screen.message = ["no feature of this stage is open"]
            }
        case .character("+"), .character("="): try decide(.selected)
        case .character("-"): try decide(.deselected)
        case .character(" "): try cycle()
        case .character("x"): try undoAtCursor()
        case .character("u"):
            let undoneFeatures = try session.undoLast() ?? []
            update()
            if let first = undoneFeatures.first { move(to: first) }
            screen.message = [
                undoneFeatures.isEmpty ? "nothing to undo" : "\(counted(undoneFeatures.count, "decision")) undone"
            ]
        case .character("?"), .character("w"): screen.message = try session.reasons(for: feature)
        case .character("/"): ask(.search, "search for:")
        case .character("n"): search(searchText, isForward: true)
        case .character("N"): search(searchText, isForward: false)
        case .character("c"): ask(.completion, "complete (smallest, random [SEED], or an attribute):", "smallest")
        case .character("a"):
            try session.advance()
            update()
        case .character("s"): save(quitsAfterwards: false)
        case .character("q"), .interrupt:
            if session.isChanged {
                ask(.quit, "save before quitting? (y, n; any other key continues)")
            } else {
                isDone = true
            }
        default: break
        }
    }

    // MARK: - Moving

    /// The feature at the cursor.
    private var feature: FeatureID { screen.tree[screen.cursor].feature }

    private mutating func move(to feature: FeatureID) {
        if let index = screen.tree.firstIndex(where: { $0.feature == feature }) { screen.cursor = index }
    }

    /// Moves to the next row that satisfies a condition, and wraps around; returns whether there is
    /// one.
    private mutating func find(
        from start: Int, isForward: Bool = true, where fits: (ConfigureTree.Row) -> Bool
    ) -> Bool {
        let count = screen.tree.count
        for step in 0..<count {
            let index = ((isForward ? start + step : start - step) % count + count) % count
            guard fits(screen.tree[index]) else { continue }
            screen.cursor = index
            return true
        }
        return false
    }

    private mutating func search(_ text: String, isForward: Bool) {
        let searchedText = text.lowercased()
        if searchedText.isEmpty { return }
        let start = screen.cursor + (isForward ? 1 : -1)
        if !find(from: start, isForward: isForward, where: { $0.name.lowercased().contains(searchedText) }) {
            screen.message = ["no feature has \(text.quoted.shown) in its name"]
        }
    }

    // MARK: - Deciding

    private mutating func cycle() throws(ToolError) {
        switch screen.tree[screen.cursor].mark {
        case .open: try decide(.selected)
        case .selected:
            try undoAtCursor()
            // What follows anyway stays selected, and has no decision any more.
            if screen.tree[screen.cursor].mark == .open { try decide(.deselected) }
        case .deselected: try undoAtCursor()
        case .selectionFollows, .deselectionFollows: screen.message = try session.reasons(for: feature)
        }
    }

    /// Undoes the decision about the feature at the cursor.
    private mutating func undoAtCursor() throws(ToolError) {
        try session.undo([feature])
        update()
        if session.configurator.configuration[feature] != .undecided {
            screen.message = try session.reasons(for: feature)
        }
    }

    /// Decides the feature at the cursor; if the opposite decision follows, explains that.
    private mutating func decide(_ decision: Configuration.Decision) throws(ToolError) {
        let (feature, before) = (feature, session)
        let decided = session.configurator.userDecisions[feature]
        if decided == decision { return }
        if decided != .undecided { try session.undo([feature]) }
        let impliedDecision = session.configurator.configuration[feature]
        if impliedDecision != .undecided, impliedDecision != decision,
            session.configurator.bindingTimes[Int(feature)] == session.configurator.stage
        {
            screen.message = try session.reasons(for: feature)
            // What was decided before stays as it was.
            session = before
            return
        }
        let follows: [FeatureID]
        do throws(ToolError) { follows = try session.decide(feature, decision) } catch {
            session = before
            throw error
        }
        update()
        if !follows.isEmpty { screen.message = ["follows: \(session.text(of: follows).shown)"] }
    }

    // MARK: - Asking

    private mutating func ask(_ question: Question, _ text: String, _ answer: String = "") {
        self.question = question
        screen.prompt = ConfigureScreen.Prompt(question: text, answer: answer)
    }

    private mutating func answer(_ key: Key) {
        guard let question, var prompt = screen.prompt else { return }
        switch (question, key) {
        case (.quit, .character("y")): finish { $0.save(quitsAfterwards: true) }
        case (.quit, .character("n")): finish { $0.isDone = true }
        case (.replace(let path, let quits), .character("y")):
            finish { $0.save(to: path, force: true, quitsAfterwards: quits) }
        case (.quit, _), (.replace, _), (_, .escape), (_, .interrupt): finish { _ in }
        case (_, .backspace):
            _ = prompt.answer.popLast()
            screen.prompt = prompt
        case (_, .character(let character)):
            // A proposal goes with the first letter that is typed.
            if case .completion = question, prompt.answer == "smallest" { prompt.answer = "" }
            prompt.answer.append(character)
            screen.prompt = prompt
        case (_, .enter):
            finish { (dialog) throws(ToolError) in
                switch question {
                case .search:
                    dialog.searchText = prompt.answer
                    dialog.search(prompt.answer, isForward: true)
                case .completion:
                    let rule = try ConfigureScript.completion(Array(prompt.answer.utf8)[...])
                    let decided = try dialog.session.complete(rule)
                    dialog.update()
                    dialog.screen.message = ["decided: \(dialog.session.text(of: decided).shown)"]
                case .file(let quits):
                    if !prompt.answer.isEmpty { dialog.save(to: prompt.answer, force: false, quitsAfterwards: quits) }
                case .replace, .quit: break
                }
            }
        default: break
        }
        screen.scroll(to: size)
    }

    /// Ends the question, and carries out the answer.
    private mutating func finish(_ body: (inout ConfigureDialog) throws(ToolError) -> Void) {
        (question, screen.prompt, screen.message) = (nil, nil, [])
        do throws(ToolError) { try body(&self) } catch { screen.message = Self.lines(error) }
    }

    // MARK: - Saving

    private mutating func save(quitsAfterwards quits: Bool) {
        guard let output else { return ask(.file(quitsAfterwards: quits), "file to write:") }
        save(to: output, force: force, quitsAfterwards: quits)
    }

    private mutating func save(to path: String, force: Bool, quitsAfterwards quits: Bool) {
        if let obstacle = session.obstacle(at: path, force: force) {
            if session.obstacle(at: path, force: true) == nil {
                return ask(
                    .replace(path, quitsAfterwards: quits),
                    "\(path.shown) exists; replace it? (y; any other key continues)")
            }
            screen.message = Self.lines(obstacle)
            return
        }
        do throws(ToolError) {
            try session.save(to: path, force: force)
            output = path
            update()
            screen.message = ["saved: \(path.shown)"]
            isDone = isDone || quits
        } catch {
            screen.message = Self.lines(error)
        }
    }
}

// MARK: - On a terminal

extension ConfigureDialog {
    /// Reads keys and draws until the work is over.
    mutating func run() throws(ToolError) {
        try RawTerminal.enter()
        defer { RawTerminal.leave() }
        var bytes: [UInt8] = []
        try draw()
        while !isDone {
            let input = try RawTerminal.nextInput(waiting: bytes.isEmpty ? -1 : 50)
            var isAll = false
            switch input {
            case .bytes(let more): bytes += more
            case .interrupt: press(.interrupt)
            case .timeout: isAll = true
            case .redraw: break
            case .end: return
            }
            while !isDone, let key = Key.next(in: &bytes, isAll: isAll) { press(key) }
            try draw()
        }
    }

    private mutating func draw() throws(ToolError) {
        let (height, width) = RawTerminal.size
        size = ConfigureScreen.Size(height: height, width: width)
        screen.scroll(to: size)
        let lines = screen.lines(size)
        var text = ""
        for (index, line) in lines.enumerated() {
            let style =
                switch line.style {
                case .plain: ""
                case .bold: "\u{1B}[1m"
                case .reversed: "\u{1B}[7m"
                }
            text += "\u{1B}[\(index + 1);1H\u{1B}[K\(style)\(line.text)\u{1B}[0m"
        }
        try StandardOutput.write(text + "\u{1B}[J" + cursorPosition)
    }

    /// The escape sequence that puts the cursor after the typed text, or to the feature.
    private var cursorPosition: String {
        guard let prompt = screen.prompt else { return "\u{1B}[\(screen.cursor - screen.top + 2);1H" }
        let columns = ConfigureScreen.columns(of: prompt.text)
        return "\u{1B}[\(size.height);\(min(size.width, columns + 1))H"
    }
}
