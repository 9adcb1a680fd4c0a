// Zoom and pan of a drawn table. Without it the drawing's frame scrolls, and nothing else is lost.
// The zoom is a property of the page, not of the drawing, which is swapped with every move; a frame keeps its scroll.
const ZOOMS = { least: 1, most: 8, step: 1.5 };
const root = document.documentElement;
const frame = () => document.querySelector("#zoom");
let zoom = 1;

// `x`, `y`: the point of the frame that stays where it is.
function set(to, x, y) {
  const box = frame();
  if (!box) return;
  const was = zoom;
  zoom = Math.min(Math.max(to, ZOOMS.least), ZOOMS.most);
  x ??= box.clientWidth / 2;
  y ??= box.clientHeight / 2;
  const left = ((box.scrollLeft + x) * zoom) / was - x;
  const top = ((box.scrollTop + y) * zoom) / was - y;
  root.style.setProperty("--zoom", zoom);
  box.scrollTo(left, top);
}
const WAYS = { in: () => set(zoom * ZOOMS.step), out: () => set(zoom / ZOOMS.step), fit: () => set(1) };
const KEYS = { "+": "in", "=": "in", "-": "out", 0: "fit" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("click", (event) => WAYS[event.target.closest("[data-zoom]")?.dataset.zoom]?.());
// Before the page's own keys, which pick pieces by their number and places by arrows.
addEventListener("keydown", (event) => {
  const box = frame();
  if (!box?.contains(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = event.target === box && ARROWS[event.key];
  if (arrow) box.scrollBy(arrow[0] * 60, arrow[1] * 60);
  else if (KEYS[event.key]) WAYS[KEYS[event.key]]();
  else return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

const within = (event) => event.target.closest?.("#zoom");
const spread = (touches) => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
let pinch = 0;
document.addEventListener("touchstart", (event) => {
  pinch = event.touches.length === 2 && within(event) ? spread(event.touches) / zoom : 0;
}, { passive: true });
document.addEventListener("touchmove", (event) => {
  if (!pinch || event.touches.length !== 2) return;
  event.preventDefault();
  const at = frame().getBoundingClientRect();
  const [a, b] = event.touches;
  set(spread(event.touches) / pinch, (a.clientX + b.clientX) / 2 - at.left, (a.clientY + b.clientY) / 2 - at.top);
}, { passive: false });
document.addEventListener("wheel", (event) => {
  if (!event.ctrlKey || !within(event)) return;
  event.preventDefault();
  const at = frame().getBoundingClientRect();
  set(zoom * Math.exp(-event.deltaY / 300), event.clientX - at.left, event.clientY - at.top);
}, { passive: false });
// A mouse drags; a finger's drag is the frame's own scrolling.
let drag = null;
document.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "mouse" && event.button === 0 && within(event)) drag = [event.clientX, event.clientY];
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  frame()?.scrollBy(drag[0] - event.clientX, drag[1] - event.clientY);
  drag = [event.clientX, event.clientY];
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { drag = null; });
root.classList.add("zooms");
