extension ElementRecognizer {
    /// Recognizes the elements of a whole drawing, with its states as context for all ink.
    ///
    /// The states are found first, in drawing order, each among those before it. A round loop can
    /// look like a state until the state that it belongs to is drawn. So each state is recognized
    /// again among all the others, and the states are found anew, once, without the ink that isn't a
    /// state among them. Everything else is then recognized among all states.
    ///
    /// - Parameters:
    ///   - elements: the elements in drawing order, each with its strokes.
    ///   - allowed: the kinds that are possible.
    ///   - context: the states that are already there.
    ///   - threshold: the probability of being an element below which ink is rejected; see
    ///     ``recognize(_:allowing:context:threshold:scratch:)-([Stroke],_,_,_,_)``.
    ///   - willRecognize: called with the index of an element each time before it is recognized, at
    ///     most five times. An error that it throws ends the work.
    /// - Returns: The recognition of each element. Relations count the states of the context, then
    ///   those of the drawing; an outer ring takes the place of the inner one.
    /// - Complexity: O(*n* + *k* × *s*) for *n* points in *k* elements and *s* states.
    public func recognize<Failure: Error>(
        drawing elements: [[Stroke]], allowing allowed: ElementKinds = .all, context: ElementContext = .none,
        threshold: Double? = nil, willRecognize: (_ index: Int) throws(Failure) -> Void
    ) throws(Failure) -> [Recognition] {
        var scratch = Scratch()
        func recognize(_ index: Int, among states: ElementContext) throws(Failure) -> Recognition {
            try willRecognize(index)
            return self.recognize(
                elements[index], allowing: allowed, context: states, threshold: threshold, scratch: &scratch)
        }
        var (states, found) = (context, [Int: Recognition]())
        var others: Set<Int> = []
        for _ in 0..<2 {
            // The elements that the states of the drawing were first recognized in.
            var owners: [Int] = []
            (states, found) = (context, [:])
            for index in elements.indices where !others.contains(index) {
                let recognition = try recognize(index, among: states)
                guard recognition.best.kind == .state else { continue }
                found[index] = recognition
                states.add(recognition)
                if states.states.count > context.states.count + owners.count { owners.append(index) }
            }
            let otherCount = others.count
            for (number, index) in owners.enumerated() {
                var rest = states
                rest.states.remove(at: context.states.count + number)
                if try recognize(index, among: rest).best.kind != .state { others.insert(index) }
            }
            if others.count == otherCount { break }
        }
        var recognitions: [Recognition] = []
        recognitions.reserveCapacity(elements.count)
        for index in elements.indices {
            let recognition = if let state = found[index] { state } else { try recognize(index, among: states) }
            recognitions.append(recognition)
        }
        return recognitions
    }

    /// Recognizes the elements of a whole drawing; see
    /// ``recognize(drawing:allowing:context:threshold:willRecognize:)``.
    public func recognize(
        drawing elements: [[Stroke]], allowing allowed: ElementKinds = .all, context: ElementContext = .none,
        threshold: Double? = nil
    ) -> [Recognition] {
        recognize(drawing: elements, allowing: allowed, context: context, threshold: threshold) { _ in }
    }
}
