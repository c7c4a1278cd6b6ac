import type { Clock } from '../../../../clock.ts';
import { isRecord } from '../../../../domain/json/loose-record.ts';
import { createLocalClock, type LocalClock, normalizeZone } from '../../../../domain/time/local-time.ts';
import { type CrierError, createUsageError } from '../../../../errors.ts';
import type { OutputFormat } from '../formats.ts';
import { renderJson, renderNdjson, renderRaw } from '../json.ts';
import type { PlanTarget } from '../plan/plan-target.ts';
import type { NumberTargets } from '../reference.ts';
import type { TextStyle } from '../text/style.ts';
import type { ListView, StreamView, View } from '../view.ts';
import type { OutputSettings } from './output-settings.ts';
import { renderOrFault, showStream } from './show-stream.ts';
import { listUntrustedPaths, type UntrustedFields } from './untrusted-paths.ts';

/** Without it, spreadsheets decode a UTF-8 file with a legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A result, and what is known of it beside the view. */
export interface ResultToShow {
  view: View | StreamView<unknown>;
  /** The service's body, for `-o raw`. */
  raw?: Uint8Array;
  /** Its time in milliseconds since 1970 (default: now). */
  asOf?: number;
  /** Numbers the rows of tables for people: the number of each target, null for none. */
  number?: NumberTargets;
  /** Asked when the document is complete: whether the sandbox answered, which its `meta` then says. */
  isFromSandbox?(): boolean;
  /** The fields with texts of others, for the `meta` of a document. */
  getUntrusted?(): UntrustedFields;
  /** Whom a plan is for, which the `meta` of its document then says. */
  target?: PlanTarget | null;
  /** Ignores `--jq` and `--template`. */
  isWhole?: boolean;
  /** A server does not wait until its first lines are read. */
  keepsRunning?: boolean;
}

/** What `--jq` or `--template` makes of a document. */
export interface ResultFilter {
  flag: '--jq' | '--template';
  /**
   * @param json the whole document
   * @param now the document's time in milliseconds since 1970
   * @returns sanitized text to print
   * @throws CrierError of kind rejected when it fails
   */
  filterDocument(json: string, now: number): Promise<string>;
  /** Filters each record. @param records one JSON text a line */
  filterRecords(records: string, now: number): Promise<string>;
  /** @throws CrierError of kind rejected when it failed on a record so far */
  check(): void;
  close(): void | Promise<void>;
}

/** Where and how a result is shown. */
interface ResultOutput {
  settings: OutputSettings;
  isTerminal: boolean;
  /** Whether stdout is an empty regular file. */
  isEmptyFile: boolean;
  /** In cells. */
  width: number;
  /** Applied to JSON output. */
  filter: ResultFilter | null;
  signal: AbortSignal;
  clock: Clock;
  /** The IANA name of the zone in which people read times. */
  timeZone(): string;
  isFromSandbox(): boolean;
  getUntrusted(): UntrustedFields;
  target: PlanTarget | null;
  /** Adds short references to the rows of a table. */
  addReferences<Shown extends View>(view: Shown): Promise<Shown>;
  /** The command line, for the title of a page. */
  title: string;
  write(chunk: string | Uint8Array): Promise<void>;
  /** Writes a complete text, in a pager when it is long. */
  writeWhole(text: string): Promise<void>;
  note(sentence: string): Promise<void>;
}

// Text layout is loaded on demand: it takes a good part of a start, and JSON output does not need it.
/** Shows a result in the format of the run. */
export async function showResult(
  result: ResultToShow,
  output: Omit<ResultOutput, 'isFromSandbox' | 'getUntrusted' | 'target' | 'addReferences'>,
): Promise<void> {
  const { view, raw, asOf: time, isFromSandbox = () => false, number } = result;
  const place: ResultOutput = {
    ...output,
    isFromSandbox,
    target: result.target ?? null,
    getUntrusted: result.getUntrusted ?? (() => []),
    addReferences: createReferenceAdder(number, output.settings),
  };
  const { filter, signal } = place;
  const { format } = place.settings;
  const asOf = time ?? place.clock.now();
  if (format === 'raw' && raw !== undefined) return writeRaw(raw, place);
  if (view.kind !== 'stream') return showWhole(view, asOf, place);
  if (format === 'raw' && view.endless !== true) throw createSeveralBodiesError();
  const now = () => view.asOf?.() ?? asOf;
  const render = await createPartRenderer(view.continues === true ? omitHeader(place) : place);
  await showStream(view, {
    format,
    asked: filter?.flag ?? `-o ${format}`,
    showWhole: (whole) => showWhole(whole, now(), place),
    showPart: async (part) =>
      place.write(await renderOrFault(async () => render(await place.addReferences(part), now()))),
    note: place.note,
    signal,
    clock: place.clock,
    calm:
      place.isTerminal && format === 'table' && view.tally !== undefined
        ? { tally: view.tally, showLine: (line) => writeLine(line, place) }
        : null,
  });
  filter?.check();
}

async function showWhole(view: View, now: number, place: ResultOutput): Promise<void> {
  const { filter, settings, writeWhole } = place;
  const { format } = settings;
  if (format === 'json') {
    const json = renderJson(await addMeta(view.document, place));
    return writeWhole(filter === null ? json : await filter.filterDocument(json, now));
  }
  if (view.kind === 'list' && view.rows.length > MOST_AT_ONCE && isWrittenInParts(place)) {
    const render = await createPartRenderer(place);
    for (const part of splitList(view)) await place.write(await render(part, now));
    return filter?.check();
  }
  if (format === 'ndjson') {
    await writeWhole(await renderRecords(view, now, filter));
    return filter?.check();
  }
  if (format === 'html') return writeWhole(await renderPage(view, now, place));
  const { renderView } = await import('../render-view.ts');
  const hasCells = view.kind === 'list' || view.kind === 'record';
  const text = renderView(await showLocalTimes(await place.addReferences(view), place), {
    ...toLook(place),
    now,
    format: format === 'raw' ? 'json' : format,
    hasHeader: settings.hasHeader,
  });
  await writeWhole(hasCells ? getByteOrderMark(place) + text : text);
  if (view.kind === 'list' && view.notesEmpty && view.rows.length === 0 && isCellFormat(format)) {
    if (!settings.quiet) await place.note(view.empty);
  }
}

/** Records of a long list that are written at once: the text of all would need as much memory as they do. */
const MOST_AT_ONCE = 1_000;

/** People on a terminal get a long list in the pager, which needs all of it. */
function isWrittenInParts({ isTerminal, settings: { format } }: ResultOutput): boolean {
  return !isTerminal && (format === 'ndjson' || isCellFormat(format));
}

function* splitList(view: ListView<unknown>): Generator<ListView<unknown>> {
  const found = view.document[view.key];
  const records: readonly unknown[] = Array.isArray(found) ? found : [];
  for (let from = 0; from < Math.max(view.rows.length, records.length); from += MOST_AT_ONCE) {
    const cut = (all: readonly unknown[]) => all.slice(from, from + MOST_AT_ONCE);
    yield { ...view, rows: cut(view.rows), document: { [view.key]: cut(records) } };
  }
}

function createReferenceAdder(
  number: ResultToShow['number'],
  { format, isWide }: OutputSettings,
): ResultOutput['addReferences'] {
  return async (view) => {
    if (number === undefined || format !== 'table' || view.kind !== 'list' || view.references === undefined)
      return view;
    const { numberRows } = await import('../number-rows.ts');
    return { ...view, ...(await numberRows(view, { number, isWide })) };
  };
}

/** Adds the times of one record in the zone of people and in UTC. */
async function showLocalTimes<Shown extends View>(
  view: Shown,
  { timeZone, settings }: ResultOutput,
): Promise<Shown> {
  const isForPeople = settings.format === 'table' || settings.format === 'md' || settings.format === 'html';
  if (!isForPeople || view.kind !== 'record' || view.lines.every(({ role }) => role === undefined))
    return view;
  const { addLocalTimes } = await import('../local-times.ts');
  return { ...view, lines: addLocalTimes(view.lines, timeZone()) };
}

/** Adds to the `meta` of a document where it came from, whom a plan is for and which texts others wrote, unless it is a list or a value. */
async function addMeta(document: unknown, place: ResultOutput): Promise<unknown> {
  if (!isRecord(document)) return document;
  const fields = place.getUntrusted();
  const untrusted = fields.length === 0 ? [] : listUntrustedPaths(document, fields);
  const isFromSandbox = place.isFromSandbox();
  const { target } = place;
  if (untrusted.length === 0 && !isFromSandbox && target === null) return document;
  const meta = {
    ...(isRecord(document['meta']) && document['meta']),
    ...(isFromSandbox && { sandbox: true }),
    ...target,
    ...(untrusted.length > 0 && { untrusted }),
  };
  return { ...document, meta };
}

/** Writes a line in place of rows, with the time that they would have. */
async function writeLine(line: string, place: ResultOutput): Promise<void> {
  const { renderTimedLine } = await import('../render-view.ts');
  await place.write(renderTimedLine(line, { ...toLook(place), now: place.clock.now() }));
}

/** Formats in which an empty list is only a header line. */
function isCellFormat(format: OutputSettings['format']): boolean {
  return format === 'tsv' || format === 'csv';
}

/** A page, for the commands that have one; the others refuse `-o html` before they run. */
async function renderPage(view: View, now: number, place: ResultOutput): Promise<string> {
  if (view.kind === 'list' && view.report !== undefined) {
    const { renderReportPage } = await import('../report/report-page.ts');
    return renderReportPage(view.report, place.title, { ...toLook(place), now });
  }
  const { renderHtmlPage } = await import('../html-page.ts');
  if (view.kind !== 'list' && view.kind !== 'record')
    throw createUsageError('-o html needs a list or a record', 'use -o json');
  return renderHtmlPage(await showLocalTimes(view, place), place.title, { ...toLook(place), now });
}

async function renderRecords(view: View, now: number, filter: ResultFilter | null): Promise<string> {
  const records = renderNdjson(view);
  return filter === null ? records : filter.filterRecords(records, now);
}

function omitHeader(place: ResultOutput): ResultOutput {
  return { ...place, settings: { ...place.settings, hasHeader: false } };
}

async function createPartRenderer(
  place: ResultOutput,
): Promise<(part: ListView<unknown>, now: number) => Promise<string> | string> {
  const { format } = place.settings;
  if (format !== 'table' && format !== 'tsv' && format !== 'csv')
    return (part, now) => renderRecords(part, now, place.filter);
  const { renderInParts } = await import('../render-view.ts');
  const render = renderInParts({ ...toLook(place), format, hasHeader: place.settings.hasHeader });
  let beginning = getByteOrderMark(place);
  return (part, now) => {
    const text = beginning + render(part, now);
    beginning = '';
    return text;
  };
}

/**
 * The byte order mark at the start of a CSV file. Never in a pipe, where the reading program would take it as
 * part of the first column's name.
 */
function getByteOrderMark({ settings, isEmptyFile }: ResultOutput): string {
  return settings.format === 'csv' && isEmptyFile ? BYTE_ORDER_MARK : '';
}

function toLook({ settings, width, timeZone: nameZone }: ResultOutput): Omit<TextStyle, 'now'> {
  const { stdoutColor: colorLevel, accessible, isAscii, isWide, timeZone } = settings;
  const zone = timeZone === null ? null : createLocalClock(timeZone);
  let calendar: LocalClock | null = zone;
  const localZone = () => {
    calendar ??= createLocalClock(normalizeZone(nameZone()));
    return calendar;
  };
  return { width, colorLevel, accessible, isAscii, isWide, zone, localZone };
}

async function writeRaw(
  body: Uint8Array,
  { settings, isTerminal, write, writeWhole, note }: ResultOutput,
): Promise<void> {
  if (isTerminal && !settings.quiet) {
    await note('control characters are escaped on a terminal; a pipe or a file gets the unchanged bytes');
  }
  const shown = renderRaw(body, isTerminal);
  await (typeof shown === 'string' ? writeWhole(shown) : write(shown));
}

/** The error for `-o raw` with several responses. */
export function createSeveralBodiesError(): CrierError {
  return createUsageError('-o raw prints the body of one response, and this run has several', 'use -o json');
}

/**
 * Refuses `-o raw` for several requests before the first one is sent, because their results could not be
 * shown.
 *
 * @throws CrierError of kind usage
 */
export function refuseRawOfSeveral(count: number, { format }: { format: OutputFormat }): void {
  if (format === 'raw' && count > 1) throw createSeveralBodiesError();
}
