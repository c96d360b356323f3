import Machines

var builder = try MealyMachine.Builder()
let (off, on) = try (builder.state(named: "off"), builder.state(named: "on"))
try builder.addTransition(from: off, on: "push", output: "click", to: on)
try builder.addTransition(from: on, on: "push", output: "clack", to: off)
let machine = try builder.build()
print(try machine.outputs(for: ["push", "push"]) ?? [], try machine.isEquivalent(to: machine.minimized()))
