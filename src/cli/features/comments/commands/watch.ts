import * as z from 'zod';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { ERRORS } from '../../../../service/errors.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import { createFinder, defineFindFlags, type Finder } from '../../../framework/input/flags/find-flags.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import {
  formatErrorsShowAdvice,
  listFailureEntries,
  listUnreadNotes,
} from '../../../framework/many/failures.ts';
import { IDS_FROM, readIds } from '../../../framework/many/read-ids.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import { getLegName } from '../../../framework/output/failures.ts';
import type { Column, ListView } from '../../../framework/output/view.ts';
import { getWatchFolder } from '../../../framework/settings/paths.ts';
import { readRecentPostIds } from '../../posts/published-posts.ts';
import { COMMENT_COLUMNS, COMMENT_REFERENCES, type CommentTableRow } from '../comments-outcome.ts';
import { buildCommentsQuery, COMMENTS_OF_IDS } from '../read-comments.ts';
import { foldWatchedWords, getCursorNames } from '../watch/cursor-name.ts';
import { type CommentEvent, WatchDocument } from '../watch/find-comment-changes.ts';
import { type CommentsWatch, watchComments } from '../watch/watch-comments.ts';
import { createMachineTime, createSandboxTime } from '../watch/watch-time.ts';

/** As many as the rate limit lets one watch poll before the first id is due again. */
const MOST_IDS = (LIMITS.requestRate.max * LIMITS.commentRefreshMs) / LIMITS.requestRate.windowMs;

const OWN_LIMITS = Object.keys(ERRORS).filter((code) => ERRORS[Number(code)]?.ownLimit === true);

export default defineCommand({
  summary: 'Print comments as they are added, changed or deleted',
  description: `
Polls each id when the service says that its comments are refreshed ("nextUpdate"), never earlier. The position is saved
on this machine, so that the next watch continues without repeating or missing comments. The first poll prints all
existing comments unless --from-now is given. Replies are comments of their own. Runs until interrupted. With --contains
or --from, only comments that match are printed, and removed ones whose text was not saved; the position is that of a watch
with the same words.

A failing network is reported once, and again when it recovers. A network that reached a limit of its own (${OWN_LIMITS.join(', ')})
is skipped for the rest of the watch. A permanent error, such as an unknown id, ends the watch of that id. If a response
does not mention a network, its comments count as deleted only after the second such response in a row.

In the sandbox, watch follows the sandbox clock. People keep commenting on Lt5nWc8RjYq3GvKs6PxA for a day: watch it, and
run "crier sandbox clock advance 15m" in another terminal to see new comments.`,
  examples: [
    'comments watch Sp7kQm2XvLr9TzBd4HnW --once',
    'comments watch Sp7kQm2XvLr9TzBd4HnW Mn5cTy8LrWb2QzHp6KsD --once --counts -o ndjson',
    'comments watch --recent 3 --once --allow-partial',
    'comments watch Mn5cTy8LrWb2QzHp6KsD --once --contains spoon -o ndjson',
    'comments watch 18119826100716099 --platform instagram --once --from-start',
  ],
  positional: ['ids'],
  references: ['post', 'networkPost', 'comment'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    ...COMMENTS_OF_IDS,
    idsFrom: IDS_FROM,
    recent: defineFlag(
      z.int().min(1).max(MOST_IDS).optional().describe('watch this number of the latest published posts'),
      { placeholder: 'n' },
    ),
    ...defineFindFlags('comments and replies'),
    once: defineSwitch('poll every id once, now, and exit'),
    counts: defineSwitch('also report changes of likes, replies and other counts'),
    fromNow: defineSwitch('skip existing comments', { conflicts: ['fromStart'] }),
    fromStart: defineSwitch('ignore the saved position and start over'),
    allowPartial: defineSwitch('with --once: exit 0 even if some networks or ids failed'),
  }),
  output: WatchDocument,
  records: 'events',
  async run(
    {
      ids: given,
      idsFrom,
      recent,
      platform,
      comment,
      once,
      counts,
      fromNow,
      fromStart,
      allowPartial,
      ...find
    },
    { service, sandbox, io },
  ) {
    const pair = { platform, comment };
    buildCommentsQuery(pair);
    if (recent !== undefined && (given.length > 0 || idsFrom !== undefined || platform !== undefined))
      throw createUsageError(
        `--recent watches the latest posts, and cannot be used with ${platform === undefined ? 'ids' : '--platform, which says what ids are'}`,
        'leave one of them out',
      );
    const ids =
      recent === undefined
        ? await readIds({ ids: given, idsFrom }, io)
        : await readRecentPostIds(await service.client(), { most: recent });
    if (ids.length > MOST_IDS) throw createTooManyError(ids.length);
    const { choice } = await service.choose();
    const client = await service.client();
    const time =
      choice.kind === 'sandbox' ? await createSandboxTime(sandbox, io) : createMachineTime(io.clock);
    const finder = await createFinder(find, 'event', io.printing);
    const words = foldWatchedWords(find);
    const from = fromStart ? 'start' : fromNow ? 'now' : 'place';
    const watch = watchComments(
      { ids, pair, counts, once, from, finder },
      {
        io,
        client,
        time,
        cursorFolder: getWatchFolder(io.machine),
        getCursorNames: (id) => getCursorNames(choice, { ...pair, words }, id),
      },
    );
    io.onEnd(watch.release);
    return buildWatchOutcome(watch, { once, allowPartial, finder, noun: comment ? 'thread' : 'post' });
  },
});

function createTooManyError(count: number): CrierError {
  const { max, windowMs } = LIMITS.requestRate;
  return createUsageError(
    `a watch can follow at most ${MOST_IDS} ids, and ${count} were given`,
    `the service accepts ${max} requests in ${formatDuration(windowMs)}; "comments get" reads any number of ids once`,
  );
}

/** Shows a watch: events as they arrive, and failures at the end. */
function buildWatchOutcome(
  watch: CommentsWatch,
  {
    once,
    allowPartial,
    noun,
    finder,
  }: { once: boolean; allowPartial: boolean; noun: string; finder: Finder },
): CommandOutcome {
  return {
    view: {
      kind: 'stream',
      live: true,
      endless: !once,
      batches: watch.batches,
      list(events) {
        watch.confirmPrinting();
        return buildEventList(events as readonly CommentEvent[], watch, finder); // they come from the batches above
      },
      asOf: watch.asOf,
    },
    finish() {
      watch.saveCursors();
      const failure = combineWatchFailures(watch);
      const searched = finder.count();
      if (failure?.kind !== 'partial' || !allowPartial)
        return { searched, ...(failure !== null && { failure }) };
      return { searched, notes: listUnreadNotes(failure.facts.errors, watch.ids().length > 1 ? noun : null) };
    },
  };
}

function buildEventList(
  events: readonly CommentEvent[],
  watch: CommentsWatch,
  { isActive, showMatches }: Finder,
): ListView<unknown> {
  return {
    kind: 'list',
    key: 'events',
    document: { events, ids: watch.ids() },
    rows: events.map((event): EventRow => ({ event, comment: event.comment, depth: 0 })),
    columns: showMatches(EVENT_COLUMNS),
    record: (row) => (row as EventRow).event, // as above
    references: {
      column: 'comment.id',
      target: (row) => ((row as EventRow).event.event === 'gone' ? null : COMMENT_REFERENCES.target(row)), // as above
    },
    empty: isActive ? 'nothing new matches' : 'nothing new',
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
  const errors = [...failed.flatMap(({ id, failure }) => listFailureEntries(id, failure)), ...legs];
  const advice = `${formatErrorsShowAdvice(errors)}the rest is printed; --allow-partial makes this exit 0`;
  return new CrierError('partial', message, { http: 200, errors, advice });
}

/** An event as a row that also has the columns of comments. */
interface EventRow extends CommentTableRow {
  event: CommentEvent;
}

/** Columns of a comment that tables show: an event is one line. */
const SEEN = ['platform', 'author.handle', 'text', 'createdAt'];
/** Width of the longest relative time, such as `12mo ago`, for later rows. */
const LEAST_TIME = 8;

const OWN: readonly Column<EventRow>[] = [
  { name: 'event', title: 'event', value: ({ event }) => event.event, role: 'mark' },
  { name: 'requestedId', title: 'id', value: ({ event }) => event.requestedId, role: 'id', dataOnly: true },
  {
    name: 'changes',
    title: 'changes',
    value: ({ event }) => event.changes.join(',') || null,
    dataOnly: true,
  },
];

const TEXT: Pick<Column<EventRow>, 'show' | 'placeholder'> = {
  show: ({ event: { changes, comment } }) =>
    [...(changes.length > 0 ? [`${changes.join(', ')} changed:`] : []), comment.text ?? ''].join(' ').trim(),
  placeholder: ({ event }) => (event.event === 'gone' ? '(its text was not saved)' : ''),
};

/** Columns of events in tables, TSV and CSV. */
const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  ...OWN,
  ...COMMENT_COLUMNS.map((column) => ({
    ...column,
    name: `comment.${column.name}`,
    ...(!SEEN.includes(column.name) && { dataOnly: true }),
    ...(column.name === 'createdAt' && { least: LEAST_TIME }),
    ...(column.name === 'text' && TEXT),
  })),
];
