/// A converter from our SVG pictures to PDF and PNG, by librsvg's program if it is installed.
package enum SVGConversion {
    /// Converts a picture; `nil`, with a note, if the program isn't installed or makes no PNG.
    package static func picture(
        _ svg: String, as picture: OutputFormat.Picture, _ context: WorkContext
    ) throws(ToolError) -> [UInt8]? {
        context.report("converting")
        // On white as in other programs.
        let look = picture == .png ? ["--zoom=\(zoom(of: svg))", "--background-color=white"] : []
        let result = try ChildProcess.run(
            "rsvg-convert", ["--unlimited", "--format=" + picture.rawValue] + look, input: Array(svg.utf8)
        ) { context.isCancelled }
        guard let result else {
            context.note(
                "rsvg-convert isn't installed, so Graphviz draws the picture, with its own layout; "
                    + "for the layout of --to svg: apt-get install librsvg2-bin")
            return nil
        }
        guard result.succeeded else {
            let reason = result.errors.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason given"
            if picture == .png {
                context.note("rsvg-convert failed, so Graphviz draws the picture, with its own layout: \(reason)")
                return nil
            }
            throw ToolError("rsvg-convert could not convert the picture: \(reason); --to svg doesn't need it")
        }
        return result.output
    }

    /// Returns the zoom factor: 2, so that screens show it sharply, or less if the program would
    /// otherwise refuse the picture or need hundreds of megabytes.
    private static func zoom(of svg: String) -> Double {
        let parts = svg.prefix { !$0.isNewline }.split(separator: "\"", omittingEmptySubsequences: false)
        func size(_ name: String) -> Double {
            zip(parts, parts.dropFirst()).first { $0.0 == " \(name)=" }.flatMap { Double($0.1) } ?? 1
        }
        let (width, height) = (max(size("width"), 1), max(size("height"), 1))
        return min(2, 32_000 / max(width, height), (1e8 / (width * height)).squareRoot())
    }
}
