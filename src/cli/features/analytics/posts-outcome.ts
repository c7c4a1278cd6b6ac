import { CrierError } from '../../../errors.ts';
import { type CommandOutcome, getServiceTime } from '../../framework/command/command.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { combineFailures } from '../../framework/many/combine-failures.ts';
import { requestEach } from '../../framework/many/request-each.ts';
import { toErrorDocument } from '../../framework/output/failures.ts';
import type { ListView } from '../../framework/output/view.ts';
import { buildPostColumns } from './metric-columns.ts';
import type { PostAnalytics, readPostAnalytics } from './read-metrics.ts';

interface PostListParts {
  document: Readonly<Record<string, unknown>>;
  hasDays: boolean;
  heading: string | undefined;
}

/** Builds the list of a post's networks. */
export function buildPostList(
  records: readonly PostAnalytics[],
  { document, hasDays, heading }: PostListParts,
): ListView<unknown> {
  return {
    kind: 'list',
    document,
    key: 'analytics',
    rows: records,
    columns: buildPostColumns(hasDays),
    ...(heading !== undefined && { heading }),
    empty: 'no analytics',
  };
}

/** The posts to read. */
interface SeveralPostsRead {
  ids: readonly string[];
  read: (id: string) => ReturnType<typeof readPostAnalytics>;
  hasDays: boolean;
  allowPartial: boolean;
  /** Maximum number of requests at a time. */
  concurrency: number;
}

/** What was read of one id. */
interface MeasuredPostResult {
  id: string;
  status: string;
  records: readonly PostAnalytics[];
  /** Null when it was read completely. */
  failure: CrierError | null;
}

/** Reads the metrics of several posts and shows each as it arrives. */
export function readSeveralPosts(
  { ids, read, hasDays, allowPartial, concurrency }: SeveralPostsRead,
  { progress }: IoPort,
): CommandOutcome {
  const ended: { id: string; failure: CrierError | null }[] = [];
  let asOf: number | undefined;
  async function* readBatches(): AsyncGenerator<readonly MeasuredPostResult[]> {
    progress(`0 of ${ids.length} read`);
    for await (const { id, value, failure } of requestEach(ids, concurrency, read)) {
      if (value !== null) asOf = getServiceTime(value.answer).asOf ?? asOf;
      const outcome = failure === null ? toPostResult(id, value) : toFailedResult(id, failure);
      ended.push({ id, failure: outcome.failure }); // the renderer has the records; keep no second copy
      progress(`${ended.length} of ${ids.length} read`);
      yield [outcome];
    }
    progress(null);
  }
  return {
    view: {
      kind: 'stream',
      live: true,
      batches: readBatches(),
      list: (some) => combineResults(some as readonly MeasuredPostResult[], hasDays), // they come from the batches above
      asOf: () => asOf,
    },
    finish() {
      const failure = combineFailures(ended, {
        done: 'read',
        remainder: 'the rest is printed; --allow-partial makes this exit 0',
        total: ids.length,
        countsIncomplete: true,
      });
      const isFine = failure === null || (failure.kind === 'partial' && allowPartial);
      return { notes: [], ...(!isFine && { failure }) };
    },
  };
}

function toPostResult(
  id: string,
  { records, envelope: { status, errors } }: Awaited<ReturnType<typeof readPostAnalytics>>,
): MeasuredPostResult {
  const isWhole = status === 'success';
  const failure = isWhole ? null : new CrierError('partial', 'some networks failed', { http: 200, errors });
  return { id, status, records: records.map((record) => ({ requestedId: id, ...record })), failure };
}

function toFailedResult(id: string, failure: CrierError): MeasuredPostResult {
  return { id, status: 'error', records: [], failure };
}

function combineResults(outcomes: readonly MeasuredPostResult[], hasDays: boolean): ListView<unknown> {
  const [only] = outcomes.length === 1 ? outcomes : [];
  const records = outcomes.flatMap((outcome) => outcome.records);
  const results = outcomes.map(({ id, status, failure }) => ({
    id,
    status,
    error: failure === null || failure.kind === 'partial' ? null : toErrorDocument(failure),
    errors: failure?.kind === 'partial' ? (failure.facts.errors ?? []) : [],
  }));
  const list = buildPostList(records, {
    document: { results, analytics: records },
    hasDays,
    heading: only?.id,
  });
  const message = only?.failure?.message;
  return { ...list, ...(message !== undefined && { empty: `not read: ${message}` }) };
}
