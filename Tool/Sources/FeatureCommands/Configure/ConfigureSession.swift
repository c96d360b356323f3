package import FeatureModels
import FeatureReasoning
package import ToolSupport

/// A configurator, with the actions and texts that the script and the dialog share.
package struct ConfigureSession {
    let reading: FeatureModelReader.Reading
    let limits: LimitOptions
    /// The compiled products; `nil` if a SAT solver answers.
    let products: Products?
    let names: FeatureNames
    package private(set) var configurator: Configurator
    /// The features that each action so far decided, without those that were undone.
    private var actions: [[FeatureID]] = []
    /// Whether the configuration differs from the file that was written last.
    private(set) var isChanged = false
    /// The files that were written, which may be replaced.
    private var writtenPaths: Set<String> = []

    var model: FeatureModel { reading.model }

    package init(_ reading: FeatureModelReader.Reading, _ products: Products?, limits: LimitOptions) throws(ToolError) {
        (self.reading, self.products, self.limits) = (reading, products, limits)
        names = FeatureNames(reading.model)
        do throws(ConfiguratorError) {
            if let products {
                configurator = try Configurator(products)
            } else {
                let reasoner: FeatureReasoner
                do throws(FeatureModelError) {
                    reasoner = try FeatureReasoner(reading.model, budget: limits.budget)
                } catch {
                    throw .failed(error)
                }
                configurator = try Configurator(reasoner, budget: limits.budget)
            }
        } catch {
            throw ToolError(error, for: reading, limits: limits)
        }
    }
}

extension LimitOptions {
    /// The budget of one question, whose time begins now.
    var budget: Budget {
        var budget = Budget(maximumStates: maximumStates, maximumBytes: maximumBytes)
        if let timeout {
            let deadline = Clock.now() + timeout.nanoseconds
            budget.isCancelled = { Clock.now() >= deadline }
        }
        return budget
    }
}

extension ToolError {
    /// Creates the error about a step that a configurator refuses.
    init(_ error: ConfiguratorError, for reading: FeatureModelReader.Reading, limits: LimitOptions) {
        switch error {
        case .failed(let error): self.init(error, limits: limits)
        case .void: self.init(error.message(for: reading.model), at: reading.file.name)
        case .unknownBindingTime(let feature):
            self.init(error.message(for: reading.model), at: reading.locationText(of: .feature(feature)))
        default: self.init(error.message(for: reading.model))
        }
    }
}

// MARK: - Steps

extension ConfigureSession {
    /// Carries out a step of the configurator.
    private mutating func step<Answer>(
        _ body: (inout Configurator) throws(ConfiguratorError) -> Answer
    ) throws(ToolError) -> Answer {
        do throws(ConfiguratorError) {
            let answer = try body(&configurator)
            isChanged = true
            return answer
        } catch .shared(let feature, let decision) {
            let reasons = try sharedReasons(for: feature, decision)
            throw ToolError(reasons.joined(separator: "\n"))
        } catch {
            throw ToolError(error, for: reading, limits: limits)
        }
    }

    /// Makes decisions of a file, stage by stage, and goes on to the stage at which it was saved.
    ///
    /// A consequence of other decisions isn't a decision, unless the file says so.
    mutating func restore(_ saved: ConfigurationReader.SavedConfiguration) throws(ToolError) {
        let times = configurator.bindingTimes
        for time in configurator.stages {
            for (index, (feature, decision)) in saved.decisions.enumerated() where times[Int(feature)] == time {
                let follows = configurator.configuration[feature] == decision
                if follows, index >= saved.certainCount { continue }
                // A model that was changed may have its stages elsewhere.
                while configurator.stage < time, !follows || configurator.undecidedFeaturesAtStage.isEmpty {
                    try advance()
                }
                if configurator.stage == time { try decide(feature, decision) }
            }
        }
        if let stage = saved.stage {
            // A model that was changed may lack the stage.
            while let next = configurator.stages.first(where: { $0 > configurator.stage }), next <= stage {
                try advance()
            }
        }
        (actions, isChanged) = ([], false)
    }

    /// Decides a feature.
    ///
    /// - Returns: The features whose decisions follow.
    @discardableResult
    mutating func decide(
        _ feature: FeatureID, _ decision: Configuration.Decision
    ) throws(ToolError) -> [FeatureID] {
        let isNew = !isDecided(feature)
        let follows = try step { (configurator) throws(ConfiguratorError) in
            try configurator.decide(feature, decision)
        }
        if isNew { actions.append([feature]) }
        return follows
    }

    /// Whether the decision about a feature is the user's.
    func isDecided(_ feature: FeatureID) -> Bool { configurator.decisions.contains { $0.feature == feature } }

    /// Undoes decisions.
    ///
    /// - Returns: The features that are open again.
    @discardableResult
    mutating func undo(_ features: [FeatureID]) throws(ToolError) -> [FeatureID] {
        let reopened = try step { (configurator) throws(ConfiguratorError) in try configurator.undo(features) }
        let undoneFeatures = Set(features)
        actions = actions.map { $0.filter { !undoneFeatures.contains($0) } }.filter { !$0.isEmpty }
        return reopened
    }

    /// Undoes the decisions of the last action.
    ///
    /// - Returns: The features whose decisions were undone; `nil` if there are none.
    mutating func undoLast() throws(ToolError) -> [FeatureID]? {
        guard let last = actions.last else { return nil }
        try undo(last)
        return last
    }

    /// Goes on to the next stage.
    mutating func advance() throws(ToolError) {
        try step { (configurator) throws(ConfiguratorError) in try configurator.advance() }
        actions = []
    }

    /// A rule by which open features are decided.
    enum Completion {
        /// The fewest features.
        case smallest
        /// The least sum of an attribute.
        case attribute(String)
        /// A product at random.
        case random(seed: UInt64?)
    }

    /// Decides the open features of the stage.
    ///
    /// - Returns: The features that were decided, or whose decisions follow.
    mutating func complete(_ completion: Completion) throws(ToolError) -> [FeatureID] {
        let product = try product(completion)
        let open = configurator.undecidedFeaturesAtStage
        let decided = try step { (configurator) throws(ConfiguratorError) in try configurator.complete(as: product) }
        if !open.isEmpty { actions.append(open) }
        return decided
    }

    private func product(_ completion: Completion) throws(ToolError) -> Configuration {
        var weights = [Int](repeating: 1, count: model.features.count)
        if case .attribute(let name) = completion { weights = try FeatureWeights(attribute: name, of: reading).values }
        let product = try limits.checked { () throws(FeatureModelError) -> Configuration? in
            let (configuration, budget) = (configurator.configuration, limits.budget)
            guard let products else {
                return try FeatureReasoner(model, budget: budget).product(completing: configuration, budget: budget)
            }
            if case .random(let seed) = completion {
                var generator = SeededGenerator(seed: seed ?? UInt64.random(in: 0...UInt64.max))
                return try products.sample(1, with: configuration, using: &generator, budget: budget).first
            }
            return try products.lightest(1, weights: weights, with: configuration, budget: budget).first?.product
        }
        guard let product else { throw ToolError("no product agrees with all decisions; undo a decision") }
        return product
    }
}

// MARK: - Texts

extension ConfigureSession {
    /// Returns the number of products that agree with the decisions, as text; `nil` if a SAT solver
    /// answers.
    func productCount() throws(ToolError) -> String? {
        guard let products else { return nil }
        let count = try limits.checked { () throws(FeatureModelError) in
            try products.count(with: configurator.configuration, budget: limits.budget)
        }
        let digits = count.description
        let most = 15
        if digits.count <= most, let number = Int(digits) { return counted(number, "product") }
        return "about \(digits.first!).\(digits.dropFirst().prefix(1))e\(digits.count - 1) products"
    }

    /// Returns the names of features, with `!` before deselected ones.
    func text(of features: [FeatureID]) -> String {
        features.map { feature in
            let mark = configurator.configuration[feature] == .deselected ? "!" : ""
            return mark + String(decoding: names[feature], as: UTF8.self)
        }.joined(separator: ", ")
    }

    /// Returns lines that explain the decision about a feature.
    func reasons(for feature: FeatureID) throws(ToolError) -> [String] {
        let name = model[feature].name.quoted.shown
        let decided = configurator.userDecisions
        let shared = configurator.decisionsInAllProducts[feature]
        if decided[feature] != .undecided {
            let line = "\(name) is \(decided[feature] == .selected ? "selected" : "deselected") by you"
            return try [line] + (shared == .undecided ? [] : sharedReasons(for: feature, shared))
        }
        if shared != .undecided { return try sharedReasons(for: feature, shared) }
        let fact: FeatureFact
        switch configurator.configuration[feature] {
        case .undecided: return ["\(name) is open: products agree with either decision"]
        case .selected: fact = .selected(feature, by: decided)
        case .deselected: fact = .deselected(feature, by: decided)
        }
        return try explanation(of: fact)
    }

    /// Returns lines that explain why a feature is in all products, or in none.
    private func sharedReasons(
        for feature: FeatureID, _ decision: Configuration.Decision
    ) throws(ToolError) -> [String] {
        try explanation(of: decision == .selected ? .core(feature) : .dead(feature))
    }

    private func explanation(of fact: FeatureFact) throws(ToolError) -> [String] {
        let explanation = try limits.checked { () throws(FeatureModelError) in
            try model.explanation(of: fact, budget: limits.budget)
        }
        guard let explanation else { return [] }
        return ExplanationText(reading: reading, fact: fact, explanation: explanation).lines
    }

    /// The configuration in the notation of `check`: the stage in a comment, the decisions of the
    /// user, another comment, and the consequences.
    var savedText: [UInt8] {
        func lines(_ features: [FeatureID]) -> [UInt8] {
            features.flatMap { feature in
                (configurator.configuration[feature] == .deselected ? [UInt8(ascii: "!")] : []) + names[feature]
                    + [UInt8(ascii: "\n")]
            }
        }
        let followingFeatures = configurator.impliedFeatures
        let stage = "\(ConfigurationReader.stageMark)\(configurator.stage.rawValue)\n"
        return (configurator.stages.count > 1 ? Array(stage.utf8) : [])
            + lines(configurator.decisions.map(\.feature))
            + Array("\(ConfigurationReader.followingMark)\n".utf8) + lines(followingFeatures)
    }

    /// Returns the error that prevents writing a file; `nil` if there is none.
    func obstacle(at path: String, force: Bool) -> ToolError? {
        OutputFile.obstacle(at: path, replacing: force || writtenPaths.contains(path), needingFolder: true)
    }

    /// Writes the configuration.
    mutating func save(to path: String, force: Bool) throws(ToolError) {
        try OutputFile.write(
            savedText, to: path, replacing: force || writtenPaths.contains(path), makingFolders: false)
        writtenPaths.insert(path)
        isChanged = false
    }
}

/// A number with a noun.
func counted(_ number: Int, _ noun: String) -> String { "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")" }
