import AlgorithmSupport
import Automata
import Searching
import Testing

/// The numbers of lists of patterns.
@Suite struct PatternListsTests {
    @Test func aListKeepsItsNumber() {
        let lists = PatternLists()
        var random = SplitMix64(seed: 1)
        var numbers: [[Int]: UInt32] = [:]
        for _ in 0..<20_000 {
            let list = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 0..<12, using: &random) }
            let number = lists.number(of: list)
            #expect(numbers[list] ?? number == number)
            numbers[list] = number
            #expect(lists.patterns(numbered: number) == list)
        }
        #expect(Set(numbers.values).count == numbers.count)
    }

    @Test func aNumberThatNoListHasHasNone() {
        let lists = PatternLists()
        #expect((0..<1000).allSatisfy { lists.patterns(numbered: $0).isEmpty })
        let known = Set((0..<100).map { lists.number(of: [$0]) })
        var random = SplitMix64(seed: 2)
        let edges: [UInt32] = [0, 15, 16, 47, 48, .max - 1, .max]
        for number in edges + (0..<1000).map({ _ in UInt32.random(in: 0...UInt32.max, using: &random) }) {
            #expect(lists.patterns(numbered: number).isEmpty != known.contains(number))
        }
    }

    /// All tasks meet the same lists, each in another order.
    @Test func tasksFindTheSameNumbers() async {
        let lists = PatternLists()
        let found = await withTaskGroup(of: [UInt32].self) { group in
            for task in 0..<8 {
                group.addTask {
                    let order = (0..<3000).map { ($0 + task * 371) % 3000 }
                    var numbers = [UInt32](repeating: 0, count: 3000)
                    for list in order { numbers[list] = lists.number(of: [list, list + 1]) }
                    return numbers
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(found).count == 1)
        #expect(Set(found[0]).count == 3000)
    }
}
