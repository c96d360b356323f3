// swift-tools-version: 6.1
import PackageDescription

// The core assets: the program that all products of the document browser share.
let package = Package(
    name: "Core",
    products: [.library(name: "CompanionCore", targets: ["CompanionCore"])],
    traits: ["PushNotifications"],
    dependencies: [.package(name: "Automata", path: "../../..")],
    targets: [
        .target(name: "CompanionCore", dependencies: [.product(name: "ProductLines", package: "Automata")])
    ])
