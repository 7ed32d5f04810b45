// What goes wrong in the ports, as one word that the client has a sentence for.

/**
 * @typedef {"insecure" | "no_ed25519" | "no_storage" | "quota" | "no_key" | "no_webrtc" | "bad_ice" | "bad_sdp"
 *   | "too_long"} Word
 */

/** An error whose message is the word. */
export class Fault extends Error {
  /**
   * @param {Word} word
   * @param {unknown} [cause] what the browser said
   */
  constructor(word, cause) {
    super(word, { cause });
    this.name = "Fault";
  }
}
