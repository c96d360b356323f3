/// Our own JSON: all three models and all kinds of alphabets, without loss.
enum JSON {
    static let version = 1

    static let keys = [
        "format", "version", "kind", "alphabet", "states", "initial", "final", "transitions",
    ]
}
