import CompanionCore

/// A file with a certain name stands for an image of the product.
final class ShredderFileList: FileList {
    override func title(of file: RemoteFile) -> String {
        file.name.hasPrefix("placeholder-") ? "[\(file.name.dropFirst("placeholder-".count))]" : file.name
    }
}
