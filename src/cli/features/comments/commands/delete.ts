import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { readDeletedComments } from '../../../../domain/comments/read-written-comment.ts';
import { formatCount, joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, ignoreErrors } from '../../../../errors.ts';
import { getPost } from '../../../../service/endpoints/posts.ts';
import { getUser } from '../../../../service/endpoints/profiles.ts';
import { SocialCommentId } from '../../../../service/ids.ts';
import {
  type CommentPlatform,
  PLATFORMS,
  SOCIAL_COMMENT_PLATFORMS,
  SOCIAL_DELETING_PLATFORMS,
} from '../../../../service/platforms.ts';
import { ROUTES } from '../../../../service/routes/routes.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { buildPlannedViews } from '../../../framework/command/writes.ts';
import { defineFlag, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { WRITE_PROFILES } from '../../../framework/input/flags/write-profiles.ts';
import { addRest, getOnlyId, IDS_FROM, MOST_NAMED, readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';
import { getDialect } from '../../../framework/settings/service-account.ts';
import { ALLOW_PARTIAL, buildDeleteCall, ID_FLAGS, refuseDeletion } from '../comment-writes.ts';
import { type CommentTableRow, flattenComments } from '../comments-outcome.ts';
import { readComments } from '../read-comments.ts';
import { buildDeleteRetry, buildWrittenOutcome, explainUnknown, NOTHING_DELETED } from '../send-comment.ts';

export default defineCommand({
  summary: 'Delete comments permanently',
  description: `
With a Service Comment ID, deletes the comment on all of its networks. With a Service Post ID, deletes every comment that
the service made under the post. With --platform, an id is a comment's own id on that network: any comment under your
posts on ${joinWithOr(SOCIAL_DELETING_PLATFORMS.filter((each) => !PLATFORMS[each].comments.removesOwnOnly).map((each) => PLATFORMS[each].name))}, and your own comments on TikTok (otherwise error 328). Replies to a comment are deleted with
it.

Asks for confirmation; without a terminal, --yes is required. With several ids or --ids-from, a failed id does not stop
the others: "results" in the JSON document has the result of each id, and "networks" those of all, with "requestedId".
--platform applies to all ids; short references, and rows of a file that name their network, may be of several.`,
  examples: [
    'comments delete 18107387288286433 --platform instagram --yes',
    'comments delete 18008214909100698 18107387288286433 --platform instagram --yes',
    'comments delete Sp7kQm2XvLr9TzBd4HnW --yes --json',
    'comments delete 7495303818056650482 --platform tiktok --dry-run',
  ],
  positional: ['ids'],
  references: ['comment'],
  mixesReferences: true,
  changes: true,
  validationCode: 101,
  flags: [REMOTE, WRITE, WRITE_PROFILES],
  input: z.object({
    ids: defineFlag(
      z
        .array(SocialCommentId)
        .default([])
        .describe('Service Comment IDs or Service Post IDs; with --platform, comment ids there'),
      { placeholder: 'id' },
    ),
    idsFrom: IDS_FROM,
    ...ID_FLAGS,
    ...ALLOW_PARTIAL,
  }),
  output: async () => (await import('../write-several.ts')).DeletedOutput,
  records: 'networks',
  async run({ ids: given, idsFrom, platform, allowPartial, yes, dryRun }, context, flagsOf) {
    const { service, io } = context;
    const ids = await readIdsOrRaw({ ids: given, idsFrom }, io);
    const toPlatform = (id: string) => flagsOf(id).platform ?? platform;
    for (const id of ids) refuseDeletion(id, toPlatform(id));
    const toSocial = (id: string) => {
      const social = toPlatform(id);
      return social === undefined ? {} : { searchPlatformId: true, platform: social };
    };
    const dialect = getDialect(await service.choose());
    const toCall = (id: string) => buildDeleteCall(dialect, { id, ...toSocial(id) });
    const client = await service.client({ writes: !dryRun, sends: { row: ROUTES.deleteComments } });
    if (dryRun)
      return {
        view: buildPlannedViews(
          ids.map((id) => toCall(id).plan(client)),
          idsFrom,
        ),
      };
    await io.confirm({
      what: formatQuestion(ids, platform),
      details: () => describeDeletion(ids, toPlatform, client),
      yes,
    });
    const id = getOnlyId(ids, idsFrom);
    if (id === null) {
      const { deleteEach } = await import('../write-several.ts');
      return deleteEach(ids, client, { context, toCall, allowPartial, unknown: UNKNOWN });
    }
    const answer = await toCall(id).send(client).catch(explainUnknown(UNKNOWN));
    const print = await createPrintedCommands(context);
    return buildWrittenOutcome({
      document: readDeletedComments(answer.body),
      requestedId: id,
      answer,
      allowPartial,
      empty: NOTHING_DELETED,
      retry: [buildDeleteRetry(id, print)],
    });
  },
});

function formatQuestion(ids: readonly string[], platform: CommentPlatform | undefined): string {
  if (ids.length > 1) return `permanently delete the comments of these ${ids.length} ids`;
  return platform === undefined ? 'delete comments permanently' : 'delete this comment permanently';
}

const UNKNOWN =
  'check the id and --profile: it may be deleted already; for the id of a comment on a network, add --platform <network>';

/** What is deleted: of one id in detail, of several one line each. */
async function describeDeletion(
  ids: readonly string[],
  toPlatform: (id: string) => CommentPlatform | undefined,
  client: Client,
): Promise<readonly string[]> {
  const [only] = ids.length === 1 ? ids : [];
  const network = only === undefined ? undefined : toPlatform(only);
  if (only !== undefined && network !== undefined) return describeSocialId(only, network, client);
  if (only !== undefined) return describeServiceId(only, client);
  const lines: string[] = [];
  for (const id of ids.slice(0, MOST_NAMED)) {
    const platform = toPlatform(id);
    const post = platform === undefined ? await findPost(id, client) : null;
    const [what] = platform === undefined ? [] : await describeSocialId(id, platform, client);
    lines.push(`${id}  ${what ?? describeBriefly(post)}`);
  }
  return addRest(lines, ids.length);
}

function describeBriefly(post: Awaited<ReturnType<typeof findPost>>): string {
  if (post === null) return 'a comment, on every network';
  if (post === 'unknown') return 'could not be read';
  return `every comment of the service on the post "${shortenText(post.text)}"`;
}

async function describeServiceId(id: string, client: Client): Promise<readonly string[]> {
  const post = await findPost(id, client);
  if (post === null) return [`deletes the comment ${id} on every network, ${WITH_REPLIES}`];
  if (post === 'unknown') {
    return [
      `deletes the comment ${id} on every network, ${WITH_REPLIES}`,
      `if ${id} is a post: deletes every comment that the service created on it`,
    ];
  }
  const own = await countOwnComments(id, client);
  return [
    `${id} is a post: "${shortenText(post.text)}"`,
    `deletes every comment that the service created on it, on all of its networks, ${WITH_REPLIES}`,
    ...(own === null ? [] : [formatOwnCount(own)]),
  ];
}

const WITH_REPLIES = 'with its replies';

/** Null if there is no such post; `unknown` if it could not be read. */
async function findPost(id: string, client: Client): Promise<{ text: string } | null | 'unknown'> {
  const request = client.call(getPost, { params: { id } }).then(
    ({ body }) => ({ post: { text: body.post ?? '' } }),
    (error: unknown) => {
      if (error instanceof CrierError && error.kind === 'not-found') return { post: null };
      throw error;
    },
  );
  const found = await ignoreErrors(request);
  return found === null ? 'unknown' : found.post;
}

/** Counts comments by the profile's accounts; the service does not tell which of them it created. Null if unknown. */
async function countOwnComments(id: string, client: Client): Promise<number | null> {
  const user = await ignoreErrors(client.call(getUser, {}));
  const read = await ignoreErrors(readComments(client, { id, platform: undefined, comment: false }));
  if (user === null || read === null) return null;
  const accounts = user.body.displayNames ?? [];
  const isOwn = ({ comment: { platform, author } }: CommentTableRow) =>
    accounts.some(
      (account) =>
        account.platform === platform &&
        (author.handle === null ? author.name === account.displayName : author.handle === account.username),
    );
  return flattenComments(read.document.comments).filter(isOwn).length;
}

function formatOwnCount(own: number): string {
  const counted = `${formatCount(own, 'comment')} by your accounts at the last refresh`;
  return `${counted}; later comments are not counted, but deleted as well`;
}

async function describeSocialId(
  id: string,
  platform: CommentPlatform,
  client: Client,
): Promise<readonly string[]> {
  const isReadable = SOCIAL_COMMENT_PLATFORMS.includes(platform);
  const read = isReadable ? await ignoreErrors(readComments(client, { id, platform, comment: true })) : null;
  const comment = read?.document.comments.find((each) => each.id === id);
  if (comment === undefined)
    return [`deletes the comment ${id} on ${getNetworkName(platform)}, ${WITH_REPLIES}`];
  const { author, text, replies } = comment;
  const by = author.handle === null ? (author.name ?? '') : `@${author.handle}`;
  const below = flattenComments(replies).length;
  return [
    `${by}: "${shortenText(text ?? '')}"`,
    ...(below === 0 ? [] : [`and ${formatCount(below, 'reply')}`]),
  ];
}

const MOST_SHOWN = 80;

function shortenText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const letters = [...new Intl.Segmenter().segment(line.slice(0, 4 * MOST_SHOWN))].map(
    ({ segment }) => segment,
  );
  return letters.length > MOST_SHOWN ? `${letters.slice(0, MOST_SHOWN).join('')}…` : line;
}
