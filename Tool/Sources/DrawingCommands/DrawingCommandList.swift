package import ArgumentParser

/// The commands for drawings and ink, in the order of the tool's help.
package enum DrawingCommandList {
    package static let drawing: [any ParsableCommand.Type] = [EditCommand.self, SketchCommand.self, Recognize.self]
}
