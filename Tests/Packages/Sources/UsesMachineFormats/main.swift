import MachineFormats
import Machines

let text = Array("digraph { s [style=invis]; s -> p; p -> p [label=\"push/click\"]; }".utf8)
let machine = try text.withUnsafeBytes { try MachineFormat.dot.read($0) }.machine
print(try machine.outputs(for: ["push"]) ?? [])
