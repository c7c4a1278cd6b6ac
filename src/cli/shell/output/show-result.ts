import { renderJson } from '../../render/json.ts';
import { renderNdjson } from '../../render/ndjson.ts';
import { renderValues } from '../../render/render-values.ts';
import type { TextStyle } from '../../render/style.ts';
import type { ListView, StreamView, View } from '../../render/view.ts';
import type { CommandOutcome } from '../command.ts';
import type { JqProgram } from '../jq/open-jq.ts';
import type { OutputSettings } from './output-settings.ts';
import { createSeveralBodiesError } from './refuse-raw.ts';
import { showStream } from './show-stream.ts';

/** Without it, spreadsheets decode a UTF-8 file with a legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A view, the service's body for `-o raw`, and its time in milliseconds since 1970. */
export type ResultToShow = Pick<CommandOutcome, 'raw'> & {
  readonly view: View | StreamView<unknown>;
  readonly asOf: number;
};

/** Where and how a result is shown. */
export interface ResultOutput {
  readonly settings: OutputSettings;
  readonly isTerminal: boolean;
  /** Whether stdout is an empty regular file. */
  readonly isEmptyFile: boolean;
  /** In cells. */
  readonly width: number;
  /** A jq program to run on JSON output. */
  readonly jq: JqProgram | null;
  readonly signal: AbortSignal;
  write(chunk: string | Uint8Array): Promise<void>;
  /** Prints one sentence to stderr. */
  note(sentence: string): Promise<void>;
}

// Text layout is loaded on demand: it takes a good part of a start, and JSON output does not need it.
/** Shows a result in the format of the run. */
export async function showResult({ view, raw, asOf }: ResultToShow, place: ResultOutput): Promise<void> {
  const { jq, signal } = place;
  const { format } = place.settings;
  if (format === 'raw' && raw !== undefined) return writeRaw(raw, place);
  if (view.kind !== 'stream') return showWhole(view, asOf, place);
  if (format === 'raw' && view.endless !== true) throw createSeveralBodiesError();
  const now = () => view.asOf?.() ?? asOf;
  const render = await createPartRenderer(place);
  await showStream(view, {
    format,
    asked: jq === null ? `-o ${format}` : '--jq',
    showWhole: (whole) => showWhole(whole, now(), place),
    showPart: async (part) => place.write(await render(part, now())),
    signal,
  });
  jq?.check();
}

async function showWhole(view: View, now: number, place: ResultOutput): Promise<void> {
  const { jq, settings, write } = place;
  const { format } = settings;
  if (format === 'json') {
    const json = renderJson(view);
    return write(jq === null ? json : renderValues(await jq.run(json)));
  }
  if (format === 'ndjson') {
    await write(await renderRecords(view, jq));
    return jq?.check();
  }
  const { renderView } = await import('../../render/render-view.ts');
  const hasCells = view.kind === 'list' || view.kind === 'record';
  const text = renderView(view, { ...toLook(place), now, format: format === 'raw' ? 'json' : format });
  await write(hasCells ? getByteOrderMark(place) + text : text);
  if (view.kind === 'list' && view.notesEmpty && view.rows.length === 0 && isCellFormat(format)) {
    if (!settings.quiet) await place.note(view.empty);
  }
}

/** Formats in which an empty list is only a header line. */
function isCellFormat(format: OutputSettings['format']): boolean {
  return format === 'tsv' || format === 'csv';
}

async function renderRecords(view: View, jq: JqProgram | null): Promise<string> {
  const records = renderNdjson(view);
  return jq === null ? records : renderValues(await jq.runEach(records));
}

async function createPartRenderer(
  place: ResultOutput,
): Promise<(part: ListView<unknown>, now: number) => Promise<string> | string> {
  const { format } = place.settings;
  if (format !== 'table' && format !== 'tsv' && format !== 'csv')
    return (part) => renderRecords(part, place.jq);
  const { renderInParts } = await import('../../render/render-view.ts');
  const render = renderInParts({ ...toLook(place), format });
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

function toLook({ settings, width }: ResultOutput): Omit<TextStyle, 'now'> {
  return { width, colorLevel: settings.stdoutColor, accessible: settings.accessible };
}

async function writeRaw(
  body: Uint8Array,
  { settings, isTerminal, write, note }: ResultOutput,
): Promise<void> {
  const { renderRaw } = await import('../../render/raw.ts');
  if (isTerminal && !settings.quiet) {
    await note('control characters are escaped on a terminal; a pipe or a file gets the unchanged bytes');
  }
  await write(renderRaw(body, isTerminal));
}
