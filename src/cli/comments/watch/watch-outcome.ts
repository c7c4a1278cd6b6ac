import { CrierError } from '../../../errors.ts';
import { getLegName } from '../../render/failed-entry.ts';
import type { Column, ListView } from '../../render/view.ts';
import type { CommandOutcome } from '../../shell/command.ts';
import { formatErrorsShowAdvice } from '../comments-outcome.ts';
import type { CommentEvent } from './comment-event.ts';
import { EVENT_COLUMNS, type EventRow, toEventRow } from './event-columns.ts';
import type { CommentsWatch } from './watch-comments.ts';

interface WatchDisplay {
  readonly once: boolean;
  readonly allowPartial: boolean;
}

/** Shows a watch: events as they arrive, and failures at the end. */
export function buildWatchOutcome(
  watch: CommentsWatch,
  { once, allowPartial }: WatchDisplay,
): CommandOutcome {
  return {
    view: {
      kind: 'stream',
      live: true,
      endless: !once,
      batches: watch.batches,
      list(events) {
        watch.confirmPrinting();
        return buildEventList(events as readonly CommentEvent[], watch); // they come from the batches above
      },
      asOf: watch.asOf,
    },
    finish() {
      watch.saveCursors();
      const failure = combineWatchFailures(watch);
      return failure === null || (failure.kind === 'partial' && allowPartial) ? {} : { failure };
    },
  };
}

function buildEventList(events: readonly CommentEvent[], watch: CommentsWatch): ListView<unknown> {
  return {
    kind: 'list',
    key: 'events',
    document: { events, ids: watch.ids() },
    rows: events.map(toEventRow),
    columns: EVENT_COLUMNS as readonly Column<unknown>[], // of the rows above
    record: (row) => (row as EventRow).event, // as above
    empty: 'nothing new',
  };
}

/** When all ids failed, the first failure is that of the run; when some did, it is partial. */
function combineWatchFailures(watch: CommentsWatch): CrierError | null {
  const ids = watch.ids();
  const failed = watch.failures();
  const [first] = failed;
  if (first !== undefined && failed.length === ids.length) return first.failure;
  const unread = new Set(failed.map(({ id }) => id));
  const legs = ids
    .filter(({ id }) => !unread.has(id))
    .flatMap(({ id, errors }) => errors.map((leg) => (ids.length > 1 ? { ...leg, requestedId: id } : leg)));
  if (unread.size + legs.length === 0) return null;
  const networks = new Set(legs.map(({ platform }) => getLegName(platform)));
  const message = [
    ...(unread.size > 0 ? [`${unread.size} of ${ids.length} could not be read`] : []),
    ...(networks.size > 0 ? [`failed: ${[...networks].join(', ')}`] : []),
  ].join(', ');
  const errors = [...failed.map(toErrorEntry), ...legs];
  const advice = `${formatErrorsShowAdvice(errors)}the rest is printed; --allow-partial makes this exit 0`;
  return new CrierError('partial', message, { http: 200, errors, advice });
}

function toErrorEntry({
  id,
  failure: { message, facts },
}: ReturnType<CommentsWatch['failures']>[number]): object {
  return { requestedId: id, code: facts.code ?? null, message };
}
