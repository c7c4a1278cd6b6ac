import { isRecord } from '../../../domain/json/loose-record.ts';
import type { CrierError } from '../../../errors.ts';
import { ERRORS } from '../../../service/errors.ts';
import type { Paint, Palette } from '../../../world.ts';
import { getNetworkName } from './cell.ts';
import { getMeaning, readFailedLeg, toErrorDocument, UNNAMED } from './failures.ts';
import { replaceProgramName } from './text/program-name.ts';
import { sanitizeText, stringifySafely } from './text/sanitize-text.ts';
import { type ColorLevel, createPalette } from './text/style.ts';
import { fitInto, getDisplayWidth, splitJoined, truncate } from './text/width.ts';
import { wrap, wrapSentence } from './text/wrap.ts';

/** How to render a failure. */
export interface ErrorLook {
  /** Renders one JSON object on one line. */
  json: boolean;
  colorLevel: ColorLevel;
  width: number;
  /**
   * Wraps to the terminal's width: when a terminal breaks a line, its rest could look like a line of crier's
   * own.
   */
  isTerminal?: boolean;
  /** How the user calls the program (default: crier). */
  programName?: string;
}

/**
 * Renders a failure: for people the message, the meaning of its code, the next step, and one line for each
 * network or item that failed; for programs the JSON error document.
 *
 * @see docs/command-line.md#output
 * @see docs/service/comments.md#COM-16
 */
export function renderError(error: CrierError, look: ErrorLook): string {
  return look.json ? `${stringifySafely({ error: toErrorDocument(error) })}\n` : renderErrorText(error, look);
}

function renderErrorText(error: CrierError, look: ErrorLook): string {
  const { colorLevel, width, isTerminal, programName = 'crier' } = look;
  const { facts } = error;
  const palette = createPalette(colorLevel);
  const { bad, dim } = palette;
  const faults = listBodyFaults(facts.details);
  const field = faults === null ? describeField(facts) : null;
  const message = field ?? error.message;
  const details = faults !== null || field !== null ? '' : formatDetails(facts.details);
  return [
    ...labelLines('crier:', sanitizeText(message), { paint: bad, width }),
    ...labelLines('error', formatCode(error), { paint: dim, width }),
    ...labelLines('info', details, { paint: dim, width }),
    ...renderFailedItems(error, faults?.filter((line) => !message.includes(line)) ?? [], {
      palette,
      width,
      wraps: isTerminal === true || width < WIDE,
    }),
    ...labelLines(
      'next',
      replaceProgramName(formatNextStep({ ...facts, advice: dropReading(facts, details) }), programName),
      { paint: dim, width },
    ),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** A field at the beginning of a text, as the service names it: `url: must be a public https address`. */
const FIELD = /^([A-Za-z][\w.[\]]*): (?=\S)/;

/** A parameter that is not valid: its message is the same for all of them, and details name it. */
const INVALID = 101;

/** @returns what is wrong with one field, as a sentence; null for another error, and for details of any other shape */
function describeField({ code, details }: CrierError['facts']): string | null {
  if (code !== INVALID || typeof details !== 'string' || /[\r\n]/.test(details) || !FIELD.test(details))
    return null;
  return details.replace(/^([\w.[\]]+): (?=(?:must|may|is|has|needs|cannot|does) )/, '$1 ');
}

function formatDetails(details: unknown): string {
  if (details === undefined || details === null) return '';
  return typeof details === 'string' ? sanitizeText(details) : stringifySafely(details);
}

/** The advice of an error, without the one to read details when there are none to read. */
function dropReading({ code, advice }: CrierError['facts'], details: string): string | null {
  const reading = (typeof code === 'number' && ERRORS[code]?.advice) || '';
  const isIdle = details === '' && reading.startsWith('read details to find the parameter');
  if (!isIdle || !advice?.startsWith(reading)) return advice ?? null;
  return advice.slice(reading.length).replace(/^; /, '');
}

/** Includes the code's meaning, unless the message says the same. A code without a meaning tells people nothing. */
function formatCode({ message, facts }: CrierError): string {
  const { code, http } = facts;
  const meaning = getMeaning(facts);
  const number = typeof code === 'number' && meaning !== null ? String(code) : '';
  const status = typeof http === 'number' && http !== 200 ? `HTTP ${http}` : '';
  const label = number === '' || status === '' ? number + status : `${number} (${status})`;
  const meant =
    normalizeSentence(meaning ?? '') === normalizeSentence(message) ? '' : sanitizeText(meaning ?? '');
  return [label, meant].filter((part) => part !== '').join(': ');
}

function normalizeSentence(sentence: string): string {
  return sentence.toLowerCase().replace(/\.$/, '');
}

function formatNextStep({ advice, relink, retryAvailable }: CrierError['facts']): string {
  const sentences = [
    sanitizeText(advice ?? ''),
    relink === true && !advice ? 'link the account again' : '',
    retryAvailable === true ? 'the service says that a retry can help' : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join('; ');
}

const LABEL_WIDTH = 7;

function labelLines(label: string, text: string, { paint, width }: { paint: Paint; width: number }) {
  if (text === '') return [];
  return wrapSentence(text, Math.max(1, width - LABEL_WIDTH)).map((line, at) => {
    const margin = at === 0 ? paint(label) + ' '.repeat(LABEL_WIDTH - label.length) : ' '.repeat(LABEL_WIDTH);
    return margin + line;
  });
}

/** In a pipe, each failure is one line of any length, so that it can be searched for. */
const WIDE = 80;
const MARGIN = '  ';

/** Failures shown to people; JSON has all of them. */
const MOST_FAILURES = 20;

function renderFailedItems(
  { kind, facts }: CrierError,
  faults: readonly string[],
  { palette, ...space }: LineLimits & { palette: Palette },
): readonly string[] {
  const all = facts.errors?.length ? facts.errors : faults;
  const legs = all.slice(0, MOST_FAILURES).map(readFailedLeg);
  // only partial responses are known to fail by network
  const unnamed = kind === 'partial' ? UNNAMED : '';
  const names = legs.map(({ platform, requestedId }) =>
    [
      sanitizeText(requestedId),
      platform === ''
        ? requestedId === ''
          ? unnamed
          : ''
        : truncate(getNetworkName(platform), LONGEST_NAME),
    ]
      .filter(Boolean)
      .map(splitJoined)
      .join(' '),
  );
  const widest = Math.max(0, ...names.map(getDisplayWidth));
  const nameWidth = space.wraps ? Math.min(widest, Math.floor(space.width / 2)) : widest;
  const reported = legs.flatMap((leg, at) => {
    const name = fitInto(names[at] ?? '', nameWidth);
    const paint = leg.platform === '' ? palette.dim : palette.network(leg.platform);
    const code = sanitizeText(leg.code);
    return renderFailedItem(
      {
        name,
        paint,
        code: space.wraps ? truncate(code, LONGEST_CODE) : code,
        words: sanitizeText(leg.words),
      },
      space,
    );
  });
  const rest = all.length - legs.length;
  return rest > 0 ? [...reported, `${MARGIN}and ${rest} more: --json shows them all`] : reported;
}

/** The names of networks are shorter, but the field may hold any text. */
const LONGEST_NAME = 28;

interface LineLimits {
  width: number;
  wraps: boolean;
}

/** A code is a number, but the field may hold any text. */
const LONGEST_CODE = 12;

/**
 * Renders a name, a code and a text: on one line, or on a terminal with the text wrapped next to the code or
 * below.
 */
function renderFailedItem(
  { name, paint, code, words }: { name: string; paint: Paint; code: string; words: string },
  { width, wraps }: LineLimits,
): readonly string[] {
  const joined = (parts: readonly string[]) => MARGIN + parts.filter((part) => part !== '').join(MARGIN);
  // a text without name and code starts where the name would; its continuation lines are indented
  if (name === '' && code === '') {
    const lines = wraps ? wrap(words, Math.max(1, width - 2 * MARGIN.length)) : [words];
    return lines.map((line, at) => MARGIN + (at === 0 ? '' : MARGIN) + line);
  }
  const head = joined([paint(name), code]);
  if (!wraps || words === '') return [words === '' ? head : `${head}${MARGIN}${words}`];
  const beside = getDisplayWidth(joined([name, code])) + MARGIN.length;
  const isBeside = beside <= width / 2;
  const indent = isBeside ? beside : 2 * MARGIN.length;
  const lines = wrap(words, Math.max(1, width - indent)).map((line) => ' '.repeat(indent) + line);
  return isBeside
    ? [head + (lines[0] ?? '').slice(beside - MARGIN.length), ...lines.slice(1)]
    : [head, ...lines];
}

/**
 * Lists the validation errors of a body, one line each; null for details of any other shape.
 *
 * @see docs/service/automations.md#validation
 */
function listBodyFaults(details: unknown): readonly string[] | null {
  if (!isRecord(details) || !('formErrors' in details || 'fieldErrors' in details)) return null;
  const { formErrors = [], fieldErrors = {}, ...others } = details;
  if (Object.keys(others).length > 0 || !isRecord(fieldErrors)) return null;
  const lines = [['', formErrors] as const, ...Object.entries(fieldErrors)].flatMap(([field, words]) =>
    [words].flat().map((line: unknown) => (typeof line === 'string' ? prefixField(line, field) : null)),
  );
  return lines.every((line) => line !== null) ? lines : null;
}

/** Not every service includes the field's path in the line. */
function prefixField(line: string, field: string): string {
  return line.startsWith(field) ? line : `${field}: ${line}`;
}
