import Components

extension ReferenceRun {
    func perform(_ node: Node, _ port: String, _ message: String, _ number: Int) throws {
        for operation in node.program.operations(port, message, number) { try perform(operation, node, number - 1) }
    }

    func perform(_ operation: Operation, _ node: Node, _ number: Int) throws {
        count(String("\(operation)".prefix { $0 != "(" }))
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
            // The name of one inside another has a dot, which a new one can't have.
            if nodes[name] != nil || name.contains(".") { throw Failed() }
            let child = Node(name, .program, node.program, .init())
            child.hasStarted = true
            nodes[name] = child
            if node.hasEnded { throw Failed() }
            join(node, child, node.program.isFirstOutputPointToPoint ? .pointToPoint : .publishSubscribe)
        case .endOther(let name):
            guard let other = nodes[name] else { return }
            takeOff(other)
            end(other)
        case .disconnect: if !node.hasEnded { leave(node, "further") }
        case .end: end(node)
        case .fail: throw Failed()
        }
    }

    func join(_ node: Node, _ child: Node, _ kind: Assembly.Channel.Kind) {
        var channel = channels.first { $0.senders.contains { $0.node === node && $0.port == "out" } }
        if channel == nil {
            channel = Channel(kind)
            channel!.senders.append((node, "out"))
            channels.append(channel!)
        }
        channel!.receivers.append((child, "one"))
        channel!.isDissolved = false
        if kind == .pointToPoint { child.channels.append(channel!) }
        // What waits goes to components that are ready.
        guard kind == .pointToPoint else { return }
        for receiver in channel!.receivers where isReady(receiver.node) {
            let message = channel!.waiting.first { Self.messages[receiver.port]!.contains($0.message) }
            if let message { give(channel!, message, to: receiver) }
        }
    }

    // MARK: - Time and the environment

    func addTimer(_ owner: Node, _ seconds: Int, _ fire: @escaping () -> Void) -> Int {
        timerCount += 1
        timers.append((time + seconds, timerCount, current, owner, fire))
        return timerCount
    }

    func run(_ command: RandomCase.Command, _ random: RandomCase) {
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
            let (port, id) = (node.kind == .chart ? "one" : ["one", "two"][port], nextID(nil))
            let name = Self.messages[port]![message]
            noteSent(id, "", "to \(node.name).\(port).\(name)", "\(number)")
            if node.bound.policy == .wait { while node.mailbox.count >= node.bound.capacity, step() {} }
            enqueue(node, Waiting(id: id, port: port, message: name, body: .number(number)))
        }
    }
}
