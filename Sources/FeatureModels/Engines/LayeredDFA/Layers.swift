internal import WorkLimits

/// The layers of a decision diagram: the levels of its variables, as far as they are kept.
struct Layers {
    /// The variable of the result that is read at each layer.
    let variables: [Int]
    /// The number of layers above each level, and above the constants.
    private let layerOfLevel: [Int]
    /// The nodes without the constants, parents before children.
    private let nodes: [DecisionDiagram.Function]
    private let root: DecisionDiagram.Function

    /// Collects the nodes of a function.
    ///
    /// - Parameter number: Gives a variable's number in the result, `nil` if it is hidden.
    /// - Throws: The error of the steps.
    init(
        _ diagram: borrowing DecisionDiagram, _ root: DecisionDiagram.Function, counting steps: inout LimitedSteps,
        number: (Int) -> Int?
    ) throws(LimitError) {
        var variables: [Int] = []
        var layerOfLevel: [Int] = []
        for variable in diagram.order {
            layerOfLevel.append(variables.count)
            if let number = number(variable) { variables.append(number) }
        }
        layerOfLevel.append(variables.count)
        (self.variables, self.layerOfLevel, self.root) = (variables, layerOfLevel, root)
        nodes = try diagram.nodes(of: root, counting: &steps)
    }

    /// The bytes of a node in a dictionary.
    private static let bytesPerPosition = 13

    private func layer(_ function: DecisionDiagram.Function, _ diagram: borrowing DecisionDiagram) -> Int {
        layerOfLevel[diagram.level(of: function)]
    }

    /// Returns the number of states of the minimal layered DFA without the sink.
    ///
    /// A node is a state in each layer from the one below its uppermost parent to its own.
    ///
    /// - Complexity: O(*n*) for *n* nodes.
    /// - Throws: The error of the steps.
    func stateCount(
        of diagram: borrowing DecisionDiagram, counting steps: inout LimitedSteps
    ) throws(LimitError) -> Int {
        guard root != 0 else { return 0 }
        var uppermost: [DecisionDiagram.Function: Int] = [root: -1]
        for node in nodes {
            let layer = layer(node, diagram)
            let (low, high) = diagram.children(of: node)
            // Parents come from the top, so that the first one is the uppermost.
            for child in [low, high] where child != 0 && uppermost[child] == nil { uppermost[child] = layer }
            try steps.step(2, holding: Self.bytesPerPosition * uppermost.capacity)
        }
        var count = 0
        for (node, parent) in uppermost { count += layer(node, diagram) - parent }
        return count
    }

    /// Adds the function to a circuit and returns its factors.
    ///
    /// - Complexity: O(*n* *k*) for *n* nodes whose edges skip *k* layers.
    /// - Throws: The error of the steps.
    func add(
        _ diagram: borrowing DecisionDiagram, to circuit: inout Circuit, counting steps: inout LimitedSteps
    ) throws(LimitError) -> [Circuit.Item] {
        let bytesBefore = circuit.byteCount
        var positions: [DecisionDiagram.Function: Int] = [:]
        func factors(below layer: Int, _ function: DecisionDiagram.Function) -> [Circuit.Item] {
            var items: [Circuit.Item] = []
            for skipped in (layer + 1)..<self.layer(function, diagram) { items.append(.free(variables[skipped])) }
            // Children have their places before their parents.
            if let position = positions[function] { items.append(.child(position)) }
            return items
        }
        for node in nodes.reversed() {
            let layer = layer(node, diagram)
            let itemsBefore = circuit.items.count
            var products: [Int] = []
            let (low, high) = diagram.children(of: node)
            for (child, value) in [(low, false), (high, true)] where child != 0 {
                let literal = Literal(variables[layer], value)
                products.append(circuit.addProduct([.literal(literal)] + factors(below: layer, child)))
            }
            positions[node] = products.count == 1 ? products[0] : circuit.addSum(products)
            try steps.step(
                circuit.items.count - itemsBefore,
                holding: circuit.byteCount - bytesBefore + Self.bytesPerPosition * positions.capacity)
        }
        return factors(below: -1, root)
    }
}
