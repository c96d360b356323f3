import ComponentBridges
import MQTTBridge

do { _ = try MQTTClient("mqtt://broker:0/shop") } catch { print(error) }
