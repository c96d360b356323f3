import Foundation
import PortableMath
import Testing

@Suite struct PortableTests {
    @Test func sinesAndCosinesAreThoseOfTheSystem() {
        for step in -2000...2000 {
            let angle = Double(step) * 0.0173
            let (sine, cosine) = Portable.sineAndCosine(angle)
            #expect(abs(sine - sin(angle)) < 1e-12)
            #expect(abs(cosine - cos(angle)) < 1e-12)
        }
    }

    @Test func exponentialsAndLogarithmsAreThoseOfTheSystem() {
        for step in -1000...1000 {
            let number = Double(step) * 0.0317
            #expect(abs(Portable.exp(number) / exp(number) - 1) < 1e-12)
            #expect(abs(Portable.log(exp(number)) - number) < 1e-12)
        }
        #expect(Portable.exp(-1e9) == 0)
        #expect(Portable.exp(1e9).isFinite)
        #expect(abs(Portable.power(2, -1 / 3.0) - 0.793_700_525_984_099_8) < 1e-12)
    }

    @Test func anglesAreThoseOfTheSystem() {
        for step in -700...700 {
            let angle = Double(step) / 700 * .pi
            for size in [1e-200, 0.3, 1e9] {
                let (x, y) = (size * cos(angle), size * sin(angle))
                #expect(abs(Portable.angle(x: x, y: y) - atan2(y, x)) < 1e-12)
            }
            #expect(abs(Portable.arcsine(Double(step) / 700) - asin(Double(step) / 700)) < 1e-11)
        }
        #expect(Portable.angle(x: 0, y: 0) == 0)
    }
}
