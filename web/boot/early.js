// Written for any browser, however old: tells the player if boot.js can't run in this browser or doesn't load.
(function () {
  var WORDS = {
    en: {
      old: "This browser is too old for the game ({detail}). Take a current Firefox, Chrome, Edge or Safari.",
      absent: "A part of the game is missing from this site: {detail}. Reload the page; if that doesn't help, tell whoever runs the site.",
      slow: "This is taking long: {detail} has not come. You can wait or reload the page."
    },
    fr: {
      old: "Ce navigateur est trop ancien pour le jeu ({detail}). Prenez un Firefox, Chrome, Edge ou Safari à jour.",
      absent: "Une partie du jeu manque sur ce site : {detail}. Rechargez la page ; si rien ne change, prévenez qui tient le site.",
      slow: "C'est long : {detail} n'est pas arrivé. Vous pouvez attendre ou recharger la page."
    },
    de: {
      old: "Dieser Browser ist zu alt für das Spiel ({detail}). Nimm einen aktuellen Firefox, Chrome, Edge oder Safari.",
      absent: "Auf dieser Website fehlt ein Teil des Spiels: {detail}. Lade die Seite neu; hilft das nicht, sag es den Betreibern.",
      slow: "Das dauert: {detail} ist noch nicht da. Warte ab oder lade die Seite neu."
    },
    it: {
      old: "Questo browser è troppo vecchio per il gioco ({detail}). Usa un Firefox, Chrome, Edge o Safari aggiornato.",
      absent: "Su questo sito manca una parte del gioco: {detail}. Ricarica la pagina; se non basta, avvisa chi gestisce il sito.",
      slow: "Ci vuole tempo: {detail} non è arrivato. Puoi aspettare o ricaricare la pagina."
    },
    pt: {
      old: "Este navegador é antigo demais para o jogo ({detail}). Use um Firefox, Chrome, Edge ou Safari atual.",
      absent: "Falta uma parte do jogo neste site: {detail}. Recarregue a página; se não adiantar, avise quem cuida do site.",
      slow: "Está demorando: {detail} não chegou. Você pode esperar ou recarregar a página."
    }
  };
  var QUIET = 20000;
  // Browser features that the interpreter and its scripts need; all are some years old.
  var NEEDED = {
    WebAssembly: typeof WebAssembly === "object",
    compileStreaming: typeof WebAssembly === "object" && !!WebAssembly.compileStreaming,
    "WebAssembly.Tag": typeof WebAssembly === "object" && "Tag" in WebAssembly,
    BigInt: typeof BigInt === "function",
    FinalizationRegistry: typeof FinalizationRegistry === "function",
    TransformStream: typeof TransformStream === "function",
    "Object.hasOwn": !!Object.hasOwn
  };

  // The page hides its other controls for a player who opens an invitation.
  if (/^#1\./.test(location.hash)) document.documentElement.setAttribute("data-invited", "");

  // Reserves the room of the offer to resume a match, so that nothing moves when Python is ready.
  try {
    if (localStorage.getItem("eden.goes_on")) document.documentElement.setAttribute("data-goes-on", "");
  } catch (error) { /* no storage */ }

  // Clicks a control that was rebuilt while it was held down, since browsers send no click then.
  /** @type {Element | null} */
  var held = null;
  /** @param {Event} event */
  function control(event) {
    return event.target instanceof Element ? event.target.closest("[data-do], .first-ways a") : null;
  }
  /** @param {Element} element */
  function nameOf(element) {
    return element.id || ["data-do", "data-option", "data-rule"].map(function (name) { return element.getAttribute(name); }).join();
  }
  addEventListener("pointerdown", function (event) { held = event.isPrimary && !event.button ? control(event) : null; }, true);
  addEventListener("pointerup", function (event) {
    var now = control(event);
    // The text must be unchanged, except for links that were in English before Python was ready.
    var isSame = held && now && nameOf(now) === nameOf(held) && (held.localName === "a" || now.textContent === held.textContent);
    if (held && !held.isConnected && isSame && now instanceof HTMLElement) now.click();
    held = null;
  }, true);

  function say(code, detail) {
    var line = document.getElementById("boot-text");
    var language = (navigator.language || "en").slice(0, 2).toLowerCase();
    if (!line) return;
    document.documentElement.setAttribute("data-boot", code === "slow" ? "slow" : "failed");
    line.setAttribute("role", "alert");
    line.textContent = (WORDS[language] || WORDS.en)[code].replace("{detail}", detail);
  }

  function missing() {
    var entries = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
    return entries.filter(function (entry) { return entry.responseStatus >= 400 && entry.initiatorType !== "css"; })
      .map(function (entry) { return entry.name.split("/").pop(); }).join(", ");
  }

  function check() {
    var lacking = Object.keys(NEEDED).filter(function (name) { return !NEEDED[name]; }).join(", ");
    if (lacking) say("old", lacking);
    else if (!window.eden) say("absent", missing() || "boot.js");
  }

  if (document.readyState === "complete") check();
  else window.addEventListener("load", check); // boot.js runs before the load event
  setTimeout(function () { if (!window.eden && document.readyState !== "complete") say("slow", "boot.js"); }, QUIET);
})();
