const MAX_LABEL = 63;
/** Full stops of other scripts, which separate labels as `.` does. */
const FULL_STOPS = /[\u3002\uFF0E\uFF61]/;

/** Whether DNS allows the lengths of all labels of a host name, of other scripts in punycode. */
export function hasValidLabels(name: string): boolean {
  return name.split('.').every((label) => {
    const lengths = label.split(FULL_STOPS).map(measureLabel);
    return lengths.reduce((sum, length) => sum + length + 1, -1) <= MAX_LABEL;
  });
}

function measureLabel(label: string): number {
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0);
  const basic = points.filter((point) => point < FIRST_OTHER).length;
  if (basic === points.length || points.length > MAX_LABEL) return points.length;
  return PREFIX.length + basic + (basic > 0 ? 1 : 0) + countDeltaDigits(points, basic);
}

const PREFIX = 'xn--';
const FIRST_OTHER = 0x80;
const BASE = 36;
const TMIN = 1;
const TMAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;

/** Counts the digits of the encoding, without writing them. @see https://www.rfc-editor.org/rfc/rfc3492#section-6.3 */
function countDeltaDigits(points: readonly number[], basic: number): number {
  let [digits, delta, bias, handled, next] = [0, 0, INITIAL_BIAS, basic, FIRST_OTHER];
  while (handled < points.length) {
    const least = Math.min(...points.filter((point) => point >= next));
    delta += (least - next) * (handled + 1);
    for (const point of points) {
      if (point < least) delta += 1;
      if (point !== least) continue;
      digits += countDigits(delta, bias);
      bias = adaptBias(delta, { count: handled + 1, isFirst: handled === basic });
      delta = 0;
      handled += 1;
    }
    delta += 1;
    next = least + 1;
  }
  return digits;
}

function countDigits(delta: number, bias: number): number {
  let digits = 1;
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const threshold = Math.min(Math.max(k - bias, TMIN), TMAX);
    if (rest < threshold) return digits;
    rest = Math.floor((rest - threshold) / (BASE - threshold));
    digits += 1;
  }
}

function adaptBias(delta: number, { count, isFirst }: { count: number; isFirst: boolean }): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - TMIN) * TMAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - TMIN));
  return k + Math.floor(((BASE - TMIN + 1) * rest) / (rest + SKEW));
}
