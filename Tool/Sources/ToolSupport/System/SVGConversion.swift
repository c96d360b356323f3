/// PDF and PNG made of our own pictures, by the program of librsvg, if installed.
package enum SVGConversion {
    /// Converts a picture; `nil`, with a note, if the program isn't installed.
    package static func picture(
        _ svg: String, as picture: OutputFormat.Picture, _ context: WorkContext
    ) throws(ToolError) -> [UInt8]? {
        context.report("converting")
        // Twice the size on screens, on white as in other programs.
        let look = picture == .png ? ["--zoom=2", "--background-color=white"] : []
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
            throw ToolError("rsvg-convert could not convert the picture: \(reason); --to svg doesn't need it")
        }
        return result.output
    }
}
