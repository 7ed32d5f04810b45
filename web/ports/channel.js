// A channel: frames of bytes to and from one peer, whatever carries them. Nothing in them is looked at.
import { Fault } from "./fault.js";

/** The longest frame; every browser takes it in one message. */
export const FRAME = 16_000;
const EARLY = 64; // frames kept for a listener that is still to come; a peer that sends more is flooding
const LINE = { negotiated: true, id: 100, ordered: true }; // both sides open it by themselves: nothing to wait for
const PATIENCE = 7_000; // milliseconds without the peer before a connection counts as lost
const LATE = 10_000; // milliseconds in which a connection that failed may still come about: another way in may be found
const FAREWELL = 500; // milliseconds in which what was sent may still leave

/** @typedef {"closed" | "lost" | "failed" | "bad_frame" | "flooded"} Reason why a channel ended */

/** One channel. A carrier calls `opened`, `took` and `ended`; the client the rest. */
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
   * @param {Uint8Array} bytes at most FRAME of them
   * @returns {boolean} false when the channel is not open
   */
  send(bytes) {
    if (bytes.byteLength > FRAME) throw new Fault("too_long");
    if (!this.#open || this.#reason) return false;
    try {
      this.#carrier.send(bytes);
    } catch {
      return false; // it is closing; onclose tells
    }
    return true;
  }

  /** Ends the channel; the other side is told. */
  close() {
    this.ended("closed");
  }

  /** @returns {number} bytes that still wait to leave */
  buffered() {
    return this.#carrier.buffered();
  }

  /** @returns {[string, string] | undefined} SHA-256 of the own and of the peer's certificate; none between tabs */
  fingerprints() {
    return this.#carrier.fingerprints();
  }

  get isOpen() {
    return this.#open && !this.#reason;
  }

  /** @param {(bytes: Uint8Array) => void} listener called for each frame, those that came before included */
  set onmessage(listener) {
    this.#onmessage = listener;
    for (const bytes of this.#early.splice(0)) listener(bytes);
  }

  /** @param {(reason: Reason) => void} listener called once */
  set onclose(listener) {
    this.#onclose = listener;
    if (this.#reason) listener(this.#reason);
  }

  /** @param {() => void} listener called once, at once if it is open */
  set onopen(listener) {
    this.#onopen = listener;
    if (this.isOpen) listener();
  }

  // ---- for what carries it

  opened() {
    if (this.#open || this.#reason) return;
    this.#open = true;
    this.#onopen?.();
  }

  /** @param {unknown} data what came; anything but a frame of ours ends the channel */
  took(data) {
    if (this.#reason) return;
    if (!(data instanceof ArrayBuffer) || data.byteLength > FRAME) return this.ended("bad_frame");
    const bytes = new Uint8Array(data);
    if (this.#onmessage) return this.#onmessage(bytes);
    if (this.#early.length >= EARLY) return this.ended("flooded");
    this.#early.push(bytes);
  }

  /** @param {Reason} reason the first one counts */
  ended(reason) {
    if (this.#reason) return;
    this.#reason = reason;
    this.#early.length = 0;
    this.#carrier.close();
    this.#onclose?.(reason);
  }
}

/**
 * The one SHA-256 fingerprint in a description; with several, a peer could show one and use another.
 * @param {RTCSessionDescription | null} description
 * @returns {string | undefined} in hexadecimal
 */
function fingerprint(description) {
  const found = new Set((description?.sdp ?? "").match(/^a=fingerprint:.*$/gim) ?? []);
  const value = found.size === 1 ? [...found][0].match(/^a=fingerprint:sha-256 ([0-9a-f:]{95})\s*$/i) : null;
  return value ? value[1].replaceAll(":", "").toLowerCase() : undefined;
}

/**
 * The channel of a connection, which ends with it. To be called before an offer is made, or after one is taken: a
 * description must have room for data, and asking later would mean another round of descriptions.
 * @param {RTCPeerConnection} connection
 * @param {() => void} hangUp closes the connection
 * @param {boolean} waits for as long as somebody likes: no failing before it opens is the last word
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
      line.close(); // what was sent before still leaves
      if (wasOpen) setTimeout(hangUp, FAREWELL);
      else hangUp();
    },
  });
  const open = () => {
    // A line may open before the description that made it is in force (Chromium, where the peer was looking already).
    if (!connection.remoteDescription) connection.addEventListener("signalingstatechange", open, { once: true });
    // Without one fingerprint on each side nobody could tell who sits in between.
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
  addEventListener("pagehide", hangUp); // the peer need not wait to find out
  return channel;
}
