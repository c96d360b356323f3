import ArgumentParser

/// The developers' tool that trains the model of the stroke recogniser.
@main
struct TrainingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "automata-train",
        abstract: "Trains the model of the stroke recogniser from labelled strokes.")
}
