// Relays: strangers' servers that pass short notes between two who know the same secret, until they are connected.
// trystero does the meeting; the sockets are ours, so that they close when the room is left, come back when the network
// does, and say whether any relay can be reached. (Its own stay open for the life of the page, and one that was out of
// reach for some minutes is never tried again.)
import { createEvent, subscribe } from "../../{{vendor}}/trystero/nostr.mjs";
import { createTopicStrategy } from "../../{{vendor}}/trystero/core/index.mjs";

const APP = "eden";
const ANNOUNCE = 20_000; // milliseconds between announcements of one who waits
const RETRY = [1_000, 30_000]; // milliseconds until a lost relay is tried again: at first, at most
const NO_RELAY = 6_000; // milliseconds until it is said that no relay can be reached
const SKEW = 900; // seconds by which two players' clocks may differ
const KEPT = 3_000; // milliseconds in which a relay may go on sending what it has kept

/** @typedef {"searching" | "no_relay" | "found" | "failed"} Status */
/** @typedef {(topic: string, message: string) => void} Hear */

/** A socket to one relay, and what is asked for over it. */
class Relay {
  /** @type {Map<string, { topic: string, hear: Hear, live: boolean }>} by subscription */
  #asked = new Map();
  /** @type {WebSocket | undefined} */
  #socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #wait = RETRY[0];
  #over = false;
  #last = 0;
  isUsable = false;
  /** @type {[string, string] | null} topic and message that say we are here; said again on a new socket */
  announcement = null;

  /**
   * @param {string} url
   * @param {() => void} onChange told when it becomes usable, or ceases to be
   */
  constructor(url, onChange) {
    this.url = url;
    this.onChange = onChange;
    /** @type {Promise<Relay>} */
    this.ready = new Promise((resolve) => (this.resolve = resolve));
    this.open();
  }

  open() {
    clearTimeout(this.#timer);
    if (this.#over) return;
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = RETRY[0];
      this.#become(true);
      for (const [id, { topic }] of this.#asked) this.#request(id, topic);
      if (this.announcement) this.publish(...this.announcement);
      this.resolve(this);
    };
    socket.onmessage = (event) => this.#heard(String(event.data));
    socket.onclose = () => {
      this.#become(false);
      if (this.#over) return;
      this.#timer = setTimeout(() => this.open(), this.#wait * (0.5 + Math.random() / 2));
      this.#wait = Math.min(this.#wait * 2, RETRY[1]);
    };
  }

  /** Tries again at once, if it is down. */
  wake() {
    if (this.#socket && this.#socket.readyState > WebSocket.OPEN) this.open();
  }

  close() {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /**
   * @param {string} topic
   * @param {Hear} hear
   * @returns {() => void} what ends it
   */
  ask(topic, hear) {
    const id = `eden${++this.#last}`;
    this.#asked.set(id, { topic, hear, live: false });
    this.#request(id, topic);
    return () => {
      if (this.#asked.delete(id)) this.#send(JSON.stringify(["CLOSE", id]));
    };
  }

  /**
   * @param {string} topic
   * @param {string} message
   */
  async publish(topic, message) {
    this.#send(await createEvent(topic, message));
  }

  /** @param {string} id @param {string} topic */
  #request(id, topic) {
    const request = JSON.parse(subscribe(id, topic));
    request[2].since -= SKEW;
    // These notes are not meant to be kept, but some relays keep them. An old one would have us wait for a connection
    // that is over, so nothing counts before the relay says that what it sends is new.
    request[2].limit = 1;
    const asked = this.#asked.get(id);
    if (asked) asked.live = false;
    setTimeout(() => this.#live(id), KEPT);
    this.#send(JSON.stringify(request));
  }

  /** @param {string} id */
  #live(id) {
    const asked = this.#asked.get(id);
    if (asked) asked.live = true;
  }

  /** @param {string} text */
  #send(text) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** @param {boolean} usable */
  #become(usable) {
    if (this.isUsable === usable || this.#over) return;
    this.isUsable = usable;
    this.onChange();
  }

  /** @param {string} text whatever a stranger's server sends */
  #heard(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (!Array.isArray(message)) return;
    const [kind, id, content, reason] = message;
    if (kind === "EVENT") {
      const asked = this.#asked.get(id);
      if (asked?.live && typeof content?.content === "string") asked.hear(asked.topic, content.content);
    } else if (kind === "EOSE") this.#live(id);
    else if (kind === "CLOSED" || (kind === "OK" && content === false && !/^(duplicate|rate-limited):/.test(reason))) {
      this.#become(false); // it is there, but won't have us
    }
  }
}

/**
 * Goes into a room and stays until it is left.
 * @param {{ relays: string[], room: string, password: string, ice: RTCIceServer[],
 *   makeConnection: (config?: RTCConfiguration) => RTCPeerConnection,
 *   onPeer: (connection: RTCPeerConnection, peer: string) => void, onStatus: (status: Status) => void }} options
 * @returns {() => Promise<void>} what leaves it
 */
export function enter({ relays, room, password, makeConnection, ice, onPeer, onStatus }) {
  /** @type {Relay[]} */
  let open = [];
  /** @type {Status | undefined} */
  let status;
  let over = false;
  let patient = true;
  /** @param {Status} word */
  const say = (word) => {
    if (over || word === status) return;
    status = word;
    onStatus(word);
  };
  const look = () => {
    if (open.some((relay) => relay.isUsable)) {
      if (status !== "found") say("searching");
    } else if (!patient) say("no_relay");
  };
  const timer = setTimeout(() => {
    patient = false;
    look();
  }, NO_RELAY);
  const wake = () => {
    if (document.visibilityState === "visible") for (const relay of open) relay.wake();
  };
  const join = createTopicStrategy({
    init: () => (open = relays.map((url) => new Relay(url, look))).map((relay) => relay.ready),
    subscribeTopic: (relay, topic, hear, context) =>
      relay.ask(topic, (of, message) => {
        if (context.kind === "self") say("found");
        hear(of, message);
      }),
    publishTopic: async (relay, topic, message, context) => {
      if (context.kind === "announce") relay.announcement = [topic, message];
      await relay.publish(topic, message);
      return { nextAnnounceMs: ANNOUNCE };
    },
  });
  const config = {
    appId: APP,
    password,
    rtcConfig: { iceServers: ice },
    rtcPolyfill: makeConnection,
    relayConfig: { manualReconnection: true },
  };
  onStatus((status = "searching"));
  const joined = join(config, room, {
    // Others who can't read the room's notes are no concern of ours.
    onJoinError: ({ error }) => /password/.test(error) || say("failed"),
  });
  joined.onPeerJoin = (peer) => onPeer(joined.getPeers()[peer], peer);
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  return async () => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", wake);
    await joined.leave();
    for (const relay of open) relay.close();
  };
}
