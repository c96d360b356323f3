extension TypeRegistry {
    /// Returns the substitute of each declared type, after checking all of them.
    ///
    /// If a substitute has a substitute itself, the latter also replaces the base.
    ///
    /// - Complexity: O(*d* + *s*) for *d* declarations and *s* substitutes.
    /// - Throws: `ProductLineError` that lists names and types that are declared twice, unknown
    ///   names, undeclared types, bases with two substitutes, substitutes that their base doesn't
    ///   accept, and cycles.
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
        let targets = graph(byName, byType, &findings).targets(&findings).map { declarations[$0].target }
        try findings.check()
        return Substitutions(
            byType: byType.mapValues { targets[$0] }, byName: byName.mapValues { targets[$0] })
    }

    /// Returns the substitutes of the declarations.
    private func graph(
        _ byName: [String: Int], _ byType: [ObjectIdentifier: Int], _ findings: inout FindingList
    ) -> SubstitutionGraph {
        let names = declarations.map(\.name)
        func find(_ operand: Operand) -> Int? {
            switch operand {
            case .name(let name, let position):
                if let index = byName[name] { return index }
                findings.addUnknown("type", name, at: position, among: names, else: "declare it first")
            case .type(let type):
                if let index = byType[ObjectIdentifier(type)] { return index }
                findings.add(nil, "the type \(String(describing: type).inQuotes) isn't declared", "declare it first")
            }
            return nil
        }
        var graph = SubstitutionGraph(names)
        for request in requests {
            let (base, substitute) = (find(request.base), find(request.substitute))
            guard let base, let substitute else { continue }
            var position: SourcePosition?
            if case .name(_, let named) = request.substitute { position = named }
            let isSubtype = declarations[base].accepts(declarations[substitute].target.type)
            graph.add((substitute, position), for: base, isSubtype: isSubtype, &findings)
        }
        return graph
    }
}
