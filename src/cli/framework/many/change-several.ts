import * as z from 'zod';
import { CrierError, isEndOfRun } from '../../../errors.ts';
import type { CommandOutcome } from '../command/command.ts';
import type { IoPort } from '../command/io.ts';
import { ErrorDocument } from '../output/error-document.ts';
import { toErrorDocument } from '../output/failures.ts';
import type { CommandText } from '../output/text/shell-command.ts';
import { buildCells, type Column, pickMember, type RecordLine } from '../output/view.ts';
import { combineFailures } from './failures.ts';
import type { PausedByAll } from './paused-by-all.ts';
import { type IdResult, runEach } from './run-each.ts';

/** The result for one of several ids, as JSON. @param status what `status` can be */
export function defineIdDocument(status: string) {
  return z.strictObject({
    id: z.string(),
    status: z.string().describe(status),
    error: ErrorDocument.nullable(),
  });
}

/** The results of reading several ids, as JSON. */
export const FOUND_RESULTS = z
  .array(defineIdDocument('found, or error').extend({ id: z.string().describe('id as given') }))
  .describe('result of each request, in the order of the ids');

/** @param status the status of a success */
export function toIdDocument(id: string, failure: CrierError | null, status: string) {
  return failure === null
    ? { id, status, error: null }
    : { id, status: 'error', error: toErrorDocument(failure) };
}

/** The result of a change for each id. @see docs/command-line.md#output */
export const ChangedSeveral = z.strictObject({
  results: z.array(defineIdDocument('the new status, such as paused; error when it failed')),
});
export type ChangeResult = z.infer<typeof ChangedSeveral>['results'][number];

/** One change, applied to each of several ids, one after another: the cap counts each of them. */
export interface BatchChange {
  ids: readonly string[];
  /** Past participle of the change, for sentences: `resumed`. */
  done: string;
  /** The status of an id after the change, as lists show it: `active` (default: `done`). */
  status?: string | undefined;
  /** The command that shows the current status: `automations list`. */
  shownBy: CommandText;
  /** @returns the body, byte for byte, when the service responded, and the status when it differs from that of the others */
  apply(id: string): Promise<{ bytes?: Uint8Array; status?: string }>;
  /** Default: id, status and error. */
  columns?: readonly Column<ChangeResult>[];
  /** Of a change of all: what a pause stopped is remembered, so that only that is resumed. */
  ofAll?: { action: 'pause' | 'resume'; paused: PausedByAll } | undefined;
  io: IoPort;
}

/** The code of a failure, and its message in csv and tsv. @param drop of the code in narrow tables */
export function buildErrorColumns(drop: number): readonly Column<{ readonly error: ErrorDocument | null }>[] {
  return [
    {
      name: 'error.code',
      title: 'code',
      value: ({ error }) => error?.code ?? null,
      role: 'dim',
      align: 'right',
      drop,
    },
    { name: 'error.message', title: 'why', value: ({ error }) => error?.message ?? null, dataOnly: true },
  ];
}

export const CHANGE_COLUMNS: readonly Column<ChangeResult>[] = [
  { ...pickMember('id', 'id'), role: 'id', drop: 0 },
  { ...pickMember('status', 'status'), role: 'status', drop: 0 },
  ...buildErrorColumns(1),
];

/** The cells of a change of one id, as the list of several has them. */
export function buildChangeCells(id: string, status: string): readonly RecordLine[] {
  return buildCells(CHANGE_COLUMNS, toIdDocument(id, null, status));
}

/**
 * Applies one change to each id. When some fail, the run is a partial success; when all fail, the first
 * failure decides the exit code.
 */
export async function changeSeveral(change: BatchChange): Promise<CommandOutcome> {
  const { ids, done, status = done, columns, ofAll, io } = change;
  const apply = ofAll === undefined ? change.apply : rememberEach(change.apply, ofAll);
  const all = await Array.fromAsync(runEach(ids, { progress: io.progress }, apply));
  const [only] = all.length === 1 && ofAll === undefined ? all : [];
  const failure = only === undefined ? combineChangeFailures(all, change) : only.failure;
  // on failure stdout stays empty, except in JSON, where one id and many have the same document
  if (only !== undefined && failure !== null && !isForPrograms(io.printing)) throw failure;
  const results = all.map((each) => toIdDocument(each.id, each.failure, each.value?.status ?? status));
  return {
    view: {
      kind: 'list',
      document: { results },
      key: 'results',
      rows: results,
      columns: columns ?? CHANGE_COLUMNS,
      empty: ofAll === undefined ? 'nothing' : NOTHING_TO[ofAll.action],
    },
    ...(only?.value?.bytes && { raw: only.value.bytes }),
    ...(failure !== null && { failure }),
  };
}

/** Remembers each id before it is paused, so that an interrupted run forgets none, and has none that it did not reach. */
function rememberEach(
  apply: BatchChange['apply'],
  { action, paused }: NonNullable<BatchChange['ofAll']>,
): BatchChange['apply'] {
  return async (id) => {
    if (action === 'pause') await paused.add([id]);
    try {
      const applied = await apply(id);
      if (action === 'resume') await paused.remove([id]);
      return applied;
    } catch (error) {
      const isRefused = error instanceof CrierError && error.facts.mayBeDone !== true && !isEndOfRun(error);
      if (isRefused && (action === 'pause' || error.kind === 'not-found')) await paused.remove([id]);
      throw error;
    }
  };
}

const NOTHING_TO = {
  pause: 'nothing to pause',
  resume: 'nothing to resume: no pause of everything is remembered',
};

/** Programs get one document with the result for each id, also when all failed. */
export function isForPrograms({ format }: IoPort['printing']): boolean {
  return format === 'json' || format === 'ndjson';
}

function combineChangeFailures(
  all: readonly IdResult<unknown>[],
  { done, shownBy }: { done: string; shownBy: CommandText },
): CrierError | null {
  return combineFailures(all, {
    done,
    remainder: `${adviseOfDoubtful(all, { done, shownBy })}the others are ${done}`,
  });
}

/** Names the ids whose change may or may not have been made, as the start of an advice; empty for none. */
export function adviseOfDoubtful(
  all: readonly IdResult<unknown>[],
  { done, shownBy }: { done: string; shownBy: CommandText },
): string {
  const doubtful = all.filter((each) => each.failure !== null && each.isSent && isDoubtful(each.failure));
  const ids = doubtful.map(({ id }) => id).join(', ');
  return doubtful.length === 0 ? '' : `${ids} may still have been ${done}: check with "${shownBy}"; `;
}

/** Without an error code of the service, the change may or may not have been made. */
function isDoubtful({ kind, facts }: CrierError): boolean {
  return kind === 'unavailable' && (facts.code ?? null) === null;
}
