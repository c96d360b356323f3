import Sketches

var sketch = Sketch()
sketch.apply(.addState(at: Diagram.Point(x: 0, y: 0), isFinal: true))
let even = sketch.diagram.states[0].id
sketch.apply(.setInitial(even, true))
sketch.apply(.addTransition(from: even, to: even))
sketch.apply(.write("a, b", at: Diagram.Point(x: 0, y: -60)))
print(try sketch.diagram.simulate("ab").isAccepted)
sketch.apply(.undo)
print(sketch.diagram.problems.map(\.message))
