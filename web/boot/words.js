// What is said before Python, and with it web/texts, is there.

/** @typedef {"loading" | "opening" | "slow" | "unreachable" | "missing" | "wrongType" | "broken"} Code */

/** @type {Record<string, Record<Code, string>>} */
const WORDS = {
  en: {
    loading: "Loading the rules…",
    opening: "Laying out the field…",
    slow: "{detail} This is taking long: the network may be slow. You can wait or reload the page.",
    unreachable: "A part of the game could not be fetched: {detail}. Check the network and reload the page.",
    missing: "A part of the game is missing from this site: {detail}. Reload the page; if that doesn't help, tell whoever runs the site.",
    wrongType: "This site serves a part of the game with the wrong type, {detail}, and the browser refuses it. Whoever runs the site must serve .wasm files as application/wasm.",
    broken: "The game could not start: {detail}. Reload the page; if that doesn't help, try a newer browser.",
  },
  fr: {
    loading: "Chargement des règles…",
    opening: "Mise en place du terrain…",
    slow: "{detail} C'est long : le réseau est peut-être lent. Vous pouvez attendre ou recharger la page.",
    unreachable: "Une partie du jeu n'a pas pu être chargée : {detail}. Vérifiez le réseau et rechargez la page.",
    missing: "Une partie du jeu manque sur ce site : {detail}. Rechargez la page ; si rien ne change, prévenez qui tient le site.",
    wrongType: "Ce site envoie une partie du jeu sous un mauvais type, {detail}, et le navigateur la refuse. Qui tient le site doit servir les fichiers .wasm en application/wasm.",
    broken: "Le jeu n'a pas pu démarrer : {detail}. Rechargez la page ; si rien ne change, essayez un navigateur plus récent.",
  },
  de: {
    loading: "Die Regeln werden geladen…",
    opening: "Das Feld wird aufgebaut…",
    slow: "{detail} Das dauert: Vielleicht ist das Netz langsam. Warte ab oder lade die Seite neu.",
    unreachable: "Ein Teil des Spiels war nicht zu erreichen: {detail}. Prüfe das Netz und lade die Seite neu.",
    missing: "Auf dieser Website fehlt ein Teil des Spiels: {detail}. Lade die Seite neu; hilft das nicht, sag es den Betreibern.",
    wrongType: "Diese Website liefert einen Teil des Spiels mit falschem Typ, {detail}, und der Browser lehnt ihn ab. Die Betreiber müssen .wasm-Dateien als application/wasm ausliefern.",
    broken: "Das Spiel konnte nicht starten: {detail}. Lade die Seite neu; hilft das nicht, versuche einen neueren Browser.",
  },
  it: {
    loading: "Caricamento delle regole…",
    opening: "Preparazione del campo…",
    slow: "{detail} Ci vuole tempo: forse la rete è lenta. Puoi aspettare o ricaricare la pagina.",
    unreachable: "Una parte del gioco non è raggiungibile: {detail}. Controlla la rete e ricarica la pagina.",
    missing: "Su questo sito manca una parte del gioco: {detail}. Ricarica la pagina; se non basta, avvisa chi gestisce il sito.",
    wrongType: "Questo sito invia una parte del gioco con un tipo sbagliato, {detail}, e il browser la rifiuta. Chi gestisce il sito deve servire i file .wasm come application/wasm.",
    broken: "Il gioco non è partito: {detail}. Ricarica la pagina; se non basta, prova un browser più recente.",
  },
  pt: {
    loading: "Carregando as regras…",
    opening: "Montando o campo…",
    slow: "{detail} Está demorando: a rede pode estar lenta. Você pode esperar ou recarregar a página.",
    unreachable: "Não foi possível obter uma parte do jogo: {detail}. Verifique a rede e recarregue a página.",
    missing: "Falta uma parte do jogo neste site: {detail}. Recarregue a página; se não adiantar, avise quem cuida do site.",
    wrongType: "Este site envia uma parte do jogo com o tipo errado, {detail}, e o navegador a recusa. Quem cuida do site deve servir os arquivos .wasm como application/wasm.",
    broken: "O jogo não iniciou: {detail}. Recarregue a página; se não adiantar, tente um navegador mais recente.",
  },
};

/**
 * @param {readonly string[]} languages the browser's, best first
 * @returns {Record<Code, string>}
 */
export function wordsFor(languages) {
  for (const language of languages) {
    const short = language.slice(0, 2).toLowerCase();
    if (Object.hasOwn(WORDS, short)) return WORDS[short];
  }
  return WORDS.en;
}
