// The texts shown before Python and the catalogue in web/texts are loaded.

/** @typedef {"loading" | "opening" | "plain" | "slow" | "unreachable" | "missing" | "wrongType" | "broken" | "refused"} Code */

/** @type {Record<string, Record<Code, string>>} */
const WORDS = {
  en: {
    loading: "Loading the rules…",
    opening: "Laying out the field…",
    plain: "The quick start failed; starting the long way…",
    slow: "This is taking long. Still waited for: {detail}. The network may be slow; you can wait or reload the page.",
    unreachable: "A part of the game could not be fetched: {detail}. Check the network and reload the page.",
    missing: "A part of the game is missing from this site: {detail}. Reload the page; if that doesn't help, tell whoever runs the site.",
    wrongType: "This site serves a part of the game with the wrong type, {detail}, and the browser refuses it. Whoever runs the site must serve .wasm files as application/wasm.",
    broken: "The game could not start: {detail}. Reload the page; if that doesn't help, try a newer browser.",
    refused: "The browser refuses the game's interpreter, {detail}: it is too old for it, or the file is damaged. Reload the page; if that doesn't help, try a newer browser.",
  },
  fr: {
    loading: "Chargement des règles…",
    opening: "Mise en place du terrain…",
    plain: "Le démarrage rapide a échoué ; on prend le long chemin…",
    slow: "C'est long. On attend encore : {detail}. Le réseau est peut-être lent ; vous pouvez attendre ou recharger la page.",
    unreachable: "Une partie du jeu n'a pas pu être chargée : {detail}. Vérifiez le réseau et rechargez la page.",
    missing: "Une partie du jeu manque sur ce site : {detail}. Rechargez la page ; si rien ne change, prévenez qui tient le site.",
    wrongType: "Ce site envoie une partie du jeu sous un mauvais type, {detail}, et le navigateur la refuse. Qui tient le site doit servir les fichiers .wasm en application/wasm.",
    broken: "Le jeu n'a pas pu démarrer : {detail}. Rechargez la page ; si rien ne change, essayez un navigateur plus récent.",
    refused: "Le navigateur refuse l'interpréteur du jeu, {detail} : il est trop ancien, ou le fichier est abîmé. Rechargez la page ; si rien ne change, essayez un navigateur plus récent.",
  },
  de: {
    loading: "Die Regeln werden geladen…",
    opening: "Das Feld wird aufgebaut…",
    plain: "Der schnelle Start ist misslungen; nun auf dem langen Weg…",
    slow: "Das dauert. Es fehlt noch: {detail}. Vielleicht ist das Netz langsam; warte ab oder lade die Seite neu.",
    unreachable: "Ein Teil des Spiels war nicht zu erreichen: {detail}. Prüfe das Netz und lade die Seite neu.",
    missing: "Auf dieser Website fehlt ein Teil des Spiels: {detail}. Lade die Seite neu; hilft das nicht, sag es den Betreibern.",
    wrongType: "Diese Website liefert einen Teil des Spiels mit falschem Typ, {detail}, und der Browser lehnt ihn ab. Die Betreiber müssen .wasm-Dateien als application/wasm ausliefern.",
    broken: "Das Spiel konnte nicht starten: {detail}. Lade die Seite neu; hilft das nicht, versuche einen neueren Browser.",
    refused: "Der Browser lehnt den Interpreter des Spiels ab, {detail}: Er ist zu alt dafür, oder die Datei ist beschädigt. Lade die Seite neu; hilft das nicht, versuche einen neueren Browser.",
  },
  it: {
    loading: "Caricamento delle regole…",
    opening: "Preparazione del campo…",
    plain: "L'avvio rapido non è riuscito; si prende la strada lunga…",
    slow: "Ci vuole tempo. Si aspetta ancora: {detail}. Forse la rete è lenta; puoi aspettare o ricaricare la pagina.",
    unreachable: "Una parte del gioco non è raggiungibile: {detail}. Controlla la rete e ricarica la pagina.",
    missing: "Su questo sito manca una parte del gioco: {detail}. Ricarica la pagina; se non basta, avvisa chi gestisce il sito.",
    wrongType: "Questo sito invia una parte del gioco con un tipo sbagliato, {detail}, e il browser la rifiuta. Chi gestisce il sito deve servire i file .wasm come application/wasm.",
    broken: "Il gioco non è partito: {detail}. Ricarica la pagina; se non basta, prova un browser più recente.",
    refused: "Il browser rifiuta l'interprete del gioco, {detail}: è troppo vecchio, o il file è danneggiato. Ricarica la pagina; se non basta, prova un browser più recente.",
  },
  pt: {
    loading: "Carregando as regras…",
    opening: "Montando o campo…",
    plain: "O início rápido falhou; agora pelo caminho longo…",
    slow: "Está demorando. Ainda se espera: {detail}. A rede pode estar lenta; você pode esperar ou recarregar a página.",
    unreachable: "Não foi possível obter uma parte do jogo: {detail}. Verifique a rede e recarregue a página.",
    missing: "Falta uma parte do jogo neste site: {detail}. Recarregue a página; se não adiantar, avise quem cuida do site.",
    wrongType: "Este site envia uma parte do jogo com o tipo errado, {detail}, e o navegador a recusa. Quem cuida do site deve servir os arquivos .wasm como application/wasm.",
    broken: "O jogo não iniciou: {detail}. Recarregue a página; se não adiantar, tente um navegador mais recente.",
    refused: "O navegador recusa o interpretador do jogo, {detail}: ele é antigo demais, ou o arquivo está danificado. Recarregue a página; se não adiantar, tente um navegador mais recente.",
  },
};

/**
 * Returns the texts in the first supported language, or in English.
 * @param {readonly string[]} languages the browser's languages, best first
 * @returns {Record<Code, string>}
 */
export function wordsFor(languages) {
  for (const language of languages) {
    const short = language.slice(0, 2).toLowerCase();
    if (Object.hasOwn(WORDS, short)) return WORDS[short];
  }
  return WORDS.en;
}
