import * as z from 'zod';
import type { CrierError } from '../../../errors.ts';
import type { CommandOutcome } from '../command/command.ts';
import type { IoPort } from '../command/io.ts';
import { ErrorDocument } from '../output/error-document.ts';
import { toErrorDocument } from '../output/failures.ts';
import type { CommandText } from '../output/text/shell-command.ts';
import { buildCells, type Column, type ListView, type RecordLine } from '../output/view.ts';
import { combineFailures } from './combine-failures.ts';
import type { PausedByAll } from './paused-by-all.ts';
import { type IdResult, runEach } from './request-each.ts';

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

/** One change, applied to each of several ids. */
export interface BatchChange {
  readonly ids: readonly string[];
  /** Past participle of the change, for sentences: `resumed`. */
  readonly done: string;
  /** The status of an id after the change, as lists show it: `active` (default: `done`). */
  readonly status?: string;
  /** The command that shows the current status: `automations list`. */
  readonly shownBy: CommandText;
  apply(id: string): Promise<ChangeAnswer>;
  /** Default: id, status and error. */
  readonly columns?: readonly Column<ChangeResult>[];
  readonly io: Pick<IoPort, 'printing' | 'progress'>;
}

/** Changes are applied one after another, in the order of the ids: the cap counts each of them. */
const AT_ONCE = 1;

export const CHANGE_COLUMNS: readonly Column<ChangeResult>[] = [
  { name: 'id', title: 'id', value: ({ id }) => id, role: 'id', drop: 0 },
  { name: 'status', title: 'status', value: ({ status }) => status, role: 'status', drop: 0 },
  {
    name: 'error.code',
    title: 'code',
    value: ({ error }) => error?.code ?? null,
    role: 'dim',
    align: 'right',
    drop: 1,
  },
  { name: 'error.message', title: 'why', value: ({ error }) => error?.message ?? null, dataOnly: true },
];

/** The cells of a change of one id, as the list of several has them. */
export function buildChangeCells(id: string, status: string): readonly RecordLine[] {
  return buildCells(CHANGE_COLUMNS, toIdDocument(id, null, status));
}

/** The response to one change. */
interface ChangeAnswer {
  /** The body, byte for byte, when the service responded. */
  readonly bytes?: Uint8Array;
  /** The status of this id, when it differs from that of the others. */
  readonly status?: string;
}

/**
 * Applies one change to each id. When some fail, the run is a partial success; when all fail, the first
 * failure decides the exit code.
 */
export async function changeSeveral(change: BatchChange): Promise<CommandOutcome> {
  const { ids, done, apply, io } = change;
  const all = await runEach(ids, { atOnce: AT_ONCE, done: 'done', progress: io.progress }, apply);
  const [only] = all.length === 1 ? all : [];
  const failure = only === undefined ? combineChangeFailures(all, change) : only.failure;
  // on failure stdout stays empty, except in JSON, where one id and many have the same document
  if (only !== undefined && failure !== null && !isForPrograms(io.printing)) throw failure;
  return {
    view: buildChangeList(
      all.map(({ id, failure, value }) => toIdDocument(id, failure, value?.status ?? change.status ?? done)),
      { columns: change.columns },
    ),
    ...(only?.value?.bytes && { raw: only.value.bytes }),
    ...(failure !== null && { failure }),
  };
}

/**
 * Applies a change to everything that it concerns, and remembers what a pause stopped: before its requests, so that an
 * interrupted run loses nothing. What was resumed, or is no longer there, is forgotten.
 */
export async function changeAll(
  change: BatchChange,
  { paused, ofAll }: { readonly paused: PausedByAll; readonly ofAll: 'pause' | 'resume' },
): Promise<CommandOutcome> {
  const { ids, done, io } = change;
  if (ids.length === 0) {
    return {
      view: buildChangeList([], {
        empty:
          ofAll === 'pause' ? 'nothing to pause' : 'nothing to resume: no pause of everything is remembered',
      }),
    };
  }
  if (ofAll === 'pause') await paused.add(ids);
  const all = await runEach(ids, { atOnce: AT_ONCE, done: 'done', progress: io.progress }, change.apply);
  const isOver = ({ failure }: IdResult<unknown>) => failure === null || failure.kind === 'not-found';
  if (ofAll === 'resume') await paused.remove(all.filter(isOver).map(({ id }) => id));
  const failure = combineChangeFailures(all, change);
  return {
    view: buildChangeList(
      all.map((each) => toIdDocument(each.id, each.failure, each.value?.status ?? change.status ?? done)),
    ),
    ...(failure !== null && { failure }),
  };
}

/** Programs get one document with the result for each id, also when all failed. */
export function isForPrograms({ format }: IoPort['printing']): boolean {
  return format === 'json' || format === 'ndjson';
}

/** The results of a change as a list. */
function buildChangeList(
  results: readonly ChangeResult[],
  {
    empty = 'nothing',
    columns = CHANGE_COLUMNS,
  }: { readonly empty?: string; readonly columns?: readonly Column<ChangeResult>[] | undefined } = {},
): ListView<ChangeResult> {
  return {
    kind: 'list',
    document: { results },
    key: 'results',
    rows: results,
    columns,
    empty,
  };
}

function combineChangeFailures(
  all: readonly IdResult<unknown>[],
  { done, shownBy }: Pick<BatchChange, 'done' | 'shownBy'>,
): CrierError | null {
  return combineFailures(all, {
    done,
    remainder: `${adviseOfDoubtful(all, { done, shownBy })}the others are ${done}`,
  });
}

/** Names the ids whose change may or may not have been made, as the start of an advice; empty for none. */
export function adviseOfDoubtful(
  all: readonly IdResult<unknown>[],
  { done, shownBy }: Pick<BatchChange, 'done' | 'shownBy'>,
): string {
  const doubtful = all.filter((each) => each.failure !== null && each.isSent && isDoubtful(each.failure));
  const ids = doubtful.map(({ id }) => id).join(', ');
  return doubtful.length === 0 ? '' : `${ids} may still have been ${done}: check with "${shownBy}"; `;
}

/** Without an error code of the service, the change may or may not have been made. */
function isDoubtful({ kind, facts }: CrierError): boolean {
  return kind === 'unavailable' && (facts.code ?? null) === null;
}
