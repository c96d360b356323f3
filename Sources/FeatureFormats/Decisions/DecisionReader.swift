internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Reads a table of decisions.
struct DecisionReader {
    /// A row, as far as it could be read.
    struct Row {
        var id: String
        var offset: Int
        var question = ""
        var kind = DecisionModel.Decision.Kind.boolean
        /// A Boolean value that indicates whether a Boolean decision may be answered with no.
        var allowsFalse = false
        var values: [(name: String, offset: Int)] = []
        var cardinality = 1...1
        var constraints: TableCell?
        var relevance: TableCell?
        /// The number of the answer yes; for an enumeration, the number that means that there is an
        /// answer. The numbers of the other answers follow: no, or the values.
        var firstAnswer = 0

        var answerCount: Int { kind == .boolean ? 2 : 1 + values.count }
    }

    var builder: ModelBuilder
    var rows: [Row] = []
    private var columns: [DecisionColumn?] = []
    private var isInModel = false
    private var hasModel = false
    private(set) var rowsByID: [ByteKey: Int] = [:]
    private var valueCount = 0

    /// Reads a model from the rows of a table.
    static func read(
        _ table: some TableReader, in text: UnsafeRawBufferPointer, _ name: String?, _ budget: Budget
    ) throws(FeatureFormatError) -> PlacedModel {
        var reader = DecisionReader(builder: ModelBuilder(budget))
        do throws(TextProblem) {
            try reader.readRows(table)
            var conditions = DecisionConditions(reader.rows, reader.rowsByID)
            conditions.read(&reader.builder.problems)
            if reader.builder.problems.isEmpty {
                try DecisionTree(reader.rows, conditions).build(&reader.builder)
            }
        } catch {
            reader.builder.problems.add(error)
        }
        return try reader.builder.finish(in: text, name: name)
    }

    private mutating func readRows(_ table: some TableReader) throws(TextProblem) {
        var table = table
        var answerCount = 0
        while let row = try table.nextRow() {
            try builder.step()
            if row.isHeader {
                readHeader(row)
            } else if isInModel, var decision = decision(row) {
                if rowsByID.updateValue(rows.count, forKey: ByteKey(decision.id)) != nil {
                    builder.problems.add(
                        decision.offset,
                        "two decisions are named \(Message.quoted(decision.id.utf8)); rename one of the two")
                }
                decision.firstAnswer = answerCount
                answerCount += decision.answerCount
                guard answerCount <= DecisionText.maximumValueCount * 4 else {
                    throw TextProblem(
                        offset: decision.offset, message: "there are too many decisions", isLimit: true)
                }
                rows.append(decision)
            }
        }
        if !hasModel {
            throw TextProblem(
                offset: 0, message: "expected a table with the column 'id'",
                remedy: "name the columns: \(DecisionColumn.names.joined(separator: ", "))")
        }
    }

    // MARK: The header

    /// Reads the names of columns; a table without the column `id` is skipped.
    private mutating func readHeader(_ row: TableRow) {
        columns = row.cells.map { cell in
            DecisionColumn(rawValue: String(decoding: cell.bytes.prefix(64), as: UTF8.self).lowercased())
        }
        isInModel = columns.contains(.id)
        guard isInModel else { return }
        hasModel = true
        for (index, cell) in row.cells.enumerated() {
            guard let column = columns[index] else {
                let name = String(decoding: cell.bytes.prefix(200), as: UTF8.self)
                builder.problems.add(
                    cell.offset(of: 0), "unknown column \(Message.quoted(cell.bytes))",
                    Spelling.closestName(to: name.lowercased(), among: DecisionColumn.names)
                        .map { "did you mean \(Message.quoted($0.utf8))?" }
                        ?? "the columns are \(DecisionColumn.names.joined(separator: ", "))")
                continue
            }
            if columns[..<index].contains(column) {
                builder.problems.add(
                    cell.offset(of: 0), "two columns are named '\(column.rawValue)'; remove one of the two")
            }
        }
        if row.cellCount > row.cells.count {
            builder.problems.add(row.start, "expected at most \(DecisionColumn.allCases.count) columns")
        }
        if !columns.contains(.type) {
            builder.problems.add(row.start, "expected the column 'type'", "add it: Boolean, Enumeration or Number")
        }
    }

    // MARK: Rows

    private mutating func decision(_ row: TableRow) -> Row? {
        guard row.cellCount == columns.count, row.cellCount == row.cells.count else {
            builder.problems.add(
                row.start, "expected \(columns.count) cells, one for each column, found \(row.cellCount)")
            return nil
        }
        func cell(_ column: DecisionColumn) -> TableCell? { columns.firstIndex(of: column).map { row.cells[$0] } }
        guard let idCell = cell(.id), !idCell.isEmpty else {
            builder.problems.add(
                cell(.id)?.offset(of: 0) ?? row.start, "a decision has no id; write one into the column 'id'")
            return nil
        }
        guard let id = list(idCell, isName: true)?.first else { return nil }
        var decision = Row(id: id.name, offset: id.offset)
        if let question = cell(.question) { decision.question = string(question.bytes[...], question) ?? "" }
        if let relevance = cell(.relevance), !relevance.isEmpty { decision.relevance = relevance }
        if let constraints = cell(.constraint), !constraints.isEmpty { decision.constraints = constraints }
        if let type = cell(.type), readType(type, of: &decision) {
            readRange(cell(.range) ?? TableCell(start: row.start), of: &decision)
            readCardinality(cell(.cardinality), of: &decision)
        }
        return decision
    }

    private mutating func readType(_ cell: TableCell, of decision: inout Row) -> Bool {
        let word = String(decoding: cell.bytes.prefix(64), as: UTF8.self).lowercased()
        func isOneOf(_ names: [String]) -> Bool { names.contains { $0.lowercased() == word } }
        if isOneOf(DecisionText.booleanNames) {
            decision.kind = .boolean
        } else if isOneOf(DecisionText.enumerationNames) {
            decision.kind = .enumeration
        } else if isOneOf(DecisionText.numberNames) {
            decision.kind = .number
        } else if isOneOf(DecisionText.infiniteTypeNames) {
            builder.problems.add(
                cell.offset(of: 0), "a decision about texts has infinitely many answers",
                "write the type Enumeration, and list the values in the range")
            return false
        } else {
            builder.problems.add(
                cell.offset(of: 0), "unknown type \(Message.quoted(cell.bytes))",
                "write Boolean, Enumeration or Number")
            return false
        }
        return true
    }

    private mutating func readRange(_ cell: TableCell, of decision: inout Row) {
        guard let items = list(cell) else { return }
        switch decision.kind {
        case .boolean:
            let names = items.map { $0.name.lowercased() }
            decision.allowsFalse = names != ["true"]
            if ![[], ["true"], ["true", "false"], ["false", "true"]].contains(names) {
                builder.problems.add(
                    cell.offset(of: 0), "expected the range 'true, false', or 'true' alone, for a Boolean decision",
                    "write the type Enumeration for other values")
            }
        case .enumeration:
            if items.isEmpty {
                builder.problems.add(
                    cell.offset(of: 0), "the range of \(Message.quoted(decision.id.utf8)) is empty",
                    "write the values, with commas between them")
            }
            decision.values = items
        case .number:
            if items.isEmpty {
                builder.problems.add(
                    cell.offset(of: 0), "the range of \(Message.quoted(decision.id.utf8)) has infinitely many numbers",
                    "write the range, such as 1..8 or 16, 32")
            }
            for item in items { addNumbers(item, to: &decision) }
        }
        valueCount += decision.values.count
        var known: Set<ByteKey> = []
        for value in decision.values where !known.insert(ByteKey(value.name)).inserted {
            builder.problems.add(
                value.offset, "duplicate value \(Message.quoted(value.name.utf8)) in a range; remove one of the two")
        }
        if valueCount > DecisionText.maximumValueCount {
            // A decision may have many values, but the decisions together may not have too many.
            decision.values = []
            builder.problems.add(
                TextProblem(
                    offset: cell.offset(of: 0),
                    message: "expected at most \(DecisionText.maximumValueCount) values in all ranges", isLimit: true))
        }
    }

    /// Adds a number, or the whole numbers between two bounds.
    private mutating func addNumbers(_ item: (name: String, offset: Int), to decision: inout Row) {
        if let number = DecisionNumber.canonical(item.name) {
            return decision.values.append((number, item.offset))
        }
        let bounds = Self.bounds(in: item.name)?.map { DecisionNumber.canonical($0.filter { $0 != " " }) }
        guard let bounds, let first = bounds[0], let last = bounds[1] else {
            return builder.problems.add(
                item.offset, "expected a number, or a range such as 1..8, found \(Message.quoted(item.name.utf8))",
                "write the type Enumeration for other values")
        }
        guard let lower = Int(first), let upper = Int(last) else {
            return builder.problems.add(
                item.offset, "the range has infinitely many numbers", "list values, or write whole bounds")
        }
        guard lower <= upper else {
            return builder.problems.add(item.offset, "the range from \(lower) to \(upper) is empty", "swap the bounds")
        }
        guard upper - lower < DecisionText.maximumValueCount - valueCount - decision.values.count else {
            return builder.problems.add(
                TextProblem(
                    offset: item.offset,
                    message: "expected at most \(DecisionText.maximumValueCount) values in all ranges", isLimit: true))
        }
        for number in lower...upper { decision.values.append(("\(number)", item.offset)) }
    }

    private mutating func readCardinality(_ cell: TableCell?, of decision: inout Row) {
        guard let cell, !cell.isEmpty else { return }
        let text = String(decoding: cell.bytes.prefix(64), as: UTF8.self)
        let count = decision.kind == .boolean ? 1 : decision.values.count
        let parts = Self.bounds(in: text)
        func bound(_ part: Substring) -> Int? {
            !part.isEmpty && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } ? Int(part) : nil
        }
        let lower = bound(parts?[0] ?? text[...])
        let upper = parts.map { $0[1] == "*" ? count : bound($0[1]) } ?? lower
        guard let lower, let upper else {
            return builder.problems.add(
                cell.offset(of: 0),
                "expected a cardinality such as 1, 1..3 or 0..*, found \(Message.quoted(cell.bytes))")
        }
        // A range without values has already been reported.
        guard count > 0 else { return }
        guard lower <= upper, upper <= count, decision.kind != .boolean || lower == 1 else {
            return builder.problems.add(
                cell.offset(of: 0),
                "the cardinality \(Message.quoted(cell.bytes)) doesn't fit \(count) \(count == 1 ? "value" : "values")",
                decision.kind == .boolean ? "write 1, or nothing" : "write bounds from 0 to \(count)")
        }
        decision.cardinality = lower...upper
    }

    /// Returns the texts before and after the first `..`; `nil` if there is none.
    ///
    /// `firstRange(of:)` would bring all of Swift's regular expressions into programs.
    private static func bounds(in text: String) -> [Substring]? {
        let separator = text.utf8.indices.first { text.utf8[$0...].starts(with: "..".utf8) }
        return separator.map { [text[..<$0], text[text.utf8.index($0, offsetBy: 2)...]] }
    }

    // MARK: Lists

    /// Returns the names in a cell, with their places. Commas or bars separate them, unless the
    /// cell is one name; names in quotes may contain them.
    private mutating func list(_ cell: TableCell, isName: Bool = false) -> [(name: String, offset: Int)]? {
        let bytes = cell.bytes
        var items: [(name: String, offset: Int)] = []
        var index = 0
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
        func isSeparator(_ byte: UInt8) -> Bool { !isName && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: "|")) }
        guard !bytes.isEmpty else { return [] }
        while true {
            while index < bytes.count, isBlank(bytes[index]) { index += 1 }
            let start = index
            var content: ArraySlice<UInt8>
            if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                guard let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "\"")) else {
                    builder.problems.add(cell.offset(of: start), "expected '\"' at the end of a name in quotes")
                    return nil
                }
                content = bytes[(start + 1)..<end]
                index = end + 1
                while index < bytes.count, isBlank(bytes[index]) { index += 1 }
                if index < bytes.count, !isSeparator(bytes[index]) {
                    builder.problems.add(
                        cell.offset(of: index), "expected \(isName ? "the end" : "a comma") after a name in quotes")
                    return nil
                }
            } else {
                index = bytes[index...].firstIndex(where: isSeparator) ?? bytes.count
                content = bytes[start..<index]
                while let last = content.last, isBlank(last) { content.removeLast() }
            }
            if content.isEmpty {
                builder.problems.add(cell.offset(of: start), "expected a name, found an empty name")
            } else if let name = string(content, cell) {
                items.append((name, cell.offset(of: start)))
            } else {
                return nil
            }
            guard index < bytes.count else { return items }
            index += 1
        }
    }

    private mutating func string(_ bytes: ArraySlice<UInt8>, _ cell: TableCell) -> String? {
        if let string = String(validating: bytes, as: UTF8.self) { return string }
        builder.problems.add(cell.offset(of: bytes.startIndex), "expected UTF-8, found invalid bytes")
        return nil
    }
}
