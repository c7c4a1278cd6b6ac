import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import {
  createCountingClock,
  formatCountingZone,
  type LocalClock,
} from '../../../../domain/time/local-time.ts';
import { createUsageError } from '../../../../errors.ts';
import { type CommandOutcome, defineCommand, getServiceTime } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import { defineFlag, defineSwitch, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import type { Since } from '../../../framework/input/time/since.ts';
import {
  ALL_KEPT,
  createFailureTally,
  createPartialFailure,
  listUnreadNotes,
} from '../../../framework/many/failures.ts';
import { getOnlyId, readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { HOURS_TITLE } from '../../../framework/output/drawings.ts';
import { refuseRawOfSeveral } from '../../../framework/output/printing/show-result.ts';
import { type Column, type ColumnRole, pickMember } from '../../../framework/output/view.ts';
import { RECENT_POSTS, readRecentPostIds } from '../../posts/published-posts.ts';
import { ARCHIVE_FILE, ARCHIVE_TIMES } from '../archive/archive-flags.ts';
import type { ArchiveStats } from '../archive/compute-archive-stats.ts';
import type { Comment } from '../comment.ts';
import { ALLOW_PARTIAL, judgeRead, type SeveralReads, toFailedResult } from '../comments-of-several.ts';
import {
  type CommentStats,
  CommentStatsOutput,
  createStatsCounter,
  isOfTime,
  StatsBy,
  type StatsGroup,
} from '../compute-comment-stats.ts';
import {
  buildCommentsQuery,
  COMMENTS_OF_IDS,
  type CommentsEnvelope,
  type CommentsReadRequest,
  foldComments,
  type ReadAnswer,
} from '../read-comments.ts';

export default defineCommand({
  summary: 'Count comments by network, day, weekday, hour or author',
  description: `
Replies are counted too, and also listed in a column of their own. Days and hours are those of --tz or CRIER_TZ (default: UTC).
--by weekday draws a heat map of the hours of each weekday. With --by author, the most active authors are listed.
If some networks fail, the others are counted and the exit code is 3.

Without an id, the comments of the ${RECENT_POSTS} posts that were published last are counted. With several ids or --ids-from, those of all of them are counted together: "results" in the JSON document has the
result and the totals of each id. A failed id does not stop the others.

With --archive, the comments of the archive that "comments export" keeps are counted, without a request to the service: all
of them, or those that --contains, --since, --until and --platform select. "crier comments search --help" says what words find.`,
  before: ['comments export -n 20 --allow-partial'],
  examples: [
    'comments stats --allow-partial',
    'comments stats Sp7kQm2XvLr9TzBd4HnW',
    'comments stats Gv3rPq7YsKa5MdHt8ZwE --by day',
    'comments stats Gv3rPq7YsKa5MdHt8ZwE Mn5cTy8LrWb2QzHp6KsD --by weekday',
    'comments stats Gv3rPq7YsKa5MdHt8ZwE --by author --top 5 --json',
    'comments stats --archive --contains "oat milk" --since 90d --by day',
  ],
  positional: ['ids'],
  reads: { worksWithoutIds: true },
  references: ['post', 'networkPost', 'comment'],
  flags: [REMOTE, READ],
  validationCode: 101,
  input: z.object({
    ...COMMENTS_OF_IDS,
    by: defineFlag(StatsBy.default('network').describe('field to group by'), { placeholder: 'what' }),
    top: defineFlag(
      z.int().min(1).default(10).describe('maximum number of authors to list with --by author'),
      { placeholder: 'n' },
    ),
    allowPartial: defineSwitch('exit 0 even if some networks or ids failed'),
    archive: defineSwitch('count the archive of "comments export"', {
      conflicts: ['idsFrom', 'resume', 'comment'],
      conflictAdvice: 'an archive has the comments of many posts',
    }),
    contains: defineTextFlag('with --archive: only comments with all of these words', {
      placeholder: 'words',
    }),
    ...ARCHIVE_TIMES,
    ...ARCHIVE_FILE,
  }),
  output: CommentStatsOutput,
  records: 'stats',
  async run(
    { ids: given, idsFrom, concurrency, platform, comment, by, top, allowPartial, archive, ...selection },
    { service, io },
  ) {
    const shown = { by, top, allowPartial, zone: createCountingClock(io.chosenZone) };
    if (archive) {
      if (given.length > 0) throw createUsageError('--archive counts all posts', 'leave the ids out');
      return countArchive({ ...selection, platform, ...shown }, { service, io });
    }
    refuseArchiveFlags(selection);
    buildCommentsQuery({ platform, comment });
    const isRecent = given.length === 0 && idsFrom === undefined && platform === undefined && !comment;
    const ids = isRecent
      ? await readRecentPostIds(await service.client(), { most: RECENT_POSTS })
      : await readIdsOrRaw({ ids: given, idsFrom }, io);
    if (isRecent) refuseRawOfSeveral(ids.length, io.printing);
    const id = isRecent ? null : getOnlyId(ids, idsFrom);
    if (id === null) {
      const toRequest = (each: string) => ({ id: each, platform, comment });
      const what = comment ? 'thread' : 'post';
      return countSeveral({ ids, concurrency, toRequest, what, ...shown }, await service.client(), io);
    }
    const read = { id, platform, comment };
    const isWhole = io.printing.format === 'raw';
    const counted = await countComments(await service.client(), read, { ...shown, isWhole });
    const { counter, envelope, answered, answer } = counted;
    const { errors, status } = envelope;
    const isPartial = errors.length > 0 || status !== 'success';
    return {
      ...buildStatsList(counter.result(top), {
        ...shown,
        envelope,
        subject: id,
        notes: allowPartial ? listUnreadNotes(errors, null) : [],
      }),
      ...(answer.bytes && { raw: answer.bytes }),
      ...getServiceTime(answer),
      ...(isPartial && !allowPartial && { failure: createPartialFailure(errors, answered) }),
    };
  },
});

/** Counts the comments of one id as they arrive. @param isWhole whether the bytes of the answer are needed */
function countComments(
  client: Client,
  read: CommentsReadRequest,
  { by, zone, isWhole = false }: Pick<StatsToShow, 'by' | 'zone'> & { isWhole?: boolean },
) {
  const begin = () => {
    const counter = createStatsCounter(by, zone);
    const answered = new Set<string>();
    return {
      add(comments: Iterable<Comment>) {
        for (const comment of comments) {
          answered.add(comment.platform);
          counter.addComment(comment);
        }
      },
      end: (envelope: CommentsEnvelope, answer: ReadAnswer) => ({ counter, answered, envelope, answer }),
    };
  };
  return foldComments(client, read, begin, { isWhole });
}

/** @throws CrierError of kind usage for a flag that would change nothing */
function refuseArchiveFlags(selection: Readonly<Record<string, unknown>>): void {
  const [flag] = Object.keys(selection).filter(
    (name) => ['contains', 'since', 'until', 'file'].includes(name) && selection[name] !== undefined,
  );
  if (flag !== undefined)
    throw createUsageError(
      `--${flag} needs --archive`,
      'add --archive, which counts what "comments export" keeps',
    );
}

/** What to count of an archive, and how. */
interface ArchiveStatsRequest extends StatsToShow {
  readonly platform: string | undefined;
  readonly contains?: string | undefined;
  readonly since?: Since | undefined;
  readonly until?: Since | undefined;
  readonly file?: string | undefined;
}

async function countArchive(
  { platform, contains = '', since, until, file, ...shown }: ArchiveStatsRequest,
  { service, io }: { service: ServicePort; io: IoPort },
): Promise<CommandOutcome> {
  if (io.printing.format === 'raw') refuseRawOfSeveral(0, io.printing);
  const [{ chooseArchives, readArchiveTime }, { computeArchiveStats }, { readArchiveFilter, readQuery }] =
    await Promise.all([
      import('../archive/place-archives.ts'),
      import('../archive/compute-archive-stats.ts'),
      import('../archive/archive-flags.ts'),
    ]);
  const query = readQuery(contains);
  const chosen = await chooseArchives({ file, allProfiles: false }, { service, io });
  const now = await readArchiveTime(file, { service, io });
  const platforms = platform === undefined ? [] : [platform];
  const filter = readArchiveFilter(
    { query, platform: platforms, since, until },
    { now, zone: io.chosenZone },
  );
  const [archive = ''] = chosen.files;
  const stats = computeArchiveStats(archive, { ...filter, profile: chosen.profile }, shown);
  return {
    ...buildStatsList(stats, {
      ...shown,
      envelope: { file: archive },
      subject: file ?? 'the archive',
      notes: [],
    }),
    asOf: now,
  };
}

/** What to count, and how. */
interface StatsToShow {
  by: StatsBy;
  /** Maximum number of authors. */
  top: number;
  allowPartial: boolean;
  /** By whose days and hours comments are counted. */
  zone: LocalClock;
}

/** Counts the comments of several ids together. Some failed ids make the run partial. @param what the ids are of: `post` */
async function countSeveral(
  {
    ids,
    concurrency,
    toRequest,
    what,
    ...shown
  }: Omit<SeveralReads, 'progress'> & StatsToShow & { what: string },
  client: Client,
  { progress, printing }: IoPort,
): Promise<CommandOutcome> {
  const whole = createStatsCounter(shown.by, shown.zone);
  const tally = createFailureTally(ALL_KEPT);
  // only a complete document has them
  const results: object[] | null = printing.format === 'json' ? [] : null;
  let asOf: number | undefined;
  let done = 0;
  if (ids.length > 1) progress(`0 of ${ids.length} read`);
  const requests = { atOnce: concurrency, done: 'read', progress };
  const count = (id: string) => countComments(client, toRequest(id), shown);
  for await (const { id, value, failure, isSent } of runEach(ids, requests, count)) {
    if (value === null) {
      tally.add({ id, failure, isSent });
      results?.push({ ...toFailedResult(id, failure), totals: null });
      continue;
    }
    const read = judgeRead(id, value.envelope);
    tally.add({ id, failure: read.failure });
    results?.push({ ...read.result, totals: value.counter.totals() });
    whole.addCounts(value.counter);
    done += 1;
    asOf = getServiceTime(value.answer).asOf ?? asOf;
  }
  const failure = tally.combine({ total: ids.length, remainder: `the rest is counted; ${ALLOW_PARTIAL}` });
  // on failure stdout stays empty, except for programs, which get the results
  if (failure !== null && done === 0 && results === null) throw failure;
  const isForgiven = failure?.kind === 'partial' && shown.allowPartial;
  return {
    ...buildStatsList(whole.result(shown.top), {
      ...shown,
      envelope: { ...(results && { results }) },
      subject: `${done === ids.length ? '' : `${done} of `}${formatCount(ids.length, what)}`,
      notes: isForgiven ? listUnreadNotes(failure.facts.errors, what) : [],
    }),
    ...(asOf !== undefined && { asOf }),
    ...(failure !== null && !isForgiven && { failure }),
  };
}

/** Builds the list of the groups. @param envelope members of the document before the counts */
function buildStatsList(
  { totals, groups, groupCount }: ArchiveStats,
  {
    envelope,
    by,
    top,
    zone,
    subject,
    notes,
  }: StatsToShow & { envelope: object; subject: string; notes: readonly string[] },
): CommandOutcome {
  const stats = by === 'author' ? groups.slice(0, top) : groups;
  return {
    view: {
      kind: 'list',
      document: { ...envelope, by, timeZone: zone.name, totals, stats },
      key: 'stats',
      rows: stats,
      columns: buildStatsColumns(by),
      title: `Comments by ${by}`,
      heading: `${subject}: ${formatTotals(totals)}${isOfTime(by) ? formatCountingZone(zone) : ''}`,
      empty: 'no comments yet',
    },
    notes: [
      ...(stats.length < groupCount
        ? [`showing the first ${stats.length} of ${groupCount} authors: raise --top to see more`]
        : []),
      ...notes,
    ],
  };
}

function formatTotals({ comments, replies, authors, likes }: CommentStats['totals']): string {
  return [
    formatCount(comments, 'comment'),
    formatCount(replies, 'reply'),
    formatCount(authors, 'author'),
    ...(likes === null ? [] : [formatCount(likes, 'like')]),
  ].join(', ');
}

const NAME_ROLES: Readonly<Record<StatsBy, ColumnRole>> = {
  network: 'network',
  day: 'text',
  weekday: 'text',
  hour: 'text',
  author: 'name',
};

const HOURS_COLUMN: Column<StatsGroup> = {
  name: 'hours',
  title: HOURS_TITLE,
  value: ({ hours }) => hours ?? [],
  role: 'hours',
};

/** Columns of comment counts. TSV and CSV have all of them, tables those that are useful for the grouping. */
function buildStatsColumns(by: StatsBy): readonly Column<StatsGroup>[] {
  const isOfWeekday = by === 'weekday';
  return [
    { ...pickMember('name', by), role: NAME_ROLES[by], placeholder: () => '(unknown)' },
    { ...pickMember('platform', 'network'), role: 'network', drop: 1, dataOnly: by !== 'author' },
    defineCount('comments', ({ comments }) => comments, isOfWeekday ? 2 : 0),
    defineCount('replies', ({ replies }) => replies, 2),
    { ...defineCount('authors', ({ authors }) => authors, 4), dataOnly: by === 'author' },
    defineCount('likes', ({ comments, likes }) => (comments === 0 ? 0 : likes), 3),
    { ...defineTime('first', ({ first }) => first, 6), dataOnly: isOfTime(by) },
    { ...defineTime('latest', ({ latest }) => latest, 5), dataOnly: isOfTime(by) },
    ...(isOfWeekday ? [HOURS_COLUMN] : []),
    { ...pickMember('share', 'share'), role: 'bar', drop: isOfWeekday ? 1 : 0 },
  ];
}

function defineCount(
  name: string,
  value: (group: StatsGroup) => number | null,
  drop: number,
): Column<StatsGroup> {
  return { name, title: name, value, role: 'count', drop };
}

function defineTime(
  name: string,
  value: (group: StatsGroup) => string | null,
  drop: number,
): Column<StatsGroup> {
  return { name, title: name, value, role: 'time', drop };
}
