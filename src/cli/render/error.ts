import { type CrierError, EXIT } from '../../errors.ts';
import { networkName } from './cell.ts';
import { isRecord } from './is-record.ts';
import { safeJson, safeText } from './safe-text.ts';
import { type ColorLevel, createPalette, type Paint, type Palette } from './style.ts';
import { displayWidth, fitInto } from './width.ts';
import { wrap } from './wrap.ts';

/** How a failure is told. */
export interface ErrorLook {
  /** One JSON object on one line, for programs. */
  readonly json: boolean;
  readonly colorLevel: ColorLevel;
  readonly width: number;
}

/**
 * Tells a failure: for people what went wrong, what the code means, what to do next, and one line for each network
 * or item that failed; for programs the object that the command line's contract names.
 *
 * @see cli.md, "Output"; rules COM-16, ERR
 */
export function renderError(error: CrierError, look: ErrorLook): string {
  return look.json ? `${safeJson({ error: errorObject(error) })}\n` : errorText(error, look);
}

function errorObject({ kind, message, facts }: CrierError) {
  return {
    kind,
    exitCode: EXIT[kind].code,
    code: facts.code ?? null,
    http: facts.http ?? null,
    message,
    meaning: facts.meaning ?? null,
    advice: facts.advice ?? null,
    details: detailsOf(facts.details ?? null, facts.errors ?? []),
    retryAvailable: facts.retryAvailable ?? null,
    relink: facts.relink ?? null,
  };
}

/** The failures of single networks have no member of their own: they go with the details. */
function detailsOf(details: unknown, errors: readonly unknown[]): unknown {
  if (errors.length === 0) return details;
  if (details === null) return { errors };
  return isRecord(details) ? { errors, ...details } : { details, errors };
}

function errorText({ message, facts }: CrierError, { colorLevel, width }: ErrorLook): string {
  const palette = createPalette(colorLevel);
  const labelled = [
    ['error', codeText(facts)],
    ['info', facts.details === undefined || facts.details === null ? '' : safeJson(facts.details)],
    ['next', nextText(facts)],
  ] as const;
  return [
    ...labelledLines('crier:', safeText(message), { paint: palette.bad, width }),
    ...labelled.flatMap(([label, text]) =>
      text === '' ? [] : labelledLines(label, text, { paint: palette.dim, width }),
    ),
    ...failedLines(facts.errors ?? [], palette),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function codeText({ code, http, meaning }: CrierError['facts']): string {
  const number = typeof code === 'number' ? String(code) : '';
  const status = typeof http === 'number' && http !== 200 ? `HTTP ${http}` : '';
  const label = number === '' || status === '' ? number + status : `${number} (${status})`;
  return [label, safeText(meaning ?? '')].filter((part) => part !== '').join(': ');
}

function nextText({ advice, relink, retryAvailable }: CrierError['facts']): string {
  const sentences = [
    safeText(advice ?? ''),
    relink === true && !advice ? 'link the account again' : '',
    retryAvailable === true ? 'the service says that trying again can help' : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join('; ');
}

const LABEL_WIDTH = 7;

function labelledLines(label: string, text: string, { paint, width }: { paint: Paint; width: number }) {
  return wrap(text, Math.max(1, width - LABEL_WIDTH)).map((line, at) => {
    const margin = at === 0 ? paint(label) + ' '.repeat(LABEL_WIDTH - label.length) : ' '.repeat(LABEL_WIDTH);
    return margin + line;
  });
}

/** One line for each failure, however long, so that it can be searched for. */
function failedLines(errors: readonly unknown[], palette: Palette): readonly string[] {
  const failures = errors.map((error) => (isRecord(error) ? error : { message: error }));
  const names = failures.map((failure) => networkName(wordAt(failure, 'platform')));
  const widest = Math.max(0, ...names.map(displayWidth));
  return failures.map((failure, at) => {
    const name = palette.network(wordAt(failure, 'platform'))(fitInto(names[at] ?? '', widest));
    const rest = [wordAt(failure, 'code'), wordAt(failure, 'message')];
    return ['', name, ...rest.map((word) => safeText(word))]
      .filter((part, at) => at === 0 || part !== '')
      .join('  ');
  });
}

function wordAt(failure: Readonly<Record<string, unknown>>, name: string): string {
  const value = failure[name] ?? null;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}
