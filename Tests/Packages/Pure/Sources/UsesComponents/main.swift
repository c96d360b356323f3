import Components

struct Numbers: PortProtocol { let add = Message<Int>() }

struct Adder: Component {
    let input = Input<Numbers>()
    var total = 0

    static var handlers: Handlers<Adder> { Receive(\.input.add) { adder, number in adder.total += number } }
}

var assembly = Assembly()
let adder = assembly.add("adder") { Adder() }
let simulation = try Simulation(assembly)
let input = try simulation.port(\.input, of: adder)
for number in 1...4 { input.add(number) }
try simulation.run()
print(try simulation.with(adder) { $0.total })
