import { formatCount } from '../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../errors.ts';
import type { CommandContext } from '../context/context.ts';
import type { ProfileService } from '../context/service.ts';
import { toErrorDocument } from '../render/failures.ts';
import type { ListView } from '../render/view.ts';
import type { Command, CommandOutcome } from '../shell/command.ts';
import { getIdArgument, type ReadFlags } from '../shell/flags/read-flags.ts';
import { createSeveralBodiesError } from '../shell/output/show-result.ts';
import { type AcrossResult, getRecordsKey } from './across-document.ts';
import { type AcrossOrigin, type AcrossPart, createPartCombiner, toListView } from './across-view.ts';
import { combineFailures } from './combine-failures.ts';
import { readIds } from './read-ids.ts';
import { type IdResult, requestEach } from './request-each.ts';
import { openResumeFile, type ResumeFile } from './resume-file.ts';

/** The input of a command as it runs for many. */
type AcrossInput = ReadFlags & Readonly<Record<string, unknown>>;

/** A command that is run for many ids or profiles. */
interface AcrossRun {
  readonly command: Command;
  /** The words that lead to it. */
  readonly path: readonly string[];
  readonly input: AcrossInput;
  /** Its flags as given, without the ids. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Its input for one id, or without an id. @throws CrierError of kind usage for an invalid id */
  inputOf(id: string | undefined): Record<string, unknown>;
  /** Runs it once. */
  runOne(input: Record<string, unknown>, context: CommandContext): Promise<CommandOutcome>;
}

/** One id, and the profiles that may have it; or one profile, of a command without ids. */
interface ReadUnit {
  readonly key: string;
  readonly id: string | undefined;
  readonly services: readonly ProfileService[];
}

/** What was read of a unit. */
interface UnitRead {
  readonly origin: AcrossOrigin;
  readonly outcome: CommandOutcome;
}

/** Distinct notes of single ids that are printed; the others are left out. */
const MOST_NOTES = 5;

/**
 * Runs a command for each of many ids, for each profile, or for each id in the profile that has it. The output streams in
 * the order of the input. A failure of one does not end the others, unless all would fail the same way.
 */
export async function readAcross(run: AcrossRun, context: CommandContext): Promise<CommandOutcome> {
  const { command, input } = run;
  const { service, io } = context;
  if (io.printing.format === 'raw') throw createSeveralBodiesError();
  const units = await listUnits(run, context);
  const resumed = await openResume(run, context);
  if (resumed !== null) io.onEnd(resumed.close);
  const open = resumed === null ? units : units.filter(({ key }) => !resumed.isDone(key));
  if (resumed !== null) await noteResumed(resumed, { all: units.length, open: open.length, io });
  const byKey = new Map(open.map((unit) => [unit.key, unit]));
  const isById = open.some(({ id }) => id !== undefined);
  const notes = new Set<string>();
  const each = createUnitContext(context, notes);
  const key = getRecordsKey(command);
  const keepsResults = io.printing.format === 'json' || io.printing.format === 'md';
  const results: AcrossResult[] = [];
  const tally = createTally();
  let asOf: number | undefined;

  const readUnit = async (unitKey: string): Promise<UnitRead> => {
    const unit = byKey.get(unitKey);
    if (unit === undefined) throw new Error('a unit that was not listed is read');
    return readInItsProfile(unit, input.allProfiles, async (found) => {
      const profile = found === null ? {} : { client: found.client, choose: found.choose };
      return run.runOne(run.inputOf(unit.id), { ...each, service: { ...each.service, ...profile } });
    });
  };
  const finishUnit = (result: IdResult<UnitRead>, failure: CrierError | null, document?: object) => {
    const unit = byKey.get(result.id);
    const origin = result.value?.origin ?? {
      ...(unit?.id !== undefined && { id: unit.id }),
      // an id that could not be read is of no profile
      ...(input.allProfiles && { profile: unit?.id === undefined ? result.id || null : null }),
    };
    const status = failure === null ? 'found' : failure.kind === 'partial' ? 'partial' : 'error';
    tally.add(result.id, failure);
    if (keepsResults)
      results.push({
        ...origin,
        status,
        error: failure === null ? null : toErrorDocument(failure),
        ...(document && Object.keys(document).length > 0 && { document: { ...document } }),
      });
    const isSent = result.failure === null || result.isSent;
    if (isSent) resumed?.record({ id: result.id, status, code: failure?.facts.code ?? null });
  };
  async function* readParts(): AsyncGenerator<readonly AcrossPart[]> {
    const showProgress = () => {
      const wait = service.budget.waitMs;
      const paused = wait === 0 ? '' : `; the request limit allows more in ${Math.ceil(wait / 1_000)}s`;
      return `${tally.count()} of ${open.length} read${tally.failed() === 0 ? '' : `, ${tally.failed()} failed`}${paused}`;
    };
    if (open.length > 1) io.progress(showProgress);
    for await (const result of requestEach(
      [...byKey.keys()],
      input.concurrency,
      readUnit,
      isById ? 'shared' : 'own',
    )) {
      if (result.failure !== null) {
        finishUnit(result, result.failure);
        yield [];
        continue;
      }
      const { origin, outcome } = result.value;
      asOf = outcome.asOf ?? asOf;
      let document: object | undefined;
      let failure: CrierError | null = null;
      try {
        for await (const list of listParts(outcome, key)) {
          document = keepsResults ? omitRecords(list.document, list.key) : undefined;
          yield [{ origin, list }];
        }
        const after = outcome.finish?.() ?? {};
        failure = after.failure ?? outcome.failure ?? null;
        for (const note of [...(outcome.notes ?? []), ...(after.notes ?? [])]) notes.add(note);
      } catch (error) {
        if (!(error instanceof CrierError)) throw error;
        failure = error;
      }
      finishUnit(result, failure, document);
    }
    io.progress(null);
  }
  return {
    view: {
      kind: 'stream',
      live: isById,
      continues: resumed?.continuesOutput ?? false,
      batches: readParts(),
      list: createPartCombiner({ key, results }) as (
        parts: readonly unknown[],
      ) => ReturnType<ReturnType<typeof createPartCombiner>>, // they come from the batches above
      asOf: () => asOf,
    },
    finish() {
      const failure = tally.combine({
        // with what earlier runs read
        total: units.length,
        noun: isById ? undefined : 'profile',
        remainder:
          resumed === null
            ? 'the others are printed'
            : 'the others are printed; run it again to try the failed ones',
      });
      const isAllowed = failure?.kind === 'partial' && input['allowPartial'] === true;
      return { notes: [...notes].slice(0, MOST_NOTES), ...(failure !== null && !isAllowed && { failure }) };
    },
  };
}

/** @throws CrierError of kind usage for ids that are missing or invalid */
async function listUnits(run: AcrossRun, { service, io }: CommandContext): Promise<readonly ReadUnit[]> {
  const { command, input } = run;
  const services: readonly ProfileService[] = input.allProfiles ? await service.allProfiles() : [service];
  const argument = getIdArgument(command);
  const given = argument === null ? [] : [input[argument] ?? []].flat().map(String);
  if (
    argument === null ||
    (given.length === 0 && input.idsFrom === undefined && input.resume === undefined)
  ) {
    return Promise.all(
      services.map(async (each) => ({
        key: (await each.choose()).choice.profile ?? '',
        id: undefined,
        services: [each],
      })),
    );
  }
  const ids = await readIds({ ids: given, idsFrom: input.idsFrom }, io.readFile);
  for (const id of ids) run.inputOf(id);
  return ids.map((id) => ({ key: id, id, services }));
}

/** Reads an id in the first profile that has it: ids do not say whose they are. */
async function readInItsProfile(
  { id, services }: ReadUnit,
  namesProfile: boolean,
  read: (service: ProfileService | null) => Promise<CommandOutcome>,
): Promise<UnitRead> {
  const ofId = id !== undefined && { id };
  if (!namesProfile) return { origin: { ...ofId }, outcome: await read(null) };
  let missing: CrierError | null = null;
  for (const service of services) {
    const { profile } = (await service.choose()).choice;
    try {
      return { origin: { ...ofId, profile }, outcome: await read(service) };
    } catch (error) {
      if (!(error instanceof CrierError) || error.kind !== 'not-found' || services.length === 1) throw error;
      missing = error;
    }
  }
  throw missing ?? createUsageError('there are no profiles');
}

/** What a command may use while it is run for many: it asks nothing, and its notes are printed once at the end. */
function createUnitContext(context: CommandContext, notes: Set<string>): CommandContext {
  return {
    ...context,
    io: {
      ...context.io,
      progress: () => {},
      note: async (sentence) => void notes.add(sentence),
      prompts: async () => null,
      askLine: async () => null,
      fullScreen: async () => null,
    },
  };
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

/** Failures whose details are kept, however many there are. */
const MOST_FAILURES = 20;

function createTally() {
  const kept: { readonly id: string; readonly failure: CrierError }[] = [];
  let [read, failed, incomplete] = [0, 0, 0];
  return {
    count: () => read,
    failed: () => failed,
    add(id: string, failure: CrierError | null) {
      read += 1;
      if (failure === null) return;
      failed += 1;
      if (failure.kind === 'partial') incomplete += 1;
      if (kept.length < MOST_FAILURES) kept.push({ id, failure });
    },
    combine: (words: {
      readonly total: number;
      readonly remainder: string;
      readonly noun: string | undefined;
    }) =>
      combineFailures(kept, {
        done: 'read',
        total: words.total,
        remainder: words.remainder,
        ...(words.noun !== undefined && { noun: words.noun }),
        countsIncomplete: true,
        counts: { failed, incomplete },
      }),
  };
}

async function openResume(run: AcrossRun, { service, io }: CommandContext): Promise<ResumeFile | null> {
  const { resume } = run.input;
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
    { path: run.path, choice, options: { ...run.options, allProfiles: run.input.allProfiles, format } },
    io,
  );
}

async function noteResumed(
  { failed, notes }: ResumeFile,
  { all, open, io }: { readonly all: number; readonly open: number } & Pick<CommandContext, 'io'>,
): Promise<void> {
  for (const note of notes) await io.note(note);
  if (open === all && failed === 0) return;
  const again =
    failed === 0 ? '' : `; ${formatCount(failed, 'failed one is', 'failed ones are')} tried again`;
  await io.note(
    `--resume: ${all - open} of ${all} were read before, ${formatCount(open, 'is left', 'are left')}${again}`,
  );
}
