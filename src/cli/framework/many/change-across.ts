import { isRecord } from '../../../domain/json/loose-record.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import type { Command, CommandOutcome } from '../command/command.ts';
import type { CommandContext } from '../command/context.ts';
import type { IoPort } from '../command/io.ts';
import { ErrorDocument } from '../output/error-document.ts';
import { toErrorDocument } from '../output/failures.ts';
import { createSeveralBodiesError } from '../output/printing/show-result.ts';
import { type Column, pickMember, type View } from '../output/view.ts';
import type { ChangeOfProfile } from './across-document.ts';
import { buildProfilesPlan, type PlannedOfProfile } from './across-plan.ts';
import { createUnitContext } from './across-units.ts';
import { buildErrorColumns } from './change-several.ts';
import { type ChangeUnit, getIdsArgument, listChangeUnits } from './change-units.ts';
import { combineFailures } from './failures.ts';
import { parseIds } from './parse-ids.ts';
import { openResumeFile, type ResumeFile } from './resume-file.ts';
import { runEach, shouldAbortBatch } from './run-each.ts';

/** A change that is run for several profiles. */
export interface ChangeRunAcross {
  command: Command;
  path: readonly string[];
  input: Readonly<Record<string, unknown>>;
  /** Its flags as given, without the ids. */
  options: Readonly<Record<string, unknown>>;
  /** The aliases of `--profile a,b`; null without several. */
  named: readonly string[] | null;
  /** Runs it once. */
  runOne(input: Record<string, unknown>, context: CommandContext): Promise<CommandOutcome>;
}

const COLUMNS: readonly Column<ChangeOfProfile>[] = [
  { ...pickMember('profile', 'profile'), show: ({ profile }) => profile ?? 'Primary', drop: 0 },
  { ...pickMember('id', 'id'), role: 'id', drop: 1 },
  { ...pickMember('status', 'status'), role: 'status', drop: 0 },
  ...buildErrorColumns(2),
];

/**
 * Runs a change for each of several profiles, or for each row of a file in the profile that it names: first as dry runs,
 * which are shown as one plan, then, after one question, one after another. A failure of one does not end the others.
 */
export async function changeAcross(run: ChangeRunAcross, context: CommandContext): Promise<CommandOutcome> {
  const { io } = context;
  const { found, readFile } = await readRows(run, io);
  const isAcross =
    run.input['allProfiles'] === true || run.named !== null || typeof run.input['resume'] === 'string';
  const { profile } = isAcross ? { profile: null } : (await context.service.choose()).choice;
  const isElsewhere =
    found?.some(({ row }) => row?.profile !== undefined && row.profile !== profile) === true;
  if (!isAcross && !isElsewhere) return run.runOne({ ...run.input }, { ...context, io: { ...io, readFile } });
  if (io.printing.format === 'raw') throw createSeveralBodiesError();
  const units = await listChangeUnits(run, found, context);
  context.service.budget.limit(MOST_AT_ONCE);
  const once = { ...context, io: { ...io, readFile: createFileCache(io.readFile) } };
  const resumed = await openResume(run, context);
  const notes = new Set<string>();
  const unknown = units.filter(({ key }) => resumed?.isUnknown(key) === true);
  const open = units.filter(
    ({ key }) => resumed === null || (!resumed.isDone(key) && !resumed.isUnknown(key)),
  );
  if (resumed !== null && open.length < units.length)
    await io.note(`${units.length - open.length - unknown.length} of ${units.length} were done before`);
  const planned = await planEach(open, run, { ...once, notes });
  const wanted = planned.filter(({ failure, requests }) => failure !== null || requests.length > 0);
  const { dryRun, yes } = run.input;
  if (typeof yes === 'boolean') {
    const { what, ...plan } = buildProfilesPlan(planned, run.path);
    if (dryRun === true)
      return {
        view: { ...plan, heading: `would ${what}; nothing is sent` },
        namesProfiles: true,
        notes: listNotes(notes),
      };
    if (wanted.some(({ failure }) => failure === null))
      await io.confirm({ what, plan, namesProfiles: true, yes });
  }
  notes.clear();
  const changed = await changeEach(wanted, run, { ...once, notes, resumed });
  const all = [
    ...changed,
    ...unknown.map((unit) => ({ unit, outcome: null, failure: createUnknownError() })),
  ];
  return buildOutcome(all, listNotes(notes));
}

/** Requests at a time of one run, which reads before it changes. */
const MOST_AT_ONCE = 4;

/** Notes of single runs that are printed. */
const MOST_NOTES = 5;

function listNotes(notes: ReadonlySet<string>): readonly string[] {
  const all = [...notes];
  const more = all.length - MOST_NOTES;
  return more > 0 ? [...all.slice(0, MOST_NOTES), `and ${formatCount(more, 'note')} more`] : all;
}

/** Reads the file of ids once: standard input cannot be read again. @returns null without one */
async function readRows({ input }: ChangeRunAcross, { readFile }: IoPort) {
  const { idsFrom: file } = input;
  if (typeof file !== 'string') return { found: null, readFile };
  const text = await readFile(file);
  let isRead = false;
  return {
    found: parseIds(text, file === '-' ? 'standard input' : file),
    async readFile(other: string) {
      if (other !== file || isRead) return readFile(other);
      isRead = true;
      return text;
    },
  };
}

/** Reads each file once: every run reads the files that flags name, and standard input cannot be read again. */
function createFileCache(readFile: IoPort['readFile']): IoPort['readFile'] {
  const texts = new Map<string, Promise<string>>();
  return (file) => {
    const text = texts.get(file) ?? readFile(file);
    texts.set(file, text);
    return text;
  };
}

interface ChangedUnit {
  unit: ChangeUnit;
  outcome: CommandOutcome | null;
  failure: CrierError | null;
}

type AcrossContext = CommandContext & { notes: Set<string> };

/** Runs each as a dry run. @throws CrierError the first failure, when all fail: it is of the flags then */
async function planEach(
  units: readonly ChangeUnit[],
  run: ChangeRunAcross,
  context: AcrossContext,
): Promise<readonly PlannedOfProfile[]> {
  // what only changes this machine has no dry run
  if (!('dryRun' in run.input)) return units.map((unit) => ({ unit, requests: [{}], failure: null }));
  const planned: PlannedOfProfile[] = [];
  const { progress } = context.io;
  for (const unit of units) {
    if (units.length > 1) progress(() => `${planned.length} of ${units.length} planned`);
    try {
      const { view } = await runUnit(unit, { ...run, dryRun: true }, context);
      planned.push({ unit, requests: listRequests(view), failure: null });
    } catch (error) {
      if (!(error instanceof CrierError)) throw error;
      planned.push({ unit, requests: [], failure: error });
    }
  }
  progress(null);
  const [first] = planned;
  if (first?.failure && planned.every(({ failure }) => failure !== null)) throw first.failure;
  return planned;
}

/** Sends what was planned, one after another. */
async function changeEach(
  planned: readonly PlannedOfProfile[],
  run: ChangeRunAcross,
  { resumed, ...context }: AcrossContext & { resumed: ResumeFile | null },
): Promise<readonly ChangedUnit[]> {
  const blocked = new Map<string | null, CrierError>();
  const requests = { done: 'done', progress: context.io.progress, keys: 'own' } as const;
  const all: ChangedUnit[] = [];
  for await (const { id, value, failure } of runEach(planned, requests, async ({ unit, failure }) => {
    const reason = failure ?? blocked.get(unit.profile);
    if (reason !== undefined) throw reason;
    resumed?.record({ id: unit.key, status: 'sent', code: null });
    return runUnit(unit, { ...run, dryRun: false }, context);
  })) {
    const outcome = value;
    const failed = failure ?? outcome?.finish?.().failure ?? outcome?.failure ?? null;
    record(resumed, id, failed);
    if (failed !== null) blockProfile(blocked, id.unit.profile, failed);
    for (const note of outcome?.notes ?? []) context.notes.add(note);
    all.push({ unit: id.unit, outcome, failure: failed });
  }
  return all;
}

/** What concerns a whole profile, such as its suspension, would fail each further request for it. */
function blockProfile(
  blocked: Map<string | null, CrierError>,
  profile: string | null,
  { kind, message, facts }: CrierError,
): void {
  const { code = null, http = null } = facts;
  if (!shouldAbortBatch([{ code, http }])) return;
  blocked.set(profile, new CrierError(kind, `not sent: ${message}`, facts));
}

/** Records the end of a change; one that may have been made is left as begun. */
function record(
  resumed: ResumeFile | null,
  { unit, failure }: PlannedOfProfile,
  failed: CrierError | null,
): void {
  if (failure !== null || failed?.facts.mayBeDone === true) return;
  const status = failed === null ? 'found' : failed.kind === 'partial' ? 'partial' : 'error';
  resumed?.record({ id: unit.key, status, code: failed?.facts.code ?? null });
}

function runUnit(
  { service, rows }: ChangeUnit,
  { command, input, runOne, dryRun }: ChangeRunAcross & { dryRun: boolean },
  { notes, ...context }: AcrossContext,
): Promise<CommandOutcome> {
  const ofUnit = createUnitContext(context, notes);
  const { readFile } = ofUnit.io;
  const readRowsFirst = async (file: string) => (file === ROWS ? JSON.stringify(rows) : readFile(file));
  const argument = getIdsArgument(command);
  return runOne(
    {
      ...input,
      ...(rows !== null && argument !== null && { [argument]: [], idsFrom: ROWS }),
      ...('yes' in input && { yes: true }),
      ...('dryRun' in input && { dryRun }),
    },
    { ...ofUnit, io: { ...ofUnit.io, readFile: readRowsFirst }, service },
  );
}

/** The name of the file that has the rows of a unit. */
const ROWS = 'the rows';

/** The requests that a dry run shows. */
function listRequests(view: CommandOutcome['view']): readonly unknown[] {
  const { request, requests } = (view as Extract<View, { kind: 'list' }> | null)?.document ?? {};
  if (Array.isArray(requests)) return requests;
  return request === undefined ? [] : [request];
}

function createUnknownError(): CrierError {
  return new CrierError('unavailable', 'an earlier run ended while it was sent: it may have been done', {
    advice: 'look whether it was; it is not sent again with this file of --resume',
    mayBeDone: true,
  });
}

async function openResume(
  { path, input, options }: ChangeRunAcross,
  { service, io }: CommandContext,
): Promise<ResumeFile | null> {
  const file = input['resume'];
  if (typeof file !== 'string' || input['dryRun'] === true) return null;
  const { idsFrom: _file, resume: _own, ...others } = options;
  const resumed = openResumeFile(
    file,
    { path, choice: (await service.choose()).choice, options: others },
    io,
  );
  io.onEnd(resumed.close);
  return resumed;
}

function buildOutcome(all: readonly ChangedUnit[], notes: readonly string[]): CommandOutcome {
  const results = all.flatMap(toResults);
  const failures = all.map(({ unit, failure }) => ({ id: nameUnit(unit), failure }));
  const failure = combineFailures(failures, {
    done: 'done',
    remainder: 'the others are done',
    countsIncomplete: true,
  });
  return {
    view: {
      kind: 'list',
      document: { results },
      key: 'results',
      rows: results,
      columns: COLUMNS,
      empty: 'nothing to do',
    },
    notes,
    ...(failure !== null && { failure }),
  };
}

const nameUnit = ({ profile, rows }: ChangeUnit) =>
  [profile ?? 'Primary', ...(rows?.length === 1 ? rows.map(({ id }) => id) : [])].join(' ');

/** The results of one unit: those of each of its ids, or one. */
function toResults({ unit: { profile, rows }, outcome, failure }: ChangedUnit): readonly ChangeOfProfile[] {
  const { document = null } = (outcome?.view as Extract<View, { document: object }> | null) ?? {};
  const listed = isRecord(document) && Array.isArray(document['results']) ? document['results'] : null;
  const id = rows?.length === 1 ? (rows[0]?.id ?? null) : null;
  const error = failure === null ? null : toErrorDocument(failure);
  const base = { profile, error, document: isRecord(document) ? document : null };
  const isUnknown = failure?.facts.mayBeDone === true;
  if (listed?.every(isRecord) === true && (listed.length > 0 || failure === null))
    return listed.map((each) => ({
      ...base,
      id: typeof each['id'] === 'string' ? each['id'] : id,
      status: listed.length === 1 && isUnknown ? 'unknown' : String(each['status'] ?? 'done'),
      error: isRecord(each['error']) ? ErrorDocument.parse(each['error']) : null,
      document: null,
    }));
  const made = isRecord(document) && typeof document['id'] === 'string' ? document['id'] : null;
  const own = isRecord(document) && typeof document['status'] === 'string' ? document['status'] : 'done';
  const status = failure === null ? own : isUnknown ? 'unknown' : 'error';
  return [{ ...base, id: id ?? made, status: failure?.kind === 'partial' ? 'partial' : status }];
}
