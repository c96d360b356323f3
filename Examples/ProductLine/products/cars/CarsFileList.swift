import CompanionCore

/// Shows names without their endings.
final class CarsFileList: FileList {
    override func title(of file: RemoteFile) -> String { String(file.name.prefix { $0 != "." }) }
}
