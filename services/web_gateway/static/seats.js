// Changing a seating: the page's own buttons pick up and put down; here they keep the place on the page, arrows walk
// between people, Escape puts back, and people may be dragged. Without it every press loads the page anew.
const form = () => document.querySelector("#seats");
const all = () => [...document.querySelectorAll("#seats [data-who]")];

async function go(fields) {
  const asked = new URLSearchParams(new FormData(form()));
  for (const [name, value] of Object.entries(fields)) asked.set(name, value);
  const answer = await fetch(`${form().action}?${asked}`, { headers: { Accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const page = fresh.querySelector("#page");
  if (!answer.ok || !page) {
    location.assign(answer.url);
    return;
  }
  Idiomorph.morph(document.querySelector("#page"), page.innerHTML, { morphStyle: "innerHTML" });
  history.replaceState(null, "", answer.url);
  document.querySelector("#spoken").textContent = document.querySelector("#note, #held")?.textContent ?? "";
}
async function press(fields, who) {
  try {
    await go(fields);
  } catch {
    form().requestSubmit(); // no answer: the browser says so
    return;
  }
  if (who) document.querySelector(`#b-${CSS.escape(who)}`)?.focus();
}

document.addEventListener("submit", (event) => {
  if (event.target !== form() || !event.submitter) return;
  event.preventDefault();
  if (drag.ended) return; // the click that follows a drag
  press({ do: event.submitter.value }, event.submitter.dataset.who ?? form().elements.pick.value);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !form()) return;
  if (event.key === "Escape" && form().elements.pick.value) {
    press({ do: "back" }, form().elements.pick.value);
  } else if (/^Arrow/.test(event.key) && event.target.dataset.who) {
    const forth = event.key === "ArrowDown" || event.key === (document.dir === "rtl" ? "ArrowLeft" : "ArrowRight");
    const people = all();
    people[people.indexOf(event.target) + (forth ? 1 : -1)]?.focus();
  } else return;
  event.preventDefault();
});

// --- dragging: a mouse anywhere on the name, a finger by the handle, so that the page can still be scrolled
const drag = { who: null, from: null, ghost: null, ended: false };
const target = (x, y) => {
  const under = document.elementFromPoint(x, y);
  const person = under?.closest("[data-who]");
  return person && person.dataset.who !== drag.who ? person : under?.closest("[data-put]");
};
function mark(place) {
  for (const old of document.querySelectorAll(".over")) old.classList.remove("over");
  place?.classList.add("over");
}
function leave() {
  mark(null);
  drag.ghost?.remove();
  drag.who = drag.from = drag.ghost = null;
}
document.addEventListener("pointerdown", (event) => {
  const person = event.target.closest("#seats [data-who]");
  drag.ended = false;
  if (!person || event.button !== 0 || (event.pointerType !== "mouse" && !event.target.closest(".grip"))) return;
  drag.who = person.dataset.who;
  drag.from = [event.clientX, event.clientY];
});
document.addEventListener("pointermove", (event) => {
  if (!drag.from) return;
  const { clientX: x, clientY: y } = event;
  if (!drag.ghost) {
    if (Math.hypot(x - drag.from[0], y - drag.from[1]) < 8) return;
    drag.ghost = document.createElement("div");
    drag.ghost.className = "ghost";
    drag.ghost.textContent = document.querySelector(`#b-${CSS.escape(drag.who)} bdi`).textContent;
    document.body.append(drag.ghost);
  }
  drag.ghost.style.translate = `${x + 12}px ${y + 12}px`;
  if (y < 70) scrollBy(0, -12);
  else if (y > innerHeight - 70) scrollBy(0, 12);
  mark(target(x, y));
});
document.addEventListener("pointerup", (event) => {
  const { who, ghost } = drag;
  const place = ghost && target(event.clientX, event.clientY);
  leave();
  if (!ghost) return;
  drag.ended = true;
  setTimeout(() => { drag.ended = false; }, 0);
  if (place?.dataset.who) press({ pick: who, do: `swap:${place.dataset.who}` }, who);
  else if (place) press({ pick: who, do: `put:${place.dataset.put}` }, who);
});
document.addEventListener("pointercancel", leave);
