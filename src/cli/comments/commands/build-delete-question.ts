import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import { getPost } from '../../../service/endpoints/posts.ts';
import { getUser } from '../../../service/endpoints/profiles.ts';
import { type CommentPlatform, SOCIAL_COMMENT_PLATFORMS } from '../../../service/platforms.ts';
import type { ConfirmQuestion } from '../../context/confirm.ts';
import { ignoreErrors } from '../../context/ignore-errors.ts';
import { getNetworkName } from '../../render/cell.ts';
import type { Comment } from '../comment.ts';
import { readComments } from '../read-comments.ts';

/** What to delete. */
interface CommentDeletionInput {
  readonly id: string;
  readonly platform: CommentPlatform | undefined;
  /** `--yes`. */
  readonly yes: boolean;
}

/** Builds the question before comments are deleted. The comments are only requested at a terminal. */
export function buildDeleteQuestion(
  { id, platform, yes }: CommentDeletionInput,
  client: Client,
): ConfirmQuestion {
  if (platform === undefined)
    return { what: 'delete comments permanently', details: () => describeServiceId(id, client), yes };
  return {
    what: 'delete this comment permanently',
    details: () => describeSocialId(id, platform, client),
    yes,
  };
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
async function findPost(id: string, client: Client): Promise<{ readonly text: string } | null | 'unknown'> {
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
  const isOwn = ({ platform, author: { handle, name } }: Comment) =>
    accounts.some(
      (account) =>
        account.platform === platform &&
        (handle === null ? name === account.displayName : handle === account.username),
    );
  return flattenComments(read.document.comments).filter(isOwn).length;
}

function flattenComments(comments: readonly Comment[]): readonly Comment[] {
  return comments.flatMap((comment) => [comment, ...flattenComments(comment.replies)]);
}

function formatOwnCount(own: number): string {
  const count = own === 1 ? '1 comment' : `${own} comments`;
  const counted = `${count} of your own accounts at the last refresh`;
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
    ...(below === 0 ? [] : [`and ${below === 1 ? '1 reply' : `${below} replies`}`]),
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
