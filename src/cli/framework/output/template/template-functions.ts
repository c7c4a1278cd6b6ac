import { sanitizeText, stringifySafely } from '../text/sanitize-text.ts';
import { createPaint, formatGoTime, formatTimeAgo } from './template-formats.ts';
import type { TemplateTable } from './template-table.ts';

/** Text with a color. Its text is not sanitized: what prints it does that. */
export class ColoredText {
  readonly text: string;
  readonly paint: (text: string) => string;

  constructor(text: string, paint: (text: string) => string) {
    this.text = text;
    this.paint = paint;
  }
}

/** Text for a terminal that was sanitized and laid out already. */
export class LaidOutText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What functions know about the run. */
export interface FunctionContext {
  /** The reference of `timeago`, in milliseconds since 1970. */
  readonly now: number;
  /** Whether `autocolor` adds color. */
  readonly hasColor: boolean;
  /** Whether `color` adds color. */
  readonly allowsColor: boolean;
  readonly table: TemplateTable;
}

interface TemplateFunction {
  /** The least and the most number of arguments, with the piped one. */
  readonly takes: readonly [least: number, most: number];
  readonly usage: string;
  /** @throws Error with a message for the user when an argument has the wrong type */
  run(values: readonly unknown[], context: FunctionContext): unknown;
}

const ANY = Number.POSITIVE_INFINITY;

/** The functions of templates, as gh and Go have them. */
export const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map<string, TemplateFunction>([
  [
    'join',
    {
      takes: [2, 2],
      usage: 'join <separator> <list>',
      run: ([separator, list]) => requireList('join', list).map(toPlainText).join(toPlainText(separator)),
    },
  ],
  [
    'pluck',
    {
      takes: [2, 2],
      usage: 'pluck <member> <list>',
      run: ([member, list]) =>
        requireList('pluck', list).map((record) => getMember(record, toPlainText(member)) ?? null),
    },
  ],
  [
    'truncate',
    {
      takes: [2, 2],
      usage: 'truncate <columns> <text>',
      run: ([columns, text], { table }) => {
        const width = requireNumber('truncate', columns);
        const cut = (each: string) => table.truncate(sanitizeText(each), width);
        return text instanceof ColoredText
          ? new ColoredText(cut(text.text), text.paint)
          : new LaidOutText(cut(toPlainText(text)));
      },
    },
  ],
  ['color', defineColor('color', ({ allowsColor }) => allowsColor)],
  ['autocolor', defineColor('autocolor', ({ hasColor }) => hasColor)],
  [
    'timeago',
    {
      takes: [1, 1],
      usage: 'timeago <time>',
      run: ([time], { now }) => (time == null ? '' : formatTimeAgo(requireTime('timeago', time), now)),
    },
  ],
  [
    'timefmt',
    {
      takes: [2, 2],
      usage: 'timefmt <layout> <time>',
      run: ([layout, time]) => {
        if (time == null) return '';
        requireTime('timefmt', time);
        return formatGoTime(toPlainText(layout), String(time));
      },
    },
  ],
  [
    'tablerow',
    {
      takes: [1, ANY],
      usage: 'tablerow <cell>…',
      run: (cells, { table }) => {
        table.add(
          cells.map((cell) =>
            cell instanceof ColoredText ? cell : new ColoredText(toPlainText(cell), keep),
          ),
        );
        return '';
      },
    },
  ],
  [
    'tablerender',
    { takes: [0, 0], usage: 'tablerender', run: (_, { table }) => new LaidOutText(table.render()) },
  ],
  ['len', { takes: [1, 1], usage: 'len <list or text>', run: ([value]) => countItems(value) }],
  [
    'index',
    {
      takes: [2, ANY],
      usage: 'index <list or object> <position or member>…',
      run: ([value, ...keys]) => keys.reduce((found, key) => getMember(found, toPlainText(key)), value),
    },
  ],
  ['eq', { takes: [2, ANY], usage: 'eq <value> <value>…', run: ([one, ...others]) => others.includes(one) }],
  ['ne', { takes: [2, 2], usage: 'ne <value> <value>', run: ([one, other]) => one !== other }],
  ['lt', defineComparison('lt', (one, other) => one < other)],
  ['le', defineComparison('le', (one, other) => one <= other)],
  ['gt', defineComparison('gt', (one, other) => one > other)],
  ['ge', defineComparison('ge', (one, other) => one >= other)],
  ['not', { takes: [1, 1], usage: 'not <value>', run: ([value]) => !isTrue(value) }],
  [
    'and',
    {
      takes: [1, ANY],
      usage: 'and <value>…',
      run: (values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
    },
  ],
  ['or', { takes: [1, ANY], usage: 'or <value>…', run: (values) => values.find(isTrue) ?? values.at(-1) }],
  [
    'printf',
    {
      takes: [1, ANY],
      usage: 'printf <format> <value>…',
      run: ([format, ...values]) => formatValues(toPlainText(format), values),
    },
  ],
]);

const keep = (text: string) => text;

function defineColor(name: string, isOn: (context: FunctionContext) => boolean): TemplateFunction {
  return {
    takes: [2, 2],
    usage: `${name} <style> <text>`,
    run([style, text], context) {
      const paint = createPaint(toPlainText(style));
      const inner = text instanceof ColoredText ? text : new ColoredText(toPlainText(text), keep);
      return isOn(context) ? new ColoredText(inner.text, (each) => paint(inner.paint(each))) : inner;
    },
  };
}

function defineComparison(name: string, compare: (one: number, other: number) => boolean): TemplateFunction {
  return {
    takes: [2, 2],
    usage: `${name} <number> <number>`,
    run: ([one, other]) => compare(requireNumber(name, one), requireNumber(name, other)),
  };
}

/** As in Go: false, 0, nothing, and an empty text, list or object are false. */
export function isTrue(value: unknown): boolean {
  if (value instanceof ColoredText || value instanceof LaidOutText) return value.text !== '';
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** A member of an object, or an element of a list; undefined when there is none. */
export function getMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ColoredText) return undefined;
  const members = value as Readonly<Record<string, unknown>>; // an object or a list
  return Object.hasOwn(value, name) && !(Array.isArray(value) && name === 'length')
    ? members[name]
    : undefined;
}

/** The text of a value, without colors: nothing for null, JSON for lists and objects. */
export function toPlainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof ColoredText || value instanceof LaidOutText) return value.text;
  return typeof value === 'object' ? stringifySafely(value) : String(value);
}

function requireList(name: string, value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new Error(`${name} needs a list, not ${describeType(value)}`);
}

function requireNumber(name: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw new Error(`${name} needs a number, not ${describeType(value)}`);
}

function requireTime(name: string, value: unknown): number {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new Error(`${name} needs a time such as 2026-09-21T14:13:20Z, not ${describeType(value)}`);
}

/** The type of a value in words, with the value if it is short. */
export function describeType(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return value.length > 40 ? 'a text' : `the text ${JSON.stringify(value)}`;
  return typeof value === 'object' ? 'an object' : String(value);
}

function countItems(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  if (value === null || value === undefined) return 0;
  throw new Error(`len needs a list, an object or a text, not ${describeType(value)}`);
}

/** The verbs `%v`, `%s`, `%d`, `%q` and `%%`, with a width: `%-10s`, `%5d`. */
function formatValues(format: string, values: readonly unknown[]): string {
  const rest = [...values];
  return format.replaceAll(/%(?:%|(-?)(0?)(\d{0,3})([a-zA-Z]))/g, (written, left, zero, width, verb) => {
    if (written === '%%') return '%';
    if (!/[vsdq]/.test(verb)) throw new Error(`printf has no ${written}; it has %v, %s, %d and %q`);
    if (rest.length === 0) throw new Error(`printf has no value for ${written}`);
    const text = toPlainText(rest.shift());
    const shown = verb === 'q' ? JSON.stringify(text) : text;
    return left === '-'
      ? shown.padEnd(Number(width))
      : shown.padStart(Number(width), zero === '0' ? '0' : ' ');
  });
}
