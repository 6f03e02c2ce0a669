// The panel: from a state to what the controls say, and back. What a field has and no control does, stays.

const $ = (id) => document.getElementById(id);
const AXES = ["x", "y", "z", "w"];

function nameOf(family, axes) {
  return { noise: `noise${axes}`, snoise: `snoise${axes}`, rombauts: `rombauts.noise${axes}`, eshelman: `eshelman.raw_noise_${axes}d` }[family];
}

function partsOf(name) {
  const family = name.startsWith("rombauts") ? "rombauts" : name.startsWith("eshelman") ? "eshelman" : name.startsWith("s") ? "snoise" : "noise";
  return { family, axes: Number(name.replace(/d$/, "").slice(-1)) };
}

// What can be damped and precise.
const extensible = (family) => family === "noise" || family === "snoise";

// A warp that the controls have: one field for all coordinates, with at most a plain sum.
function simple(warps, field) {
  if (!warps?.length) return true;
  if (warps.length > 1 || warps[0].by.length > 1) return false;
  const [by] = warps[0].by, sum = by.fractal;
  if (by.permutation || by.warps || by.scaled || by.precise || by.turned !== undefined) return false;
  if (JSON.stringify([by.tiled, by.looped]) !== JSON.stringify([field.tiled, field.looped])) return false;
  return !sum || (sum.kind === "fbm" && sum.lacunarity === 2 && sum.persistence === 0.5 && !sum.independent);
}

// The coordinates that can loop where a function has so many axes: two axes for each that does, one for each other.
function loops(axes) {
  const found = [];
  const extend = (pattern, left) => {
    if (!left && pattern.includes(true)) found.push(pattern);
    if (left >= 2) extend([...pattern, true], left - 2);
    if (left >= 1) extend([...pattern, false], left - 1);
  };
  extend([], axes);
  return found;
}

export class Controls {
  // `changed` is called with the parameters that are to change; undefined takes one out of the address.
  constructor(choices, changed) {
    this.functions = choices.functions;
    this.turned = choices.turned;
    this.changed = changed;
    this.state = null;
    $("map").append(...Object.keys(choices.maps).map((name) => new Option(name, name)));
    for (const range of document.querySelectorAll("input[data-for]")) {
      const number = $(range.dataset.for);
      range.addEventListener("input", () => {
        const value = "log" in range.dataset ? 2 ** Number(range.value) : Number(range.value);
        number.value = Number(value.toPrecision(Math.abs(value) < 1e4 ? 9 : 17));
        this.edited(number);
      });
    }
    $("panel").addEventListener("input", (event) => {
      if (!("for" in event.target.dataset)) this.edited(event.target);
    });
    $("axes").addEventListener("input", (event) => {
      if (!("for" in event.target.dataset)) this.edited(event.target);
    });
    // A number that was left empty comes back.
    document.addEventListener("focusout", (event) => {
      if (event.target.type === "number" && event.target.value === "" && this.state) this.show(this.state);
    });
    $("panel").addEventListener("submit", (event) => event.preventDefault());
    $("dice").addEventListener("click", () => {
      $("seed").value = crypto.getRandomValues(new Uint32Array(1))[0] % 100000;
      this.edited($("seed"));
    });
    $("natural").addEventListener("click", () => this.changed({ lo: undefined, hi: undefined }));
  }

  // ---- from the state ----

  show(state) {
    this.state = state;
    const { field } = state, sum = field.fractal, { family, axes } = partsOf(field.function);
    set("family", family);
    for (const radio of document.querySelectorAll("[name=dimension]")) {
      radio.checked = Number(radio.value) === axes;
      radio.disabled = !(nameOf(family, Number(radio.value)) in this.functions);
    }
    set("seed", field.seed ?? "");
    $("seed").placeholder = field.permutation ? "a table of its own" : "classic table";
    $("precise").disabled = !extensible(family);
    check("precise", field.precise);
    set("kind", sum?.kind ?? "");
    $("kind").querySelector("[value=damped]").disabled = !extensible(family);
    set("octaves", sum?.octaves ?? 6);
    set("frequency", sum?.frequency ?? 1);
    set("lacunarity", sum?.lacunarity ?? 2);
    set("persistence", sum?.weights ? "" : sum?.persistence ?? 0.5);
    set("offset", sum?.offset ?? 1);
    set("gain", sum?.gain ?? 2);
    set("damping", sum?.damping ?? 1);
    check("independent", sum?.independent ?? false);
    part("fractal", sum);
    part("multifractal", sum?.kind === "ridged_multifractal");
    part("damped", sum?.kind === "damped");
    $("weights-note").hidden = !sum?.weights;

    const warp = field.warps?.[0], mine = simple(field.warps, field), by = warp?.by[0];
    check("warp", warp);
    part("warp", warp && mine);
    $("warp-note").hidden = mine;
    const repeats = Boolean(field.tiled || field.looped);
    for (const option of $("by").options)
      option.disabled = (repeats ? option.value !== family : !(nameOf(option.value, state.ndim) in this.functions)) ||
        Boolean(field.precise && !extensible(option.value));
    if (warp && mine) {
      set("strength", warp.strength);
      set("by", partsOf(by.function).family);
      set("by-seed", by.seed ?? "");
      set("by-octaves", by.fractal?.octaves ?? 1);
      set("by-frequency", by.fractal?.frequency ?? 1);
    }

    const tiles = family === "noise", patterns = tiles ? [] : loops(axes);
    $("repeat").disabled = !tiles && !patterns.length;
    $("repeat-label").textContent = tiles ? "Repeat: cells modulo a period" : "Loop: two axes to a circle";
    check("repeat", repeats);
    part("repeat", repeats);
    $("loop-row").hidden = tiles;
    $("tile-note").hidden = !tiles;
    const text = (pattern) => pattern.map((loops, i) => loops && AXES[i]).filter(Boolean).join(" and ");
    $("loop").replaceChildren(...patterns.map((pattern) => new Option(text(pattern), pattern.map(Number).join(""))));
    const now = field.looped?.map((period) => Number(period !== null)).join("");
    if (now) set("loop", now);
    const periods = field.tiled ?? field.looped ?? [];
    AXES.forEach((_, i) => {
      const input = $(`period-${i}`);
      input.hidden = i >= periods.length || (!tiles && periods[i] === null);
      if (document.activeElement !== input || input.hidden) input.value = periods[i] ?? "";
    });

    check("scaled", field.scaled);
    part("scaled", field.scaled);
    if (field.scaled) for (const i of [0, 1]) set(["scaled-lo", "scaled-hi"][i], field.scaled[i]);

    set("map", state.map);
    for (const name of ["lo", "hi", "relief", "light"]) set(name, state[name]);
    const first = sum?.frequency ? Math.abs(sum.frequency) : 1;
    for (const [i, name] of ["z", "w"].entries()) {
      const shown = state.ndim > i + 2, range = document.querySelector(`input[data-for=${name}]`);
      document.querySelector(`[data-axis=${name}]`).hidden = !shown;
      const span = periods[i + 2] ?? 10 / first;
      const least = Number(range.min), far = state[name] < least || state[name] > least + span;
      range.min = far ? Math.floor(state[name] / span) * span : least;
      range.max = Number(range.min) + span;
      if (shown) set(name, state[name]);
    }
    const turns = this.turned.includes(field.function);
    document.querySelector("[data-axis=turned]").hidden = !turns;
    set("turned", field.turned ?? 0);
    $("axes").hidden = state.ndim < 3 && !turns;
    $("text").textContent = state.text;
  }

  // What was chosen and refused does not stay chosen; what is being typed does.
  refused() {
    if (this.state && document.activeElement.type === "checkbox") this.show(this.state);
  }

  // ---- to the state ----

  edited(input) {
    const { id } = input;
    if (!this.state || (input.type === "number" && input.value === "" && !id.startsWith("period"))) return;
    if (["z", "w", "relief", "light"].includes(id)) this.changed({ [id]: input.value });
    else if (id === "map") this.changed({ map: input.value });
    else if (id === "lo" || id === "hi") this.changed({ lo: $("lo").value, hi: $("hi").value });
    else if (id.startsWith("scaled")) // colours go with the values
      this.changed({ field: JSON.stringify(this.field(input)), lo: undefined, hi: undefined });
    else this.changed({ field: JSON.stringify(this.field(input)) });
  }

  field(input) {
    const old = this.state.field, was = partsOf(old.function);
    const family = $("family").value;
    let axes = Number(document.querySelector("[name=dimension]:checked").value);
    if (!(nameOf(family, axes) in this.functions)) axes = [2, 3, 1, 4].find((n) => nameOf(family, n) in this.functions);
    const base = family !== was.family || axes !== was.axes;
    const field = { format: 1, function: nameOf(family, axes) };
    if ($("seed").value.trim()) field.seed = $("seed").value.trim();
    else if (old.permutation) field.permutation = old.permutation;
    let ndim = axes;
    if ($("repeat").checked && (family === "noise" || loops(axes).length)) {
      if (family === "noise") field.tiled = this.periods(axes, base || input.id === "repeat" ? 4 : null);
      else ndim = (field.looped = this.looped(axes, base || input.id === "repeat")).length;
    }
    if (this.turned.includes(field.function) && (old.turned !== undefined || number("turned") !== 0))
      field.turned = number("turned");
    if ($("kind").value) field.fractal = this.sum(old.fractal, input, family);
    if ($("warp").checked) {
      const kept = input.id !== "warp" && !simple(old.warps, old) && !base && !["repeat", "loop"].includes(input.id);
      field.warps = kept ? old.warps : [this.warp(field, ndim, family)];
    }
    if ($("scaled").checked) {
      const fresh = input.id === "scaled";
      field.scaled = fresh ? [0, 255] : [number("scaled-lo"), number("scaled-hi")];
    }
    if ($("precise").checked && extensible(family)) field.precise = true;
    return field;
  }

  periods(axes, all) {
    return AXES.slice(0, axes).map((_, i) => all ?? ($(`period-${i}`).value === "" ? null : number(`period-${i}`)));
  }

  looped(axes, fresh) {
    const patterns = loops(axes).map((pattern) => pattern.map(Number).join(""));
    const chosen = patterns.includes($("loop").value) && !fresh ? $("loop").value : patterns[0];
    return [...chosen].map((loops, i) => (loops === "1" ? number(`period-${i}`) || 4 : null));
  }

  sum(old, input, family) {
    const sum = {
      kind: $("kind").value === "damped" && !extensible(family) ? "fbm" : $("kind").value, octaves: number("octaves"), frequency: number("frequency"), lacunarity: number("lacunarity"),
    };
    if (old?.weights && old.weights.length === sum.octaves && input.id !== "persistence") sum.weights = old.weights;
    else sum.persistence = $("persistence").value === "" ? 0.5 : number("persistence");
    if (sum.kind === "ridged_multifractal") Object.assign(sum, { offset: number("offset"), gain: number("gain") });
    if (sum.kind === "damped") sum.damping = number("damping");
    if ($("independent").checked) sum.independent = true;
    return sum;
  }

  warp(field, ndim, family) {
    const repeats = field.tiled || field.looped;
    let by = repeats ? family : $("by").value;
    if (!repeats && !(nameOf(by, ndim) in this.functions)) by = "snoise";
    const mover = { format: 1, function: repeats ? field.function : nameOf(by, ndim) };
    if ($("by-seed").value.trim()) mover.seed = $("by-seed").value.trim();
    for (const name of ["tiled", "looped"]) if (field[name]) mover[name] = field[name];
    mover.fractal = {
      kind: "fbm", octaves: number("by-octaves") || 1, frequency: number("by-frequency") || 1, lacunarity: 2, persistence: 0.5,
    };
    return { by: [mover], strength: $("strength").value === "" ? 0.5 : number("strength") };
  }
}

// An empty field is null, which the server refuses by name.
function number(id) {
  const text = $(id).value;
  return text === "" ? null : Number(text);
}

// What is being typed is not changed under the hand.
function set(id, value) {
  const input = $(id);
  if (document.activeElement === input && input.tagName === "INPUT" && (input.value === "" || Number(input.value) === Number(value))) {
    slide(id, value);
    return;
  }
  input.value = value;
  slide(id, value);
}

function slide(id, value) {
  const range = document.querySelector(`input[data-for="${id}"]`);
  if (!range) return;
  const log = "log" in range.dataset;
  if (document.activeElement !== range) range.value = log ? Math.log2(Math.abs(value) || 1) : value;
  range.setAttribute("aria-valuetext", String(value));
}

function check(id, value) {
  $(id).checked = Boolean(value);
}

function part(name, shown) {
  for (const each of document.querySelectorAll(`[data-part=${name}]`)) each.hidden = !shown;
}
