import Foundation

func logarithm(_ value: Double) -> Double { log(value) }
func exponential(_ value: Float) -> Float { expf(value) }
func sine(_ value: Double) -> Double { sin(value) }
func cosine(_ value: Double) -> Double { cos(value) }
func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
