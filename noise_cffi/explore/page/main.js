// The page: its address is all its state. A change goes to the address' parameters, from there to the server, which
// checks them, and from its answer to the picture and the controls.

import { drawHistogram, drawProfile, short, survey } from "/charts.js";
import { Controls } from "/controls.js";
import { Picture } from "/picture.js";
import { ask, lookOf, Refused, SIZE, Tiles } from "/tiles.js";

const $ = (id) => document.getElementById(id);
const tiles = new Tiles();
let choices, picture, controls;
let parameters = {}; // of the address, as text
let good = {}; // the last of them that could be shown
let found = null; // the survey of what is shown
let busy = false, again = false;
let idle = []; // who waits for the picture to be complete

// ---- the address ----

function fromAddress() {
  const query = new URLSearchParams(location.search);
  const given = {};
  for (const [name, value] of query) {
    if (name in given) throw new Refused(`'${name}' must be given once`);
    given[name] = value;
  }
  return given;
}

let timer = 0;
function toAddress(fresh = false) {
  clearTimeout(timer);
  const write = () => {
    const query = String(new URLSearchParams(parameters));
    const address = query ? `${location.pathname}?${query}` : location.pathname;
    if (fresh) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  };
  if (fresh) write();
  else timer = setTimeout(write, 250);
}

// ---- from parameters to the picture ----

const answers = new Map(); // of /state, by parameters
async function stateOf(wanted) {
  const { x, y, ...rest } = wanted;
  const key = JSON.stringify(rest);
  if (!answers.has(key)) {
    if (answers.size > 200) answers.clear();
    answers.set(key, await (await ask("/state", wanted)).json());
  }
  return answers.get(key);
}

const palettes = {};
function paletteOf(name) {
  return (palettes[name] ??= Uint8Array.from(choices.maps[name].match(/../g), (pair) => parseInt(pair, 16)));
}

// Bring the picture to what the parameters say; while one is on its way, the next waits, and only the last of those.
async function refresh() {
  again = true;
  if (busy) return;
  busy = true;
  $("picture").setAttribute("aria-busy", "true");
  while (again) {
    again = false;
    try {
      await once();
    } catch (error) {
      if (error instanceof Refused) {
        complain(error.message);
        if (!again) parameters = { ...good, x: parameters.x, y: parameters.y, step: parameters.step };
        tidy();
        controls.refused();
      } else complain("The explorer does not answer. Is it still running?");
    }
  }
  busy = false;
  $("picture").setAttribute("aria-busy", "false");
  for (const done of idle.splice(0)) done();
}

async function once() {
  const wanted = { ...parameters };
  const state = await stateOf(wanted);
  good = wanted;
  toAddress();
  const look = lookOf(state, wanted, paletteOf(state.map));
  picture.wanted = look;
  if (controls.state !== state) controls.show(state);
  gradient(look);
  const first = !picture.shown;
  let refused = "";
  await Promise.all([...picture.seen()].map(async ([column, row]) => {
    const tile = await tiles.load(look, column, row);
    refused ||= tile.refused;
    if (first || picture.shown.kin === look.kin) soon();
  }));
  picture.shown = look;
  picture.paint();
  complain(refused);
  found = survey(picture);
  drawHistogram(picture, found);
  pointed(false);
}

let drawing = false;
function soon() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    picture.paint();
  });
}

// Everything that changes what is shown comes through here.
function change(changes) {
  parameters = { ...parameters, ...changes };
  tidy();
  refresh();
}

function tidy() {
  for (const name in parameters) if (parameters[name] === undefined) delete parameters[name];
}

function moved(written) {
  if (!picture) return;
  if (written) change({ x: String(picture.x), y: String(picture.y), step: String(picture.step) });
  else refresh();
}

// Show an address; where it cannot be shown say so, and show the first picture in its place.
async function open(given, fresh = false) {
  let trouble = "";
  let state;
  try {
    state = await stateOf(given);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (fresh) return complain(`This cannot be shown: ${error.message}.`);
    trouble = `This link cannot be shown: ${error.message}. Here is the first picture instead.`;
    given = {};
    state = await stateOf(given);
  }
  parameters = given;
  picture.look(Number(given.x ?? 0), Number(given.y ?? 0), state.step);
  if (fresh) toAddress(true);
  await refresh();
  if (trouble) complain(trouble);
}

// ---- what is said ----

function complain(text) {
  const message = $("message");
  if (message.textContent !== text) message.textContent = text;
  message.hidden = !text;
}

let telling = 0;
function tell(text) {
  $("toast").textContent = text;
  $("toast").classList.add("shown");
  clearTimeout(telling);
  telling = setTimeout(() => $("toast").classList.remove("shown"), 2200);
}

let saying = 0;
function pointed(said) {
  if (!picture.shown) return;
  drawProfile(picture);
  const { px, py } = picture.pointer ?? { px: Math.floor(picture.width / 2), py: Math.floor(picture.height / 2) };
  const value = picture.heightAt(px, py);
  const { state, colours, lo, hi } = picture.shown;
  const places = [["x", picture.left + px], ["y", picture.top + py]].slice(0, state.ndim)
    .map(([name, pixel]) => `${name} ${picture.place(pixel)}`);
  for (const name of ["z", "w"].slice(0, Math.max(state.ndim - 2, 0))) places.push(`${name} ${state.field.precise ? state[name] : short(state[name])}`);
  const output = $("value");
  if (value === undefined) output.textContent = places.join("   ");
  else {
    const level = new Uint8ClampedArray([((value - lo) / (hi - lo)) * 255])[0] * 3;
    const swatch = document.createElement("i"), number = document.createElement("b");
    swatch.style.background = `rgb(${colours.subarray(level, level + 3).join(" ")})`;
    number.textContent = String(Number(value.toPrecision(9)));
    output.replaceChildren(swatch, number, `at ${places.join(",  ")}${picture.pointer ? "" : ", the middle"}`);
  }
  if (said && value !== undefined) {
    clearTimeout(saying);
    saying = setTimeout(() => ($("said").textContent = `${short(value)} at ${places.join(", ")}`), 350);
  }
}

function redraw() {
  if (!picture.shown) return;
  drawHistogram(picture, found);
  drawProfile(picture);
}

let stripe = "";
function gradient(look) {
  if (stripe === look.state.map) return;
  stripe = look.state.map;
  const context = $("gradient").getContext("2d"), image = context.createImageData(256, 1);
  for (let i = 0; i < 256; i++) image.data.set([...look.colours.subarray(3 * i, 3 * i + 3), 255], 4 * i);
  context.putImageData(image, 0, 0);
}

// ---- actions ----

const settled = () => (busy ? new Promise((done) => idle.push(done)) : Promise.resolve());

async function copy(make, said) {
  let text = "";
  try {
    text = await make();
    await navigator.clipboard.writeText(text);
    tell(said);
  } catch (error) {
    if (error instanceof Refused) return complain(error.message);
    $("by-hand-text").value = text;
    $("by-hand").showModal();
    $("by-hand-text").select();
  }
}

async function script() {
  await settled();
  const { left, top, width, height } = picture;
  return (await ask("/script", { ...parameters, left, top, width, height })).text();
}

function link() {
  toAddress();
  return new URL(`?${new URLSearchParams(parameters)}`, location.href).href;
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

async function openFile(file) {
  if (file.size > 100000) return complain("This file is too large for a field in JSON.");
  let saved;
  try {
    saved = JSON.parse(await file.text());
  } catch {
    return complain("This file is not JSON: it must be a field as Field.to_dict writes it.");
  }
  const { z, w, lo, hi, ...rest } = parameters; // places and values of the field before
  await open({ ...rest, field: JSON.stringify(saved) }, true);
}

// ---- play ----

let playing = null;
function play(button) {
  const name = button.closest(".axis").dataset.axis;
  const stop = playing === name;
  playing = stop ? null : name;
  for (const each of document.querySelectorAll(".play")) each.setAttribute("aria-pressed", each === button && !stop);
  if (playing) frame(name, performance.now());
}

async function frame(name, before) {
  await new Promise(requestAnimationFrame);
  const now = performance.now();
  if (playing !== name) return;
  const range = document.querySelector(`input[data-for=${name}]`), input = $(name);
  if (range.closest(".axis").hidden) return play(range.parentElement.querySelector(".play"));
  const least = Number(range.min), span = Number(range.max) - least;
  const along = (Number(input.value) - least + (Math.min(now - before, 250) / 10000) * span) % span;
  input.value = least + Number(along.toPrecision(7));
  controls.edited(input);
  await settled();
  frame(name, now);
}

// ---- presets ----

function presets() {
  for (const [name, preset] of Object.entries(choices.presets)) {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    const canvas = Object.assign(document.createElement("canvas"), { width: 180, height: 120 });
    canvas.setAttribute("aria-hidden", "true");
    const caption = Object.assign(document.createElement("span"), { textContent: name });
    button.append(canvas, caption);
    button.addEventListener("click", () => open(preset, true));
    $("presets").append(button);
    thumbnail(canvas, preset).catch(() => {}); // the name is enough
  }
}

// A tile around the middle of what a preset shows, at a step that shows more of it.
async function thumbnail(canvas, preset) {
  const given = { ...preset, step: String(2.5 * Number(preset.step)) };
  const state = await stateOf(given);
  const look = lookOf(state, given, paletteOf(state.map));
  const left = Math.round(state.x / state.step) - 90, top = Math.round(state.y / state.step) - 60;
  const own = new Tiles();
  const context = canvas.getContext("2d");
  for (let column = Math.floor(left / SIZE); column <= Math.floor((left + 179) / SIZE); column++)
    for (let row = Math.floor(top / SIZE); row <= Math.floor((top + 119) / SIZE); row++) {
      const tile = await own.load(look, column, row);
      if (tile.heights) context.drawImage(own.painted(tile, look), column * SIZE - left, row * SIZE - top);
    }
}

// ---- start ----

async function start() {
  choices = await (await fetch("/choices")).json();
  controls = new Controls(choices, change);
  picture = new Picture(tiles, { moved: (written) => controls.state && moved(written), pointed });
  $("closer").addEventListener("click", () => picture.zoom(-2));
  $("farther").addEventListener("click", () => picture.zoom(2));
  $("home").addEventListener("click", () => picture.home());
  $("copy-python").addEventListener("click", () => copy(script, "Python copied"));
  $("copy-link").addEventListener("click", () => copy(link, "Link copied"));
  $("save-png").addEventListener("click", async () => {
    await settled();
    $("canvas").toBlob((blob) => save(blob, "noise.png"));
  });
  $("save-json").addEventListener("click", async () => {
    await settled();
    save(new Blob([`${JSON.stringify(controls.state.field, null, 1)}\n`], { type: "application/json" }), "field.json");
  });
  $("open-json").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async () => {
    const [file] = $("file").files;
    if (file) await openFile(file);
    $("file").value = "";
  });
  $("fit").addEventListener("click", () => {
    if (found?.count && found.least < found.most)
      change({ lo: String(Number(found.least.toPrecision(4))), hi: String(Number(found.most.toPrecision(4))) });
  });
  $("theme").addEventListener("click", () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    localStorage.setItem("theme", next);
    document.documentElement.dataset.theme = next;
  });
  for (const button of document.querySelectorAll(".play")) button.addEventListener("click", () => play(button));
  addEventListener("popstate", () => show());
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  addEventListener("resize", redraw);
  await show();
  presets();
}

async function show() {
  let given = {}, trouble = "";
  try {
    given = fromAddress();
  } catch (error) {
    trouble = `This link cannot be shown: ${error.message}. Here is the first picture instead.`;
  }
  await open(given);
  if (trouble) complain(trouble);
}

start().catch((error) => complain(`The explorer does not answer: ${error.message}`));
