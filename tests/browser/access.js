// What a page is asked about everyone's access (access.py puts it there, after axe). Each answer is a list of findings:
// [what is wrong, at which element]; an empty one is as it should be.
globalThis.access = (() => {
  const LIVES = "#first, #setup, #rules, #peer, #top, #left, #right, #stage, #prompt, #log, #tabs, #curtain, #dialog";
  const CONTROLS = "button, a[href], input, select, textarea, summary, [tabindex='0']";
  const SCROLLS = ".helpers, .options, .rules-side";          // what may be moved sideways by a finger
  const { color } = axe.commons;

  /** Whether an element is there for a player. */
  const seen = (e) => {
    if (e.closest("[inert], .unseen") || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = e.getBoundingClientRect();
    return box.width > 1 && box.height > 1;
  };

  /** What to call an element in a report. */
  const called = (e) => {
    const place = e.closest(LIVES);
    const said = (e.getAttribute("aria-label") ?? e.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 40);
    return [place && place !== e ? `#${place.id} ` : "", e.tagName.toLowerCase(), e.id ? `#${e.id}` : "",
      ...[...e.classList].map((name) => `.${name}`), e.dataset?.do ? `[data-do=${e.dataset.do}]` : "", ` “${said}”`].join("");
  };

  /** What shows a control: itself, but of a file's field its label. */
  const shownBy = (e) => (e.matches("input.unseen") ? e.closest("label") : e);

  /** All that can be pressed, chosen or typed into now. */
  const controls = () => [...document.querySelectorAll(CONTROLS)].filter((e) =>
    !e.disabled && !e.closest("[inert]") && shownBy(e) && seen(shownBy(e)));

  /** The elements that texts stand in. */
  const texts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = new Set();
    while (walker.nextNode()) {
      const e = walker.currentNode.parentElement;
      if (walker.currentNode.data.trim() && !e.closest("script, style, option") && seen(e)) found.add(e);
    }
    return [...found];
  };

  const paint = (text) => {
    const made = new color.Color();
    made.parseString(text);
    return made;
  };

  /** The colour that lies behind an element's content; null where a picture does. */
  const ground = (e) => {
    const layers = [];
    for (let up = e; up; up = up.parentElement) {
      const style = getComputedStyle(up), layer = paint(style.backgroundColor);
      if (style.backgroundImage !== "none") return null;
      layers.push(layer);
      if (layer.alpha === 1) return layers.reduceRight((below, above) => color.flattenColors(above, below));
    }
    return null;
  };

  /** Sizes: of letters, of what is pressed, of the page. `main`: what the most used controls must have at the least. */
  const sizes = (main) => {
    const found = [];
    for (const e of texts()) {
      const size = parseFloat(getComputedStyle(e).fontSize);
      if (size < 14) found.push([`letters of ${size} px`, called(e)]);
    }
    for (const e of controls()) {
      const style = getComputedStyle(e), box = shownBy(e).getBoundingClientRect();
      if (box.right > innerWidth + 1 && !e.closest(SCROLLS)) found.push(["cut at the side", called(e)]);
      if (style.display === "inline" && e.closest("p")) continue;         // a link in a sentence is as high as its line
      const pressed = e.matches("[type=checkbox]") ? e.closest("label") ?? e : shownBy(e), after = getComputedStyle(e, "::after");
      let { width, height } = pressed.getBoundingClientRect();
      if (after.content !== "none" && after.position === "absolute") {      // some are larger than they look
        width -= Math.min(0, parseFloat(after.left)) + Math.min(0, parseFloat(after.right));
        height -= Math.min(0, parseFloat(after.top)) + Math.min(0, parseFloat(after.bottom));
      }
      const least = e.matches(".button:not(.badge), .tab, select, textarea, [tabindex='0']") ? main : 24;
      if (Math.min(width, height) < least - 0.01)
        found.push([`less than ${least} px to press`, `${Math.round(width)} x ${Math.round(height)}: ${called(e)}`]);
    }
    for (const e of document.querySelectorAll("html, body, body *")) {
      if (e.scrollWidth <= e.clientWidth + 1 || !e.clientWidth || !seen(e) || e.matches(`${SCROLLS}, textarea, input`)) continue;
      if (e === document.documentElement || ["auto", "scroll"].includes(getComputedStyle(e).overflowX))
        found.push(["scrolls sideways", `by ${e.scrollWidth - e.clientWidth}: ${called(e)}`]);
    }
    return found;
  };

  /** Contrast of every text, also of what axe leaves open: a single character, what lies half under a bar. */
  const colours = () => {
    const found = [];
    for (const e of texts()) {
      const behind = ground(e), style = getComputedStyle(e);
      if (!behind || e.closest("[aria-disabled=true], :disabled")) continue;
      const ink = paint(style.color);
      for (let up = e; up; up = up.parentElement) ink.alpha *= Number(getComputedStyle(up).opacity);
      const size = parseFloat(style.fontSize), isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
      const contrast = color.getContrast(behind, color.flattenColors(ink, behind)), least = isLarge ? 3 : 4.5;
      if (contrast < least - 0.005) found.push([`contrast below ${least}`, `${contrast.toFixed(2)}: ${called(e)}`]);
    }
    return found;
  };

  /** Which sides of an element's ring can be seen. */
  const sidesOfRing = (e, out) => {
    const box = e.getBoundingClientRect(), around = [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflow !== "visible" || style.clipPath !== "none") around.push(up.getBoundingClientRect());
    }
    const fits = (test) => around.every(test), isLonger = (by) => box.height + 2 * out > by.bottom - by.top;
    return {
      left: fits((by) => box.left - out >= by.left - 1), right: fits((by) => box.right + out <= by.right + 1),
      top: fits((by) => isLonger(by) || box.top - out >= by.top - 1), bottom: fits((by) => isLonger(by) || box.bottom + out <= by.bottom + 1),
    };
  };

  /** What is wrong with a control that has just got the focus by a key. */
  const wrongWithFocus = (e) => {
    if (document.activeElement !== e) return "can't have the focus";
    if (e.tabIndex < 0) return "not in Tab's way";
    const ringed = shownBy(e), style = getComputedStyle(ringed);
    const width = parseFloat(style.outlineWidth), offset = parseFloat(style.outlineOffset), isInside = offset + width <= 0;
    if (style.outlineStyle === "none" || width < 2) return "no ring round what has the focus";
    if (!isInside && style.clipPath !== "none") return "a ring cut off by the control's own shape";
    if (Object.values(sidesOfRing(ringed, Math.max(0, offset + width))).filter(Boolean).length < 3) return "a ring cut off on two sides";
    const behind = ground(isInside ? ringed : ringed.parentElement);
    if (behind && color.getContrast(behind, paint(style.outlineColor)) < 3) return "a ring with a contrast below 3";
    const box = ringed.getBoundingClientRect();
    const hits = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].map(([x, y]) =>
      document.elementFromPoint(box.left + box.width * x, box.top + box.height * y));
    if (!hits.some((hit) => hit && (ringed.contains(hit) || hit.contains(ringed))))
      return `has the focus under ${hits[0] ? called(hits[0]) : "nothing"}`;
    return "";
  };

  /** Focus: whatever can be pressed can have it, shows a ring when it comes by a key, and lies under nothing. */
  const focus = () => {
    const before = document.activeElement;
    const scrolled = [...document.querySelectorAll("*")].filter((e) => e.scrollTop || e.scrollLeft)
      .map((e) => [e, e.scrollLeft, e.scrollTop]);
    const found = controls().map((e) => {
      document.activeElement?.blur();
      e.focus({ focusVisible: true });
      return [wrongWithFocus(e), called(e)];
    }).filter(([what]) => what);
    for (const [e, left, top] of scrolled) [e.scrollLeft, e.scrollTop] = [left, top];
    if (before && before !== document.body) before.focus({ preventScroll: true });
    else document.activeElement?.blur();
    return found;
  };

  /** axe's findings, of any impact, within a selector or on the whole page. */
  const byAxe = async (within) => {
    const { violations } = await axe.run(within || document, {
      resultTypes: ["violations"], preload: false, rules: {
        "target-size": { enabled: true },       // of WCAG 2.2, which axe does not ask for by itself
        "skip-link": { enabled: false },        // an address with # is a page of ours, no place on this one
      },
    });
    return violations.flatMap(({ id, impact, nodes }) => nodes.map((node) => [
      `${id} (${node.impact ?? impact}): ${node.failureSummary.replace(/^Fix[^:]*:/, "").replace(/\s+/g, " ").trim().slice(0, 200)}`,
      `${node.target.join(" ")}: ${node.html.slice(0, 120)}`]));
  };

  // Nothing moves while it is looked at: half-faded colours are nobody's. And what is far behind all is no ground of a text:
  // it lies under mist of the page's own colour.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { transition: none !important; } .vista { display: none !important; }");
  document.adoptedStyleSheets = [sheet];
  const settle = () => {
    for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
  };

  /** Takes on a theme, without redrawing the field. */
  const wear = (theme) => {
    document.documentElement.dataset.theme = theme;
    settle();
  };

  /** All of it, at the size that the window has: [theme or "", what, where]. axe looks in one theme, "" for none. */
  const all = async (main, isDeep, axeIn, within) => {
    const before = document.documentElement.dataset.theme;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    wear("dark");
    const found = sizes(main).map((one) => ["", ...one]);
    if (isDeep) {
      found.push(...focus().map((one) => ["", ...one]));
      for (const theme of ["dark", "light"]) {
        wear(theme);
        found.push(...colours().map((one) => [theme, ...one]));
        if (theme === axeIn) found.push(...(await byAxe(within)).map((one) => [theme, ...one]));
      }
    }
    wear(before);
    return found;
  };

  /** Notes whatever gets the focus from now on, the first control to begin with; how many there are. */
  const visit = () => {
    if (!access.visited) addEventListener("focusin", (event) => access.visited.add(event.target), true);
    access.visited = new Set();
    document.activeElement?.blur();
    controls()[0].focus();
    return controls().length;
  };

  /** The controls that did not have it, and those that did outside of what it should not leave. */
  const unvisited = (within) => [
    controls().filter((e) => !access.visited.has(e)).map(called),
    within ? [...access.visited].filter((e) => !e.closest(within)).map(called) : [],
  ];

  return { all, visit, unvisited };
})();
