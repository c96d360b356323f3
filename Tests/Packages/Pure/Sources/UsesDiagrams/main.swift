import Diagrams

var diagram = Diagram()
let even = diagram.addState(at: Diagram.Point(x: 0, y: 0), isFinal: true)
let odd = diagram.addState(at: Diagram.Point(x: 160, y: 0))
diagram.addTransition(from: even, to: odd, symbols: ["1"])
diagram.addTransition(from: odd, to: even, symbols: ["1"])
print(diagram.problems.map(\.message))
diagram.addTransition(to: even)
print(try diagram.simulate("11").isAccepted, try diagram.simulate("1").isAccepted)
