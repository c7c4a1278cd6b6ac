import type { FuzzRandom } from './random.ts';

/** Characters at which readers of text decide something, or forget to. */
const CHARACTERS = [
  ...[
    '\0',
    '\t',
    '\n',
    '\r',
    ' ',
    '\u0007',
    '\u001B',
    '\u007F',
    '\u0085',
    '\u00A0',
    '\u00AD',
    '\uFEFF',
    '\uFFFD',
  ],
  ...[
    '"',
    "'",
    '`',
    '\\',
    '/',
    '<',
    '>',
    '&',
    '#',
    '%',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '=',
    '+',
    '-',
    '*',
    '?',
  ],
  ...['.', ',', ';', ':', '@', '!', '|', '~', '^', '$', '_', '0', '1', '9', 'a', 'A', 'i', 'I', 'z', 'Z'],
  ...[
    'ı',
    'İ',
    'ß',
    'ς',
    'é',
    '\u0301',
    '\u3099',
    '\u200B',
    '\u200D',
    '\u202E',
    '\u2028',
    '\u2066',
    '\uFE0F',
  ],
  ...['価', 'ร', '가', '\uD800', '\uDFFF', '👍', '🏽', '🇳🇴', '\u{E0041}', '𝐢', 'ﷺ', '١'],
];

const NUMBERS = [
  ...['0', '-0', '-1', '1e999', '1e-7', '0x10', '00', '2147483647', '4294967296', '9007199254740993'],
  ...['99999999999999999999', '0.1', 'NaN', 'Infinity', '1'],
];

/** What mutations are made of. */
export interface MutationMaterial {
  /** Words of the format: its keywords and separators. */
  readonly tokens: readonly string[];
  /** Inputs that reached new code. */
  readonly corpus: readonly string[];
  /** Whether characters are bytes. */
  readonly isBytes: boolean;
  readonly maxLength: number;
}

/** Changes an input in one to five places. */
export function mutate(input: string, material: MutationMaterial, random: FuzzRandom): string {
  let changed = input;
  for (let times = 1 + random.below(5); times > 0; times -= 1)
    changed = MUTATIONS[random.below(MUTATIONS.length)]?.(changed, material, random) ?? changed;
  return changed.slice(0, material.maxLength);
}

type Mutation = (input: string, material: MutationMaterial, random: FuzzRandom) => string;

const insert: Mutation = (input, material, random) => {
  const at = random.below(input.length + 1);
  return input.slice(0, at) + chooseText(material, random) + input.slice(at);
};

const replace: Mutation = (input, material, random) => {
  const [from, to] = chooseRange(input, random);
  return input.slice(0, from) + chooseText(material, random) + input.slice(to);
};

const remove: Mutation = (input, _material, random) => {
  const [from, to] = chooseRange(input, random);
  return input.slice(0, from) + input.slice(to);
};

const repeat: Mutation = (input, { maxLength }, random) => {
  const [from, to] = chooseRange(input, random);
  const part = input.slice(from, to);
  const most = random.once(8) ? maxLength : 64;
  const times = 1 + random.below(Math.max(1, Math.floor(most / Math.max(1, part.length))));
  return input.slice(0, from) + part.repeat(times) + input.slice(to);
};

const swap: Mutation = (input, _material, random) => {
  const [from, to] = chooseRange(input, random);
  const at = random.below(input.length + 1);
  const rest = input.slice(0, from) + input.slice(to);
  return rest.slice(0, at) + input.slice(from, to) + rest.slice(at);
};

const splice: Mutation = (input, { corpus }, random) => {
  const other = String(random.pick(corpus));
  const [from, to] = chooseRange(other, random);
  const at = random.below(input.length + 1);
  return input.slice(0, at) + other.slice(from, to) + (random.once(2) ? input.slice(at) : other.slice(to));
};

const flipBit: Mutation = (input, _material, random) => {
  const at = random.below(Math.max(1, input.length));
  const flipped = input.charCodeAt(at) ^ (1 << random.below(8));
  return input.slice(0, at) + String.fromCharCode(flipped & 0xffff) + input.slice(at + 1);
};

const changeNumber: Mutation = (input, _material, random) => {
  const numbers = [...input.matchAll(/-?\d+/g)];
  const found = numbers[random.below(Math.max(1, numbers.length))];
  if (found === undefined) return input;
  const number = String(random.pick(NUMBERS));
  return input.slice(0, found.index) + number + input.slice(found.index + found[0].length);
};

const changeCase: Mutation = (input, _material, random) => {
  const [from, to] = chooseRange(input, random);
  const part = input.slice(from, to);
  const changed = random.once(2) ? part.toUpperCase() : part.toLowerCase();
  return input.slice(0, from) + changed + input.slice(to);
};

const MUTATIONS: readonly Mutation[] = [
  ...[insert, insert, replace, replace, remove, remove],
  ...[repeat, swap, splice, splice, flipBit, changeNumber, changeCase],
];

function chooseText({ tokens, isBytes }: MutationMaterial, random: FuzzRandom): string {
  if (tokens.length > 0 && random.once(2)) return String(random.pick(tokens));
  if (!isBytes) return String(random.pick(random.once(6) ? NUMBERS : CHARACTERS));
  const size = String(
    random.pick(['\0\0\0\0', '\xff\xff\xff\xff', '\x7f\xff\xff\xff', '\0\0\0\x01', '\x80']),
  );
  return random.once(3) ? size : String.fromCharCode(random.below(256));
}

/** Mostly a short one. */
function chooseRange(input: string, random: FuzzRandom): readonly [from: number, to: number] {
  const from = random.below(input.length + 1);
  const most = random.once(4) ? input.length - from : Math.min(8, input.length - from);
  return [from, from + random.below(most + 1)];
}
