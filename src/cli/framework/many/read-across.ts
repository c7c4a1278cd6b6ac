import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import type { CommandOutcome } from '../command/command.ts';
import type { CommandContext } from '../command/context.ts';
import type { IoPort } from '../command/io.ts';
import { readFailedLeg, toErrorDocument } from '../output/failures.ts';
import { createSeveralBodiesError } from '../output/printing/show-result.ts';
import { addSearchCount, type SearchCount } from '../output/search-count.ts';
import type { ListView } from '../output/view.ts';
import { type AcrossResult, getRecordsKey } from './across-document.ts';
import {
  type AcrossRun,
  createClientCache,
  createUnitContext,
  getUnitOrigin,
  listUnits,
  type ReadUnit,
  readUnit,
  type UnitRead,
} from './across-units.ts';
import {
  type AcrossOrigin,
  type AcrossPart,
  createPartCombiner,
  hasNetworkNames,
  selectNetworks,
  toListView,
} from './across-view.ts';
import { createFailureTally, type FailureTally } from './failures.ts';
import { openResumeFile, type ResumeFile } from './resume-file.ts';
import { runEach } from './run-each.ts';
import { groupSteps, type ReadStep } from './stream-each.ts';

/** Distinct notes of single ids that are printed; the others are left out. */
const MOST_NOTES = 5;

/**
 * Runs a command for each of many ids, for each profile, or for each id in the profile that has it. The output streams in
 * the order of the input. A failure of one does not end the others, unless all would fail the same way.
 */
export async function readAcross(run: AcrossRun, context: CommandContext): Promise<CommandOutcome> {
  const { io } = context;
  if (io.printing.format === 'raw') throw createSeveralBodiesError();
  const units = await listUnits(run, context);
  const resumed = await openResume(run, context);
  if (resumed !== null) io.onEnd(resumed.close);
  const open = resumed === null ? units : units.filter(({ key }) => !resumed.isDone(key));
  if (resumed !== null) await noteResumed(resumed, { all: units.length, open: open.length, io });
  const key = getRecordsKey(run.command);
  const reading: AcrossReading = {
    units: open,
    total: units.length,
    isById: units.some(({ id }) => id !== undefined),
    key,
    notes: new Set(),
    notesOfProfiles: new Map(),
    searched: undefined,
    isTableById: io.printing.format === 'table' && units.some(({ id }) => id !== undefined),
    results: io.printing.format === 'json' || io.printing.format === 'md' ? [] : null,
    tally: createFailureTally(),
    resumed,
  };
  const { isById, notes, results } = reading;
  const times: { last?: number } = {};
  const combine = createPartCombiner({ key, results: results ?? [] });
  return {
    view: {
      kind: 'stream',
      live: isById,
      continues: resumed?.continuesOutput ?? false,
      batches: groupSteps(readSteps(run, reading, { context, times }), io.printing.format),
      list: (parts) => combine(parts as readonly AcrossPart[]), // they come from the batches above
      asOf: () => times.last,
    },
    finish() {
      const failure = combineUnitFailures(reading);
      const isAllowed = failure?.kind === 'partial' && run.input['allowPartial'] === true;
      const all = [...notes, ...formatProfileNotes(reading)];
      const { searched } = reading;
      return {
        notes: all.slice(0, MOST_NOTES),
        searched,
        ...(failure !== null && !isAllowed && { failure }),
      };
    },
  };
}

/** What is read, and what is known of it so far. */
interface AcrossReading {
  units: readonly ReadUnit[];
  /** With what earlier runs read. */
  total: number;
  isById: boolean;
  /** Of the records in the document. */
  key: string;
  notes: Set<string>;
  /** The profiles that each note is about, where they are read one by one. */
  notesOfProfiles: Map<string, string[]>;
  /** Whether a table shows each id by itself. */
  isTableById: boolean;
  /** What flags found in all of them. */
  searched: SearchCount | undefined;
  /** For a complete document; null when the output is printed as it is read, and memory must not grow. */
  results: AcrossResult[] | null;
  tally: FailureTally;
  resumed: ResumeFile | null;
}

/** Reads each unit, and yields its parts; `times` has the service's time of the last response. */
async function* readSteps(
  run: AcrossRun,
  reading: AcrossReading,
  { context, times }: { context: CommandContext; times: { last?: number } },
): AsyncGenerator<ReadStep<AcrossPart>> {
  const { units, isById, tally, notes } = reading;
  const { input } = run;
  const { io, service } = context;
  const ofUnit = createUnitContext(context, notes);
  const openOnce = createClientCache();
  const read = (unit: ReadUnit): Promise<UnitRead> =>
    readUnit(unit, input.allProfiles, (found) => {
      const from = found ?? service;
      const ofProfile = { choose: from.choose, client: () => openOnce(from) };
      return run.runOne(run.inputOf(unit.id), { ...ofUnit, service: { ...service, ...ofProfile } });
    });
  if (units.length > 1) io.progress(() => formatProgress(tally, units.length, service.budget.waitMs));
  const requests = { atOnce: input.concurrency, keys: isById ? 'shared' : 'own' } as const;
  for await (const { id: unit, value, failure, isSent } of runEach(units, requests, read)) {
    if (failure === null) {
      times.last = value.outcome.asOf ?? times.last;
      yield* readParts(unit, value, reading);
    } else {
      const origin = getUnitOrigin(unit, input.allProfiles);
      const finish = () => finishUnit(unit.key, { failure, origin, isSent, canSelect: true }, reading);
      yield { part: null, isRow: false, finish };
    }
  }
  io.progress(null);
  const failure = combineUnitFailures(reading);
  // on failure stdout stays empty, except for programs, which get the results
  if (failure !== null && tally.unread === reading.total && io.printing.format !== 'json') throw failure;
}

/** The lists of a unit, as they come; their failure is that of the unit. */
async function* readParts(
  unit: ReadUnit,
  { origin, outcome }: UnitRead,
  reading: AcrossReading,
): AsyncGenerator<ReadStep<AcrossPart>> {
  const { key, resumed, isTableById } = reading;
  const missing = resumed?.getMissingNetworks(unit.key) ?? null;
  const isRow = outcome.view?.kind === 'record';
  const held: AcrossPart[] = [];
  let canSelect = true;
  let failure: CrierError | null = null;
  let document: object | undefined;
  try {
    for await (const list of listParts(outcome, key)) {
      document = omitRecords(list.document, list.key);
      if (resumed !== null) canSelect &&= hasNetworkNames(list);
      const part = { origin, list: selectNetworks(list, missing) };
      if (isTableById && list.isSearched === true && list.rows.length === 0) continue;
      // pages of an id whose last one fails would be doubled by the next run
      if (resumed !== null) held.push(part);
      else yield { part, isRow, finish: () => {} };
    }
    const after = outcome.finish?.() ?? {};
    failure = after.failure ?? outcome.failure ?? null;
    addNotes([...(outcome.notes ?? []), ...(after.notes ?? [])], origin, reading);
    reading.searched = addSearchCount(reading.searched, after.searched ?? outcome.searched);
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    failure = error;
    held.length = 0;
  }
  for (const part of held) yield { part, isRow, finish: () => {} };
  const end = { failure, origin, document, isSent: true, canSelect };
  yield { part: null, isRow, finish: () => finishUnit(unit.key, end, reading) };
}

function addNotes(
  added: readonly string[],
  { profile }: AcrossOrigin,
  { isById, notes, notesOfProfiles }: AcrossReading,
): void {
  for (const note of added) {
    if (isById || profile === undefined) notes.add(note);
    else notesOfProfiles.set(note, [...(notesOfProfiles.get(note) ?? []), profile ?? 'Primary']);
  }
}

/** Profiles that a note names. */
const MOST_NAMED = 3;

/** `Primary, harbour: showing the first 3`. */
function formatProfileNotes({ notesOfProfiles, total }: AcrossReading): readonly string[] {
  return [...notesOfProfiles].map(([note, names]) => {
    const some = names.length > MOST_NAMED ? formatCount(names.length, 'profile') : names.join(', ');
    return `${names.length === total && total > 1 ? 'each profile' : some}: ${note}`;
  });
}

function combineUnitFailures({ tally, total, isById, resumed }: AcrossReading): CrierError | null {
  const again = resumed === null ? '' : '; run it again to try the failed ones';
  return tally.combine({
    total,
    noun: isById ? undefined : 'profile',
    remainder: `the others are printed${again}`,
  });
}

/** Called when all records of a unit have been written. */
function finishUnit(
  id: string,
  {
    failure,
    origin,
    document,
    isSent,
    canSelect,
  }: {
    failure: CrierError | null;
    origin: AcrossOrigin;
    document?: object | undefined;
    isSent: boolean;
    /** Whether its records name their networks. */
    canSelect: boolean;
  },
  { tally, results, resumed }: AcrossReading,
): void {
  const status = failure === null ? 'found' : failure.kind === 'partial' ? 'partial' : 'error';
  tally.add({ id, failure, isSent });
  results?.push({
    ...origin,
    status,
    error: failure === null ? null : toErrorDocument(failure),
    ...(document && Object.keys(document).length > 0 && { document: { ...document } }),
  });
  if (!isSent || resumed === null) return;
  // networks that it was read for, when the others were written by an earlier run
  const missing = resumed.getMissingNetworks(id);
  const left = canSelect ? listMissingNetworks(failure, missing) : [];
  resumed.record({
    id,
    status: left.length > 0 ? 'partial' : status,
    code: failure?.facts.code ?? null,
    ...(left.length > 0 && { missing: left }),
  });
}

/** The networks of an id that the next run reads, when the records of the others are written. */
function listMissingNetworks(
  failure: CrierError | null,
  before: ReadonlySet<string> | null,
): readonly string[] {
  if (failure === null) return [];
  if (failure.kind !== 'partial') return [...(before ?? [])];
  const failed = (failure.facts.errors ?? []).map((error) => readFailedLeg(error).platform);
  return [...new Set(failed)].filter((name) => name !== '' && (before?.has(name) ?? true));
}

function formatProgress({ read, failed }: FailureTally, total: number, waitMs: number): string {
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  const paused = waitMs === 0 ? '' : `; waiting ${Math.ceil(waitMs / SECOND_MS)}s for the request limit`;
  return `${read} of ${total} read${failures}${paused}`;
}

async function* listParts({ view }: CommandOutcome, key: string): AsyncGenerator<ListView<unknown>> {
  if (view === null) throw new Error('a read printed by itself');
  if (view.kind !== 'stream') return yield toListView(view, key);
  for await (const batch of view.batches) yield view.list(batch);
}

function omitRecords(
  { meta: _meta, ...document }: Readonly<Record<string, unknown>>,
  key: string,
): Readonly<Record<string, unknown>> {
  const { [key]: _records, ...rest } = document;
  return rest;
}

async function openResume(run: AcrossRun, { service, io }: CommandContext): Promise<ResumeFile | null> {
  const { resume, allProfiles } = run.input;
  if (resume === undefined) return null;
  const { format, filter } = io.printing;
  if (format === 'json' || format === 'md' || format === 'html' || (filter !== null && format !== 'ndjson'))
    throw createUsageError(
      '--resume needs output of one record a line, which a run can continue',
      'use -o ndjson, csv or tsv',
    );
  const { choice } = await service.choose();
  return openResumeFile(
    resume,
    { path: run.path, choice, options: { ...run.options, allProfiles, format } },
    io,
  );
}

async function noteResumed(
  { failed, notes }: ResumeFile,
  { all, open, io }: { all: number; open: number; io: IoPort },
): Promise<void> {
  for (const note of notes) await io.note(note);
  if (open === all && failed === 0) return;
  const again =
    failed === 0 ? '' : `; ${formatCount(failed, 'failed one is', 'failed ones are')} tried again`;
  await io.note(
    `--resume: ${all - open} of ${all} were read before, ${formatCount(open, 'is left', 'are left')}${again}`,
  );
}
