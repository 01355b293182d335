// Exact values as people read them: per cent or points, the fraction beside.

/**
 * About a number that is written exactly, as `a/b` or whole.
 * @param {number | string} exact
 */
export function about(exact) {
  const [above, below = "1"] = String(exact).split("/");
  const scale = 10n ** 15n;
  return Number((BigInt(above) * scale) / BigInt(below)) / 1e15;
}

/**
 * A value in a few letters. What is not whole never looks as if it were.
 * @param {number | string} exact @param {string} objective
 */
export function brief(exact, objective) {
  const whole = !String(exact).includes("/");
  if (objective !== "win") {
    const text = about(exact).toFixed(2);
    return whole ? String(exact) : text.endsWith(".00") ? `≈${text}` : text;
  }
  if (whole) return exact.toString() === "1" ? "100 %" : "0 %";
  const share = 100 * about(exact);
  if (share < 0.1) return "<0.1 %";
  if (share > 99.9) return ">99.9 %";
  return `${Number.isInteger(share) ? share : share.toFixed(1)} %`;
}

/**
 * A bound in a few letters, rounded away from what it bounds: it holds as it is written.
 * @param {number | string} exact @param {string} objective @param {boolean} above
 */
function bound(exact, objective, above) {
  const [over, under] = String(exact).split("/").map(BigInt);
  if (under === undefined) return brief(exact, objective);
  const win = objective === "win";
  const scaled = over * (win ? 1000n : 100n);
  const hundredths = Number(above ? (scaled + under - 1n) / under : scaled / under);
  return win ? `${(hundredths / 10).toFixed(1)} %` : (hundredths / 100).toFixed(2);
}

/**
 * A number of things, short where it is long.
 * @param {number} number
 */
export function many(number) {
  return number < 1e9 ? String(number) : `≈${number.toPrecision(3).replace("e+", " · 10^")}`;
}

/**
 * A value, or what is proven of it.
 * @param {import("./types").Bounds} bounds @param {string} objective
 */
export function told(bounds, objective) {
  if (bounds.value !== null && bounds.value !== undefined) return brief(bounds.value, objective);
  if (bounds.lower === undefined || bounds.upper === undefined) return "…";
  const low = bound(bounds.lower, objective, false);
  const high = bound(bounds.upper, objective, true);
  return low === high ? low : `${low.replace(" %", "")}–${high}`;
}

/**
 * The fraction beside it, where it is one.
 * @param {import("./types").Bounds} bounds
 */
export function fraction(bounds) {
  const exact = bounds.value;
  return exact !== null && exact !== undefined && String(exact).includes("/") ? String(exact) : "";
}
