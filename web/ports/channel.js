// A channel to one peer that sends and receives frames of bytes over any carrier, without interpreting them.
import { Fault } from "./fault.js";

/** Maximum bytes in a frame; every browser can send as much in one message. */
export const FRAME = 16_000;
const EARLY = 64; // frames buffered until a listener is set; a peer that sends more is flooding
const LINE = { negotiated: true, id: 100, ordered: true }; // opened by both sides without negotiation
const PATIENCE = 7_000; // milliseconds of disconnection before a connection counts as lost
const LATE = 10_000; // milliseconds in which a failed connection may still succeed through another candidate
const FAREWELL = 500; // milliseconds for sent data to leave before the connection is closed

/** @typedef {"closed" | "lost" | "failed" | "bad_frame" | "flooded"} Reason the reason why a channel ended */

/** A channel. Its carrier calls `opened`, `took` and `ended`; the client calls the rest. */
export class Channel {
  #carrier;
  /** @type {((bytes: Uint8Array) => void) | null} */
  #onmessage = null;
  /** @type {((reason: Reason) => void) | null} */
  #onclose = null;
  /** @type {(() => void) | null} */
  #onopen = null;
  /** @type {Uint8Array[]} */
  #early = [];
  #open = false;
  /** @type {Reason | null} */
  #reason = null;

  /**
   * @param {{ send: (bytes: Uint8Array) => void, close: () => void, buffered: () => number,
   *   fingerprints: () => [string, string] | undefined }} carrier
   */
  constructor(carrier) {
    this.#carrier = carrier;
  }

  // ---- for the client

  /**
   * Sends a frame.
   * @param {Uint8Array} bytes at most FRAME bytes
   * @returns {boolean} false if the channel is not open
   */
  send(bytes) {
    if (bytes.byteLength > FRAME) throw new Fault("too_long");
    if (!this.#open || this.#reason) return false;
    try {
      this.#carrier.send(bytes);
    } catch {
      return false; // it is closing, and onclose will be called
    }
    return true;
  }

  /** Ends the channel and tells the peer. */
  close() {
    this.ended("closed");
  }

  /** @returns {number} bytes waiting to be sent */
  buffered() {
    return this.#carrier.buffered();
  }

  /** @returns {[string, string] | undefined} SHA-256 of our certificate and the peer's; undefined between tabs */
  fingerprints() {
    return this.#carrier.fingerprints();
  }

  get isOpen() {
    return this.#open && !this.#reason;
  }

  /** @param {(bytes: Uint8Array) => void} listener called for each frame, including those received earlier */
  set onmessage(listener) {
    this.#onmessage = listener;
    for (const bytes of this.#early.splice(0)) listener(bytes);
  }

  /** @param {(reason: Reason) => void} listener called once */
  set onclose(listener) {
    this.#onclose = listener;
    if (this.#reason) listener(this.#reason);
  }

  /** @param {() => void} listener called once, immediately if the channel is open */
  set onopen(listener) {
    this.#onopen = listener;
    if (this.isOpen) listener();
  }

  // ---- for the carrier

  opened() {
    if (this.#open || this.#reason) return;
    this.#open = true;
    this.#onopen?.();
  }

  /** @param {unknown} data received data; anything but a valid frame ends the channel */
  took(data) {
    if (this.#reason) return;
    if (!(data instanceof ArrayBuffer) || data.byteLength > FRAME) return this.ended("bad_frame");
    const bytes = new Uint8Array(data);
    if (this.#onmessage) return this.#onmessage(bytes);
    if (this.#early.length >= EARLY) return this.ended("flooded");
    this.#early.push(bytes);
  }

  /** @param {Reason} reason only the first one is used */
  ended(reason) {
    if (this.#reason) return;
    this.#reason = reason;
    this.#early.length = 0;
    this.#carrier.close();
    this.#onclose?.(reason);
  }
}

/**
 * Returns the SHA-256 fingerprint in a description if it is the only one; with several, a peer could show one and use
 * another.
 * @param {RTCSessionDescription | null} description
 * @returns {string | undefined} in hexadecimal
 */
function fingerprint(description) {
  const found = new Set((description?.sdp ?? "").match(/^a=fingerprint:.*$/gim) ?? []);
  const value = found.size === 1 ? [...found][0].match(/^a=fingerprint:sha-256 ([0-9a-f:]{95})\s*$/i) : null;
  return value ? value[1].replaceAll(":", "").toLowerCase() : undefined;
}

/**
 * Creates the channel of a connection; the two end together. Call it before making an offer or after taking one: the
 * descriptions must include the data channel, or they would have to be exchanged again.
 * @param {RTCPeerConnection} connection
 * @param {() => void} hangUp closes the connection
 * @param {boolean} waits whether a failure before the channel opens is ignored, to wait for the peer indefinitely
 * @returns {Channel}
 */
export function channelOf(connection, hangUp = () => connection.close(), waits = false) {
  const line = RTCPeerConnection.prototype.createDataChannel.call(connection, "eden", LINE);
  line.binaryType = "arraybuffer";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;
  const channel = new Channel({
    send: (bytes) => line.send(bytes),
    buffered: () => line.bufferedAmount,
    fingerprints: () => {
      const [own, theirs] = [fingerprint(connection.localDescription), fingerprint(connection.remoteDescription)];
      return own && theirs ? [own, theirs] : undefined;
    },
    close: () => {
      clearTimeout(patience);
      removeEventListener("pagehide", hangUp);
      const wasOpen = line.readyState === "open";
      line.close(); // data sent before is still delivered
      if (wasOpen) setTimeout(hangUp, FAREWELL);
      else hangUp();
    },
  });
  const open = () => {
    // In Chromium the line may open before the remote description is set, if the peer is already connecting.
    if (!connection.remoteDescription) connection.addEventListener("signalingstatechange", open, { once: true });
    // Without a fingerprint on each side a man in the middle could not be detected.
    else if (channel.fingerprints()) channel.opened();
    else channel.ended("failed");
  };
  line.onopen = open;
  line.onmessage = (event) => channel.took(event.data);
  line.onclose = () => channel.ended("closed");
  connection.addEventListener("connectionstatechange", () => {
    clearTimeout(patience);
    const state = connection.connectionState;
    if (state === "closed") channel.ended("closed");
    else if (channel.isOpen && state === "failed") channel.ended("lost");
    else if (channel.isOpen && state === "disconnected") patience = setTimeout(() => channel.ended("lost"), PATIENCE);
    else if (state === "failed" && !waits) patience = setTimeout(() => channel.ended("failed"), LATE);
  });
  addEventListener("pagehide", hangUp); // tells the peer without delay
  return channel;
}
