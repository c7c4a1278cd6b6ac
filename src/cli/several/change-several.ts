import * as z from 'zod';
import { CrierError } from '../../errors.ts';
import type { CommandContext } from '../context/context.ts';
import { ErrorDocument, toErrorDocument } from '../render/failures.ts';
import type { Column, ListView } from '../render/view.ts';
import type { CommandOutcome } from '../shell/command.ts';
import type { OutputFormat } from '../shell/flags/flags.ts';
import type { CommandText } from '../shell/shell-command.ts';
import { formatErrorsShowAdvice } from './combine-failures.ts';
import { type IdResult, requestEach } from './request-each.ts';

/** The result of a change for each id. @see docs/command-line.md#output */
export const ChangedSeveral = z.strictObject({
  results: z.array(
    z.strictObject({
      id: z.string(),
      status: z.string().describe('the new status, such as paused; error when it failed'),
      error: ErrorDocument.nullable(),
    }),
  ),
});
type ChangeResult = z.infer<typeof ChangedSeveral>['results'][number];

/** One change, applied to each of several ids. */
export interface BatchChange {
  readonly ids: readonly string[];
  /** The status of an id after the change: `paused`. */
  readonly done: string;
  /** The command that shows the current status: `automations list`. */
  readonly shownBy: CommandText;
  apply(id: string): Promise<ChangeAnswer>;
  readonly printing: CommandContext['printing'];
  /** Reports progress. */
  progress(text: string | null): void;
}

/** Changes are applied one after another, in the order of the ids: the cap counts each of them. */
const AT_ONCE = 1;

const COLUMNS: readonly Column<ChangeResult>[] = [
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
  const { ids, done, apply, printing, progress } = change;
  const all: ChangeAttempt[] = [];
  const sent = new Set<string>();
  const changes = requestEach(ids, AT_ONCE, (id) => {
    sent.add(id);
    return apply(id);
  });
  for await (const each of changes) {
    all.push({ ...each, isSent: sent.has(each.id) });
    if (ids.length > 1) progress(`${all.length} of ${ids.length} done`);
  }
  progress(null);
  const [only] = all.length === 1 ? all : [];
  const failure = combineChangeFailures(all, change);
  // on failure stdout stays empty, except in JSON, where one id and many have the same document
  if (only !== undefined && failure !== null && !DOCUMENTS.has(printing.format)) throw failure;
  return {
    view: buildChangeList(
      all.map(({ id, failure, value }) => toChangeResult(id, failure, value?.status ?? done)),
    ),
    ...(only?.value?.bytes && { raw: only.value.bytes }),
    ...(failure !== null && { failure }),
  };
}

/** The result for one id, and whether its request was sent at all. */
type ChangeAttempt = IdResult<ChangeAnswer> & { readonly isSent: boolean };

const DOCUMENTS: ReadonlySet<OutputFormat> = new Set(['json', 'ndjson']);

function toChangeResult(id: string, failure: CrierError | null, done: string): ChangeResult {
  return failure === null
    ? { id, status: done, error: null }
    : { id, status: 'error', error: toErrorDocument(failure) };
}

function buildChangeList(results: readonly ChangeResult[]): ListView<ChangeResult> {
  return {
    kind: 'list',
    document: { results },
    key: 'results',
    rows: results,
    columns: COLUMNS,
    empty: 'nothing',
  };
}

function combineChangeFailures(
  all: readonly ChangeAttempt[],
  { done, shownBy }: Pick<BatchChange, 'done' | 'shownBy'>,
): CrierError | null {
  const failed = all.flatMap(({ id, failure, isSent }) =>
    failure === null ? [] : [{ id, failure, isSent }],
  );
  const [first] = failed;
  if (first === undefined) return null;
  if (all.length === 1) return first.failure;
  const errors = failed.map(({ id, failure: { message, facts } }) => ({
    requestedId: id,
    code: facts.code ?? null,
    message,
  }));
  const isAll = failed.length === all.length;
  const message = `${failed.length} of ${all.length} could not be ${done}`;
  if (isAll) return new CrierError(first.failure.kind, message, { ...first.failure.facts, errors });
  const doubtful = failed.filter(({ failure, isSent }) => isSent && isDoubtful(failure));
  const advice = `${formatErrorsShowAdvice(errors)}${adviseLookFirst(doubtful, { done, shownBy })}the others are ${done}`;
  return new CrierError('partial', message, { http: 200, errors, advice });
}

/** Without an error code of the service, the change may or may not have been made. */
function isDoubtful({ kind, facts }: CrierError): boolean {
  return kind === 'unavailable' && (facts.code ?? null) === null;
}

function adviseLookFirst(
  doubtful: readonly { readonly id: string }[],
  { done, shownBy }: Pick<BatchChange, 'done' | 'shownBy'>,
): string {
  if (doubtful.length === 0) return '';
  const ids = doubtful.map(({ id }) => id).join(', ');
  return `${ids} may still have been ${done}: check with "${shownBy}"; `;
}
