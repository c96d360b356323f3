/// A component whose messages have other handlers than its own.
final class MockInstance<Owner: Component>: TypedInstance<Owner> {
    private var script: [(port: PortCore, index: Int, handling: MessageHandler)] = []
    private var position = 0

    init(_ component: consuming Owner, _ handlers: Handlers<Owner>, inOrder: Bool) {
        let pointer = UnsafeMutablePointer<Owner>.allocate(capacity: 1)
        pointer.initialize(to: component)
        super.init(pointer, handlers: handlers)
        ignoresOtherMessages = true
        if inOrder { followScript() }
    }

    override var remainingStepCount: Int { script.count - position }

    override var reportsSteps: Bool { true }
    override func start() {}
    override func end() {}

    private func followScript() {
        script = handlers
        handlers = inputs.flatMap { input in
            input.members.messages.indices.map { index in
                (input, index, MessageHandler { [unowned self] in try perform(input, index, $0, $1) })
            }
        }
    }

    private func perform(
        _ port: PortCore, _ index: Int, _ bodies: UnsafeMutableRawPointer, _ component: UnsafeMutableRawPointer
    ) throws {
        guard position < script.count, script[position].port === port, script[position].index == index else {
            (port as? InputCore)?.slots[index].removeBody(at: 0)
            let expected = position < script.count ? Self.name(script[position].port, script[position].index) : ""
            throw ComponentError.unexpectedMessage(Self.name(port, index), expected: expected)
        }
        position += 1
        try script[position - 1].handling.run(bodies, component)
    }

    private static func name(_ port: PortCore, _ index: Int) -> String {
        "\(port.name).\(port.members.messages[index].name)"
    }
}
