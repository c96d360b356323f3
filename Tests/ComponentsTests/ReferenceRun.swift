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
        var timer: Int?
        init(_ number: Int, _ asker: Node) { (self.number, self.asker) = (number, asker) }
    }

    enum Body {
        case number(Int)
        case question(Question)
        case answer(Int, Result<Int, CommandError>)
    }

    struct Waiting {
        let id: String
        let port: String
        let message: String
        let body: Body
    }

    final class Node {
        let name: String
        let program: RandomProgram
        let bound: MailboxBound
        var mailbox: [Waiting] = []
        var channels: [Channel] = []
        var kept: [Question] = []
        var sentCount = 0
        var childCount = 0
        var hasStarted = false
        var hasEnded = false
        var isCutOff = false

        init(_ name: String, _ program: RandomProgram, _ bound: MailboxBound) {
            (self.name, self.program, self.bound) = (name, program, bound)
        }
    }

    final class Channel {
        let kind: Assembly.Channel.Kind
        var senders: [(node: Node, port: String)] = []
        var receivers: [(node: Node, port: String)] = []
        var waiting: [Waiting] = []
        var last: [String: Int] = [:]
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

    init(_ random: RandomCase) {
        for node in random.nodes { nodes[node.name] = Node(node.name, node.program, node.mailbox) }
        for wiring in random.wirings {
            let channel = Channel(wiring.kind)
            channel.receivers = wiring.receivers.map { (nodes[$0.part]!, $0.port) }
            channel.senders = wiring.senders.map { (nodes[$0.part]!, $0.port) }
            if wiring.kind == .pointToPoint {
                for node in channel.receivers.map(\.node) { node.channels.append(channel) }
            }
            channels.append(channel)
        }
        for node in random.nodes.map({ nodes[$0.name]! }) where !node.hasEnded {
            node.hasStarted = true
            call(node) { try self.perform(node, "start", "start", 2) }
            takeNext(node)
            settle()
        }
        for command in random.script { run(command, random) }
    }

    private func note(_ text: String) { lines.append("\(Duration.seconds(time)): \(text)") }

    private func nextID(_ node: Node?) -> String {
        guard let node else {
            outsideCount += 1
            return "outside/\(outsideCount)"
        }
        node.sentCount += 1
        return "\(node.name)/\(node.sentCount)"
    }

    // MARK: - Sending

    private func noteSent(_ id: String, _ sender: String, _ message: String, _ text: String) {
        let arguments = text.hasPrefix("(") ? text : "(\(text))"
        note("#\(id) \(sender).\(message)\(arguments)" + (current.isEmpty ? "" : " because of #\(current)"))
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
        case .answer: break
        }
        noteSent(id, node.name, "\(port).\(message)", text)
        defer { release(body) }
        if port == "own" { return enqueue(node, Waiting(id: id, port: port, message: message, body: body)) }
        let channel = channels.first { $0.senders.contains { $0.node === node && $0.port == port } }
        if let channel, channel.kind == .pointToPoint {
            return put(Waiting(id: id, port: port, message: message, body: body), channel)
        }
        let receivers = channel?.receivers.filter { Self.messages[$0.port]!.contains(message) } ?? []
        if receivers.isEmpty { note("#\(id) lost: no receiver") }
        if case .question(let question) = body { question.holders += receivers.count }
        for receiver in receivers {
            enqueue(receiver.node, Waiting(id: id, port: receiver.port, message: message, body: body))
        }
    }

    private func put(_ message: Waiting, _ channel: Channel) {
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

    private func give(_ channel: Channel, _ message: Waiting, to target: (node: Node, port: String)) {
        channel.waiting.removeAll { $0.id == message.id }
        accept(target.node, Waiting(id: message.id, port: target.port, message: message.message, body: message.body))
    }

    private func isReady(_ node: Node) -> Bool {
        node.hasStarted && !node.hasEnded && node.mailbox.isEmpty && node !== busy
    }

    private func takeNext(_ node: Node) {
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

    private func accept(_ node: Node, _ message: Waiting) {
        node.mailbox.append(message)
        order.append((node, message.id))
    }

    private func enqueue(_ node: Node, _ message: Waiting) {
        if node.hasEnded { return lose(message, node, "ended") }
        guard node.mailbox.count >= node.bound.capacity else { return accept(node, message) }
        switch node.bound.policy {
        case .dropOldest:
            let oldest = node.mailbox.removeFirst()
            removeFromOrder(node)
            accept(node, message)
            lose(oldest, node, "full")
        case .dropNewest: lose(message, node, "full")
        case .fail, .wait:
            lose(message, node, "full")
            fail(node)
        }
    }

    private func removeFromOrder(_ node: Node) { order.remove(at: order.firstIndex { $0.node === node }!) }

    private func lose(_ message: Waiting, _ node: Node, _ reason: String) {
        note("#\(message.id) lost by \(node.name): \(reason)")
        release(message.body)
    }

    /// Somebody has a question no more.
    private func release(_ body: Body) {
        guard case .question(let question) = body else { return }
        question.holders -= 1
        if question.holders == 0 { answer(question, .failure(.noReceiver)) }
    }

    private func answer(_ question: Question, _ result: Result<Int, CommandError>) {
        if question.isAnswered { return }
        question.isAnswered = true
        if question.asker.isCutOff { return }
        if let timer = question.timer { timers.removeAll { $0.number == timer } }
        let id = nextID(busy)
        noteSent(
            id, busy?.name ?? "", "answer to \(question.asker.name).questions.question", "\((question.number, result))")
        enqueue(
            question.asker,
            Waiting(id: id, port: "questions", message: "question", body: .answer(question.number, result)))
    }

    // MARK: - Handling

    func step() -> Bool {
        settle()
        guard !order.isEmpty else { return false }
        let node = order.removeFirst().node
        let message = node.mailbox.removeFirst()
        note("#\(message.id) handled by \(node.name)")
        (current, busy) = (message.id, node)
        do { try handle(message, node) } catch { fail(node) }
        (current, busy) = ("", nil)
        takeNext(node)
        settle()
        return true
    }

    private func handle(_ message: Waiting, _ node: Node) throws {
        switch message.body {
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
                    release(message.body)
                    throw error
                }
                answer(question, .success(question.number))
            }
            release(message.body)
        }
    }

    private func call(_ node: Node, _ body: () throws -> Void) {
        let outer = busy
        busy = node
        do { try body() } catch { fail(node) }
        busy = outer
    }

    private func fail(_ node: Node) {
        note("\(node.name) failed")
        end(node)
    }

    private func end(_ node: Node) {
        if node.hasEnded { return }
        node.hasEnded = true
        nodes[node.name] = nil
        order.removeAll { $0.node === node }
        let lost = node.mailbox
        node.mailbox = []
        // Commands among them are answered by the component itself.
        call(node) { for message in lost { self.lose(message, node, "ended") } }
        ending.append(node)
    }

    private func settle() {
        guard busy == nil else { return }
        while !ending.isEmpty {
            let node = ending.removeFirst()
            for port in ["one", "two", "answers"] { leave(node, port) }
            if node.hasStarted { call(node) { self.send(node, "out", "a", .number(0)) } }
            for port in ["out", "further", "questions"] { leave(node, port) }
            node.isCutOff = true
            for question in node.kept { release(.question(question)) }
            timers.removeAll { $0.owner === node }
        }
    }

    private func leave(_ node: Node, _ port: String) {
        for channel in channels {
            let count = channel.senders.count + channel.receivers.count
            channel.senders.removeAll { $0.node === node && $0.port == port }
            channel.receivers.removeAll { $0.node === node && $0.port == port }
            guard count > 0, channel.senders.isEmpty, channel.receivers.isEmpty else { continue }
            while !channel.waiting.isEmpty {
                let message = channel.waiting.removeFirst()
                note("#\(message.id) lost: no receiver")
                release(message.body)
            }
        }
    }

    private func perform(_ node: Node, _ port: String, _ message: String, _ number: Int) throws {
        for operation in node.program.operations(port, message, number) { try perform(operation, node, number - 1) }
    }

    private func perform(_ operation: Operation, _ node: Node, _ number: Int) throws {
        switch operation {
        case .send(let output, let message):
            let port = output == 0 ? "out" : "further"
            send(node, port, Self.messages[port]![message], .number(number))
        case .own(let message): send(node, "own", ["a", "b", "c"][message], .number(number))
        case .later(let message, let seconds):
            _ = addTimer(node, seconds) { self.send(node, "own", ["a", "b", "c"][message], .number(number)) }
        case .ask(let limit):
            let question = Question(number, node)
            if let limit { question.timer = addTimer(node, limit) { self.answer(question, .failure(.timedOut)) } }
            send(node, "questions", "question", .question(question))
        case .release:
            let kept = node.kept
            node.kept = []
            for question in kept { answer(question, .success(number)) }
            for question in kept { release(.question(question)) }
        case .spawn:
            node.childCount += 1
            let name = "\(node.name)x\(node.childCount)"
            if nodes[name] != nil { throw Failed() }
            let child = Node(name, node.program, .init())
            child.hasStarted = true
            nodes[name] = child
            if node.hasEnded { throw Failed() }
            join(node, child, node.program.isFirstOutputPointToPoint ? .pointToPoint : .publishSubscribe)
        case .endOther(let name): if let other = nodes[name] { end(other) }
        case .disconnect: if !node.hasEnded { leave(node, "further") }
        case .end: end(node)
        case .fail: throw Failed()
        }
    }

    private func join(_ node: Node, _ child: Node, _ kind: Assembly.Channel.Kind) {
        var channel = channels.first { $0.senders.contains { $0.node === node && $0.port == "out" } }
        if channel == nil {
            channel = Channel(kind)
            channel!.senders.append((node, "out"))
            channels.append(channel!)
        }
        channel!.receivers.append((child, "one"))
        if kind == .pointToPoint { child.channels.append(channel!) }
        // What waits goes to components that are ready.
        guard kind == .pointToPoint else { return }
        for receiver in channel!.receivers where isReady(receiver.node) {
            let message = channel!.waiting.first { Self.messages[receiver.port]!.contains($0.message) }
            if let message { give(channel!, message, to: receiver) }
        }
    }

    // MARK: - Time and the environment

    private func addTimer(_ owner: Node, _ seconds: Int, _ fire: @escaping () -> Void) -> Int {
        timerCount += 1
        timers.append((time + seconds, timerCount, current, owner, fire))
        return timerCount
    }

    private func run(_ command: RandomCase.Command, _ random: RandomCase) {
        switch command {
        case .step: _ = step()
        case .run: while step() {}
        case .advance(let seconds):
            let end = time + seconds
            while step() {}
            while let next = timers.min(by: { ($0.time, $0.number) < ($1.time, $1.number) }), next.time <= end {
                timers.removeAll { $0.number == next.number }
                time = max(time, next.time)
                current = next.cause
                next.fire()
                current = ""
                while step() {}
            }
            time = end
        case .send(let index, let port, let message, let number):
            guard let node = nodes[random.nodes[index].name] else { return }
            let (port, id) = (["one", "two"][port], nextID(nil))
            let name = Self.messages[port]![message]
            noteSent(id, "", "to \(node.name).\(port).\(name)", "\(number)")
            if node.bound.policy == .wait { while node.mailbox.count >= node.bound.capacity, step() {} }
            enqueue(node, Waiting(id: id, port: port, message: name, body: .number(number)))
        }
    }
}
