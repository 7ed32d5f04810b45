// Faults of the ports, each named by a word for which the client has a text.

/**
 * @typedef {"insecure" | "no_ed25519" | "no_storage" | "quota" | "no_key" | "no_webrtc" | "bad_ice" | "bad_sdp"
 *   | "too_long"} Word
 */

/** An error whose message is the fault's word. */
export class Fault extends Error {
  /**
   * @param {Word} word
   * @param {unknown} [cause] the browser's error
   */
  constructor(word, cause) {
    super(word, { cause });
    this.name = "Fault";
  }
}
