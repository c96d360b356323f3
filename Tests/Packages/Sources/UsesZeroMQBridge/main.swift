import ComponentBridges
import ZeroMQBridge

do { _ = try ZeroMQClient("tcp://shop:0") } catch { print(error) }
