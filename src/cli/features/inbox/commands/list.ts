import * as z from 'zod';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { Platform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { createFinder, defineFindFlags } from '../../../framework/input/flags/find-flags.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { getStartTime, SINCE } from '../../../framework/input/time/since.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { buildListMeta } from '../../../framework/output/view.ts';
import {
  combineProfileFailures,
  formatCutPosts,
  listProfileServices,
  listUnseen,
  type ProfileRead,
  readEachProfile,
  summarizeUnseen,
  UNSEEN,
} from '../../comments/read-profiles.ts';
import { buildItemColumns, InboxItem, ITEM_REFERENCES, ItemKind, LISTED_STATES } from '../inbox-item.ts';
import {
  compareByTime,
  type ItemReading,
  type ListedFacts,
  listUnreadParts,
  readItems,
  summarizeParts,
} from '../read-items.ts';

/** Posts that are read without `--posts`. */
const USUAL_POSTS = 20;
/** Items that are listed without `--limit`. */
const USUAL_ITEMS = 50;

export default defineCommand({
  summary: 'List who waits for an answer, anywhere',
  description: `
Comments on the posts that you published last, conversations whose newest message is not yours, and reviews without a reply,
of all networks, newest first. What was marked with "inbox done" or "comments done" is not listed until the person writes
again. --state done lists those that were answered or marked, and all both.

An answer goes by "comments reply", "messages send" or "reviews reply". It sends one request for the posts, one for your
accounts, one for each post, and one for each network with messages or reviews. If some of it cannot be read, the others are listed,
and a note says what is missing; if some profiles fail with --all-profiles, the exit code is 3.`,
  examples: [
    'inbox list',
    'inbox list --kind message,review',
    'inbox list --state all --contains milk -n 5',
    'inbox list --json --fields kind,platform,person.name,text',
  ],
  flags: [REMOTE, READ_PROFILES],
  reads: { combinesProfiles: true },
  input: z.object({
    kind: defineFlag(z.array(ItemKind).default([]).describe('only these: comment, message, review'), {
      placeholder: 'kind',
    }),
    platform: defineFlag(z.array(Platform).default([]).describe('only these networks'), {
      placeholder: 'network',
    }),
    state: defineFlag(
      z.enum(['waiting', 'done', 'all']).default('waiting').describe('whether they wait for an answer'),
      { placeholder: 'state' },
    ),
    since: SINCE,
    ...defineFindFlags('entries'),
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
      z.int().min(1).optional().describe(`maximum number to list (default: ${USUAL_ITEMS})`),
      { short: 'n', placeholder: 'n' },
    ),
    all: defineSwitch('list all of them', { conflicts: ['limit'] }),
  }),
  output: z.object({
    items: z.array(InboxItem),
    total: z.int().describe('how many there are, of which `items` has those up to --limit'),
    posts: z
      .array(
        z.strictObject({
          id: z.string(),
          post: z.string().nullable().describe('text'),
          mediaUrls: z.array(z.string()).describe('its images and videos'),
        }),
      )
      .describe('posts of the comments that are listed'),
    errors: UNSEEN,
    meta: ListMeta,
  }),
  records: 'items',
  async run(
    { kind, platform, state, since, posts: most, allProfiles, limit: given, all: isAll, ...find },
    context,
  ) {
    const { service, io } = context;
    const services = await listProfileServices(service, allProfiles);
    const [first = service] = services;
    const now = await readServiceTime(() => first.client(), context);
    const start = getStartTime(since?.inZone(io.chosenZone), now);
    const limit = given ?? (isAll ? null : USUAL_ITEMS);
    const finder = await createFinder(find, 'entry', io.printing);
    const select = () => {
      const { matches, end } = finder.begin();
      const isListed = ({ state: of, at, person }: ListedFacts, texts: readonly string[]) => {
        const isNew = (readTimestamp(at).ms ?? start) >= start;
        return LISTED_STATES[state].includes(of) && isNew && matches(texts.join('\n') || null, person);
      };
      return { isListed, end };
    };
    const wanted = {
      ...{ most: limit, select, needsTexts: finder.isActive },
      kinds: kind.length === 0 ? ItemKind.options : kind,
      ...{ platforms: platform, posts: most, io, report: io.progress },
    };
    const all = await readEachProfile(services, (each, profile) => readItems(each, { ...wanted, profile }));
    const failure = combineProfileFailures(all, 'the others are listed');
    if (failure !== null && all.every((each) => each.failure !== null)) throw failure;
    const readings = all.flatMap(({ value }) => value ?? []);
    const total = readings.reduce((sum, { count }) => sum + count, 0);
    const found = readings.flatMap(({ items }) => items).toSorted(compareByTime);
    const shown = found.slice(0, limit ?? undefined).map(({ item }) => item);
    const hasMore = shown.length < total;
    return {
      view: {
        kind: 'list',
        document: {
          items: shown,
          total,
          posts: listPosts(shown, all),
          errors: [
            ...listUnseen(toUnseen(all)),
            ...all.flatMap(({ value, profile }) => (value === null ? [] : listUnreadParts(value, profile))),
          ],
          meta: buildListMeta({ hasMore, limit }),
        },
        key: 'items',
        rows: shown,
        columns: finder.showMatches(buildItemColumns(allProfiles)),
        references: ITEM_REFERENCES,
        empty: finder.isActive ? 'nothing matches' : EMPTY[state],
        notesEmpty: true,
      },
      asOf: now,
      searched: finder.count(),
      notes: [
        ...(hasMore ? [`showing ${shown.length} of ${total}: use -n or --all to see more`] : []),
        ...listReadingNotes(all, { allProfiles, skipsExpired: total > 0 }),
      ],
      failure: failure ?? undefined,
    };
  },
});

const EMPTY = {
  waiting: 'everything is answered',
  done: 'nothing was answered or marked as done',
  all: 'no comments, messages or reviews',
};

/** The reads of comments, with the failures that those of a whole profile have. */
function toUnseen(all: readonly ProfileRead<ItemReading>[]) {
  return all.map((each) =>
    each.failure === null ? { ...each, value: each.value.comments ?? { errors: [], failures: [] } } : each,
  );
}

function listPosts(shown: readonly InboxItem[], all: readonly ProfileRead<ItemReading>[]) {
  const posts = new Map(all.flatMap(({ value }) => [...(value?.posts ?? [])]));
  const ids = new Set(shown.flatMap(({ postId }) => postId ?? []));
  return [...ids].map((id) => {
    const { post, mediaUrls } = posts.get(id) ?? {};
    return { id, post: post ?? null, mediaUrls: mediaUrls ?? [] };
  });
}

/** Why something may be missing. */
function listReadingNotes(
  all: readonly ProfileRead<ItemReading>[],
  { allProfiles, skipsExpired }: { allProfiles: boolean; skipsExpired: boolean },
): readonly string[] {
  const readings = all.flatMap(({ value }) => value ?? []);
  const cut = readings.find(({ comments }) => comments?.hasMorePosts === true)?.comments?.postsRead;
  const older = [...new Set(readings.flatMap((reading) => reading.cut))];
  return [
    ...(cut === undefined ? [] : [formatCutPosts(cut)]),
    ...older.map((name) => `${getNetworkName(name)}: only the latest messages were read`),
    ...summarizeParts(readings.flatMap(({ unread }) => unread)),
    ...summarizeUnseen(toUnseen(all), { namesProfiles: allProfiles, skipsExpired }),
  ];
}
