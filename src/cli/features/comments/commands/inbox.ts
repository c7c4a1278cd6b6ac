import * as z from 'zod';
import { formatCount, joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../errors.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { CommentPlatform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { createFinder, defineFindFlags, type Finder } from '../../../framework/input/flags/find-flags.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { getStartTime, SINCE } from '../../../framework/input/time/since.ts';
import { getLegName } from '../../../framework/output/failures.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import type { SearchCount } from '../../../framework/output/search-count.ts';
import { truncate } from '../../../framework/output/text/width.ts';
import { buildListMeta, type Column, type ListView, pickMember } from '../../../framework/output/view.ts';
import type { RecentPosts } from '../../posts/published-posts.ts';
import { Comment } from '../comment.ts';
import { COMMENT_COLUMNS, COMMENT_REFERENCES, type CommentTableRow } from '../comments-outcome.ts';
import { openDoneComments } from '../done-comments.ts';
import {
  type CommentSelection,
  type InboxComment,
  type InboxEntry,
  type InboxReading,
  readInbox,
} from '../inbox.ts';
import { readOwnAccounts } from '../own-accounts.ts';
import {
  combineProfileFailures,
  formatCutPosts,
  formatProfile,
  listProfileServices,
  listUnseen,
  ProfileAlias,
  type ProfileRead,
  readEachProfile,
  summarizeUnseen,
  UNSEEN,
} from '../read-profiles.ts';
import { isQuestion, sortComments } from '../select-comments.ts';

const InboxRecord = z.strictObject({
  profile: ProfileAlias,
  postId: z.string().describe('Service Post ID of the post'),
  post: z.string().nullable().describe('text of the post'),
  ...Comment.shape,
});

/** Posts that are read without `--posts`. */
const USUAL_POSTS = 20;
/** Comments that are listed without `--limit`; the full screen has all. */
const USUAL_COMMENTS = 50;

export default defineCommand({
  summary: 'List comments that none of your accounts has answered',
  description: `
Reads the comments of the posts that you published last, on all networks, and lists those that you have not replied to,
newest first, however old their posts are. What was marked with "comments done" is not listed again. It sends one request
for the posts, one for your accounts, and one for each post; the service refreshes comments at its own pace. If some networks fail, the others are listed, and a
note says which. With --all-profiles it does so for each profile with its own key; if some profiles fail, the others are
listed, and the exit code is 3.

On a terminal, the comments are shown one at a time on the full screen, with their profile, post and thread, to read, reply to,
skip, mark as done, delete or open in the browser; the keys are listed at the bottom, and ? explains them. Enter shows the preview
of a reply, which only y sends, and Tab takes a reply of "crier replies". A deletion asks first. Neither can be undone; the comment
is then marked as done. The service cannot hide comments. In a pipe, with --list, -o, --json, --no-input or --accessible, and in CI, the list is printed.`,
  examples: [
    'comments inbox',
    'comments inbox --since 2d --platform instagram,tiktok',
    'comments inbox --all-profiles',
    'comments inbox --list --question --sort likes -n 10',
    'comments inbox --list --contains coffee',
    'comments inbox --json --fields platform,id,text,postId',
  ],
  flags: [REMOTE, READ_PROFILES],
  reads: { combinesProfiles: true },
  input: z.object({
    since: SINCE,
    platform: defineFlag(z.array(CommentPlatform).default([]).describe('only comments on these networks'), {
      placeholder: 'network',
    }),
    ...defineFindFlags('comments'),
    question: defineSwitch('only comments with a question mark'),
    sort: defineFlag(z.enum(['time', 'likes', 'network']).default('time').describe('order of the list'), {
      placeholder: 'order',
    }),
    list: defineSwitch('print the list on a terminal, too'),
    posts: defineFlag(
      z
        .int()
        .min(1)
        .max(LIMITS.historyLimit.max)
        .default(USUAL_POSTS)
        .describe('number of published posts to read, the latest first'),
      { placeholder: 'n' },
    ),
    limit: defineFlag(
      z.int().min(1).optional().describe(`maximum number to list (default: ${USUAL_COMMENTS})`),
      {
        short: 'n',
        placeholder: 'n',
      },
    ),
    all: defineSwitch('list all of them', { conflicts: ['limit'] }),
  }),
  output: z.object({
    inbox: z.array(InboxRecord),
    errors: UNSEEN,
    postsRead: z.int().describe('posts whose comments were read'),
    hasMorePosts: z.boolean().describe('whether more posts are published than were read'),
    meta: ListMeta,
  }),
  records: 'inbox',
  async run(
    { since, platform, allProfiles, question, sort, list, posts: most, limit: given, all: isAll, ...find },
    context,
  ) {
    const { service, io } = context;
    if (io.printing.format === 'raw')
      throw createUsageError('-o raw prints one response, and this reads several', 'use -o json');
    const services = await listProfileServices(service, allProfiles);
    const [first = service] = services;
    const now = await readServiceTime(() => first.client(), context);
    const start = getStartTime(since?.inZone(io.chosenZone), now);
    const posts = { most, platforms: platform };
    const isPrinted = list || io.printing.isChosen || io.printing.hasFields || io.printing.filter !== null;
    const isList = isPrinted || !(await io.canShowScreen());
    const finder = await createFinder(find, 'unanswered comment', io.printing);
    const select = () => beginSelection(finder, { start, platform, question });
    const sortEntries = <Entry extends InboxComment>(entries: readonly Entry[]) =>
      sortComments(entries, sort, ({ comment }) => comment);
    const kept = { most: given ?? (isAll || !isList ? null : USUAL_COMMENTS), sort: sortEntries };
    const reads = { posts, io, isNamed: allProfiles, select, needsThreads: !isList, first: kept };
    const all = await readEachProfile(services, (each, profile) => readOpen(each, { profile, ...reads }));
    const reading = combineReadings(all);
    const { postsRead, hasMorePosts, shownCount } = reading;
    const failure = combineProfileFailures(all, 'the comments of the others could be read');
    if (failure !== null && all.every((each) => each.failure !== null)) throw failure;
    const screen = isList || shownCount === 0 ? null : await io.fullScreen();
    const limit = given ?? (isAll || screen !== null ? null : USUAL_COMMENTS);
    const shown = sortEntries(reading.waiting).slice(0, limit ?? undefined);
    const asOf = reading.asOf ?? now;
    const notes = [
      ...(shown.length < shownCount
        ? [`showing ${shown.length} of ${shownCount}: use -n or --all to see more`]
        : []),
      ...(hasMorePosts ? [formatCutPosts(postsRead)] : []),
      ...formatDoubts(reading, start),
      ...summarizeUnseen(all, { namesProfiles: allProfiles, skipsExpired: shownCount > 0 }),
    ];
    const searched = finder.count();
    const after = { asOf, notes, searched, failure: failure ?? undefined };
    if (screen !== null) {
      const { runTriage } = await import('../triage/run-triage.ts');
      const unread = all.flatMap(({ profile, failure: fault }) =>
        fault === null ? [] : [`not read: ${formatProfile(profile)} (${fault.message})`],
      );
      const missing = [...unread, ...notes];
      const summary = await runTriage(shown, { screen, services, context, now: asOf, missing });
      return { view: null, ...after, notes: [summary, ...notes] };
    }
    const document = {
      inbox: shown.map(toRecord),
      errors: listUnseen(all),
      postsRead,
      hasMorePosts,
      meta: buildListMeta({ hasMore: shown.length < shownCount, limit }),
    };
    return {
      view: buildInboxList(
        document,
        shown,
        describeEmpty(reading, platform, searched),
        finder.showMatches(buildColumns(allProfiles)),
      ),
      ...after,
    };
  },
});

function beginSelection(finder: Finder, flags: Parameters<typeof isSelected>[1]): CommentSelection {
  const { matches, end } = finder.begin();
  return { isShown: (comment) => isSelected(comment, flags) && matches(comment.text, comment.author), end };
}

/** @param start in milliseconds since 1970 @param platform all if empty */
function isSelected(
  comment: Comment,
  { start, platform, question }: { start: number; platform: readonly string[]; question: boolean },
): boolean {
  const { ms } = readTimestamp(comment.createdAt);
  const isNew = ms === null || ms >= start;
  const isOfNetwork = platform.length === 0 || platform.includes(comment.platform);
  return isNew && isOfNetwork && (!question || isQuestion(comment));
}

function buildInboxList(
  document: { inbox: readonly unknown[] },
  shown: readonly InboxEntry[],
  empty: string,
  columns: readonly Column<InboxRow>[],
): ListView<unknown> {
  return {
    kind: 'list',
    document,
    key: 'inbox',
    rows: shown.map((each) => ({ ...each, depth: 0 })),
    columns,
    record: (row) => toRecord(row as InboxRow),
    references: {
      column: 'id',
      target(row) {
        const target = COMMENT_REFERENCES.target(row);
        return target && { ...target, profile: (row as InboxRow).profile };
      },
    },
    empty,
    notesEmpty: true,
  };
}

/** Without rows, comments may still wait that the filters leave out, or that were not read. */
function describeEmpty(
  { wantedCount, postsRead, hasMorePosts, unsure, full, isComplete }: CombinedReading,
  platforms: readonly CommentPlatform[],
  searched: SearchCount | undefined,
): string {
  const posts = formatCount(postsRead, 'post');
  if (postsRead === 0 && !isComplete) return 'no comments: no post could be read';
  if (postsRead === 0) {
    const where = platforms.length === 0 ? '' : ` on ${joinWithAnd(platforms.map(getLegName))}`;
    return `no comments: no post is published${where}`;
  }
  if (searched !== undefined && searched.all > 0) return 'no unanswered comment matches';
  if (wantedCount > 0)
    return `no unanswered comment matches; without these filters, ${wantedCount} in ${posts}`;
  if (isComplete && !hasMorePosts && unsure === 0 && full.length === 0)
    return `everything is answered, in ${posts}`;
  return `no unanswered comment in ${hasMorePosts ? `the latest ${postsRead === 1 ? 'post' : posts}` : posts}${isComplete ? '' : ', as far as they could be read'}`;
}

/** Why an answer may be missing, or a comment. @param start older comments are not listed */
function formatDoubts({ unsure, full }: CombinedReading, start: number): readonly string[] {
  const cut = full.filter(({ oldest }) => oldest > start).map(({ platform }) => platform);
  return [
    ...(unsure > 0
      ? [`not listed: ${formatCount(unsure, 'comment')} with replies that the service does not list`]
      : []),
    ...[...new Set(cut)].map(
      (name) => `${getLegName(name)} lists only the newest ${LIMITS.commentsReturned} comments of a post`,
    ),
  ];
}

function toRecord({ comment, post, profile }: InboxEntry): z.infer<typeof InboxRecord> {
  return { profile, postId: post.id, post: post.post, ...comment };
}

/** What was read for one profile: the comments that are not marked as done. */
type OpenReading = InboxReading & { waiting: readonly InboxEntry[] };

/** @param isNamed whether the progress names the profile */
async function readOpen(
  service: ServicePort,
  {
    profile,
    posts,
    isNamed,
    io,
    ...shown
  }: {
    profile: string | null;
    posts: RecentPosts;
    isNamed: boolean;
    io: IoPort;
    select(): CommentSelection;
    needsThreads: boolean;
    first: { most: number | null; sort(all: readonly InboxComment[]): readonly InboxComment[] };
  },
): Promise<OpenReading> {
  const client = await service.client();
  const own = await readOwnAccounts(client, service, io);
  const report = (text: string | null) =>
    io.progress(isNamed && text !== null ? `${formatProfile(profile)}: ${text}` : text);
  const isOpen = (await openDoneComments(service, io)).filter();
  const isWanted = (comment: Comment) => comment.isAnswered === false && isOpen(comment);
  const reading = await readInbox(client, { own, posts, report, isWanted, ...shown });
  return { ...reading, waiting: reading.waiting.map((each) => ({ ...each, profile })) };
}

/** Combines what was read for several profiles. */
function combineReadings(all: readonly ProfileRead<OpenReading>[]) {
  const readings = all.flatMap(({ value }) => value ?? []);
  const sum = (name: 'postsRead' | 'unsure' | 'shownCount' | 'wantedCount') =>
    readings.reduce((total, each) => total + each[name], 0);
  return {
    waiting: readings.flatMap(({ waiting }) => waiting),
    postsRead: sum('postsRead'),
    shownCount: sum('shownCount'),
    wantedCount: sum('wantedCount'),
    hasMorePosts: readings.some((each) => each.hasMorePosts),
    unsure: sum('unsure'),
    full: readings.flatMap(({ full }) => [...full].map(([platform, oldest]) => ({ platform, oldest }))),
    /** Whether every network of every post and profile was read. */
    isComplete: all.every(({ value }) => value !== null && value.errors.length + value.failures.length === 0),
    asOf: readings.at(-1)?.asOf,
  };
}
type CombinedReading = ReturnType<typeof combineReadings>;

type InboxRow = CommentTableRow & InboxEntry;

/** Enough to recognize a post. */
const POST_WIDTH = 20;

/** @param namesProfile whether tables show the profile, since there are several */
function buildColumns(namesProfile: boolean): readonly Column<InboxRow>[] {
  const ofComment = COMMENT_COLUMNS.map((column) =>
    column.name === 'id' ? { ...column, dataOnly: false, drop: 5 } : column,
  );
  return [
    ...(namesProfile ? [PROFILE_COLUMN] : []),
    ...ofComment,
    { name: 'postId', title: 'post id', value: ({ post }) => post.id, role: 'id', dataOnly: true },
    {
      name: 'post',
      title: 'post',
      value: ({ post }) => post.post,
      show: ({ post }) => truncate(post.post ?? '', POST_WIDTH),
      role: 'dim',
      drop: 4,
    },
    ...(namesProfile ? [] : [{ ...PROFILE_COLUMN, dataOnly: true }]),
  ];
}

const PROFILE_COLUMN: Column<InboxRow> = {
  ...pickMember('profile', 'profile'),
  placeholder: () => 'Primary',
  role: 'name',
  drop: 0,
  least: 9,
};
