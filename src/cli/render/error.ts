import type { CrierError } from '../../errors.ts';
import { toErrorDocument } from '../error-object.ts';
import { replaceProgramName } from '../fast-path.ts';
import { listBodyFaults } from './body-fault-lines.ts';
import { getNetworkName } from './cell.ts';
import { readFailedLeg, UNNAMED } from './failed-entry.ts';
import { sanitizeText, stringifySafely } from './sanitize-text.ts';
import { type ColorLevel, createPalette, type Paint, type Palette } from './style.ts';
import { fitInto, getDisplayWidth, splitJoined, truncate } from './width.ts';
import { wrap, wrapSentence } from './wrap.ts';

/** How a failure is told. */
export interface ErrorLook {
  /** One JSON object on one line, for programs. */
  readonly json: boolean;
  readonly colorLevel: ColorLevel;
  readonly width: number;
  /** A line that a terminal would break must not be longer than it: its rest could pass for a line of ours. */
  readonly isTerminal?: boolean;
  /** How the user calls the program (default: crier). */
  readonly programName?: string;
}

/**
 * Tells a failure: for people what went wrong, what the code means, what to do next, and one line for each network
 * or item that failed; for programs the object that the command line's contract names.
 *
 * @see docs/command-line.md#output
 * @see docs/service/comments.md#COM-16
 */
export function renderError(error: CrierError, look: ErrorLook): string {
  return look.json ? `${stringifySafely({ error: toErrorDocument(error) })}\n` : renderErrorText(error, look);
}

function renderErrorText(error: CrierError, look: ErrorLook): string {
  const { colorLevel, width, isTerminal, programName = 'crier' } = look;
  const { message, facts } = error;
  const palette = createPalette(colorLevel);
  const { bad, dim } = palette;
  const faults = listBodyFaults(facts.details);
  const isTold = faults !== null || facts.details === undefined || facts.details === null;
  const details = isTold ? '' : stringifySafely(facts.details);
  return [
    ...labelLines('crier:', sanitizeText(message), { paint: bad, width }),
    ...labelLines('error', formatCode(error), { paint: dim, width }),
    ...labelLines('info', details, { paint: dim, width }),
    ...renderFailedItems(error, faults?.filter((line) => !message.includes(line)) ?? [], {
      palette,
      width,
      wraps: isTerminal === true || width < WIDE,
    }),
    ...labelLines('next', replaceProgramName(formatNextStep(facts), programName), { paint: dim, width }),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** What the code means stands there unless the service has just said the same. */
function formatCode({ message, facts: { code, http, meaning } }: CrierError): string {
  const number = typeof code === 'number' ? String(code) : '';
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
    retryAvailable === true ? 'the service says that trying again can help' : '',
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

/** In a pipe, which counts as so wide, a failure is one line, however long, so that it can be searched for. */
const WIDE = 80;
const MARGIN = '  ';

/** People read so many lines of failures; programs get them all. */
const MOST_FAILURES = 20;

function renderFailedItems(
  { kind, facts }: CrierError,
  faults: readonly string[],
  { palette, ...room }: LineLimits & { palette: Palette },
): readonly string[] {
  const all = facts.errors?.length ? facts.errors : faults;
  const legs = all.slice(0, MOST_FAILURES).map(readFailedLeg);
  // a partial answer is partial by networks; the parts of other failures may be none
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
  const nameWidth = room.wraps ? Math.min(widest, Math.floor(room.width / 2)) : widest;
  const told = legs.flatMap((leg, at) => {
    const name = fitInto(names[at] ?? '', nameWidth);
    const paint = leg.platform === '' ? palette.dim : palette.network(leg.platform);
    const code = sanitizeText(leg.code);
    return renderFailedItem(
      { name, paint, code: room.wraps ? truncate(code, LONGEST_CODE) : code, words: sanitizeText(leg.words) },
      room,
    );
  });
  const rest = all.length - legs.length;
  return rest > 0 ? [...told, `${MARGIN}and ${rest} more: --json names them all`] : told;
}

/** The network's own names are shorter; what stands in the place of one may be a text without end. */
const LONGEST_NAME = 28;

interface LineLimits {
  readonly width: number;
  readonly wraps: boolean;
}

/** A code is a number; what stands in its place may be a text without end. */
const LONGEST_CODE = 12;

interface FailedItem {
  readonly name: string;
  readonly paint: Paint;
  readonly code: string;
  readonly words: string;
}

/** A name, a code and words: on one line, or on a terminal with the words wrapped beside the code or below. */
function renderFailedItem(
  { name, paint, code, words }: FailedItem,
  { width, wraps }: LineLimits,
): readonly string[] {
  const joined = (parts: readonly string[]) => MARGIN + parts.filter((part) => part !== '').join(MARGIN);
  // words alone stand where a name would; what goes on of them stands further in
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
