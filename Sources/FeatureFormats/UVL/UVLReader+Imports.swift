internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Imported models.
extension UVLReader {
    /// Reads the line of an import, and the model.
    mutating func readImport() throws(TextProblem) {
        let offset = token.start
        let name = try reference("the name of a model")
        let alias = skip("as") ? try reference("a new name of the model after 'as'") : name
        try endLine()
        guard
            !name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains(where: \.isEmpty)
        else {
            return builder.problems.add(offset, "expected names with single dots between them, such as parts.lock")
        }
        let path = String(decoding: name.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
        let model = try imports.model(at: path + ".uvl", offset, &builder.problems)
        guard importsByAlias.updateValue(Import(model: model), forKey: ByteKey(alias)) == nil else {
            return builder.problems.add(
                offset, "two models are imported as \(Message.quoted(alias.utf8))",
                "give one of the models a different name with 'as'")
        }
    }

    /// Returns the import whose name is a prefix of a dotted name.
    private func importAlias(of name: String) -> (alias: String, rest: String)? {
        guard !importsByAlias.isEmpty else { return nil }
        var parts = 0
        for index in name.utf8.indices.reversed() where name.utf8[index] == UInt8(ascii: ".") {
            let alias = String(name[..<index])
            if importsByAlias[ByteKey(alias)] != nil { return (alias, String(name[name.utf8.index(after: index)...])) }
            parts += 1
            // Nobody writes longer aliases.
            if parts == 256 { return nil }
        }
        return nil
    }

    /// Unfolds an imported model below a feature that stands for its root.
    ///
    /// - Returns: The attributes of the feature.
    mutating func place(
        _ name: String, at offset: Int, as id: FeatureID, _ attributes: [FeatureModel.Attribute]
    ) throws(TextProblem) -> [FeatureModel.Attribute] {
        guard let (alias, rest) = importAlias(of: name), let model = importsByAlias[ByteKey(alias)]?.model else {
            return attributes
        }
        guard ByteKey(model.rootName) == ByteKey(rest) else {
            builder.problems.add(
                offset, "\(Message.quoted(rest.utf8)) isn't the root of \(Message.quoted(alias.utf8))",
                "write \(alias).\(Message.unquoted(model.rootName))")
            return attributes
        }
        guard importsByAlias[ByteKey(alias)]?.isPlaced == false else {
            builder.problems.add(
                offset, "\(Message.quoted(alias.utf8)) is already in the tree",
                "import the model again under a different name")
            return attributes
        }
        importsByAlias[ByteKey(alias)]?.isPlaced = true
        unfoldedByteCount += try imports.addCopy(of: model, alias: alias, at: offset)
        guard let placed = model.placed else {
            uncopiedFeatureCount += model.featureCount - 1
            return attributes
        }
        let root = placed.model[placed.model.root]
        if let duplicate = try builder.copy(placed, prefix: alias + ".", to: id) {
            builder.problems.add(
                offset, "two imported features are named \(Message.quoted(duplicate.utf8))", "rename one of the two")
        }
        if root.isAbstract { builder.setAbstract(id) }
        if builder.model[id].type == .boolean { builder.setType(root.type, of: id) }
        let own = Set(attributes.map { ByteKey($0.name) })
        return root.attributes.filter { !own.contains(ByteKey($0.name)) } + attributes
    }

    /// Returns the feature that a constraint names.
    mutating func feature(named name: String, at offset: Int) -> FeatureID {
        if let id = builder.feature(named: name) { return id }
        guard let (alias, _) = importAlias(of: name), let imported = importsByAlias[ByteKey(alias)] else {
            return builder.feature(named: name, at: offset)
        }
        // The import has reported its problems.
        guard let model = imported.model else { return 0 }
        return builder.feature(named: name, at: offset) { _ in
            guard !imported.isPlaced else { return nil }
            return "put \(alias).\(Message.unquoted(model.rootName)) into the tree"
        }
    }
}
