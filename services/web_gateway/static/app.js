// What a page does beyond showing itself: follow the log, play, step through a replay, turn the hall screen.
// Everything here also works without it, by plain links and forms; only the page gets calmer and quicker.
const $ = (selector, from = document) => from.querySelector(selector);
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
const page = $("#page");
const random = (bytes) => [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => b.toString(16).padStart(2, "0")).join("");
const say = (text) => { $("#spoken").textContent = text; };
const digits = (text, ten) => (ten ? [...text].map((c) => (c >= "0" && c <= "9" ? [...ten][+c] : c)).join("") : text);

// Nothing jumps: what a person opened, typed or was told stays as it is. A form marked data-keep stays whole from the
// first thing typed into it, even where the page has no such form any more: the server says then why it is too late.
const typed = (field) => {
  if (field.type === "hidden" || field.type === "range") return false;
  if (field.type === "file") return field.files.length > 0;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.nodeName !== "SELECT") return field.value !== (field.defaultValue ?? field.value);
  const usual = [...field.options].findLastIndex((option) => option.defaultSelected);
  return field.options.length > 0 && field.selectedIndex !== Math.max(usual, 0);
};
const touched = (form) => form.dataset.keep === "given" || [...form.elements].some(typed) || form.contains(document.activeElement);
const kept = (node) => node.nodeType === 1 && [...(node.matches("form[data-keep]") ? [node] : $$("form[data-keep]", node))].some(touched);
const fresher = (old, fresh) => {
  if (old.dataset?.sums) return false;
  if (old.id === "refusal" && old.childNodes.length && !fresh.childNodes?.length) return false;
  return !(/^(INPUT|TEXTAREA|SELECT)$/.test(old.nodeName) && typed(old));
};
const keep = {
  beforeAttributeUpdated: (name, node) => !(name === "open" && node.localName === "details"),
  beforeNodeMorphed: (old, fresh) => !(old.localName === "form" && kept(old)) && fresher(old, fresh),
  beforeNodeRemoved: (node) => node.id !== "problem" && !kept(node),
};
const morph = (target, html) => {
  Idiomorph.morph(target, html, { morphStyle: "innerHTML", callbacks: keep });
  settle();
  for (const open of $$(".ranks details[open] .sums")) sums(open);
};

// A line's sums are sent when it is opened, and again when the standings have moved.
async function sums(box) {
  const link = box.dataset.sums || $("a", box)?.href;
  if (!link) return;
  try {
    const answer = await fetch(`${link}${link.includes("?") ? "&" : "?"}part=1&lang=${document.documentElement.lang}`);
    if (!answer.ok) return; // the link stays, and says why when it is followed
    box.innerHTML = await answer.text();
    box.dataset.sums = link;
  } catch {
    // no connection: the link is still there
  }
}
document.addEventListener("toggle", (event) => {
  if (event.target.open && event.target.closest(".ranks")) sums($(".sums", event.target));
}, true);

// --- the live stream: its event ids are positions in the log
const live = { at: page?.dataset.at ?? "", wait: 500, seen: Date.now() };
function connect() {
  const path = page.dataset.stream;
  const source = new EventSource(`${path}${path.includes("?") ? "&" : "?"}at=${encodeURIComponent(live.at)}`);
  source.onopen = () => { live.wait = 500; shown(true); };
  source.addEventListener("page", (event) => {
    live.at = event.lastEventId || live.at;
    live.seen = Date.now();
    morph(page, event.data);
  });
  source.addEventListener("now", (event) => { server = Number(event.data) - performance.now(); });
  source.addEventListener("gone", () => location.reload());
  source.onerror = () => {
    shown(false);
    if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    setTimeout(connect, live.wait + Math.random() * 300);
    live.wait = Math.min(live.wait * 2, 15000);
  };
  addEventListener("pagehide", () => source.close(), { once: true });
}
function shown(connected) {
  const chip = $("#conn");
  if (!chip) return;
  if (connected) live.seen = Date.now();
  const time = new Date(live.seen).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  chip.hidden = connected && !chip.dataset.live;
  chip.className = `chip ${connected ? "live" : "lost"}`;
  chip.textContent = connected ? chip.dataset.live : chip.dataset.lost.replace("{time}", time);
  if (!connected) say(chip.textContent);
}

// --- playing: pick a piece, a place, press the one button
const pick = { tile: "", place: "" };
const panel = () => $("#panel");
const moves = () => (panel().dataset.moves ? panel().dataset.moves.split(" | ") : []);
const textOf = (tile, place) => panel().dataset.pattern.replace("{tile}", tile).replace("{place}", place);
const placed = () => panel().dataset.pattern.includes("{place}");
const places = () => [...new Set($$("[data-place]").map((e) => e.dataset.place))];
const fitting = (tile) => places().filter((place) => moves().includes(textOf(tile, place)));
const nameOf = (place) => $(`[data-place="${CSS.escape(place)}"]`)?.dataset.name ?? "";
const pieceName = (tile) => $(`[data-tile="${CSS.escape(tile)}"]`)?.dataset.said || tile;
const spell = () => panel().dataset.say.replace("{tile}", pieceName(pick.tile)).replace("{place}", nameOf(pick.place));

function choose(tile) {
  if (!panel().dataset.turn) return;
  refusal("");
  const can = placed() ? fitting(tile) : [""];
  const other = placed() ? places()[0] ?? "" : "";
  if (pick.tile !== tile) pick.place = can[0] ?? other;
  pick.tile = tile;
  paint();
  say(spell());
}
function aim(place) {
  if (!pick.tile || !placed()) return;
  pick.place = place;
  paint();
  $$("[data-place].picked").find((e) => e.checkVisibility?.())?.scrollIntoView({ block: "nearest", inline: "nearest" });
  say(spell());
}
function turn(step) {
  const can = fitting(pick.tile);
  const ring = can.length ? can : places();
  if (!pick.tile || ring.length < 2) return;
  aim(ring[(ring.indexOf(pick.place) + step + ring.length) % ring.length]);
}
function paint() {
  const p = panel();
  if (!p) return;
  if (!$(`[data-tile="${CSS.escape(pick.tile)}"]`)) pick.tile = pick.place = "";
  for (const piece of $$("[data-tile]")) {
    const on = piece.dataset.tile === pick.tile;
    piece.classList.toggle("picked", on);
    piece.setAttribute("aria-pressed", String(on));
  }
  const can = pick.tile && placed() ? fitting(pick.tile) : [];
  for (const place of $$("[data-place]")) {
    place.classList.toggle("can", can.includes(place.dataset.place));
    place.classList.toggle("picked", Boolean(pick.tile) && place.dataset.place === pick.place);
  }
  const go = $("#go");
  if (!go || go.dataset.busy || !p.dataset.turn) return;
  go.textContent = pick.tile ? spell() : p.dataset.alone ? p.dataset.aloneSaid : p.dataset.choose;
}
function refusal(text, link, rule) {
  const box = $("#refusal");
  if (!box) return;
  box.textContent = text;
  if (link) {
    const a = document.createElement("a");
    a.href = link;
    a.textContent = rule;
    box.append(" ", a);
  }
}
async function send(path, fields) {
  const body = new URLSearchParams(fields);
  for (let tries = 0; ; tries += 1) {
    try { // the id stays the same, so trying again cannot play twice
      return await fetch(path, { method: "POST", body, headers: { Accept: "application/json" } });
    } catch (error) {
      if (tries === 2) throw error;
      await new Promise((done) => setTimeout(done, 400 * (tries + 1)));
    }
  }
}
async function play() {
  const p = panel();
  const go = $("#go");
  if (!p.dataset.turn || go.dataset.busy) return;
  const move = pick.tile ? textOf(pick.tile, pick.place) : p.dataset.alone;
  if (!move) return;
  go.dataset.busy = "yes";
  refusal("");
  try {
    const answer = await send(`/table/${p.dataset.table}/play`, { id: random(12), deal: p.dataset.deal, ply: p.dataset.ply, rewinds: p.dataset.rewinds, move });
    const said = await answer.json();
    if (!answer.ok || said.later) refusal(said.sentence, said.link, said.rule);
  } catch {
    refusal(p.dataset.lost);
  }
  pick.tile = pick.place = "";
  delete go.dataset.busy;
  paint();
}
function keys(event) {
  if (!panel() || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT|SUMMARY|A)$/.test(event.target.nodeName)) return;
  const number = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
  const place = event.target.closest?.("[data-place]");
  const on = event.target.closest?.("[data-tile]");
  if (number) {
    const piece = $$("[data-tile]")[(Number(number[1]) + 9) % 10];
    if (!piece) return;
    piece.focus(); // Enter then plays it, whatever had the focus before
    choose(piece.dataset.tile);
  } else if (on && event.key === "Enter" && pick.tile !== on.dataset.tile) {
    choose(on.dataset.tile);
  } else if (/^Arrow/.test(event.key) && pick.tile) {
    turn(/Right|Down/.test(event.key) === (document.dir !== "rtl" || /Down/.test(event.key)) ? 1 : -1);
  } else if (place && (event.key === " " || event.key === "Enter") && pick.tile && pick.place !== place.dataset.place) {
    aim(place.dataset.place);
  } else if (event.key === "Enter" && (pick.tile || panel().dataset.alone) && (event.target === document.body || event.target.closest("[data-tile], [data-place], #go"))) {
    play();
  } else if (event.key === "Escape" && pick.tile) {
    pick.tile = pick.place = "";
    paint();
  } else return;
  event.preventDefault();
}
let sat = false;
async function sit() {
  const p = panel();
  if (!p?.dataset.sit || sat) return;
  sat = true;
  try {
    const answer = await send(`/table/${p.dataset.table}/sit`, { id: random(12), nonce: random(16) });
    if (!answer.ok) refusal((await answer.json()).sentence);
  } catch {
    sat = false;
    setTimeout(sit, 3000);
  }
}

// --- replay: the slider and the arrow keys ask for one position at a time
const step = { busy: false, next: null };
async function show(n) {
  step.next = n;
  if (step.busy) return;
  step.busy = true;
  try {
    while (step.next !== null) {
      const to = step.next;
      step.next = null;
      const answer = await fetch(`?n=${to}&part=1`, { headers: { Accept: "text/html" } });
      if (!answer.ok) break;
      morph($("#replay"), await answer.text());
      const slider = $("#slider");
      if (step.next === null && slider) slider.value = to;
      history.replaceState(null, "", `?n=${to}`);
    }
  } finally {
    step.busy = false;
  }
}

// --- a score sheet: what each column comes to
function add(column) {
  const latin = (text) => text.replace(/[۰-۹]/g, (c) => "۰۱۲۳۴۵۶۷۸۹".indexOf(c)).replace("−", "-");
  const total = $$(`[data-sum="${column}"]`).reduce((sum, field) => sum + (Number.parseInt(latin(field.value), 10) || 0), 0);
  const out = $(`[data-of="${column}"]`);
  out.textContent = (total < 0 ? "−" : "") + digits(String(Math.abs(total)), out.dataset.digits);
}

// --- clocks, by the server's time
// The device's own clock is never asked: only how long ago the server said what time it is.
let server = Number(document.body.dataset.now || Date.now()) - performance.now();
const serverNow = () => server + performance.now();
function countdown(clock) {
  const { ends, last, sayOver, sayLast } = clock.dataset;
  if (!ends) return;
  const left = Number(ends) - serverNow();
  const word = left < 0 ? sayOver : left < Number(last) ? sayLast : "";
  const text = digits((left <= -1000 ? "−" : "") + span(Math.abs(left)), clock.dataset.digits);
  if ($("b", clock).textContent !== text) $("b", clock).textContent = text;
  clock.classList.toggle("time-up", left < 0);
  clock.classList.toggle("time-low", left >= 0 && left < Number(last));
  const said = $(".word", clock);
  if (said && said.textContent !== (word ?? "")) said.textContent = word ?? ""; // once: it is read aloud
}
function tick() {
  for (const clock of $$("[data-clock]")) countdown(clock);
  const p = panel();
  const clock = $("#clock");
  if (p && clock) {
    const now = serverNow();
    const left = p.dataset.deadline ? Number(p.dataset.deadline) - now : p.dataset.since ? now - Number(p.dataset.since) : null;
    clock.hidden = left === null;
    clock.classList.toggle("low", Boolean(p.dataset.deadline) && left < 10000);
    if (left !== null) clock.textContent = digits(span(left), p.dataset.digits);
  }
  for (const b of $$("b[data-since]")) {
    b.textContent = digits(span(serverNow() - Number(b.dataset.since)), b.dataset.digits);
  }
}
function span(ms) {
  const s = Math.max(Math.floor(ms / 1000), 0);
  const two = (n) => String(n).padStart(2, "0");
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

function settle() {
  paint();
  sit();
  tick();
}
document.addEventListener("click", (event) => {
  const piece = event.target.closest("[data-tile]");
  const place = event.target.closest("[data-place]");
  if (piece) choose(piece.dataset.tile);
  else if (place && panel()) aim(place.dataset.place);
  else if (event.target.closest("#go")) play();
  else if (event.target.closest("[data-print]")) print();
  else if (event.target.closest("#prev, #next")) {
    event.preventDefault();
    show(Number(new URL(event.target.closest("a").href).searchParams.get("n")));
  }
});
document.addEventListener("input", (event) => {
  if (event.target.id === "slider") show(Number(event.target.value));
  if (event.target.dataset.sum) add(event.target.dataset.sum);
});
document.addEventListener("change", (event) => {
  if ("go" in event.target.dataset) event.target.form.requestSubmit();
});
document.addEventListener("submit", (event) => {
  const ask = event.target.dataset.ask;
  if (ask && !confirm(ask)) event.preventDefault();
  if (event.submitter && "more" in event.submitter.dataset) {
    event.preventDefault();
    grow(event.target, event.submitter);
  }
});
// A form that needs another row gets it in place; without a script it is shown again with all that was typed.
async function grow(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const known = new Set([...form.elements].map((field) => field.name));
  try {
    const answer = await fetch(button.formAction, { method: "POST", body });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(form.id);
    if (!fresh) throw new Error(answer.status);
    form.dataset.keep = "given";
    Idiomorph.morph(form, fresh, { callbacks: { ...keep, beforeNodeMorphed: fresher } });
    [...form.elements].find((field) => field.name && field.type !== "hidden" && !known.has(field.name))?.focus();
  } catch {
    say($("#conn").dataset.lost.replace("{time}", "")); // what was typed is still there, and the button too
  }
}
document.addEventListener("keydown", (event) => {
  if ($("#replay") && /^Arrow(Left|Right)$/.test(event.key) && event.target.id !== "slider") {
    const on = (event.key === "ArrowRight") === (document.dir !== "rtl");
    $(on ? "#next" : "#prev").click();
    event.preventDefault();
  } else keys(event);
});
// A preset fills in the house rules that it sets; without a script the server does so with those that are left blank.
document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-preset]")) return;
  const sets = JSON.parse(event.target.selectedOptions[0].dataset.sets);
  for (const field of $$("[name]", event.target.closest(".house"))) {
    if (field === event.target) continue;
    const value = sets[field.name] ?? "";
    if (field.type === "checkbox") field.checked = value.split(" ").includes(field.value);
    else field.value = value;
  }
});
for (const button of $$("[data-print]")) button.hidden = false;
// The hall screen shows a list's next lines, and after its last ones what comes next: standings, seating, clock.
if (page?.dataset.rotate) {
  const faces = ["a", "b", "c"];
  setInterval(() => {
    const list = $(`.face-${page.dataset.face} .pager`);
    if (list && list.scrollTop + list.clientHeight < list.scrollHeight - 8) list.scrollTop += list.clientHeight;
    else {
      if (!page.dataset.pinned) {
        const shows = faces.filter((face) => !$(`.face-${face}`)?.dataset.empty);
        page.dataset.face = shows[(shows.indexOf(page.dataset.face) + 1) % shows.length];
      }
      for (const each of $$(".pager")) each.scrollTop = 0;
    }
  }, Number(page.dataset.rotate) * 1000);
}
if (page?.dataset.stream) connect();
setInterval(tick, 500);
settle();
