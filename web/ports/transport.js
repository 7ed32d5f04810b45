// Connects to another player: through a room on public relays, by an offer and an answer passed by hand, or between tabs
// of one browser. Each way yields a Channel. Loaded when first needed.
import { Channel, channelOf } from "./channel.js";
import { Fault } from "./fault.js";

const GATHERING = 4_000; // milliseconds for gathering ICE candidates
const SDP = 8_000; // maximum characters of a description; ours have less than 1,000
// While an answer is passed by hand: milliseconds between two looks, looks between two repetitions of the offer's
// candidates, maximum looks and candidates (an offer may come from a stranger).
const LOOK = 3_000;
const ANEW = 4;
const MOST_LOOKS = 1_200;
const MOST_WAYS = 8;
const WAY = /^a=candidate:\S+ 1 udp \d+ ([\d.]+|[\da-f:]+) (\d+) typ /gim; // IP addresses only: mDNS names resolve in one network only
const REFLEXIVE = 1_694_498_815; // the priority of a server-reflexive candidate (RFC 8445)

/** @param {RTCIceServer[]} ice */
function connect(ice) {
  if (!("RTCPeerConnection" in globalThis)) throw new Fault("no_webrtc");
  try {
    return new RTCPeerConnection({ iceServers: ice });
  } catch (error) {
    throw new Fault("bad_ice", error);
  }
}

// ---- through relays

/** @typedef {{ channel?: Channel, take: () => Channel | undefined }} Line our channel on a connection of trystero's */

/**
 * Returns a factory of connections for trystero, each with a channel of ours. A connection whose channel is taken stays
 * open when the room is left; trystero closes the others.
 * @param {WeakMap<RTCPeerConnection, Line>} lines receives the lines of the connections
 * @returns {(config?: RTCConfiguration) => RTCPeerConnection}
 */
function maker(lines) {
  const { createDataChannel, setRemoteDescription, close } = RTCPeerConnection.prototype;
  return function make(config) {
    const connection = connect(config?.iceServers ?? []);
    let taken = false;
    /** @type {RTCDataChannel | undefined} */
    let theirs;
    /** @type {Line} */
    const line = {
      take() {
        taken = true;
        if (theirs) theirs.onerror = null; // our channel already reports that the peer is gone
        return line.channel;
      },
    };
    lines.set(connection, line);
    const open = () => (line.channel ??= channelOf(connection, () => close.call(connection)));
    /** @param {RTCDataChannel} channel */
    const watch = (channel) => {
      theirs = channel;
      // Leaving the room sends to everybody in it, and a closing channel would throw and prevent that.
      const { send } = RTCDataChannel.prototype;
      channel.send = (data) => {
        if (channel.readyState === "open") send.call(channel, data);
      };
      return channel;
    };
    connection.createDataChannel = (...rest) => {
      open();
      return watch(createDataChannel.apply(connection, rest));
    };
    connection.setRemoteDescription = async (description) => {
      await setRemoteDescription.call(connection, description);
      if (description.type === "offer") open();
    };
    connection.addEventListener("datachannel", (event) => watch(event.channel));
    connection.close = () => {
      if (taken) return;
      if (line.channel) line.channel.close();
      else close.call(connection);
    };
    return connection;
  };
}

/**
 * Joins a room on relays and waits there for peers.
 * @param {{ relays: string[], room: string, password: string, ice: RTCIceServer[],
 *   onChannel: (channel: Channel, peer: string) => void, onStatus: (status: import("./relays.js").Status) => void }} options
 * @returns {Promise<{ leave: () => Promise<void> }>} the channels stay when the room is left
 */
export async function joinRoom({ relays, room, password, ice, onChannel, onStatus }) {
  connect(ice).close(); // throws at once if the servers are invalid or WebRTC is missing
  const { enter } = await import("./relays.js");
  /** @type {WeakMap<RTCPeerConnection, Line>} */
  const lines = new WeakMap();
  let left = false;
  const onPeer = (connection, peer) => {
    const channel = lines.get(connection)?.take();
    if (channel) channel.onopen = () => (left ? channel.close() : onChannel(channel, peer));
  };
  const leave = enter({ relays, room, password, ice, makeConnection: maker(lines), onPeer, onStatus });
  return {
    leave() {
      left = true;
      return leave();
    },
  };
}

// ---- by hand

/** @param {RTCPeerConnection} connection */
async function described(connection) {
  await connection.setLocalDescription();
  await new Promise((resolve) => {
    const look = () => connection.iceGatheringState === "complete" && resolve(undefined);
    connection.addEventListener("icegatheringstatechange", look);
    setTimeout(resolve, GATHERING);
    look();
  });
  return connection.localDescription.sdp;
}

/**
 * @param {RTCPeerConnection} connection
 * @param {"offer" | "answer"} type
 * @param {string} sdp from a stranger
 */
async function take(connection, type, sdp) {
  const media = sdp.length <= SDP ? sdp.match(/^m=.*$/gm) : null;
  if (media?.length !== 1 || !media[0].startsWith("m=application ")) throw new Fault("bad_sdp");
  try {
    await connection.setRemoteDescription({ type, sdp });
  } catch (error) {
    throw new Fault("bad_sdp", error);
  }
}

/**
 * Makes an offer, the first half of a connection without relays.
 * @param {{ ice: RTCIceServer[] }} options
 * @returns {Promise<{ sdp: string, takeAnswer: (sdp: string) => Promise<void>, channel: Channel }>}
 */
export async function makeOffer({ ice }) {
  const connection = connect(ice);
  const channel = channelOf(connection);
  return { sdp: await described(connection), takeAnswer: (sdp) => take(connection, "answer", sdp), channel };
}

/**
 * Keeps ICE alive while the answer is passed by hand, which may take minutes in which nobody responds. Firefox gives up
 * five seconds after its last candidate failed, so a new candidate that leads nowhere (RFC 5737) is added regularly.
 * Chromium tries a candidate for fifteen seconds at most, and routers admit only recently contacted addresses, so the
 * offer's candidates are repeated too, each time as a new one.
 * @param {RTCPeerConnection} connection
 * @param {Channel} channel
 * @param {string} sdp the offer
 */
function keepLooking(connection, channel, sdp) {
  const ways = [...sdp.matchAll(WAY)].map(([, address, port]) => `${address} ${port}`).slice(0, MOST_WAYS);
  let looks = 0;
  let told = 0;
  const look = () => {
    if (channel.isOpen || connection.signalingState === "closed" || looks > MOST_LOOKS) return clearInterval(timer);
    const nowhere = `203.0.113.${1 + (looks % 254)} ${9 + Math.floor(looks / 254)}`;
    for (const way of looks++ % ANEW ? [nowhere] : [nowhere, ...ways]) {
      const candidate = `candidate:${++told} 1 udp ${REFLEXIVE - told} ${way} typ srflx raddr 0.0.0.0 rport 0`;
      connection.addIceCandidate({ candidate, sdpMLineIndex: 0 }).catch(() => {});
    }
  };
  const timer = setInterval(look, LOOK);
  look();
}

/**
 * Answers an offer, the second half of a connection without relays.
 * @param {{ ice: RTCIceServer[] }} options
 * @param {string} sdp the peer's offer
 * @returns {Promise<{ sdp: string, channel: Channel }>} the answer
 */
export async function takeOffer({ ice }, sdp) {
  const connection = connect(ice);
  try {
    await take(connection, "offer", sdp);
  } catch (error) {
    connection.close();
    throw error;
  }
  const channel = channelOf(connection, undefined, true);
  const answer = await described(connection);
  keepLooking(connection, channel, sdp);
  return { sdp: answer, channel };
}

// ---- tabs of one browser

/**
 * Connects to all other tabs of this browser that use the same name.
 * @param {{ name: string, onChannel: (channel: Channel, tab: string) => void }} options
 * @returns {Promise<{ close: () => void }>} ends all of them
 */
export async function openTabs({ name, onChannel }) {
  const place = `eden ${new URL("../../", import.meta.url).pathname} ${name}`; // an origin may host several copies of Eden
  const own = crypto.randomUUID();
  const air = new BroadcastChannel(place);
  /** @type {Map<string, Channel>} */
  const others = new Map();
  /** @type {() => void} */
  let release = () => {};
  const present = new Promise((resolve) => (release = () => resolve(undefined)));

  /** @param {string} tab */
  const meet = (tab) => {
    const channel = new Channel({
      send: (bytes) => air.postMessage({ from: own, to: tab, data: bytes.slice().buffer }),
      buffered: () => 0,
      fingerprints: () => undefined,
      close: () => {
        others.delete(tab);
        air.postMessage({ from: own, to: tab, bye: true });
      },
    });
    others.set(tab, channel);
    // Each tab holds a lock of its own name, which the browser releases however the tab ends.
    navigator.locks?.request(`${place} ${tab}`, () => channel.ended("lost"));
    channel.opened();
    onChannel(channel, tab);
  };

  air.onmessage = ({ data: { from, to, data, hello, bye } }) => {
    if (to && to !== own) return;
    if (hello && !others.has(from)) {
      if (!to) air.postMessage({ from: own, to: from, hello: true });
      meet(from);
    } else if (bye) others.get(from)?.ended("closed");
    else if (data) others.get(from)?.took(data);
  };
  const greet = () => air.postMessage({ from: own, hello: true });
  if (navigator.locks) navigator.locks.request(`${place} ${own}`, () => (greet(), present));
  else greet();
  return {
    close: () => {
      for (const channel of [...others.values()]) channel.close();
      air.close();
      release();
    },
  };
}
