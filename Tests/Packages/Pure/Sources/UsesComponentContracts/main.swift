import ComponentContracts
import Components

struct Words: PortProtocol { let say = Message<Int>() }

struct Speaker: Component {
    let output = Output<Words>(isOptional: true)
    func start() {
        output.say(1)
        output.say(2)
    }
}

var assembly = Assembly()
let speaker = assembly.add("speaker") { Speaker() }
assembly.add(try Contract("!say"), named: "once", to: speaker.output)
let simulation = try Simulation(assembly)
for failure in simulation.failures { print(failure) }
