internal import Components
internal import TextSupport

/// The places of parts and ports in files, for what the check of an assembly finds.
struct AssemblyFindings {
    private struct Place {
        let source: AssemblySource
        let offset: Int
    }

    private var places: [String: Place] = [:]
    /// The places of ports in channels.
    private var ends: [String: Place] = [:]
    /// The components without a chart.
    private(set) var programComponents: [String] = []

    init(_ tree: AssemblyTree, _ source: AssemblySource) {
        for port in tree.environment {
            places["\(AssemblyBuilder.environment).\(port.name)"] = Place(source: source, offset: port.offset)
        }
        add(tree, source, prefix: "")
    }

    private mutating func add(_ tree: AssemblyTree, _ source: AssemblySource, prefix: String) {
        for component in tree.components {
            let name = prefix + component.name
            places[name] = Place(source: source, offset: component.offset)
            for port in component.ports {
                // The ports of what is inside have their places there.
                places["\(name).\(port.name)"] = Place(
                    source: source, offset: port.isProxy ? component.offset : port.offset)
            }
            for contract in component.contracts {
                places[Assembly.PortContract.reference(name, contract.name)] = Place(
                    source: source, offset: contract.offset)
            }
            switch component.content {
            case .assembly(let inner, let source): add(inner, source, prefix: name + ".")
            case .chart: break
            case nil: programComponents.append(name)
            }
        }
        for end in tree.channels.flatMap({ $0.senders + $0.receivers }) {
            ends[prefix + end.text] = Place(source: source, offset: end.offset)
        }
    }

    /// Adds what is wrong in the assembly, with places.
    func check(_ assembly: Assembly, _ errors: inout ProblemList, _ warnings: inout ProblemList) {
        for finding in assembly.check() {
            let end = finding.isUnconnected ? nil : ends[finding.subject]
            guard let place = end ?? place(of: finding.subject) else {
                errors.add(LocatedProblem(message: finding.message))
                continue
            }
            var problem = TextProblem(offset: place.offset, message: finding.message)
            if finding.isUnconnected {
                problem.message = "\(finding.subject) has no channel"
                problem.remedy = "connect it, or name it in 'environment'" + (finding.isError ? " or 'optional'" : "")
            }
            if finding.isError {
                errors.add(problem, in: place.source)
            } else {
                warnings.add(problem, in: place.source)
            }
        }
    }

    /// Returns the place of a part, of a port, or of the port of a message.
    private func place(of subject: String) -> Place? {
        var subject = subject[...]
        while true {
            if let place = places[String(subject)] { return place }
            guard let dot = subject.lastIndex(of: ".") else { return nil }
            subject = subject[..<dot]
        }
    }
}
