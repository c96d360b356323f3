import Components

// Components that follow no program.

/// The state of a chart.
struct ReferenceChart {
    var isBusy = false
    var deadline: Int?
    var alarm: (deadline: Int, timer: Int)?
}

extension ReferenceRun {
    /// The channels, where those on both sides of a proxy are one.
    func flatChannels(of random: RandomCase) -> [Channel] {
        var found: [Channel] = []
        // The contents come first, as they are there before the box is connected.
        var (entering, leaving): (Channel?, Channel?)
        if let box = random.nodes.first(where: { $0.kind == .box }) {
            let kind: Assembly.Channel.Kind = random.isPointToPoint ? .pointToPoint : .publishSubscribe
            (entering, leaving) = (Channel(kind), Channel(kind))
            entering!.receivers = box.contents.map { (nodes[$0.name]!, "one") }
            leaving!.senders = box.contents.map { (nodes[$0.name]!, "out") }
        }
        for wiring in random.wirings {
            let channel = Channel(wiring.kind)
            if wiring.receivers.contains(PortReference("box", "one")) {
                channel.receivers += entering!.receivers
                entering = nil
            }
            if wiring.senders.contains(PortReference("box", "out")) {
                channel.senders += leaving!.senders
                leaving = nil
            }
            channel.receivers += wiring.receivers.filter { $0.part != "box" }.map { (nodes[$0.part]!, $0.port) }
            channel.senders += wiring.senders.filter { $0.part != "box" }.map { (nodes[$0.part]!, $0.port) }
            found.append(channel)
        }
        return [entering, leaving].compactMap { $0 } + found
    }

    func handleByMock(_ message: Waiting, _ node: Node, _ inOrder: Bool) throws {
        count("handled by mocks")
        defer { release(message.body) }
        if inOrder {
            let expected = ["a", "b", ""][node.position]
            guard message.port == "one", message.message == expected else {
                count("failed scripts")
                throw Failed()
            }
            node.position += 1
        }
        guard case .number(let number) = message.body, number > 0 else { return }
        switch (message.port, message.message) {
        case ("one", "a"): send(node, "out", "b", .number(number - 1))
        case ("two", "b") where !inOrder: send(node, "further", "c", .number(number - 1))
        default: break
        }
    }

    func handleByChart(_ message: Waiting, _ node: Node) {
        count(message.port == "timers" ? "timers of charts" : "events of charts")
        if let deadline = node.chart.deadline, deadline <= time {
            (node.chart.isBusy, node.chart.deadline) = (false, nil)
            send(node, "out", "c", .number(0))
        }
        if message.port == "one", case .number(let number) = message.body {
            switch (message.message, node.chart.isBusy) {
            case ("a", false):
                (node.chart.isBusy, node.chart.deadline) = (true, time + 2)
                if number > 0 { send(node, "out", "a", .number(number - 1)) }
            case ("b", true):
                (node.chart.isBusy, node.chart.deadline) = (false, nil)
                if number > 0 { send(node, "out", "b", .number(number - 1)) }
            case ("c", true):
                count("ended charts")
                return end(node)
            default: break
            }
        }
        setAlarm(node)
    }

    private func setAlarm(_ node: Node) {
        let deadline = node.chart.deadline
        if let deadline, node.chart.alarm?.deadline == deadline, deadline > time { return }
        if let alarm = node.chart.alarm { timers.removeAll { $0.number == alarm.timer } }
        node.chart.alarm = deadline.map { deadline in
            (deadline, addTimer(node, deadline - time) { self.send(node, "timers", "due", .nothing) })
        }
    }
}
