import ArgumentParser
import AutomataFiles
import Dispatch
package import EditorServer
import Glibc
import Synchronization
package import ToolSupport

/// The options of a command that serves a page to the user's browser.
package struct PageOptions: ParsableArguments {
    @Flag(help: "Print the address without opening a browser.")
    var noOpen = false

    @Option(
        help: ArgumentHelp("The port to listen on; by default a free one.", valueName: "number"),
        transform: number(from: 0, to: UInt16.max))
    var port: UInt16?

    @Flag(help: "Keep running after the last page was closed.")
    var keep = false

    @Option(
        help: ArgumentHelp("Serve the page's files from this folder, for development.", valueName: "folder"),
        completion: .directory)
    var assets: String?

    package init() {}

    /// Serves a page until nobody needs it any more.
    ///
    /// - Parameters:
    ///   - documents: The host, which answers the page.
    ///   - name: The file of the page.
    ///   - folder: The state folder.
    package func serve(
        _ documents: some EditorDocuments, startingAt name: String = "index.html", stateFolder folder: String
    ) throws {
        var page = try Self.pageFiles(in: assets)
        page["index.html"] = page[name]
        let opensBrowser = !noOpen
        let server = EditorServer(
            documents: documents, assets: page, token: try .random(), port: Int(port ?? 0),
            idleTimeout: keep ? nil : .seconds(5))
        let failure = Mutex(ToolError?.none)
        let done = DispatchSemaphore(value: 0)
        Task {
            do throws(EditorServerError) {
                try await server.run { address in
                    Messages.plain(address)
                    if opensBrowser { Browser.open(address, in: folder) }
                }
            } catch {
                failure.withLock { $0 = ToolError(error.description) }
            }
            done.signal()
        }
        done.wait()
        Browser.forget(in: folder)
        if let error = failure.withLock(\.self) { throw error }
    }

    /// Returns the folder for data outside of the user's own files, such as unnamed documents.
    package static func stateFolder() throws(ToolError) -> String {
        func variable(_ name: String) -> String? {
            getenv(name).map { RawText.text(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let state = variable("XDG_STATE_HOME") { return Path.join(state, "automata") }
        guard let home = variable("HOME") else {
            throw ToolError("there is no folder for unnamed documents; set HOME or XDG_STATE_HOME to an absolute path")
        }
        return Path.join(home, ".local/state/automata")
    }

    /// The files of the page by name.
    private static func pageFiles(in folder: String?) throws(ToolError) -> [String: [UInt8]] {
        guard let folder else { return PageFiles.all }
        var files: [String: [UInt8]] = [:]
        for name in try FolderListing.names(in: folder) where !name.hasPrefix(".") {
            do throws(FileError) {
                let contents = try FileContents.read(Path.join(folder, name), limit: 1 << 20)
                files[name] = contents.withBytes { Array($0) }
            } catch {
                throw ToolError(error)
            }
        }
        return files
    }
}

/// The browser that the user prefers.
private enum Browser {
    /// Returns the path of the file that redirects a browser to the page.
    private static func path(in folder: String) -> String { Path.join(folder, ".open.html") }

    /// Removes the file that redirects to the page, whose address isn't valid any more.
    static func forget(in folder: String) { _ = Path.withBytes(path(in: folder)) { unlink($0) } }

    /// Opens a secret address in the browser through a file that redirects to it. Only the user can
    /// read the file, whereas all users can see the arguments of a command.
    static func open(_ address: String, in folder: String) {
        let page = """
            <!DOCTYPE html><meta charset="utf-8"><title>automata</title>
            <meta http-equiv="refresh" content="0;url=\(address)"><a href="\(address)">automata</a>

            """
        let path = path(in: folder)
        _ = Path.withBytes(path) { unlink($0) }
        let mask = umask(0o077)
        defer { umask(mask) }
        do throws(ToolError) {
            try OutputFile.write(Array(page.utf8), to: path, replacing: true, makingFolders: true)
        } catch {
            return
        }
        for command in [getenv("BROWSER").map { RawText.text(cString: $0) }, "xdg-open", "open"].compactMap(\.self) {
            if ChildProcess.start(command, [path]) { return }
        }
    }
}
