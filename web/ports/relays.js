// Relays: third-party servers that pass short messages between two players who share a secret, until they are connected.
// trystero finds the peers, over sockets of ours that close when the room is left, reconnect with the network, and tell
// whether any relay is reachable. (Trystero's own sockets stay open as long as the page, and give up on a relay that was
// unreachable for some minutes.)
import { createEvent, subscribe } from "../../{{vendor}}/trystero/nostr.mjs";
import { createTopicStrategy } from "../../{{vendor}}/trystero/core/index.mjs";

const APP = "eden";
const ANNOUNCE = 20_000; // milliseconds between a waiting player's announcements
const RETRY = [1_000, 30_000]; // milliseconds until a lost relay is tried again: minimum, maximum
const NO_RELAY = 6_000; // milliseconds until the status says that no relay is reachable
const SKEW = 900; // seconds by which two players' clocks may differ
const KEPT = 3_000; // milliseconds in which a relay may send stored messages

/** @typedef {"searching" | "no_relay" | "found" | "failed"} Status */
/** @typedef {(topic: string, message: string) => void} Hear */

/** A socket to one relay, with its subscriptions. */
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
  /** @type {[string, string] | null} topic and message of our announcement; repeated on a new socket */
  announcement = null;

  /**
   * @param {string} url
   * @param {() => void} onChange called when the relay becomes usable or ceases to be
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

  /** Reconnects at once if the socket is closed. */
  wake() {
    if (this.#socket && this.#socket.readyState > WebSocket.OPEN) this.open();
  }

  close() {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /**
   * Subscribes to a topic.
   * @param {string} topic
   * @param {Hear} hear
   * @returns {() => void} ends the subscription
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
    // Some relays store messages although they should not. A stored one would make us wait for a connection that no
    // longer exists, so messages are ignored until the relay says that the stored ones are over.
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

  /** @param {string} text untrusted data from the relay */
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
      this.#become(false); // the relay refuses us
    }
  }
}

/**
 * Enters a room.
 * @param {{ relays: string[], room: string, password: string, ice: RTCIceServer[],
 *   makeConnection: (config?: RTCConfiguration) => RTCPeerConnection,
 *   onPeer: (connection: RTCPeerConnection, peer: string) => void, onStatus: (status: Status) => void }} options
 * @returns {() => Promise<void>} leaves the room
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
    // Others in the room with a wrong password don't matter.
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
