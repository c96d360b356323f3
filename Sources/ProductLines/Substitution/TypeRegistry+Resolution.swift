extension TypeRegistry {
    /// Returns the substitute of each declared type, after checking all of them.
    ///
    /// A substitute of a substitute takes the place of the base, too.
    ///
    /// - Complexity: O(*d* + *s*) for *d* declarations and *s* substitutes.
    /// - Throws: `ProductLineError` with all of these: names and types that are declared twice,
    ///   unknown names, undeclared types, bases with two substitutes, substitutes that aren't
    ///   accepted by their base, and cycles.
    public func resolved() throws(ProductLineError) -> Substitutions {
        var findings = FindingList(sources)
        var byName: [String: Int] = [:]
        var byType: [ObjectIdentifier: Int] = [:]
        for (index, declaration) in declarations.enumerated() {
            if byName.updateValue(index, forKey: declaration.name) != nil {
                findings.add(
                    nil, "two types are named \(declaration.name.inQuotes)", "give each type a name of its own")
            }
            if let other = byType.updateValue(index, forKey: ObjectIdentifier(declaration.target.type)) {
                findings.add(
                    nil,
                    "\(declarations[other].name.inQuotes) and \(declaration.name.inQuotes) are the same type",
                    "declare it once")
            }
        }
        let next = substitutes(byName, byType, &findings)
        let dependencies = Dependencies(next.map { $0.map { [$0.index] } ?? [] })
        for cycle in dependencies.cycles {
            findings.add(cycle: cycle, at: next[cycle.beginning[0]]?.place, "→") { declarations[$0].name }
        }
        try findings.check()

        // Each after its substitute.
        var targets = declarations.map(\.target)
        for index in dependencies.order { if let next = next[index] { targets[index] = targets[next.index] } }
        return Substitutions(
            byType: byType.mapValues { targets[$0] }, byName: byName.mapValues { targets[$0] })
    }

    private typealias Substitute = (index: Int, place: SourcePlace?)

    /// Returns the substitute of each declaration.
    private func substitutes(
        _ byName: [String: Int], _ byType: [ObjectIdentifier: Int], _ findings: inout FindingList
    ) -> [Substitute?] {
        let names = declarations.map(\.name)
        func find(_ operand: Operand) -> Int? {
            switch operand {
            case .name(let name, let place):
                if let index = byName[name] { return index }
                findings.addUnknown("type", name, at: place, among: names, else: "declare it first")
            case .type(let type):
                if let index = byType[ObjectIdentifier(type)] { return index }
                findings.add(nil, "the type \(String(describing: type).inQuotes) isn't declared", "declare it first")
            }
            return nil
        }
        var next = [Substitute?](repeating: nil, count: declarations.count)
        for request in requests {
            let (base, substitute) = (find(request.base), find(request.substitute))
            guard let base, let substitute else { continue }
            var place: SourcePlace?
            if case .name(_, let named) = request.substitute { place = named }
            let (baseName, name) = (declarations[base].name.inQuotes, declarations[substitute].name.inQuotes)
            if let other = next[base] {
                let otherName = declarations[other.index].name.inQuotes
                findings.add(place, "\(baseName) has two substitutes, \(otherName) and \(name)", "remove one of them")
                continue
            }
            if !declarations[base].accepts(declarations[substitute].target.type) {
                findings.add(
                    place, "\(name) isn't a subtype of \(baseName)", "derive it from \(baseName), or take another type")
            }
            next[base] = (substitute, place)
        }
        return next
    }
}
