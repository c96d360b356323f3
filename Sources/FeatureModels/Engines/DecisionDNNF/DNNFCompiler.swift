internal import AlgorithmSupport
internal import WorkLimits

/// A compiler from conditions to a decision-DNNF: it decides a variable, propagates, and compiles
/// each independent part of the remaining conditions once.
///
/// The cache identifies a part by its variables, its unsatisfied clauses with three or more
/// literals, and the remaining weights of its bounds; it compares whole keys. The compiler has its
/// own stack instead of recursion.
///
/// - Reference: M. Thurley, sharpSAT, SAT 2006, doi:10.1007/11814948_38; J. Huang, A. Darwiche, The
///   language of search, Journal of Artificial Intelligence Research 29, 2007,
///   doi:10.1613/jair.2097; for projection, R. Aziz, G. Chu, C. Muise, P. Stuckey, #∃SAT, SAT 2015,
///   doi:10.1007/978-3-319-24318-4_10.
package struct DNNFCompiler: ~Copyable {
    private var propagator: Propagator
    private var stack: PartStack
    private var cache = PartCache()
    private var tables = CardinalityTables()
    /// The classes of variables of wide bounds.
    private let classes: [Int32]
    private var circuit: Circuit
    /// Whether each variable is kept; the others are projected away.
    private let isKept: [Bool]
    private let choice: DecisionOrder
    private var frames: [Frame] = []
    /// The elements of the products that are being built.
    private var elements: [Circuit.Item] = []
    private var freeVariables = ScratchBuffer<UInt32>()
    /// The products of free variables alone.
    private var freeNodes: [FreeBlock: Int] = [:]
    /// The number of steps for finding parts.
    private var splitSteps = 0

    /// The minimum number of free variables that get products of their own, which other products
    /// share.
    private static let minimumSharedFreeVariables = 128

    /// The free variables among 64 consecutive ones, as a bit set.
    private struct FreeBlock: Hashable {
        var block: UInt32
        var bits: UInt64
    }

    /// A part under compilation.
    private struct Frame {
        var part: Part
        /// The literal that is assumed.
        var decision: Literal
        /// Whether only the existence of an assignment matters.
        var isExistential: Bool
        /// Whether the second value is tried.
        var isSecond = false
        /// The node for the first value; `nil` if no assignment has that value.
        var firstNode: Int?
        /// The part that is next in the product.
        var nextPart: Int
        /// The number of assignments before the value was tried.
        let trailStart: Int
        let partsStart: Int
        let elementsStart: Int
    }

    /// The next step for the last frame.
    private enum Step {
        /// Assume the decision of the frame.
        case decide
        /// Go on with the next part of the frame's product.
        case advance
        /// Take the node for the value that was tried; `nil` if no assignment has that value.
        case finish(Int?)
    }

    /// Compiles a system.
    ///
    /// - Parameters:
    ///   - kept: For each variable, whether it is kept; the circuit has the assignments to kept
    ///     variables that can be extended to all variables.
    /// - Complexity: Exponential at worst, in the width of the system.
    /// - Throws: `LimitError` if the budget, which limits the nodes, is exceeded or cancelled.
    package static func circuit(
        of system: SortedSystem, keeping kept: [Bool], budget: Budget
    ) throws(LimitError) -> Circuit {
        var compiler = DNNFCompiler(system, kept, try DecisionOrder(system, budget: budget))
        try budget.check(built: 0, bytes: compiler.byteCount)
        guard !system.isContradictory else { return compiler.circuit }
        for unit in system.units where !compiler.propagator.assume(unit) { return compiler.circuit }
        try compiler.run(budget)
        return compiler.circuit
    }

    private init(_ system: SortedSystem, _ kept: [Bool], _ choice: DecisionOrder) {
        propagator = Propagator(system)
        stack = PartStack(propagator)
        circuit = Circuit(variableCount: system.variableCount)
        isKept = kept
        classes = CardinalityPart.classes(of: propagator)
        self.choice = choice
    }

    private mutating func run(_ budget: Budget) throws(LimitError) {
        frames = [
            Frame(
                part: stack.parts[0], decision: Literal(0), isExistential: false, isSecond: true, nextPart: 1,
                trailStart: 0, partsStart: 1, elementsStart: 0)
        ]
        openProduct()
        var step = Step.advance
        var workAtCheck = 0
        while true {
            if propagator.stepCount + splitSteps - workAtCheck >= 1 << 16 {
                workAtCheck = propagator.stepCount + splitSteps
                // Each part that was tried counts, as parts without assignments take time, too.
                try budget.check(
                    built: max(circuit.nodeCount, cache.count), pending: frames.count, bytes: byteCount)
                if circuit.items.count > Circuit.maximumItemCount { throw .tooLarge("parts of products") }
            }
            switch step {
            case .decide:
                if propagator.assume(frames[frames.count - 1].decision) {
                    openProduct()
                    step = .advance
                } else {
                    step = .finish(nil)
                }
            case .advance:
                step = try advance(budget)
            case .finish(let node):
                guard let next = finish(node) else { return }
                step = next
            }
        }
    }

    private var byteCount: Int {
        circuit.byteCount + cache.byteCount + tables.byteCount + propagator.byteCount + stack.numbers.byteCount
    }

    /// Begins the product for the current assignments, and finds its parts.
    private mutating func openProduct() {
        let frame = frames[frames.count - 1]
        for position in frame.trailStart..<propagator.trailCount {
            let literal = propagator.trailLiteral(position)
            if isKept[literal.variable] { elements.append(.literal(literal)) }
        }
        freeVariables.truncate(to: 0)
        splitSteps += stack.split(frame.part, propagator, free: &freeVariables)
        addFreeVariables()
        frames[frames.count - 1].nextPart = frame.partsStart
    }

    /// Adds the free variables to the product that is being built.
    ///
    /// If there are very many, those with close numbers become a product of their own.
    private mutating func addFreeVariables() {
        var position = 0
        while position < freeVariables.count {
            let block = freeVariables[position] >> 6
            var bits: UInt64 = 0
            let start = elements.count
            while position < freeVariables.count, freeVariables[position] >> 6 == block {
                let variable = Int(freeVariables[position])
                position += 1
                if !isKept[variable] { continue }
                bits |= 1 << UInt64(variable & 63)
                elements.append(.free(variable))
            }
            guard freeVariables.count >= Self.minimumSharedFreeVariables, elements.count - start > 1 else { continue }
            let key = FreeBlock(block: block, bits: bits)
            let node = freeNodes[key] ?? circuit.addProduct(elements[start...])
            freeNodes[key] = node
            elements.removeLast(elements.count - start)
            elements.append(.child(node))
        }
    }

    /// Processes the next part of the product, or closes the product.
    private mutating func advance(_ budget: Budget) throws(LimitError) -> Step {
        let frame = frames[frames.count - 1]
        if frame.nextPart == stack.parts.count { return .finish(closeProduct(from: frame.elementsStart)) }
        let part = stack.parts[frame.nextPart]
        if let result = cache.result(for: part, stack.numbers, propagator) {
            return addFactor(result)
        }
        if part.variables.count >= CardinalityPart.minimumCount,
            let cardinality = CardinalityPart(part, stack.numbers, propagator),
            cardinality.isClause || frames.count <= CardinalityPart.maximumDecisions
                || cardinality.isUniform(in: classes)
        {
            let heldBytes = byteCount - circuit.byteCount
            let node = try cardinality.node(
                in: &circuit, &tables, keeping: isKept, heldBytes: heldBytes, budget: budget)
            let result = node.map { Int32($0) } ?? PartCache.unsatisfiable
            cache.insert(result, for: part, stack.numbers, propagator)
            return addFactor(result)
        }
        let isExistential = !part.variables.contains { isKept[Int(stack.numbers[$0])] }
        let decision = choice.decision(in: part, stack.numbers, propagator, among: isExistential ? nil : isKept)
        frames.append(
            Frame(
                part: part, decision: decision, isExistential: isExistential, nextPart: 0,
                trailStart: propagator.trailCount, partsStart: stack.parts.count, elementsStart: elements.count))
        return .decide
    }

    /// Takes the result for the next part of the last frame's product.
    private mutating func addFactor(_ result: Int32) -> Step {
        if result == PartCache.unsatisfiable { return .finish(nil) }
        if !circuit.range(of: Int(result)).isEmpty { elements.append(.child(Int(result))) }
        frames[frames.count - 1].nextPart += 1
        return .advance
    }

    private mutating func closeProduct(from start: Int) -> Int {
        if elements.count == start + 1, case .child(let node) = elements[start].kind { return node }
        return circuit.addProduct(elements[start...])
    }

    /// Continues after a value was tried; returns `nil` if everything is done.
    private mutating func finish(_ node: Int?) -> Step? {
        let last = frames.count - 1
        let frame = frames[last]
        elements.removeLast(elements.count - frame.elementsStart)
        if last == 0 {
            // If the root is unsatisfiable, the last node may belong to a product that failed.
            if let node { close(root: node) } else { circuit = Circuit(variableCount: circuit.variableCount) }
            return nil
        }
        propagator.undo(to: frame.trailStart)
        stack.truncate(to: frame.partsStart)
        if !frame.isSecond, node == nil || !frame.isExistential {
            frames[last].firstNode = node
            frames[last].isSecond = true
            frames[last].decision = !frame.decision
            return .decide
        }
        let result: Int32
        switch (frame.firstNode, node) {
        case (let first?, let second?): result = Int32(circuit.addSum([first, second]))
        case (let node?, nil), (nil, let node?): result = Int32(node)
        case (nil, nil): result = PartCache.unsatisfiable
        }
        cache.insert(result, for: frame.part, stack.numbers, propagator)
        frames.removeLast()
        return addFactor(result)
    }

    /// Makes a node the last node.
    private mutating func close(root: Int) {
        if root != circuit.root { _ = circuit.addProduct([.child(root)]) }
        circuit.removeUnusedNodes()
    }
}
