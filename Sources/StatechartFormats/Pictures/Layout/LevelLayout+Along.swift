internal import Drawing

/// Vertical coordinates, and the paths.
extension LevelLayout {
    mutating func placeAlong() {
        let ends = ends()
        var heights = [Double](repeating: 0, count: layerCount)
        for (number, item) in items.enumerated() where !item.isOnBorder {
            heights[layers[number]] = max(heights[layers[number]], item.height)
        }
        for (path, vertex) in zip(paths, labelVertices) {
            if let vertex, let label = path.label {
                heights[layers[vertex]] = max(heights[layers[vertex]], label.height)
            }
        }
        // The pieces between each layer and the next, with the path and the position in its chain.
        var pieces = [[(path: Int, index: Int, piece: ChannelTracks.Piece)]](repeating: [], count: layerCount)
        var isUsed = [Bool](repeating: false, count: layerCount)
        for (path, chain) in chains.enumerated() {
            for index in chain.indices.dropLast() {
                let upper = index == 0 ? ends[path].upper : x[chain[index]]
                let lower = index == chain.count - 2 ? ends[path].lower : x[chain[index + 1]]
                let layer = layers[chain[index]]
                isUsed[layer] = true
                if abs(upper - lower) > 0.01 {
                    pieces[layer].append((path, index, ChannelTracks.Piece(upper: upper, lower: lower)))
                }
            }
        }
        var tops = [Double](repeating: 0, count: layerCount)
        var bends: [[Int: Double]] = Array(repeating: [:], count: paths.count)
        var y = 0.0
        for layer in 0..<layerCount {
            tops[layer] = y
            y += heights[layer]
            guard layer < layerCount - 1, isUsed[layer] else { continue }
            let tracks = ChannelTracks(pieces[layer].map(\.piece))
            let isBorder = layer == 0 || layer == layerCount - 2
            // Pieces of other arrows stay away from labels.
            let labelStub = tracks.count > 0 ? Spacing.trackedLabelStubLength : Spacing.labelStubLength
            let first = isBorder || layer % 2 == 1 ? labelStub : Spacing.stubLength
            let last = isBorder || layer % 2 == 0 ? labelStub : Spacing.stubLength
            for (number, piece) in pieces[layer].enumerated() {
                bends[piece.path][piece.index] = y + first + Double(tracks.tracks[number]) * Spacing.track
            }
            y += first + last + Double(max(tracks.count - 1, 0)) * Spacing.track
        }
        height = y
        makeResults(ends, tops, heights, bends)
    }

    private mutating func makeResults(
        _ ends: [(upper: Double, lower: Double)], _ tops: [Double], _ heights: [Double], _ bends: [[Int: Double]]
    ) {
        for (number, item) in items.enumerated() {
            let layer = layers[number]
            let y = item.isOnBorder ? (layer == 0 ? 0 : height) : tops[layer] + heights[layer] / 2
            middles.append(PlanePoint(x: x[number], y: y))
        }
        func edge(_ end: End, isUpper: Bool) -> Double {
            switch end {
            case .border: isUpper ? 0 : height
            case .item(let item, _): middles[item].y + (isUpper ? 1 : -1) * items[item].height / 2
            }
        }
        for (number, chain) in chains.enumerated() {
            var line = [PlanePoint(x: ends[number].upper, y: edge(paths[number].upper, isUpper: true))]
            var position = ends[number].upper
            for index in chain.indices.dropLast() {
                let next = index == chain.count - 2 ? ends[number].lower : x[chain[index + 1]]
                if let bend = bends[number][index] {
                    line += [PlanePoint(x: position, y: bend), PlanePoint(x: next, y: bend)]
                }
                position = next
            }
            line.append(PlanePoint(x: position, y: edge(paths[number].lower, isUpper: false)))
            lines.append(line)
            labels.append(
                labelVertices[number].map { vertex in
                    let layer = layers[vertex]
                    let labelHeight = paths[number].label?.height ?? 0
                    return PlanePoint(
                        x: x[vertex]
                            + (isLeft[number]
                                ? -Spacing.labelGap - (paths[number].label?.width ?? 0) : Spacing.labelGap),
                        y: tops[layer] + (heights[layer] - labelHeight) / 2)
                })
        }
    }
}
