package import ArgumentParser

/// The commands about drawings and ink, ordered as the tool's help lists them.
package enum DrawingCommandList {
    package static let drawing: [any ParsableCommand.Type] = [EditCommand.self, SketchCommand.self, Recognize.self]
}
