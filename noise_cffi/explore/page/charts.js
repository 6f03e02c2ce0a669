// The two charts: values along a line through the pointer, and how often values occur.

const profile = document.getElementById("profile");
const histogram = document.getElementById("histogram");
const BINS = 96;

export function short(value) {
  if (!Number.isFinite(value)) return "";
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(3) : String(Number(value.toPrecision(5)));
}

function prepare(canvas) {
  const dense = window.devicePixelRatio || 1;
  const width = Math.max(canvas.clientWidth, 1), height = Math.max(canvas.clientHeight, 1);
  canvas.width = Math.round(width * dense);
  canvas.height = Math.round(height * dense);
  const context = canvas.getContext("2d");
  context.scale(dense, dense);
  const styles = getComputedStyle(document.documentElement);
  const ink = (name) => styles.getPropertyValue(`--${name}`).trim();
  context.font = "10.5px system-ui, sans-serif";
  return { context, width, height, ink };
}

// The smallest rounded bounds that the range and what is seen fit in: the range may be far wider than need be.
function ends([lo, hi], least, most) {
  const span = hi - lo;
  return [Math.max(lo, least - span * 0.02), Math.min(hi, most + span * 0.02)];
}

export function drawProfile(picture) {
  const { context, width, height, ink } = prepare(profile);
  const place = document.getElementById("profile-place");
  const { shown } = picture;
  if (!shown) return;
  const row = picture.pointer?.py ?? Math.floor(picture.height / 2);
  const values = [];
  for (let i = 0; i < width; i++)
    values.push(picture.heightAt(Math.min(Math.round((i * picture.width) / width), picture.width - 1), row));
  const known = values.filter((v) => v !== undefined);
  if (!known.length) return;
  const least = Math.min(...known), most = Math.max(...known);
  const [lo, hi] = ends(shown.state.range, Math.min(least, shown.lo), Math.max(most, shown.hi));
  const y = (v) => 4 + (height - 8) * (1 - (v - lo) / (hi - lo || 1));
  context.strokeStyle = ink("line");
  context.beginPath();
  for (const v of [lo, (lo + hi) / 2, hi]) {
    context.moveTo(0, Math.round(y(v)) + 0.5);
    context.lineTo(width, Math.round(y(v)) + 0.5);
  }
  context.stroke();
  const line = () => {
    context.beginPath();
    values.forEach((v, i) => v !== undefined && (i ? context.lineTo(i, y(v)) : context.moveTo(i, y(v))));
  };
  line();
  context.lineTo(width, height);
  context.lineTo(0, height);
  context.globalAlpha = 0.12;
  context.fillStyle = ink("bar");
  context.fill();
  context.globalAlpha = 1;
  line();
  context.strokeStyle = ink("bar");
  context.lineWidth = 1.6;
  context.stroke();
  if (picture.pointer) {
    const x = (picture.pointer.px * width) / picture.width;
    const value = picture.heightAt(picture.pointer.px, row);
    context.strokeStyle = ink("bar2");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, height);
    context.stroke();
    if (value !== undefined) {
      context.fillStyle = ink("bar2");
      context.beginPath();
      context.arc(x, y(value), 3.5, 0, 7);
      context.fill();
    }
  }
  const at = picture.place(picture.top + row);
  place.textContent = `along y = ${shown.state.field.precise ? at : short(at)}: ${short(least)} … ${short(most)}`;
}

// Least and most of the heights that are seen, and their histogram over the range.
export function survey(picture) {
  const { shown } = picture;
  const [lo, hi] = shown.state.range;
  const bins = new Array(BINS).fill(0);
  let least = Infinity, most = -Infinity, count = 0;
  const apart = Math.max(1, Math.round(Math.sqrt((picture.width * picture.height) / 60000)));
  for (let py = 0; py < picture.height; py += apart)
    for (let px = 0; px < picture.width; px += apart) {
      const v = picture.heightAt(px, py);
      if (v === undefined) continue;
      if (v < least) least = v;
      if (v > most) most = v;
      bins[Math.min(Math.max(Math.floor(((v - lo) / (hi - lo)) * BINS), 0), BINS - 1)]++;
      count++;
    }
  return { least, most, bins, count };
}

export function drawHistogram(picture, found) {
  const { context, width, height, ink } = prepare(histogram);
  const { shown } = picture;
  if (!found?.count) return;
  const [lo, hi] = shown.state.range;
  const floor = height - 15, tallest = Math.max(...found.bins);
  const level = new Uint8ClampedArray(1);
  found.bins.forEach((count, i) => {
    const tall = count ? Math.max((count / tallest) * (floor - 2), 1) : 0;
    level[0] = ((lo + ((i + 0.5) / BINS) * (hi - lo) - shown.lo) / (shown.hi - shown.lo)) * 255;
    const [r, g, b] = shown.colours.subarray(level[0] * 3, level[0] * 3 + 3);
    const from = Math.round((i * width) / BINS), to = Math.round(((i + 1) * width) / BINS);
    context.fillStyle = `rgb(${r} ${g} ${b})`;
    context.fillRect(from, floor - tall, to - from, tall);
    context.fillStyle = ink("quiet");
    if (tall) context.fillRect(from, floor - tall - 1, to - from, 1);
  });
  context.fillStyle = ink("line");
  context.fillRect(0, floor, width, 1);
  context.fillStyle = ink("quiet");
  context.textBaseline = "bottom";
  context.textAlign = "left";
  context.fillText(short(lo), 0, height);
  context.textAlign = "right";
  context.fillText(short(hi), width, height);
  context.textAlign = "center";
  if (width > 260) context.fillText("the range it cannot leave", width / 2, height);
  const place = document.getElementById("histogram-place");
  place.textContent = `seen: ${short(found.least)} … ${short(found.most)}`;
}
