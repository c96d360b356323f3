import AlgorithmSupport
import CompiledObjects

/// Compiled objects with damages that their checksums don't reveal.
package enum DamagedObjects {
    /// Returns an object with a correct checksum.
    package static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.withUnsafeMutableBytes { bytes in
            let checksum = CompiledObject.checksum(of: UnsafeRawBufferPointer(bytes))
            bytes.storeBytes(of: checksum, toByteOffset: CompiledObject.Offset.checksum, as: UInt64.self)
        }
        return bytes
    }

    /// Returns the first parts of an object, with their length and a correct checksum.
    package static func shortened(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        let partCount = 1 + random.draw(bytes.count / CompiledObject.alignment - 1)
        var bytes = Array(bytes[..<(partCount * CompiledObject.alignment)])
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: UInt64($0.count), toByteOffset: CompiledObject.Offset.length, as: UInt64.self)
        }
        return sealed(bytes)
    }

    /// Returns an object with one to four numbers changed, of any width, and a correct checksum.
    package static func changed(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.draw(4) {
            let width = 1 << random.draw(4)
            // The numbers at the beginning matter most.
            let limit = random.draw(2) == 0 ? min(bytes.count, 1 << 10) : bytes.count
            let place = random.draw(limit / width) * width
            let odd = [0, 1, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: random.next())][random.draw(6)]
            switch random.draw(3) {
            case 0: for index in place..<place + width { bytes[index] = odd }
            case 1: bytes[place] = odd
            default: bytes[place] ^= 1 << UInt8(random.draw(8))
            }
        }
        return sealed(bytes)
    }
}
