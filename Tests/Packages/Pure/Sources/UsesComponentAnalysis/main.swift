import ComponentAnalysis
import Components

struct Words: PortProtocol { let say = Message<Int>() }

struct Speaker: Component {
    let output = Output<Words>()
    let word: Int
    func start() { output.say(word) }
}

struct Listener: Component {
    struct Surprised: Error {}

    let input = Input<Words>()
    var last = 0
    static var handlers: Handlers<Listener> {
        Receive(\.input.say) { listener, word in
            if word < listener.last { throw Surprised() }
            listener.last = word
        }
    }
}

struct Relay: Component {
    let input = Input<Words>()
    let output = Output<Words>()
    static var handlers: Handlers<Relay> { Receive(\.input.say) { relay, word in relay.output.say(word) } }
}

var assembly = Assembly()
let listener = assembly.add("listener") { Listener() }
for word in 1...2 {
    let speaker = assembly.add("speaker\(word)") { Speaker(word: word) }
    let relay = assembly.add("relay\(word)") { Relay() }
    assembly.connect(speaker.output, to: relay.input)
    assembly.connect(relay.output, to: listener.input)
}
let check = try assembly.checkSchedules()
print(check.holds, check.failure?.part ?? "", check.failure?.schedule.choices.count ?? 0)
