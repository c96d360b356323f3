/// What a random family does, told naively: no tables, no queues that are shared, and every search
/// from the beginning.
///
/// W3C, *State Chart XML (SCXML)*, 2015, appendix D, and the order of turns that sessions promise.
final class FamilyModel {
    final class Session {
        let chart: RandomFamily.Chart
        let parent: Session?
        let invokeID: String
        var state = 0
        var hasBegun = false
        var hasEnded = false
        var inbox: [Event] = []
        var letters: [(due: Int, target: String, event: Event, isDelayed: Bool)] = []
        var children: [(state: Int, invocation: RandomFamily.Invocation, session: Session)] = []

        init(_ chart: RandomFamily.Chart, _ parent: Session?, _ invokeID: String) {
            (self.chart, self.parent, self.invokeID) = (chart, parent, invokeID)
        }
    }

    struct Event {
        var name: String
        var id = ""
        var invokeID = ""
        var ended: Session?
    }

    private(set) var log: [String] = []
    private var sessions: [Session] = []
    private var time = 0
    let root: Session

    init(_ family: RandomFamily) {
        root = Session(family.root, nil, "")
        begin(root)
        run()
    }

    func send(_ name: String) {
        guard !root.hasEnded else { return }
        take(Event(name: name), root)
        run()
    }

    func advance(by span: Int) {
        let end = time + span
        while let due = sessions.flatMap({ $0.letters.map(\.due) }).min(), due <= end {
            time = due
            if let session = sessions.first(where: { $0.letters.contains { $0.due == due } }) {
                handOver(from: session)
            }
            run()
        }
        time = end
    }

    /// Hands over the first delayed event of a session, which is due.
    private func handOver(from session: Session) {
        let letter = session.letters.removeFirst()
        guard let receiver = find(letter.target, session) else {
            var failures = [Event(name: "error.communication")]
            while !failures.isEmpty { step(session, failures.removeFirst(), &failures) }
            return settle(session)
        }
        deliver(letter.event, from: session, to: receiver)
    }

    private func deliver(_ event: Event, from session: Session, to receiver: Session) {
        var event = event
        if receiver === session.parent { event.invokeID = session.invokeID }
        receiver.inbox.append(event)
    }

    /// The sessions that run, as a tree.
    func tree(_ session: Session? = nil) -> String {
        let session = session ?? root
        let inner = session.children.filter { !$0.session.hasEnded }.map { tree($0.session) }
        return "\(session.invokeID).s\(session.state)(\(inner.joined(separator: " ")))"
    }

    private func run() {
        while let session = sessions.first(where: { !$0.inbox.isEmpty }) {
            take(session.inbox.removeFirst(), session)
        }
    }

    private func begin(_ session: Session) {
        sessions.append(session)
        var failures: [Event] = []
        enter(session, 0, &failures)
        while !failures.isEmpty { step(session, failures.removeFirst(), &failures) }
        settle(session)
    }

    private func take(_ event: Event, _ session: Session) {
        for child in session.children {
            if event.invokeID == child.session.invokeID {
                var failures: [Event] = []
                perform(child.invocation.finalize, event, session, &failures)
            }
            if event.ended === child.session { session.children.removeAll { $0.session === child.session } }
            if child.invocation.forwardsEvents, !child.session.hasEnded { child.session.inbox.append(event) }
        }
        var failures: [Event] = []
        step(session, event, &failures)
        while !failures.isEmpty, !session.hasEnded { step(session, failures.removeFirst(), &failures) }
        settle(session)
    }

    /// Takes the first transition that fits.
    private func step(_ session: Session, _ event: Event, _ failures: inout [Event]) {
        let state = session.chart.states[session.state]
        guard !state.isFinal,
            let transition = state.transitions.first(where: { $0.event == "*" || $0.event == event.name })
        else { return }
        if transition.target != nil {
            perform(state.exit, event, session, &failures)
            for child in session.children where child.state == session.state { cancel(child.session) }
            session.children.removeAll { $0.state == session.state }
        }
        perform(transition.actions, event, session, &failures)
        if let target = transition.target { enter(session, target, &failures, event) }
    }

    private func enter(_ session: Session, _ state: Int, _ failures: inout [Event], _ event: Event? = nil) {
        (session.state, session.hasBegun) = (state, false)
        perform(session.chart.states[state].entry, event, session, &failures)
    }

    private func settle(_ session: Session) {
        guard !session.hasEnded else { return }
        deliver(session)
        let state = session.chart.states[session.state]
        if state.isFinal {
            end(session)
            guard let parent = session.parent else { return }
            var done = Event(name: "done.invoke." + session.invokeID, ended: session)
            done.invokeID = session.invokeID
            parent.inbox.append(done)
            return
        }
        guard !session.hasBegun else { return }
        session.hasBegun = true
        for invocation in state.invocations {
            let child = Session(invocation.chart, session, invocation.id)
            session.children.append((session.state, invocation, child))
            begin(child)
        }
    }

    /// Delivers what was sent without delay.
    private func deliver(_ session: Session) {
        let letters = session.letters.filter { !$0.isDelayed }
        session.letters.removeAll { !$0.isDelayed }
        for letter in letters {
            if let receiver = find(letter.target, session) { deliver(letter.event, from: session, to: receiver) }
        }
    }

    private func end(_ session: Session) {
        session.hasEnded = true
        (session.inbox, session.letters) = ([], [])
        sessions.removeAll { $0 === session }
        for child in session.children { cancel(child.session) }
        session.children = []
    }

    private func cancel(_ session: Session) {
        guard !session.hasEnded else { return }
        for action in session.chart.states[session.state].exit {
            if case .log(let text) = action { note(session, text) }
            // One that can't be sent ends the block.
            if case .send(_, let target, 0, _) = action, find(target, session) == nil { break }
        }
        end(session)
    }

    private func find(_ target: String, _ session: Session) -> Session? {
        switch target {
        case "": session
        case "#_parent": session.parent
        default: session.children.first { !$0.session.hasEnded && "#_" + $0.session.invokeID == target }?.session
        }
    }

    private func note(_ session: Session, _ text: String) { log.append("c\(session.chart.number) \(text)") }

    private func perform(
        _ actions: [RandomFamily.Action], _ event: Event?, _ session: Session, _ failures: inout [Event]
    ) {
        for action in actions {
            switch action {
            case .log(let text): note(session, text)
            case .logEvent: note(session, event?.name ?? "")
            case .cancel(let id): session.letters.removeAll { $0.event.id == id && $0.isDelayed }
            case .send(let name, let target, let delay, let id):
                guard delay > 0 || find(target, session) != nil else {
                    failures.append(Event(name: "error.communication"))
                    return
                }
                let due = time + delay
                let place = session.letters.firstIndex { $0.due > due } ?? session.letters.endIndex
                session.letters.insert((due, target, Event(name: name, id: id), delay > 0), at: place)
            }
        }
    }
}
