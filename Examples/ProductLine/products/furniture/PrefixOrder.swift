import CompanionCore

/// Orders files by the number in front of their names, which isn't shown.
final class PrefixOrder: FileList {
    override func isBefore(_ first: RemoteFile, _ second: RemoteFile) -> Bool {
        (number(first), first.name) < (number(second), second.name)
    }

    override func title(of file: RemoteFile) -> String {
        number(file) == .max ? file.name : file.name.split(separator: " ").dropFirst().joined(separator: " ")
    }

    private func number(_ file: RemoteFile) -> Int {
        file.name.split(separator: " ").first.flatMap { Int($0) } ?? .max
    }
}
