import ComponentBridges
import Components

struct Unknown: Sendable {}

struct Words: PortProtocol {
    let say = Message<String>()
    let show = Message<Unknown>()
}

struct Mouth: Bridge {
    let words = Input<Words>()
    let link = BridgeLink(.client)
}

var assembly = Assembly()
_ = assembly.add("mouth") { Mouth() }
for failure in try Simulation(assembly).failures { print(failure) }
