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
 * A value, or what is proven of it.
 * @param {import("./types").Bounds} bounds @param {string} objective
 */
export function told(bounds, objective) {
  if (bounds.value !== null && bounds.value !== undefined) return brief(bounds.value, objective);
  if (bounds.lower === undefined || bounds.upper === undefined) return "…";
  const low = brief(bounds.lower, objective);
  const high = brief(bounds.upper, objective);
  return low === high ? `≈${low}` : `${low.replace(" %", "")}–${high}`;
}

/**
 * The fraction beside it, where it is one.
 * @param {import("./types").Bounds} bounds
 */
export function fraction(bounds) {
  const exact = bounds.value;
  return exact !== null && exact !== undefined && String(exact).includes("/") ? String(exact) : "";
}
