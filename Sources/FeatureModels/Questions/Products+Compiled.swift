internal import AlgorithmSupport
internal import CompiledObjects
public import WorkLimits

extension Products {
    /// Returns the products as bytes, which ``init(compiled:of:budget:)`` loads without compiling
    /// the model again.
    ///
    /// - Complexity: O(*n*) for the model's *n* features and parts of constraints, and O(*s*) for
    ///   *s* elements of the compiled products.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func compiledBytes(budget: Budget = .default) throws(FeatureModelError) -> [UInt8] {
        var writer = CompiledObjectWriter(.products)
        let system = try stopping { () throws(LimitError) in try model.booleanSystem(budget: budget) }
        writer.add([model.fingerprint(system)])
        writer.add(
            numbers: scope == .allFeatures ? 0 : 1, engine == .decisionDNNF ? 0 : 1,
            // Without products no variable has a meaning.
            circuit.isEmpty ? 0 : circuit.variableCount)
        let codes = meanings.map { meaning -> UInt32 in
            switch meaning {
            case nil: 0
            case .constant(let value): value ? 2 : 1
            case .literal(let literal): literal.code + 3
            }
        }
        writer.add(codes)
        writer.add(variableOrder.map { UInt32($0) })
        circuit.write(to: &writer)
        return writer.bytes
    }

    /// Creates products from the bytes that ``compiledBytes(budget:)`` returned.
    ///
    /// The bytes are copied. Damaged products that pass the checksum may give wrong answers, but
    /// every question about them is safe.
    ///
    /// - Parameters:
    ///   - bytes: The saved products.
    ///   - model: The feature model from which the products were compiled.
    ///   - budget: The limits of the work.
    /// - Complexity: The same as for ``compiledBytes(budget:)``, and O(*s*) operations on integers.
    ///   The products need about ten times the memory of the bytes, mainly to count assignments.
    /// - Throws: ``FeatureModelError/unloadable(_:)`` if the bytes aren't products of the model;
    ///   ``FeatureModelError/invalid(_:)``, ``FeatureModelError/stopped(_:)``.
    public init(
        compiled bytes: RawSpan, of model: FeatureModel, budget: Budget = .default
    ) throws(FeatureModelError) {
        try model.checkForEngines(budget: budget)
        let system = try stopping { () throws(LimitError) in try model.booleanSystem(budget: budget) }
        let loadedBytes = SavedProducts.memoryFactor * bytes.byteCount
        try stopping { () throws(LimitError) in try budget.check(built: 0, bytes: loadedBytes) }
        let saved: SavedProducts
        do throws(CompiledObjectError) {
            saved = try bytes.withUnsafeBytes { (bytes) throws(CompiledObjectError) in
                try SavedProducts(bytes, model, system)
            }
        } catch { throw .unloadable(error) }
        guard try stopping({ () throws(LimitError) in try saved.isValid(budget: budget) }) else {
            throw .unloadable(.damaged("the nodes don't form a valid circuit"))
        }
        let counts = try stopping { () throws(LimitError) in try saved.circuit.counts(budget: budget) }
        self.init(
            model, saved.scope, saved.engine, saved.circuit, counts: counts, meanings: saved.meanings,
            order: saved.order)
    }
}

/// The parts of products in a compiled object.
private struct SavedProducts {
    /// The bytes that the parts and their copies take for each byte of the object.
    static let memoryFactor = 3

    let scope: Products.Scope
    let engine: ProductEngine
    let circuit: Circuit
    let meanings: [Reduction.Meaning?]
    let order: [Int]

    init(_ bytes: UnsafeRawBufferPointer, _ model: FeatureModel, _ system: BooleanSystem) throws(CompiledObjectError) {
        var reader = try CompiledObjectReader(bytes, kind: .products)
        guard try reader.array(of: UInt64.self, count: 1) == [model.fingerprint(system)] else {
            throw .unsuitable(
                "the products were compiled from a different model; compile and save the products again")
        }
        let numbers = try reader.numbers(3)
        guard numbers[0] < 2, numbers[1] < 2 else { throw .damaged("the scope or the engine is unknown") }
        let scope = numbers[0] == 0 ? Products.Scope.allFeatures : .concreteFeatures
        (self.scope, engine) = (scope, numbers[1] == 0 ? .decisionDNNF : .layeredDFA)
        let codes = try reader.array(of: UInt32.self, count: model.features.count)
        let order = try reader.array(of: UInt32.self)
        guard numbers[2] <= system.variableCount else { throw .damaged("there are too many variables") }
        circuit = try Circuit(reading: &reader, variableCount: numbers[2])
        try reader.finish()
        guard codes.areAll(below: 2 * circuit.variableCount + 3),
            order.areAll(below: circuit.variableCount), Set(order).count == order.count,
            circuit.isEmpty || zip(model.ids, codes).allSatisfy({ ($1 != 0) == model.isInScope($0, scope) })
        else { throw .damaged("a feature has no meaning") }
        meanings = codes.map { code -> Reduction.Meaning? in
            switch code {
            case 0: nil
            case 1, 2: .constant(code == 2)
            default: .literal(Literal(code: code - 3))
            }
        }
        self.order = order.map { Int($0) }
    }

    /// Returns whether the nodes form a circuit, and its variables are all that features mean.
    func isValid(budget: Budget) throws(LimitError) -> Bool {
        guard let occurs = try circuit.occurringVariables(budget: budget) else { return false }
        return meanings.allSatisfy { if case .literal(let literal)? = $0 { occurs[literal.variable] } else { true } }
    }
}

extension Circuit {
    fileprivate func write(to writer: inout CompiledObjectWriter) {
        writer.add(starts)
        writer.add(items.map(\.code))
        writer.add(isSum.map { $0 ? 1 as UInt8 : 0 })
    }

    fileprivate init(
        reading reader: inout CompiledObjectReader, variableCount: Int
    ) throws(CompiledObjectError) {
        let starts = try reader.array(of: UInt32.self)
        let codes = try reader.array(of: UInt32.self)
        try starts.checkOffsets(endingAt: codes.count)
        let isSum = try reader.array(of: UInt8.self, count: starts.count - 1).map { $0 != 0 }
        guard codes.count < Self.maximumItemCount else {
            throw .damaged("there are too many elements")
        }
        self.init(variableCount: variableCount, starts: starts, codes: codes, isSum: isSum)
    }

    /// Returns for each variable whether it occurs; `nil` unless elements come before their nodes,
    /// all nodes are parts of the root, the factors of each product have no common variable, and
    /// the summands of each sum have the same variables.
    ///
    /// Sums of random numbers, one for each variable, stand for the variables of nodes. As the root
    /// has each variable once that isn't projected away, no node has one twice.
    fileprivate func occurringVariables(budget: Budget) throws(LimitError) -> [Bool]? {
        let hash = SlotHash()
        var steps = LimitedSteps(BudgetWatch(budget, states: nodeCount, bytes: byteCount + 10 * nodeCount))
        var sums: [UInt64] = []
        sums.reserveCapacity(nodeCount)
        var isUsed = [Bool](repeating: false, count: nodeCount)
        var occurs = [Bool](repeating: false, count: variableCount)
        for node in 0..<nodeCount {
            var sum: UInt64 = 0
            let range = range(of: node)
            try steps.step(range.count)
            if range.isEmpty, isSum[node] { return nil }
            for position in range {
                switch items[position].kind {
                case .literal(let literal):
                    guard !isSum[node], literal.variable < variableCount else { return nil }
                    occurs[literal.variable] = true
                    sum &+= hash.scattered(UInt64(literal.variable))
                case .free(let variable):
                    guard !isSum[node], variable < variableCount else { return nil }
                    occurs[variable] = true
                    sum &+= hash.scattered(UInt64(variable))
                case .child(let child):
                    guard child < node, !isSum[node] || position == range.lowerBound || sums[child] == sum else {
                        return nil
                    }
                    isUsed[child] = true
                    sum = isSum[node] ? sums[child] : sum &+ sums[child]
                }
            }
            sums.append(sum)
        }
        let sumOfAll = (0..<variableCount).reduce(0 as UInt64) { occurs[$1] ? $0 &+ hash.scattered(UInt64($1)) : $0 }
        return isEmpty || isUsed.dropLast().allSatisfy { $0 } && sums[root] == sumOfAll ? occurs : nil
    }
}

extension FeatureModel {
    /// Returns a number that differs for models with other features or other products, except by an
    /// unlikely chance.
    ///
    /// - Parameter system: The model's conditions.
    fileprivate func fingerprint(_ system: BooleanSystem) -> UInt64 {
        var hash = SequenceHash()
        for feature in features {
            hash.add(feature.isAbstract ? 1 : 0)
            hash.add(feature.name.utf8.map { UInt64($0) })
        }
        hash.add(UInt64(system.variableCount))
        for clause in system.clauses { hash.add(clause.map { UInt64($0.code) }) }
        for bound in system.bounds {
            hash.add(bound.condition.map { UInt64($0.code) + 1 } ?? 0)
            hash.add(UInt64(bitPattern: Int64(bound.bound)))
            hash.add(bound.literals.map { UInt64($0.code) })
            hash.add(bound.weights.map { UInt64($0) })
        }
        return hash.value
    }
}

/// A hash of numbers and lists that is the same in each process.
private struct SequenceHash {
    private(set) var value: UInt64 = 0

    mutating func add(_ number: UInt64) {
        value = (value ^ number) &* 0x9E37_79B9_7F4A_7C15
        value = value &<< 29 | value &>> 35
    }

    mutating func add(_ list: [UInt64]) {
        add(UInt64(list.count))
        for number in list { add(number) }
    }
}
