extension ElementRecognizer {
    /// Recognizes the elements of a whole drawing, with its states as context for all ink.
    ///
    /// The states are found first, in drawing order, each with the earlier states as its context. A
    /// round loop can look like a state until its own state is drawn. So each state is recognized
    /// again with all other states as context. If some ink then isn't a state, the states are found
    /// once more without that ink. Finally, all other elements are recognized with all states as
    /// context.
    ///
    /// - Parameters:
    ///   - elements: The elements in drawing order, each with its strokes.
    ///   - allowed: The kinds that are possible.
    ///   - context: The states that exist before the drawing.
    ///   - threshold: Ink is rejected if the probability that it is an element is below this value;
    ///     see ``recognize(_:allowing:context:threshold:scratch:)-([Stroke],_,_,_,_)``.
    ///   - willRecognize: A function that is called with the index of an element before each
    ///     recognition of the element, at most five times for each. An error that this function
    ///     throws ends the work.
    /// - Returns: The recognition of each element. In relations, the states of the context are
    ///   numbered first, then the states of the drawing; an outer ring replaces the inner circle.
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
