// The functions here are described in automata_components.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_spi(Tool) internal import Automata
internal import AutomataFiles
public import CAutomata
internal import ComponentContracts
internal import ComponentFormats
internal import Components
internal import TextSupport

extension automata_assembly_options: SizedStruct {}

// MARK: - Reading

extension automata_assembly_options {
    /// The bytes of memory that an assembly takes for each byte of its text and of its files, and
    /// those that a component takes.
    private static let (bytesPerByte, bytesPerComponent) = (64, 16 << 10)

    /// Reads an assembly.
    ///
    /// - Parameter path: The path of the text; empty if it has none.
    fileprivate func read(_ text: UnsafeRawBufferPointer, path: String, _ budget: Budget) throws(CallError)
        -> AssemblyHandle
    {
        try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: 0) }
        let bindings = AssemblyHandle.Bindings()
        var options = AssemblyDocument.Options()
        options.maximumBytes = Self.textBytes(budget)
        options.componentLimit = min(AssemblyHandle.componentLimit, budget.maximumBytes / Self.bytesPerComponent)
        options.behavior = bindings.behavior
        options.makeContract = { try Contract($0, budget: budget) }
        // A component takes at least eight bytes of text.
        try MemoryReservation.reserveMemory(
            min(text.count, options.maximumBytes) * Self.bytesPerByte
                + min(text.count / 8, options.componentLimit) * Self.bytesPerComponent)
        let folder = folder.map { RawText.text(cString: $0) } ?? (path.isEmpty ? nil : Path.split(path).folder)
        let name = input_name.map { String(cString: $0) } ?? (path.isEmpty ? "-" : RawText.readable(path))
        let files = AssemblyFiles(folder: folder, maximumBytes: options.maximumBytes, budget: budget)
        do throws(AssemblyFormatError) {
            let document = try AssemblyDocument(json: text, name: name, options: options, loading: files.load)
            report(document.warnings)
            return AssemblyHandle(document, bindings)
        } catch {
            report(error.errors)
            if let stop = files.stop { throw stop }
            throw .assembly(.reading(error))
        }
    }

    /// The maximum number of bytes of a text.
    fileprivate static func textBytes(_ budget: Budget) -> Int { min(1 << 24, budget.maximumBytes / bytesPerByte) }

    private func report(_ problems: [LocatedProblem]) {
        guard let note else { return }
        for problem in problems { problem.description.printable.withCString { note($0, context) } }
    }
}

/// The files that the text of an assembly names.
private final class AssemblyFiles {
    private let folder: String?
    private var bytesLeft: Int
    private let budget: Budget
    /// The reason why no further file can be read.
    private(set) var stop: CallError?

    init(folder: String?, maximumBytes: Int, budget: Budget) {
        (self.folder, self.bytesLeft, self.budget) = (folder, maximumBytes, budget)
    }

    func load(_ place: String) throws -> [UInt8] {
        guard let folder else { throw AssemblyFileError("other files can't be read here; set 'folder'") }
        guard Self.isInside(place) else { throw AssemblyFileError("it is outside of the folder") }
        if budget.isCancelled?() ?? false { throw noted(.core(.cancelled(statesBuilt: 0))) }
        let file: FileContents
        do throws(FileError) {
            file = try FileContents.read(Path.join(folder, place), limit: bytesLeft) { false }
        } catch {
            if case .tooLong = error.reason { throw noted(.file(error)) }
            throw error
        }
        bytesLeft -= file.count
        do throws(CallError) { try MemoryReservation.reserveMemory(64 * file.count) } catch { throw noted(error) }
        return file.withBytes { Array($0) }
    }

    private func noted(_ error: CallError) -> CallError {
        stop = stop ?? error
        return error
    }

    /// Whether a path never leads out of the folder.
    private static func isInside(_ path: String) -> Bool {
        var depth = 0
        for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if part.isEmpty || part.contains(0) { return false }
            if part.elementsEqual("..".utf8) { depth -= 1 } else if !part.elementsEqual(".".utf8) { depth += 1 }
            if depth < 0 { return false }
        }
        return depth > 0
    }
}

private struct AssemblyFileError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

@c @implementation
public func automata_assembly_new(
    _ assembly: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(assembly, "assembly", error) { () throws(CallError) in AssemblyHandle() }
}

@c @implementation
public func automata_assembly_from_text(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ options: UnsafePointer<automata_assembly_options>?,
    _ assembly: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(assembly, "assembly", error) { () throws(CallError) in
        let text = UnsafeRawBufferPointer(try Argument.text(text, length, "text"))
        let options = try automata_assembly_options.given(options)
        return try options.read(text, path: "", try Budget(options.budget))
    }
}

@c @implementation
public func automata_assembly_from_file(
    _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<automata_assembly_options>?,
    _ assembly: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(assembly, "assembly", error) { () throws(CallError) -> AssemblyHandle in
        let path = try Argument.path(path)
        let options = try automata_assembly_options.given(options)
        let budget = try Budget(options.budget)
        let file: FileContents
        do throws(FileError) {
            file = try FileContents.read(path, limit: automata_assembly_options.textBytes(budget)) {
                budget.isCancelled?() ?? false
            }
        } catch { throw .file(error) }
        return try file.withBytes { (text) throws(CallError) in try options.read(text, path: path, budget) }
    }
}

@c @implementation
public func automata_assembly_free(_ assembly: OpaquePointer?) { AssemblyHandle.free(assembly) }

// MARK: - Building

@c @implementation
public func automata_assembly_add(
    _ assembly: OpaquePointer?, _ component: UnsafePointer<automata_component_definition>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        try MemoryReservation.reserveMemory(0)
        try AssemblyHandle.required(assembly).add(try HostComponent(component))
    }
}

@c @implementation
public func automata_assembly_bind(
    _ assembly: OpaquePointer?, _ component: UnsafePointer<CChar>?, _ handler: automata_component_handler?,
    _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let assembly = try AssemblyHandle.required(assembly)
        let name = try Argument.zeroTerminatedText(component, "component")
        guard let handler else { throw .invalidArgument("'handler' is NULL; pass a function") }
        try assembly.bind(name, HostHandler(function: handler, context: context))
    }
}

@c @implementation
public func automata_assembly_connect(
    _ assembly: OpaquePointer?, _ output: UnsafePointer<CChar>?, _ input: UnsafePointer<CChar>?,
    _ kind: automata_channel_kind, _ capacity: UInt64, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        try MemoryReservation.reserveMemory(0)
        try AssemblyHandle.required(assembly).add(try HostChannel(output, input, kind, capacity))
    }
}

@c @implementation
public func automata_assembly_check(
    _ assembly: OpaquePointer?, _ note: automata_note?, _ context: UnsafeMutableRawPointer?,
    _ error_count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    error_count?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let count = try required(error_count, "error_count")
        try AssemblyHandle.required(assembly).with(ComponentHost()) { (assembly, _) throws(CallError) in
            let findings = assembly.check()
            count.initialize(to: findings.count(where: \.isError))
            guard let note else { return }
            for finding in findings {
                let sentence = (finding.isError ? "" : "warning: ") + finding.messageForC
                sentence.printable.withCString { note($0, context) }
            }
        }
    }
}

extension Assembly.Finding {
    /// The message, with a remedy in C.
    var messageForC: String {
        guard isUnconnected else { return message }
        return "\(subject) has no channel" + (isError ? "; connect it, or set is_optional" : "")
    }
}
