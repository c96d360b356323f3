internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// The models that a UVL text imports; each is loaded once.
///
/// They are measured before they are read, so that exponentially many copies are refused before
/// anything is copied.
final class UVLImports {
    /// A model that was measured or read.
    struct Imported {
        var rootName: String
        /// The number of features, including all copies of other models.
        var featureCount: Int
        /// The bytes of the text and of all copies of other models in it.
        var byteCount: Int
        /// The model; `nil` if it was only measured.
        var placed: PlacedModel?
    }

    /// The maximum number of bytes of all texts and all copies of models together.
    private let maximumBytes: Int
    /// A Boolean value that indicates whether copies are counted instead of made.
    private(set) var isMeasuring = true
    /// The check that can cancel the reading.
    let budget: Budget
    private let load: (String) throws -> [UInt8]
    /// The models that were read, by their paths; `nil` for models with problems.
    private var models: [String: Imported?] = [:]
    /// The paths of the models that are being read.
    private var openPaths: [String] = []
    /// The measured texts that aren't read yet, by their paths, or the errors of their loading.
    private var texts: [String: Result<[UInt8], any Error>] = [:]
    private var byteCount = 0
    private var isExceeded = false

    private init(maximumBytes: Int, _ budget: Budget, loading load: @escaping (String) throws -> [UInt8]) {
        (self.maximumBytes, self.budget, self.load) = (maximumBytes, budget, load)
    }

    static func read(
        _ text: UnsafeRawBufferPointer, _ name: String?, maximumBytes: Int, _ budget: Budget,
        loading load: @escaping (String) throws -> [UInt8]
    ) throws(FeatureFormatError) -> PlacedModel {
        let imports = UVLImports(maximumBytes: maximumBytes, budget, loading: load)
        try imports.measure(text, name)
        do throws(LimitError) {
            try budget.checkFreeMemory(bytes: imports.byteCount * FeatureFormat.memoryPerByte, built: 0)
        } catch {
            throw FeatureFormatError(error)
        }
        imports.byteCount = text.count
        var placed = try UVLReader.read(text, name, imports: imports)
        placed.byteCount = imports.byteCount
        return placed
    }

    /// Throws if a text, the models that it imports, and all copies of them are too long together.
    ///
    /// Other problems are left to the reading.
    private func measure(_ text: UnsafeRawBufferPointer, _ name: String?) throws(FeatureFormatError) {
        byteCount = text.count
        do { _ = try UVLReader.imported(text, name, imports: self) } catch {
            if isExceeded || error.stop != nil { throw error }
        }
        isMeasuring = false
        models = [:]
    }

    /// A Boolean value that indicates whether no imported text is being read.
    var isAtTop: Bool { openPaths.isEmpty }

    /// Returns the model at a path.
    ///
    /// - Parameters:
    ///   - path: The path, such as `sub/model.uvl`.
    ///   - offset: The place of the import.
    ///   - problems: The problems of the importing text; the problems of the model are added.
    /// - Returns: `nil` if the model has problems, which are reported once.
    func model(at path: String, _ offset: Int, _ problems: inout ProblemList) throws(TextProblem) -> Imported? {
        if let known = models[path] { return known }
        if let first = openPaths.firstIndex(of: path) {
            let cycle = (openPaths[first...] + [path]).map { Message.quoted($0.utf8) }
            problems.add(offset, "a model imports itself: " + cycle.joined(separator: " imports "))
            return nil
        }
        try TextProblem.check(
            depth: openPaths.count + 1, upTo: FeatureFormatLimits.importDepth, "nested imports", at: offset)
        // Measuring keeps what it loads, so that reading doesn't load it again.
        let loaded = texts.removeValue(forKey: path) ?? Result { try load(path) }
        if isMeasuring { texts[path] = loaded }
        let text: [UInt8]
        do { text = try loaded.get() } catch {
            problems.add(offset, "\(Message.quoted(path.utf8)) can't be read: \(error)")
            models[path] = .some(nil)
            return nil
        }
        try add(text.count, at: offset)
        openPaths.append(path)
        defer { openPaths.removeLast() }
        do throws(FeatureFormatError) {
            let model = try text.withUnsafeBufferPointer { (bytes) throws(FeatureFormatError) in
                let bytes = UnsafeRawBufferPointer(bytes)
                var imported = try UVLReader.imported(bytes, path, imports: self)
                imported.placed?.locate(in: bytes, path: path)
                return imported
            }
            models[path] = model
            return model
        } catch {
            problems.add(error)
            models[path] = .some(nil)
            if let stop = error.stop { throw problems.stop(stop) }
            return nil
        }
    }

    /// Counts a copy of a model.
    ///
    /// - Returns: The bytes of the copy.
    func addCopy(of model: Imported, alias: String, at offset: Int) throws(TextProblem) -> Int {
        let (prefixes, isTooLarge) = model.featureCount.multipliedReportingOverflow(by: alias.utf8.count + 1)
        let (byteCount, overflow) = prefixes.addingReportingOverflow(model.byteCount)
        try add(isTooLarge || overflow ? .max : byteCount, at: offset)
        return byteCount
    }

    /// Counts bytes, and throws if there are too many in total.
    func add(_ count: Int, at offset: Int) throws(TextProblem) {
        let (sum, overflow) = byteCount.addingReportingOverflow(count)
        byteCount = overflow ? .max : sum
        guard byteCount == .max || byteCount > maximumBytes else { return }
        isExceeded = true
        throw TextProblem(
            offset: offset,
            message: "the text with its imported models and values has more than \(maximumBytes) bytes",
            isLimit: true, isGivenLimit: maximumBytes < FeatureFormat.maximumBytes)
    }
}

extension PlacedModel {
    /// Replaces offsets in an imported text by lines and columns with its path.
    fileprivate mutating func locate(in text: UnsafeRawBufferPointer, path: String) {
        features = Origin.positions(of: features, in: text, path: path).map { .elsewhere($0) }
        groups = Origin.positions(of: groups, in: text, path: path).map { .elsewhere($0) }
        constraints = Origin.positions(of: constraints, in: text, path: path).map { .elsewhere($0) }
    }
}
