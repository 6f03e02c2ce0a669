// The picture: a map of tiles that is dragged, zoomed and pointed at.

import { SIZE } from "/tiles.js";

const canvas = document.getElementById("canvas");
const cross = document.getElementById("cross");
const frame = document.getElementById("picture");
const PARTS = 4; // zoom steps of a doubling
const LEAST = 2 ** -30, LARGEST = 2 ** 16; // of a step, as the server has them
const COUNTED = 2 ** 51; // pixels from the origin on: so many, a coordinate tells from their neighbours

export class Picture {
  // `moved` is called when the view has changed, `pointed` when the pointer has.
  constructor(tiles, { moved, pointed }) {
    this.tiles = tiles;
    this.shown = null; // the look that is complete
    this.wanted = null; // the look that is on its way
    this.step = 1 / 256;
    this.column = 0; // the pixel in the middle, counted from the origin
    this.row = 0;
    this.pointer = null; // a pixel of the canvas
    this.moved = moved;
    this.pointed = pointed;
    this.fingers = new Map();
    this.turned = 0;
    this.listen();
    new ResizeObserver(() => this.resize()).observe(frame);
    this.resize();
  }

  get left() { return this.column - Math.floor(canvas.width / 2); }
  get top() { return this.row - Math.floor(canvas.height / 2); }
  get width() { return canvas.width; }
  get height() { return canvas.height; }
  get dense() { return canvas.width / Math.max(frame.clientWidth, 1); } // pixels of the canvas to one of the page

  resize() {
    const dense = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.max(Math.round(frame.clientWidth * dense), 1);
    const height = Math.max(Math.round(frame.clientHeight * dense), 1);
    if (width === canvas.width && height === canvas.height) return;
    for (const each of [canvas, cross]) Object.assign(each, { width, height });
    const seen = (Math.ceil(width / SIZE) + 1) * (Math.ceil(height / SIZE) + 1);
    this.tiles.most = Math.max(240, 6 * seen);
    this.pointer = null;
    this.paint();
    this.moved(false);
  }

  // ---- where it looks ----

  look(x, y, step) {
    this.step = step;
    this.column = Math.round(x / step);
    this.row = Math.round(y / step);
  }

  get x() { return this.column * this.step; }
  get y() { return this.row * this.step; }

  move(columns, rows) {
    const edge = (this.wanted?.state.farthest ?? 2 ** 24) / this.step; // no coordinate is beyond
    this.column = Math.min(Math.max(this.column + Math.round(columns), -Math.floor(edge)), Math.floor(edge));
    this.row = Math.min(Math.max(this.row + Math.round(rows), -Math.floor(edge)), Math.floor(edge));
    this.paint();
    this.moved(true);
  }

  // Zoom by parts of a doubling about a pixel of the canvas.
  zoom(parts, px = canvas.width / 2, py = canvas.height / 2) {
    const before = Math.log2(this.step) * PARTS;
    // From between two steps the first one is short.
    const part = parts > 0 ? Math.floor(before + parts + 1e-9) : Math.ceil(before + parts - 1e-9);
    const step = Math.min(Math.max(2 ** (part / PARTS), LEAST), LARGEST);
    const x = (this.left + px) * this.step, y = (this.top + py) * this.step;
    const finest = Math.max(Math.abs(x), Math.abs(y)) / COUNTED;
    if (step === this.step || (step < this.step && step < finest)) return;
    this.step = step;
    this.column = Math.round(x / step - px) + Math.floor(canvas.width / 2);
    this.row = Math.round(y / step - py) + Math.floor(canvas.height / 2);
    this.move(0, 0);
  }

  home() {
    this.column = this.row = 0;
    this.move(0, 0);
  }

  // The tiles that are seen, those in the middle first.
  *seen() {
    const first = Math.floor(this.left / SIZE), last = Math.floor((this.left + canvas.width - 1) / SIZE);
    const found = [];
    for (let row = Math.floor(this.top / SIZE); row <= Math.floor((this.top + canvas.height - 1) / SIZE); row++)
      for (let column = first; column <= last; column++) found.push([column, row]);
    const far = ([c, r]) => Math.hypot((c + 0.5) * SIZE - this.column, (r + 0.5) * SIZE - this.row);
    yield* found.sort((a, b) => far(a) - far(b));
  }

  // ---- drawing ----

  paint() {
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (this.shown) {
      if (this.shown.step !== this.step) this.paintZoomed(context, this.shown);
      else this.paintTiles(context, this.shown);
    }
    // Of the same field at another step what has arrived is better than what is stretched.
    const { shown, wanted } = this;
    if (wanted !== shown && wanted?.step === this.step && wanted.kin === shown?.kin) this.paintTiles(context, wanted);
    this.paintCross();
  }

  paintTiles(context, look) {
    for (const [column, row] of this.seen()) {
      const tile = this.tiles.get(look, column, row);
      const x = column * SIZE - this.left, y = row * SIZE - this.top;
      if (tile?.heights) context.drawImage(this.tiles.painted(tile, look), x, y);
      else if (tile) hatch(context, x, y);
    }
  }

  paintZoomed(context, look) {
    const scale = look.step / this.step;
    context.imageSmoothingEnabled = scale < 1;
    const side = SIZE * scale;
    for (const [key, tile] of this.tiles.kept) {
      if (!tile.heights || !key.startsWith(look.heights)) continue;
      const x = tile.column * side - this.left, y = tile.row * side - this.top;
      const seen = x < canvas.width && y < canvas.height && x + side > 0 && y + side > 0;
      if (seen) context.drawImage(this.tiles.painted(tile, look), x, y, side, side);
    }
  }

  paintCross() {
    const context = cross.getContext("2d");
    context.clearRect(0, 0, cross.width, cross.height);
    if (!this.pointer) return;
    const { px, py } = this.pointer;
    for (const [style, width] of [["rgb(0 0 0 / 45%)", 3], ["rgb(255 255 255 / 85%)", 1]]) {
      context.strokeStyle = style;
      context.lineWidth = width * this.dense;
      context.beginPath();
      context.moveTo(0, py + 0.5);
      context.lineTo(cross.width, py + 0.5);
      context.moveTo(px + 0.5, py - 9 * this.dense);
      context.lineTo(px + 0.5, py + 9 * this.dense);
      context.stroke();
    }
  }

  // The coordinate of a pixel counted from the origin, with as many digits as the field tells apart.
  place(pixel) {
    const at = pixel * this.step;
    return this.shown.state.field.precise ? at : Number(at.toPrecision(8));
  }

  // The height at a pixel of the canvas, of what is shown.
  heightAt(px, py) {
    if (!this.shown || this.shown.step !== this.step) return undefined;
    return this.tiles.height(this.shown, this.left + px, this.top + py);
  }

  point(px, py, said = false) {
    const inside = (v, most) => Math.min(Math.max(Math.round(v), 0), most - 1);
    this.pointer = { px: inside(px, canvas.width), py: inside(py, canvas.height) };
    this.paintCross();
    this.pointed(said);
  }

  // ---- pointers, wheel and keys ----

  listen() {
    const place = (event) => {
      const box = frame.getBoundingClientRect();
      return { px: (event.clientX - box.left) * this.dense, py: (event.clientY - box.top) * this.dense };
    };
    frame.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      frame.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, place(event));
      this.pinched = null;
      frame.classList.add("dragged");
      if (this.fingers.size === 1) this.point(place(event).px, place(event).py);
      else if (this.fingers.size === 2) this.pinch();
    });
    frame.addEventListener("pointermove", (event) => {
      const { px, py } = place(event);
      const before = this.fingers.get(event.pointerId);
      if (before && this.fingers.size === 1) {
        // Whole pixels; the rest of the way waits for the next event.
        const columns = Math.round(before.px - px), rows = Math.round(before.py - py);
        this.fingers.set(event.pointerId, { px: before.px - columns, py: before.py - rows });
        if (columns || rows) this.move(columns, rows);
      } else if (before) {
        this.fingers.set(event.pointerId, { px, py });
        this.pinch();
      }
      if (this.fingers.size < 2) this.point(px, py);
    });
    for (const name of ["pointerup", "pointercancel"])
      frame.addEventListener(name, (event) => {
        this.fingers.delete(event.pointerId);
        this.pinched = null;
        if (!this.fingers.size) frame.classList.remove("dragged");
      });
    frame.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "mouse" || this.fingers.size) return;
      this.pointer = null;
      this.paintCross();
      this.pointed(false);
    });
    frame.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 100 : 1;
      this.turned += (event.deltaY * lines * (event.ctrlKey ? 4 : 1)) / 50;
      const parts = Math.trunc(this.turned);
      this.turned -= parts;
      if (parts) this.zoom(parts, place(event).px, place(event).py);
    }, { passive: false });
    frame.addEventListener("dblclick", (event) => this.zoom(-PARTS, place(event).px, place(event).py));
    frame.addEventListener("keydown", (event) => this.key(event));
    frame.addEventListener("focus", () => {
      if (frame.matches(":focus-visible") && !this.pointer) this.point(canvas.width / 2, canvas.height / 2, true);
    });
  }

  pinch() {
    const [a, b] = [...this.fingers.values()];
    const px = (a.px + b.px) / 2, py = (a.py + b.py) / 2, apart = Math.max(Math.hypot(a.px - b.px, a.py - b.py), 1);
    const before = (this.pinched ??= { px, py, apart, parts: 0 }); // parts: those zoomed since the fingers came
    const parts = Math.round(PARTS * Math.log2(before.apart / apart));
    if (parts !== before.parts) this.zoom(parts - before.parts, px, py);
    const columns = Math.round(before.px - px), rows = Math.round(before.py - py);
    if (columns || rows) this.move(columns, rows);
    this.pinched = { ...before, px: before.px - columns, py: before.py - rows, parts };
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const far = 48 * this.dense;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in ways) {
      const [x, y] = ways[event.key];
      const at = this.pointer ?? { px: canvas.width / 2, py: canvas.height / 2 };
      if (event.shiftKey) this.point(at.px + 8 * x * this.dense, at.py + 8 * y * this.dense, true);
      else this.move(x * far, y * far), this.point(at.px, at.py, true);
    } else if (event.key === "+" || event.key === "=") this.zoom(-2);
    else if (event.key === "-" || event.key === "_") this.zoom(2);
    else if (event.key === "Home" || event.key === "0") this.home();
    else return;
    event.preventDefault();
  }
}

function hatch(context, x, y) {
  context.save();
  context.beginPath();
  context.rect(x, y, SIZE, SIZE);
  context.clip();
  context.strokeStyle = "rgb(128 128 128 / 35%)";
  context.lineWidth = 2;
  context.beginPath();
  for (let i = -SIZE; i < SIZE; i += 16) {
    context.moveTo(x + i, y + SIZE);
    context.lineTo(x + i + SIZE, y);
  }
  context.stroke();
  context.restore();
}
