import { statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { getField } from '../../../../domain/json/loose-record.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds, readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../errors.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import { listAutomations } from '../../../../service/endpoints/automations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { runUnderLock } from '../../../../storage/exclusive-lock.ts';
import { readPrivateFile } from '../../../../storage/private-files.ts';
import { swapFile, writeNewFile } from '../../../../storage/swap-file.ts';
import type { CommandOutcome } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { defineIdDocument, toIdDocument } from '../../../framework/many/change-several.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { createRequestPace, type RequestPace } from '../../../framework/many/request-pace.ts';
import { type IdResult, runEach } from '../../../framework/many/run-each.ts';
import { createSeveralBodiesError } from '../../../framework/output/printing/show-result.ts';
import type { RecordView } from '../../../framework/output/view.ts';
import {
  type ArchiveOptions,
  listCutLineNotes,
  locateArchive,
  NOTHING_WRITTEN,
} from '../../archive/archive-file.ts';
import { getArchiveLock, type LineKind, openNdjsonArchive } from '../../archive/ndjson-archive.ts';
import { getCreatedTime, isOpen, LOOKBACK_MS } from './activity-filter.ts';
import { readActivityPages } from './query-activity.ts';

const Counts = {
  read: z.int().describe('rows that were read'),
  added: z.int().describe('those that are new in the archive; with --dry-run, that would be'),
  present: z.int().describe('those that were in the archive already'),
  open: z.int().describe('those that are not finished: a later run adds them'),
};

export const ActivityArchive = z.strictObject({
  file: z.string().describe('absolute path of the archive'),
  dryRun: z.boolean().describe('whether the archive is as before'),
  ...Counts,
  cutLines: z
    .int()
    .describe('lines that are not whole, since a run was killed or the power failed: a last one is removed'),
  results: z
    .array(defineIdDocument('archived, or error').extend(Counts))
    .describe('result and counts of each automation'),
});
type ActivityArchive = z.infer<typeof ActivityArchive>;

const ENDINGS: readonly string[] = ['.ndjson', '.jsonl'];

export async function runActivityArchive(
  { id, given, dryRun }: { id: string | null; given: string; dryRun: boolean },
  context: CommandContext,
): Promise<CommandOutcome> {
  const { io } = context;
  if (io.printing.format === 'raw') throw createSeveralBodiesError();
  if (!ENDINGS.includes(extname(given).toLowerCase()))
    throw createUsageError(
      'the archive has a JSON document on each line',
      'end the name of its file in .ndjson',
    );
  const file = locateArchive(given, io.machine.folder, ACTIVITY_LINES);
  let added = 0;
  io.onEnd(async () => {
    if (io.signal.aborted && added > 0 && !dryRun)
      await io.note(
        `${formatCount(added, 'row')} added before the end; run the command again for the others`,
      );
  });
  const onAdded = (count: number) => {
    added += count;
  };
  const run = await addActivity({ file, isDryRun: dryRun, id, onAdded }, context);
  const failure = combineFailures(run.results, {
    done: 'read',
    remainder: 'the rows of the others are in the archive',
  });
  const [only] = run.results;
  if (id !== null && only !== undefined && only.failure !== null) throw only.failure;
  if (failure !== null && run.results.every((each) => each.failure !== null)) throw failure;
  const document = buildDocument(run, file, dryRun);
  return {
    view: buildView(document, given),
    notes: [...listNotes(document), ...listMissedNotes(run)],
    ...(failure !== null && { failure }),
  };
}

function buildDocument(
  { results, cutLines }: ActivityArchiveRun,
  file: string,
  dryRun: boolean,
): ActivityArchive {
  const counted = results.map(({ id, value, failure }) => {
    const { read = 0, added = 0, open = 0 } = value ?? {};
    return { ...toIdDocument(id, failure, 'archived'), read, added, present: read - added - open, open };
  });
  const sum = (name: keyof typeof Counts) => counted.reduce((total, each) => total + each[name], 0);
  const counts = { read: sum('read'), added: sum('added'), present: sum('present'), open: sum('open') };
  return { file, dryRun, ...counts, cutLines, results: counted };
}

/** @param given how the user wrote the name of the file */
function buildView(document: ActivityArchive, given: string): RecordView {
  const { file, dryRun, read, added, present, open, results } = document;
  return {
    kind: 'record',
    document,
    lines: [
      { name: 'file', title: 'archive', value: file, shown: given },
      { name: 'added', title: dryRun ? 'to add' : 'added', value: added },
      { name: 'present', title: 'already there', value: present },
      { name: 'open', title: 'not finished', value: open },
      { name: 'read', title: 'rows read', value: read },
      { name: 'automations', title: 'automations', value: results.length },
    ],
  };
}

function listNotes(document: ActivityArchive): readonly string[] {
  const { dryRun, open } = document;
  return [
    ...listCutLineNotes(document),
    ...(open > 0
      ? [
          formatCount(
            open,
            'row is not finished: a later run adds it',
            'rows are not finished: a later run adds them',
          ),
        ]
      : []),
    ...(dryRun ? [NOTHING_WRITTEN] : []),
  ];
}

function listMissedNotes({ results }: ActivityArchiveRun): readonly string[] {
  const days = LIMITS.activityLookbackMs / DAY_MS;
  return results.flatMap(({ id, value }) =>
    value === null || value.missedSince === null
      ? []
      : [
          `${id}: the last run was at ${formatIsoSeconds(value.missedSince)}, and the service lists ${days} days: rows between may be missing`,
        ],
  );
}

/** A finished row, and when it was added, in the service's time, as YYYY-MM-DDThh:mm:ssZ. */
interface ArchivedRow extends ActivityRow {
  archivedAt: string;
}

const ACTIVITY_LINES: LineKind<ArchivedRow> = {
  contents: 'activity',
  flag: '--archive',
  line: 'a row of activity',
  start: '{"id":"',
  readKey(row) {
    const [id, status] = [getField(row, 'id'), getField(row, 'status')];
    return typeof id === 'string' && typeof status === 'string' ? id : null;
  },
  order: ({ id, ...rest }) => ({ id, ...rest }),
};

interface ArchivedAutomation {
  read: number;
  added: number;
  /** Rows that are not finished, which a later run adds. */
  open: number;
  /** Null in a run that adds nothing. */
  state: ReadAutomation;
  /** When the last run was, if rows that came since then are not listed any more; otherwise null. */
  missedSince: number | null;
}

interface ActivityArchiveOptions extends ArchiveOptions {
  /** Null for all automations: those of the service, and deleted ones that the archive has recent rows of. */
  id: string | null;
  /** Called with each row that is added. */
  onAdded(count: number): void;
}

export interface ActivityArchiveRun {
  readonly results: readonly IdResult<ArchivedAutomation>[];
  readonly cutLines: number;
}

/**
 * Adds the finished rows that are not in the archive, page by page: what was added before a failure stays. Rows that are
 * not finished are left to a later run, so that each has its final status.
 *
 * @throws CrierError of the archive, and of the list of automations; those of activity are in the results
 * @see docs/service/activity.md#ACT-01, #ACT-05, #ACT-09
 */
async function addActivity(
  options: ActivityArchiveOptions,
  { service, io }: CommandContext,
): Promise<ActivityArchiveRun> {
  const { file, isDryRun, id, onAdded } = options;
  const latest = new Map<string, number>();
  const archive = openNdjsonArchive<ArchivedRow>(options, {
    ...ACTIVITY_LINES,
    onRow: (row) => noteLatest(latest, row),
    onForget: () => latest.clear(),
  });
  const state = readArchiveState(file);
  // the file is judged before anything is requested
  const client = await service.client();
  const now = await readServiceTime(async () => client, { service, io });
  const pace = createRequestPace(io);
  const listed = id === null ? await listIds(client) : [id];
  const known = id === null ? listRecent(latest, state, now).filter((each) => !listed.includes(each)) : [];
  const results: IdResult<ArchivedAutomation>[] = [];
  const add = (rows: readonly ArchivedRow[]) => {
    const count = archive.add(rows);
    onAdded(count);
    return count;
  };
  let read = 0;
  const onPage = (rows: number) => {
    read += rows;
    io.progress(`${results.length} of ${listed.length + known.length} automations, ${read} rows read`);
  };
  const addOne = (each: string) =>
    addAutomation(each, state[each] ?? null, { client, pace, add, onPage, now });
  for await (const each of runEach([...listed, ...known], { atOnce: AT_ONCE }, addOne)) {
    io.signal.throwIfAborted();
    // one that another profile has, or that is not there any more
    const isGone = each.failure?.kind === 'not-found' && known.includes(each.id);
    if (!isGone) results.push(each);
    if (each.value !== null && !isDryRun) saveArchiveState(file, { [each.id]: each.value.state });
  }
  io.progress(null);
  return { results, cutLines: archive.cutLines() };
}

/** Automations are read one after another: each can take many requests. */
const AT_ONCE = 1;

async function listIds(client: Client): Promise<readonly string[]> {
  const { body } = await client.call(listAutomations, {});
  return body.automations.map(({ id }) => id);
}

function noteLatest(latest: Map<string, number>, row: object): void {
  const [automation, { ms }] = [getField(row, 'automationId'), readTimestamp(getField(row, 'created'))];
  if (typeof automation === 'string' && ms !== null)
    latest.set(automation, Math.max(latest.get(automation) ?? ms, ms));
}

/** Automations that may have rows which the service still lists. */
function listRecent(
  latest: ReadonlyMap<string, number>,
  state: Readonly<Record<string, ReadAutomation>>,
  now: number,
): readonly string[] {
  const from = now - LIMITS.activityLookbackMs;
  const ofState = Object.entries(state).flatMap(([id, { at }]) => (at >= from ? [id] : []));
  const ofRows = [...latest].flatMap(([id, at]) => (at >= from ? [id] : []));
  return [...new Set([...ofRows, ...ofState])];
}

/** Reads from the newest row down to what the last complete run has read, or to the oldest that is listed. */
async function addAutomation(
  id: string,
  before: ReadAutomation | null,
  {
    client,
    pace,
    add,
    onPage,
    now,
  }: {
    client: Client;
    pace: RequestPace;
    add(rows: readonly ArchivedRow[]): number;
    onPage(rows: number): void;
    /** The service's time, for answers without it. */
    now: number;
  },
): Promise<ArchivedAutomation> {
  const counts = { read: 0, added: 0, open: 0 };
  let at: number | null = null;
  let oldestOpen = Number.POSITIVE_INFINITY;
  for await (const page of readActivityPages(client, { id, pace })) {
    at ??= page.asOf ?? now;
    // after the clock of a sandbox was set back, newer rows may be below
    const floor = before !== null && before.at <= at ? before.completeTo : Number.NEGATIVE_INFINITY;
    const rows = page.rows.filter((row) => getCreatedTime(row) >= floor);
    const archivedAt = formatIsoSeconds(at);
    const finished = rows.filter((row) => !isOpen(row));
    counts.added += add(
      finished.map((row) => ({ ...row, automationId: row.automationId ?? id, archivedAt })),
    );
    const open = rows.filter(isOpen);
    oldestOpen = open.reduce((oldest, row) => Math.min(oldest, getCreatedTime(row)), oldestOpen);
    counts.read += rows.length;
    counts.open += open.length;
    onPage(rows.length);
    if (rows.length < page.rows.length) break;
  }
  const end = at ?? now;
  return {
    ...counts,
    // rows that were written late, by another clock, are read again
    state: { completeTo: Math.min(oldestOpen, end) - LOOKBACK_MS, at: end },
    missedSince: before !== null && before.completeTo < end - LIMITS.activityLookbackMs ? before.at : null,
  };
}

/** What the last complete run has read of an automation; times in milliseconds since 1970. */
const ReadAutomation = z.object({
  /** Its rows from before this time are all finished and in the archive. */
  completeTo: z.number(),
  /** The service's time of that run. */
  at: z.number(),
});
type ReadAutomation = z.infer<typeof ReadAutomation>;

const ArchiveState = z.object({
  /** Size of the archive, which only grows: a smaller one is another file. */
  bytes: z.number(),
  automations: z.record(z.string(), ReadAutomation),
});
type ReadAutomations = z.infer<typeof ArchiveState>['automations'];

const getStateFile = (file: string) => `${file}.state`;

/**
 * Reads how far earlier runs have read. It only saves requests: without it, all rows that the service lists are read.
 *
 * @param file the archive
 * @returns empty if it is missing, not readable, or of another archive
 */
function readArchiveState(file: string): ReadAutomations {
  const found = readPrivateFile(getStateFile(file), 'bytes');
  if (found === null) return {};
  const state = ArchiveState.safeParse(parseJson(found.bytes));
  return state.success && getSize(file) >= state.data.bytes ? state.data.automations : {};
}

/** Notes how far a run has read, beside what other runs have noted. */
function saveArchiveState(file: string, automations: ReadAutomations): void {
  runUnderLock(getArchiveLock(file), () => {
    const state = { bytes: getSize(file), automations: { ...readArchiveState(file), ...automations } };
    const path = getStateFile(file);
    swapFile(path, (inside) => {
      writeNewFile(join(inside, basename(path)), new TextEncoder().encode(`${JSON.stringify(state)}\n`));
    });
  });
}

function getSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
