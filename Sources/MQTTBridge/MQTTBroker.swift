internal import BridgeTransportSupport
internal import CMosquitto
internal import ComponentBridges
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A client of libmosquitto, which one thread uses.
final class MQTTBroker: @unchecked Sendable {
    // Unchecked, because only the transport's thread uses it.
    private static let isInitialized: Bool = mosquitto_lib_init() == Int32(MOSQ_ERR_SUCCESS.rawValue)
    /// The maximum number of messages that the broker hasn't acknowledged.
    private static let windowSize = 16

    let handle: OpaquePointer
    private let address: MQTTAddress
    private let options: MQTTOptions
    private let hub: TransportHub
    private var unacknowledged = 0

    /// The answer of the broker, and whether it knows this end from an earlier connection.
    private(set) var answer: (code: Int32, isKept: Bool)?
    /// The reason why the connection has ended.
    private(set) var end: String?
    /// The number of topics whose messages the broker hasn't promised yet.
    private(set) var pendingTopics = 0
    /// Takes messages, by topic.
    var receive: ((UnsafeRawBufferPointer, String) -> Void)?

    init(_ address: MQTTAddress, named name: String, _ options: MQTTOptions, _ hub: TransportHub) throws(BridgeError) {
        guard Self.isInitialized, let handle = mosquitto_new(name, options.quality == .once, nil) else {
            throw .unavailable(address: address.text, reason: "libmosquitto can't begin")
        }
        (self.handle, self.address, self.options, self.hub) = (handle, address, options, hub)
        mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
        mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
        mosquitto_int_option(handle, MOSQ_OPT_SEND_MAXIMUM, Int32(Self.windowSize))
        if let user = address.user { check(mosquitto_username_pw_set(handle, user, address.password)) }
        if address.isEncrypted {
            if let file = options.authorityFile {
                check(mosquitto_tls_set(handle, file, nil, nil, nil, nil))
            } else {
                check(mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
            }
        }
        if let end { throw .unavailable(address: address.text, reason: end) }
        setCallbacks()
    }

    deinit { mosquitto_destroy(handle) }

    private func check(_ code: Int32) { if code != 0 && end == nil { end = Self.text(of: code) } }

    private static func text(of code: Int32) -> String {
        code == Int32(MOSQ_ERR_ERRNO.rawValue)
            ? String(cString: strerror(errno)) : String(cString: mosquitto_strerror(code))
    }

    private func setCallbacks() {
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        mosquitto_connect_v5_callback_set(handle) { _, object, code, flags, _ in
            MQTTBroker.of(object)?.answer = (code, flags & 1 != 0)
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, object, code, _ in
            guard let broker = MQTTBroker.of(object), broker.end == nil else { return }
            // Reasons of the broker are greater than errors of the library.
            let text = code >= 128 ? String(cString: mosquitto_reason_string(code)) : MQTTBroker.text(of: code)
            broker.end = "the broker has ended the connection: \(text)"
        }
        mosquitto_publish_v5_callback_set(handle) { _, object, _, _, _ in
            guard let broker = MQTTBroker.of(object), broker.options.quality == .kept else { return }
            broker.unacknowledged = max(0, broker.unacknowledged - 1)
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, object, _, count, codes, _ in
            guard let broker = MQTTBroker.of(object) else { return }
            broker.pendingTopics -= 1
            for index in 0..<Int(count) where codes.map({ $0[index] >= 128 }) ?? true {
                broker.end = broker.end ?? "the broker doesn't allow the topics of the bridge"
            }
        }
        mosquitto_message_v5_callback_set(handle) { _, object, message, _ in
            guard let broker = MQTTBroker.of(object), let message = message?.pointee, let topic = message.topic else {
                return
            }
            let bytes = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
            broker.receive?(bytes, String(cString: topic))
        }
    }

    private static func of(_ object: UnsafeMutableRawPointer?) -> MQTTBroker? {
        object.map { Unmanaged<MQTTBroker>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: Connecting

    /// Begins to connect.
    ///
    /// - Parameter will: The message that the broker sends when this end is gone.
    /// - Returns: The reason if it can't.
    func connect(_ will: (topic: String, message: [UInt8], isRetained: Bool)) -> String? {
        (answer, end, pendingTopics) = (nil, nil, 0)
        let seconds = UInt32(clamping: Int((4 * hub.limits.beat).rounded(.up)))
        var (properties, willProperties): (OpaquePointer?, OpaquePointer?)
        // The rest is the topic, with a name of 200 bytes, and what MQTT needs.
        let size = UInt32(clamping: MQTTHeader.size + hub.limits.frameLimit + 4 + 1000)
        mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), size)
        if options.quality == .kept {
            mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue), seconds)
            mosquitto_property_add_int32(&willProperties, Int32(MQTT_PROP_WILL_DELAY_INTERVAL.rawValue), seconds)
        }
        defer { mosquitto_property_free_all(&properties) }
        check(
            mosquitto_will_set_v5(
                handle, will.topic, Int32(will.message.count), will.message, options.quality.rawValue,
                will.isRetained, willProperties))
        // The least that the library takes is five seconds.
        let keepalive = Int32(clamping: max(5, Int(seconds)))
        check(mosquitto_connect_bind_v5(handle, address.host, Int32(address.port), keepalive, nil, properties))
        return end
    }

    /// Waits a moment for the broker's answer.
    func awaitAnswer() { check(mosquitto_loop(handle, 20, 1)) }

    func subscribe(_ topics: [String]) {
        for topic in topics {
            pendingTopics += 1
            check(mosquitto_subscribe_v5(handle, nil, topic, options.quality.rawValue, 0, nil))
        }
    }

    // MARK: Messages

    enum Outcome { case sent, failed(String) }

    /// Whether the library should get further messages: it keeps whatever it can't send.
    var hasRoom: Bool { end == nil && unacknowledged < Self.windowSize && !mosquitto_want_write(handle) }

    func publish(_ bytes: UnsafeRawBufferPointer, to topic: String, isRetained: Bool = false) -> Outcome {
        let code = mosquitto_publish_v5(
            handle, nil, topic, Int32(bytes.count), bytes.baseAddress, options.quality.rawValue, isRetained, nil)
        switch mosq_err_t(rawValue: mosq_err_t.RawValue(truncatingIfNeeded: code)) {
        case MOSQ_ERR_OVERSIZE_PACKET: return .failed("the broker doesn't take frames of this size")
        // A broken connection is noticed by whoever reads.
        case MOSQ_ERR_SUCCESS, MOSQ_ERR_NO_CONN, MOSQ_ERR_CONN_LOST, MOSQ_ERR_ERRNO, MOSQ_ERR_TLS:
            if options.quality == .kept { unacknowledged += 1 }
            return .sent
        default: return .failed(Self.text(of: code))
        }
    }

    func publish(_ bytes: [UInt8], to topic: String, isRetained: Bool = false) -> Outcome {
        bytes.withUnsafeBytes { publish($0, to: topic, isRetained: isRetained) }
    }

    /// Reads and writes what the socket is ready for.
    func exchange(reads: Bool) {
        if reads { check(mosquitto_loop_read(handle, 1)) }
        if end == nil && mosquitto_want_write(handle) { check(mosquitto_loop_write(handle, 1)) }
        if end == nil { check(mosquitto_loop_misc(handle)) }
    }

    /// Ends the connection, and what the broker keeps of it.
    func disconnect() {
        var properties: OpaquePointer?
        mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue), 0)
        mosquitto_disconnect_v5(handle, 0, properties)
        mosquitto_property_free_all(&properties)
    }
}
