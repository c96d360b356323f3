import Components

/// A naive run of random components: lists, texts, and no types. The rules are those of the
/// documentation.
final class ReferenceRun {
    /// A request that waits for its answer.
    final class Question {
        let number: Int
        let asker: Node
        /// The number of receivers and responders that still have it.
        var holders = 0
        var isAnswered = false
        var hasReceiver = false
        var timer: Int?
        init(_ number: Int, _ asker: Node) { (self.number, self.asker) = (number, asker) }
    }

    enum Body {
        case number(Int)
        case nothing
        case question(Question)
        case answer(Int, Result<Int, CommandError>)
    }

    struct Waiting {
        let id: String
        let port: String
        let message: String
        let body: Body
        var isAnswer: Bool { if case .answer = body { true } else { false } }
    }

    final class Node {
        let name: String
        let kind: RandomCase.Kind
        let program: RandomProgram
        let bound: MailboxBound
        /// The names of the components inside.
        var contents: [String] = []
        var chart = ReferenceChart()
        /// The number of messages of its script that a mock has got.
        var position = 0
        var mailbox: [Waiting] = []
        var channels: [Channel] = []
        var kept: [Question] = []
        var sentCount = 0
        var childCount = 0
        var hasStarted = false
        var hasEnded = false
        var isCutOff = false
        /// What its outputs may still send to once it was removed.
        var left: [String: (channel: Channel, receivers: [(node: Node, port: String)])] = [:]

        init(_ name: String, _ kind: RandomCase.Kind, _ program: RandomProgram, _ bound: MailboxBound) {
            (self.name, self.kind, self.program, self.bound) = (name, kind, program, bound)
        }
    }

    final class Channel {
        let kind: Assembly.Channel.Kind
        var senders: [(node: Node, port: String)] = []
        var receivers: [(node: Node, port: String)] = []
        var waiting: [Waiting] = []
        var last: [String: Int] = [:]
        /// Whether the last port has left.
        var isDissolved = false
        init(_ kind: Assembly.Channel.Kind) { self.kind = kind }
    }

    static let messages = [
        "one": ["a", "b", "c"], "two": ["b", "c", "d"], "own": ["a", "b", "c"], "answers": ["question"],
        "out": ["a", "b", "c"], "further": ["b", "c", "d"], "questions": ["question"],
    ]

    var nodes: [String: Node] = [:]
    var channels: [Channel] = []
    var order: [(node: Node, id: String)] = []
    var timers: [(time: Int, number: Int, cause: String, owner: Node, fire: () -> Void)] = []
    var timerCount = 0
    var ending: [Node] = []
    var lines: [String] = []
    var time = 0
    var current = ""
    var busy: Node?
    var outsideCount = 0

    /// The components that handle the next messages, if chance chooses them.
    private var choices: ArraySlice<String>?
    /// How often each operation was carried out.
    var counts: [String: Int] = [:]

    /// Runs a case.
    ///
    /// - Parameter choices: The components in the order in which they handle messages, in a
    ///   shuffled run; `nil` for the order in which messages were sent.
    init(_ random: RandomCase, choices: [String]?) {
        self.choices = choices.map { $0[...] }
        let all = random.nodes.flatMap { [$0] + $0.contents }
        for node in all {
            nodes[node.name] = Node(node.name, node.kind, node.program, node.mailbox)
            nodes[node.name]!.contents = node.contents.map(\.name)
        }
        channels = flatChannels(of: random)
        for channel in channels where channel.kind == .pointToPoint {
            for node in channel.receivers.map(\.node) { node.channels.append(channel) }
        }
        for node in all.map({ nodes[$0.name]! }) where !node.hasEnded {
            node.hasStarted = true
            if node.kind == .program { call(node) { try self.perform(node, "start", "start", 2) } }
            takeNext(node)
            settle()
        }
        for command in random.script { run(command, random) }
    }

    func count(_ what: String) { counts[what, default: 0] += 1 }

    func note(_ text: String) { lines.append("\(Duration.seconds(time)): \(text)") }

    func nextID(_ node: Node?) -> String {
        guard let node else {
            outsideCount += 1
            return "outside/\(outsideCount)"
        }
        node.sentCount += 1
        return "\(node.name)/\(node.sentCount)"
    }

    // MARK: - Sending

    func noteSent(_ id: String, _ sender: String, _ message: String, _ text: String) {
        let arguments = text.hasPrefix("(") ? text : "(\(text))"
        let port = sender.isEmpty ? message : "\(sender).\(message)"
        note("#\(id) \(port)\(arguments)" + (current.isEmpty ? "" : " because of #\(current)"))
    }

    func send(_ node: Node, _ port: String, _ message: String, _ body: Body) {
        if node.isCutOff { return }
        let id = nextID(node)
        var text = ""
        switch body {
        case .number(let number): text = "\(number)"
        case .question(let question):
            text = "\(question.number)"
            // The sender has it as long as it sends.
            question.holders = 1
        case .nothing: text = "()"
        case .answer: break
        }
        noteSent(id, node.name, "\(port).\(message)", text)
        defer { release(body) }
        if port == "own" || port == "timers" {
            return enqueue(node, Waiting(id: id, port: port, message: message, body: body))
        }
        let left = node.left[port]
        let channel = left?.channel ?? channels.first { $0.senders.contains { $0.node === node && $0.port == port } }
        if let channel, channel.kind == .pointToPoint {
            return put(Waiting(id: id, port: port, message: message, body: body), channel)
        }
        let receivers = (left?.receivers ?? channel?.receivers ?? []).filter {
            Self.messages[$0.port]!.contains(message)
        }
        if receivers.isEmpty { note("#\(id) lost: no receiver") }
        if case .question(let question) = body {
            question.holders += receivers.count
            question.hasReceiver = !receivers.isEmpty
        }
        for receiver in receivers {
            enqueue(receiver.node, Waiting(id: id, port: receiver.port, message: message, body: body))
        }
    }

    func put(_ message: Waiting, _ channel: Channel) {
        if case .question(let question) = message.body { question.hasReceiver = true }
        if channel.isDissolved { return note("#\(message.id) lost: no receiver") }
        if case .question(let question) = message.body { question.holders += 1 }
        channel.waiting.append(message)
        guard channel.waiting.count(where: { $0.message == message.message }) == 1 else { return }
        let targets = channel.receivers.filter { Self.messages[$0.port]!.contains(message.message) }
        for step in 1...max(1, targets.count) where !targets.isEmpty {
            let index = (channel.last[message.message, default: -1] + step) % targets.count
            guard isReady(targets[index].node) else { continue }
            channel.last[message.message] = index
            return give(channel, message, to: targets[index])
        }
    }

    func give(_ channel: Channel, _ message: Waiting, to target: (node: Node, port: String)) {
        channel.waiting.removeAll { $0.id == message.id }
        accept(target.node, Waiting(id: message.id, port: target.port, message: message.message, body: message.body))
    }

    func isReady(_ node: Node) -> Bool {
        node.hasStarted && !node.hasEnded && node.mailbox.isEmpty && node !== busy
    }

    func takeNext(_ node: Node) {
        guard isReady(node) else { return }
        for _ in node.channels {
            let channel = node.channels.removeFirst()
            node.channels.append(channel)
            for message in channel.waiting {
                let target = channel.receivers.first {
                    $0.node === node && Self.messages[$0.port]!.contains(message.message)
                }
                if let target { return give(channel, message, to: target) }
            }
        }
    }

    func accept(_ node: Node, _ message: Waiting) {
        node.mailbox.append(message)
        order.append((node, message.id))
    }

    func enqueue(_ node: Node, _ message: Waiting) {
        if node.hasEnded { return lose(message, node, "ended") }
        // Answers always find room.
        guard node.mailbox.count >= node.bound.capacity, !message.isAnswer else { return accept(node, message) }
        switch node.bound.policy {
        case .dropOldest:
            let index = node.mailbox.firstIndex { !$0.isAnswer }
            guard let oldest = index.map({ node.mailbox.remove(at: $0) }) else { return lose(message, node, "full") }
            removeFromOrder(node)
            accept(node, message)
            lose(oldest, node, "full")
        case .dropNewest: lose(message, node, "full")
        case .fail, .wait:
            lose(message, node, "full")
            fail(node)
        }
    }

    func removeFromOrder(_ node: Node) { order.remove(at: order.firstIndex { $0.node === node }!) }

    func lose(_ message: Waiting, _ node: Node, _ reason: String) {
        note("#\(message.id) lost by \(node.name): \(reason)")
        release(message.body)
    }

    /// Somebody has a question no more.
    func release(_ body: Body) {
        guard case .question(let question) = body else { return }
        question.holders -= 1
        if question.holders == 0 { answer(question, .failure(question.hasReceiver ? .unanswered : .noReceiver)) }
    }

    func answer(_ question: Question, _ result: Result<Int, CommandError>) {
        if question.isAnswered { return }
        question.isAnswered = true
        if question.asker.isCutOff { return }
        if let timer = question.timer { timers.removeAll { $0.number == timer } }
        let id = nextID(busy)
        noteSent(
            id, busy?.name ?? "", "answer to \(question.asker.name).questions.question", answerText(result))
        enqueue(
            question.asker,
            Waiting(id: id, port: "questions", message: "question", body: .answer(question.number, result)))
    }

    private func answerText(_ result: Result<Int, CommandError>) -> String {
        switch result {
        case .success(let number): "\(number)"
        case .failure(.refused(let reason)): "refused: \(reason)"
        case .failure(.failed(let error)): "failed: \(error)"
        case .failure(.timedOut): "timed out"
        case .failure(let error): error == .noReceiver ? "no receiver" : "unanswered"
        }
    }

    // MARK: - Handling

    func step() -> Bool {
        settle()
        guard let index = nextIndex() else { return false }
        let node = order.remove(at: index).node
        let message = node.mailbox.removeFirst()
        note("#\(message.id) handled by \(node.name)")
        (current, busy) = (message.id, node)
        do { try handle(message, node) } catch { fail(node) }
        (current, busy) = ("", nil)
        takeNext(node)
        settle()
        return true
    }

    func nextIndex() -> Int? {
        guard !order.isEmpty, let choice = choices?.popFirst() else { return order.indices.first }
        if order[0].node.name != choice { count("other order") }
        return order.firstIndex { $0.node.name == choice }
    }

    func handle(_ message: Waiting, _ node: Node) throws {
        switch node.kind {
        case .mock(let inOrder): return try handleByMock(message, node, inOrder)
        case .chart: return handleByChart(message, node)
        case .program, .box: break
        }
        switch message.body {
        case .nothing: break
        case .number(let number): try perform(node, message.port, message.message, number)
        case .answer(let number, let result): try perform(node, "questions", "\(result)", number)
        case .question(let question):
            switch node.program.answer(question.number) {
            case 0: answer(question, .success(2 * question.number))
            case 1: break
            case 2:
                question.holders += 1
                node.kept.append(question)
            case 3: answer(question, .failure(.refused("no")))
            default:
                do { try perform(node, "answers", "question", question.number) } catch {
                    answer(question, .failure(.failed("\(error)")))
                    release(message.body)
                    throw error
                }
                answer(question, .success(question.number))
            }
            release(message.body)
        }
    }

    func call(_ node: Node, _ body: () throws -> Void) {
        let outer = busy
        busy = node
        do { try body() } catch { fail(node) }
        busy = outer
    }

    func fail(_ node: Node) {
        note("\(node.name) failed")
        end(node)
    }

    func end(_ node: Node) {
        if node.hasEnded { return }
        node.hasEnded = true
        if !node.mailbox.isEmpty { count("ended while messages wait") }
        nodes[node.name] = nil
        for content in node.contents { nodes[content].map(end) }
        order.removeAll { $0.node === node }
        let lost = node.mailbox
        node.mailbox = []
        // Commands among them are answered by the component itself.
        call(node) { for message in lost { self.lose(message, node, "ended") } }
        ending.append(node)
    }

    func settle() {
        guard busy == nil else { return }
        while !ending.isEmpty {
            let node = ending.removeFirst()
            for port in ["one", "two", "answers"] { leave(node, port) }
            if node.hasStarted, node.kind == .program { call(node) { self.send(node, "out", "a", .number(0)) } }
            for port in ["out", "further", "questions"] { leave(node, port) }
            node.isCutOff = true
            for question in node.kept { release(.question(question)) }
            timers.removeAll { $0.owner === node }
        }
    }

    /// Takes a component that is removed off its channels, before it ends.
    func takeOff(_ node: Node) {
        for content in node.contents { nodes[content].map(takeOff) }
        for port in ["one", "two", "answers"] { leave(node, port) }
        for port in ["out", "further", "questions"] {
            for channel in channels where channel.senders.contains(where: { $0.node === node && $0.port == port }) {
                node.left[port] = (channel, channel.receivers)
                channel.senders.removeAll { $0.node === node && $0.port == port }
            }
        }
    }

    func leave(_ node: Node, _ port: String) {
        for channel in channels {
            let count = channel.senders.count + channel.receivers.count
            channel.senders.removeAll { $0.node === node && $0.port == port }
            channel.receivers.removeAll { $0.node === node && $0.port == port }
            let isLast = count > 0 || node.left[port]?.channel === channel
            guard isLast, channel.senders.isEmpty, channel.receivers.isEmpty else { continue }
            channel.isDissolved = true
            while !channel.waiting.isEmpty {
                let message = channel.waiting.removeFirst()
                note("#\(message.id) lost: no receiver")
                release(message.body)
            }
        }
    }
}
