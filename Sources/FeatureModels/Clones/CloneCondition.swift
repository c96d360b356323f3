package import WorkLimits

/// The state of a constraint while a product is read, feature by feature.
///
/// A node is the residual constraint after a part of the product; equal residuals share a node.
/// Features that were read are true; features that can't follow any more are false. Sums are kept
/// as long as their comparison is undecided. When a clone begins, a proposition about each clone
/// becomes its conjunction with the same proposition about the new clone.
package struct CloneCondition {
    /// A proposition about the rest of the product.
    enum Node: Hashable {
        case constant(Bool)
        case present(Slot)
        case not(Int)
        case and([Int])
        case or([Int])
        case implies([Int])
        case atMostOne([Int])
        /// At least one of many literals is true.
        case anyLiteral(CloneLiterals.UnreadLiterals)
        /// At most one of many literals is true.
        case atMostOneLiteral(CloneLiterals.UnreadLiterals)
        case equivalent(Int, Int)
        /// A comparison, given by its index, with its sums so far, and the scopes whose clones have
        /// ended.
        case comparison(Int, [Int128], ended: [Int])
        case each(scope: Int, Int)
    }

    /// A feature in a scope.
    struct Slot: Hashable {
        var scope: Int
        var feature: FeatureID
    }

    /// A clone that propositions are about.
    struct Scope {
        var feature: FeatureID
        /// The scope around the clones.
        var domain: Int
        /// The positions that distinguish steps within the clone, in ascending order.
        var positions: [Int] = []
    }

    /// A step of the reading: a feature begins, or none does, and features before a place can't
    /// come any more.
    struct Step: Hashable {
        var node: Int
        var opened: FeatureID?
        /// The number of positions of each scope that can't come any more, plus one if its clone
        /// has ended.
        var passed: [Int]
    }

    /// A node, and its scopes whose clones haven't begun.
    struct Inner: Hashable {
        var node: Int
        var outer: [Int]
    }

    /// The form of a node without its sums. Only nodes of the same form can imply each other.
    private enum Form: Hashable {
        case comparison(Int, ended: [Int])
        case not(Int)
        case each(scope: Int)
        case and, or, other
    }

    /// The nodes of the conditions that are always true and always false.
    package static let (trueNode, falseNode) = (0, 1)

    /// The maximum number of literals that are written as separate operands.
    static let maximumSeparateLiterals = 8

    let tree: CloneTree
    private(set) var nodes: [Node] = []
    private var numbers: [Node: Int] = [:]
    /// A Boolean value for each node that indicates whether it may imply others: it has a
    /// comparison, or is about each clone.
    private(set) var areComparable: [Bool] = []
    /// The number of each node's form.
    private(set) var forms: [Int] = []
    private var formNumbers: [Form: Int] = [:]
    /// The free scopes of each node: its scopes without those bound by a proposition about each
    /// clone.
    private(set) var freeScopes: [[Int]] = []
    /// The bytes held, and the bytes that were added to the work.
    var byteCount = 0
    var chargedByteCount = 0
    /// The residuals of nodes below propositions about each clone, for the current step.
    var innerResiduals: [Inner: Int] = [:]
    /// The scopes: the whole product, and one for each proposition about each clone.
    var scopes: [Scope]
    var amounts: [CloneAmount] = []
    /// The literals of long disjunctions, which are made of the constraint and not while reading.
    var literals: [CloneLiterals] = []
    var literalNumbers: [CloneLiterals: Int] = [:]
    var knownResiduals: [Step: Int] = [:]
    var features: Set<FeatureID> = []
    /// The node of the whole constraint, before anything is read; `nil` while it is made.
    private var startNode: Int?

    /// The reason why a constraint can't be read.
    package enum Fault: Error {
        case notReadable(String)
        case stopped(LimitError)
    }

    /// Creates the condition of a constraint, before any part of a product is read.
    ///
    /// - Parameters:
    ///   - constraint: One of the constraints of the tree, which has no findings.
    ///   - work: The work to which the bytes of the condition are added.
    package init(_ constraint: Proposition, in tree: CloneTree, _ work: inout CloneWork) throws(Fault) {
        self.tree = tree
        scopes = [Scope(feature: tree.model.root, domain: 0)]
        _ = number(.constant(true))
        _ = number(.constant(false))
        startNode = try node(constraint, in: [], &work)
        for scope in scopes.indices { scopes[scope].positions.sort() }
    }

    package var start: Int { startNode ?? Self.trueNode }

    var isMade: Bool { startNode != nil }

    /// The feature whose clones each scope is about; the root for the scope of the whole product.
    package var scopeFeatures: [FeatureID] { scopes.map(\.feature) }

    /// Returns the number of a node.
    mutating func number(_ node: Node) -> Int {
        if let number = numbers[node] { return number }
        numbers[node] = nodes.count
        nodes.append(node)
        let operands = node.operands
        var free = Set(operands.flatMap { freeScopes[$0] })
        var isComparable = operands.contains { areComparable[$0] }
        var (form, partCount) = (Form.other, operands.count)
        switch node {
        case .present(let slot): free = [slot.scope]
        case .anyLiteral(let rest), .atMostOneLiteral(let rest):
            free = [literals[rest.list].scope]
            partCount = rest.removed.count
        case .comparison(let index, _, let ended):
            free = Set(amounts[index].scopes)
            isComparable = true
            form = .comparison(index, ended: ended)
        case .each(let scope, _):
            free.remove(scope)
            free.insert(scopes[scope].domain)
            isComparable = true
            form = .each(scope: scope)
        case .not(let operand): form = .not(forms[operand])
        case .and: form = .and
        case .or: form = .or
        case .constant, .atMostOne, .implies, .equivalent: break
        }
        areComparable.append(isComparable)
        freeScopes.append(free.sorted())
        if formNumbers[form] == nil { formNumbers[form] = formNumbers.count }
        forms.append(formNumbers[form] ?? 0)
        byteCount += 256 + 16 * partCount + 8 * free.count
        return nodes.count - 1
    }
}

extension CloneCondition.Node {
    var operands: [Int] {
        switch self {
        case .constant, .present, .anyLiteral, .atMostOneLiteral, .comparison: []
        case .not(let operand), .each(_, let operand): [operand]
        case .and(let operands), .or(let operands), .implies(let operands), .atMostOne(let operands): operands
        case .equivalent(let left, let right): [left, right]
        }
    }
}
