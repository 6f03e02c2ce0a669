// Heights from the server, tile by tile, and their colours. A tile has SIZE by SIZE pixels and a border of one.

export const SIZE = 256;
const ACROSS = SIZE + 2;

export class Refused extends Error {} // what the server says cannot be shown

export async function ask(path, parameters) {
  const answer = await fetch(`${path}?${new URLSearchParams(parameters)}`);
  if (answer.status === 400) throw new Refused(await answer.text());
  if (!answer.ok) throw new Error(`the explorer answered ${answer.status}`);
  return answer;
}

// What a picture is made of: where its heights come from, and how they are coloured.
export function lookOf(state, parameters, colours) {
  const { step, lo, hi, lighting, map, relief, light } = state;
  const source = {};
  for (const name of ["field", "step", "z", "w"]) if (name in parameters) source[name] = parameters[name];
  return {
    state, step, lo, hi, lighting, colours, source,
    heights: JSON.stringify(source),
    paint: JSON.stringify([lo, hi, lighting, map]),
    kin: JSON.stringify([source.field, source.z, source.w, lo, hi, map, relief, light]), // but for the step
  };
}

// Colour the heights of a tile. Doubles throughout, and Uint8ClampedArray rounds half to even: the same numbers as
// to_uint8 and the script of "Copy Python" have.
export function colour(heights, look, pixels) {
  const { lo, hi, colours, lighting } = look;
  const span = hi - lo;
  const level = new Uint8ClampedArray(1);
  let at = 0;
  for (let row = 1; row <= SIZE; row++) {
    for (let i = row * ACROSS + 1; i <= row * ACROSS + SIZE; i++, at += 4) {
      level[0] = ((heights[i] - lo) / span) * 255;
      const from = level[0] * 3;
      let bright = 1;
      if (lighting) {
        const dx = lighting.scale * (heights[i + 1] - heights[i - 1]);
        const dy = lighting.scale * (heights[i + ACROSS] - heights[i - ACROSS]);
        const light = (lighting.up + lighting.east * dx + lighting.south * dy) / Math.sqrt(dx * dx + dy * dy + 1);
        bright = 0.25 + 1.06 * Math.max(light, 0);
      }
      pixels[at] = colours[from] * bright;
      pixels[at + 1] = colours[from + 1] * bright;
      pixels[at + 2] = colours[from + 2] * bright;
      pixels[at + 3] = 255;
    }
  }
}

export class Tiles {
  constructor() {
    this.kept = new Map(); // by heights, column and row; the oldest first
    this.most = 240;
  }

  get(look, column, row) {
    const key = `${look.heights} ${column} ${row}`;
    const tile = this.kept.get(key);
    if (tile) {
      this.kept.delete(key);
      this.kept.set(key, tile);
    }
    return tile;
  }

  async load(look, column, row) {
    const found = this.get(look, column, row);
    if (found) return found;
    const tile = { column, row, heights: null, refused: "", canvas: null, paint: "" };
    try {
      const answer = await ask("/tile", { ...look.source, column, row });
      tile.heights = new Float32Array(littleEndian(await answer.arrayBuffer()));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      tile.refused = error.message;
    }
    this.kept.set(`${look.heights} ${column} ${row}`, tile);
    for (const key of this.kept.keys()) {
      if (this.kept.size <= this.most) break;
      this.kept.delete(key);
    }
    return tile;
  }

  // The canvas of a tile in the colours of a look.
  painted(tile, look) {
    if (tile.paint !== look.paint) {
      tile.canvas ??= Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
      const context = tile.canvas.getContext("2d");
      const image = context.createImageData(SIZE, SIZE);
      colour(tile.heights, look, image.data);
      context.putImageData(image, 0, 0);
      tile.paint = look.paint;
    }
    return tile.canvas;
  }

  // The height at a pixel counted from the origin, if its tile is here.
  height(look, x, y) {
    const column = Math.floor(x / SIZE), row = Math.floor(y / SIZE);
    const tile = this.get(look, column, row);
    return tile?.heights?.[(y - row * SIZE + 1) * ACROSS + (x - column * SIZE + 1)];
  }
}

function littleEndian(buffer) {
  if (new Uint8Array(new Uint16Array([1]).buffer)[0] === 0) {
    const view = new DataView(buffer);
    for (let i = 0; i < buffer.byteLength; i += 4) view.setUint32(i, view.getUint32(i, true));
  }
  return buffer;
}
