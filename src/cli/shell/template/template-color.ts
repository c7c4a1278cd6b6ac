const COLORS = new Map(
  ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].map((name, at) => [name, at]),
);

/** Attributes after a `+`. `h` is the bright form of the color. */
const ATTRIBUTES = new Map([
  ['b', 1],
  ['d', 2],
  ['i', 7],
  ['s', 9],
  ['u', 4],
  ['B', 5],
]);

const [FOREGROUND, BACKGROUND] = [30, 40];
const BRIGHT = 60;
const MOST_COLORS = 256;

/**
 * Reads a style as gh writes it: `green`, `red+b`, `white+h:blue`, or a number of the 256 colors.
 *
 * @throws Error for a style that is not one
 */
export function createPaint(style: string): (text: string) => string {
  const [front = '', back = ''] = style.split(':');
  const codes = [...readHalf(front, FOREGROUND, style), ...readHalf(back, BACKGROUND, style)];
  return (text) => (codes.length === 0 || text === '' ? text : `\u001b[${codes.join(';')}m${text}\u001b[0m`);
}

function readHalf(half: string, base: number, style: string): readonly number[] {
  const [name = '', attributes = ''] = half.split('+');
  const letters = [...attributes];
  const color = readColor(name, base + (letters.includes('h') ? BRIGHT : 0));
  const codes = letters.filter((letter) => letter !== 'h').map((letter) => ATTRIBUTES.get(letter));
  if (color === null || codes.includes(undefined)) {
    throw new Error(
      `${JSON.stringify(style)} is not a style; styles are ${[...COLORS.keys()].join(', ')}, with +b for bold, +u, +d, +h for bright, and :background`,
    );
  }
  return [...codes.filter((code) => code !== undefined), ...color];
}

/** @returns null for a name that is not a color */
function readColor(name: string, base: number): readonly number[] | null {
  if (['', 'default', 'reset', 'off'].includes(name)) return [];
  const color = COLORS.get(name);
  if (color !== undefined) return [base + color];
  const isNumber = /^\d{1,3}$/.test(name) && Number(name) < MOST_COLORS;
  return isNumber ? [base % BRIGHT === FOREGROUND ? 38 : 48, 5, Number(name)] : null;
}
