internal import FeatureModels
internal import TextSupport

/// The models that a UVL text imports, each of which is read once.
final class UVLImports {
    /// A model that was read.
    struct Imported {
        var placed: PlacedModel
        /// The bytes of the text and of all copies of other models in it.
        var unfoldedByteCount: Int
    }

    /// The most bytes that the texts, or one of them with all copies in it, may have.
    let maximumBytes: Int
    private let load: (String) throws -> [UInt8]
    /// The models that were read, by their paths; `nil` for those with problems.
    private var models: [String: Imported?] = [:]
    /// The paths of the models that are being read.
    private var open: [String] = []
    private var byteCount = 0

    private init(maximumBytes: Int, loading load: @escaping (String) throws -> [UInt8]) {
        (self.maximumBytes, self.load) = (maximumBytes, load)
    }

    static func read(
        _ text: UnsafeRawBufferPointer, _ name: String?, maximumBytes: Int,
        loading load: @escaping (String) throws -> [UInt8]
    ) throws(FeatureFormatError) -> PlacedModel {
        let imports = UVLImports(maximumBytes: maximumBytes, loading: load)
        imports.byteCount = text.count
        return try UVLReader.read(text, name, imports: imports).placed
    }

    /// Returns the model at a path.
    ///
    /// - Parameters:
    ///   - path: The path, such as `sub/model.uvl`.
    ///   - offset: The place of the import.
    ///   - problems: The problems of the text that imports, to which those of the model are added.
    /// - Returns: `nil` if the model has problems, which are told once.
    func model(at path: String, _ offset: Int, _ problems: inout ProblemList) throws(TextProblem) -> Imported? {
        if let known = models[path] { return known }
        if let first = open.firstIndex(of: path) {
            let cycle = (open[first...] + [path]).map { Message.quoted($0.utf8) }
            problems.add(offset, "a model imports itself: " + cycle.joined(separator: " imports "))
            return nil
        }
        try Bounds.check(open.count + 1, Bounds.importDepth, "models that import each other", at: offset)
        let text: [UInt8]
        do { text = try load(path) } catch {
            problems.add(offset, "\(Message.quoted(path.utf8)) can't be read: \(error)")
            models[path] = .some(nil)
            return nil
        }
        byteCount += text.count
        try check(byteCount, at: offset)
        open.append(path)
        defer { open.removeLast() }
        do throws(FeatureFormatError) {
            let model = try text.withUnsafeBufferPointer { (bytes) throws(FeatureFormatError) in
                let bytes = UnsafeRawBufferPointer(bytes)
                var imported = try UVLReader.read(bytes, path, imports: self)
                imported.placed.locate(in: bytes, path: path)
                return imported
            }
            models[path] = model
            return model
        } catch {
            problems.add(error)
            models[path] = .some(nil)
            return nil
        }
    }

    /// Fails if texts are too long together.
    func check(_ byteCount: Int, at offset: Int) throws(TextProblem) {
        guard byteCount > maximumBytes else { return }
        throw TextProblem(
            offset: offset,
            message: "with its imported models the text has more than \(maximumBytes) bytes", isLimit: true)
    }
}

extension PlacedModel {
    /// Turns offsets in a text into places.
    fileprivate mutating func locate(in text: UnsafeRawBufferPointer, path: String) {
        features = Origin.places(of: features, in: text, path: path).map { .elsewhere($0) }
        groups = Origin.places(of: groups, in: text, path: path).map { .elsewhere($0) }
        constraints = Origin.places(of: constraints, in: text, path: path).map { .elsewhere($0) }
    }
}
