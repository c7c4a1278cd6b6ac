import { listAutomations } from '../../service/endpoints/automations.ts';
import type { LatestIds } from '../framework/command/registrations.ts';
import { getNetworkName } from '../framework/output/cell.ts';
import { sanitizeText } from '../framework/output/text/sanitize-text.ts';
import { truncate } from '../framework/output/text/width.ts';
import { COMMENT_REFERENCES, formatAuthor } from './comments/comments-outcome.ts';
import { type InboxComment, readInbox } from './comments/inbox.ts';
import { readOwnAccounts } from './comments/own-accounts.ts';
import { sortComments } from './comments/select-comments.ts';
import { formatPostStatus, readHistory } from './posts/read-posts.ts';

/** Ids that are read, and posts whose unanswered comments are read for them. */
const MOST = { ids: 20, posts: 5 };
/** Enough to recognize a post. */
const LABEL_WIDTH = 50;

/** The latest ids, by what an argument takes. */
export const LATEST_IDS: Readonly<Record<string, LatestIds>> = {
  'post id': {
    question: 'Which post',
    async read(client) {
      const { posts } = await readHistory(client, { limit: MOST.ids, lastDays: 0 });
      return posts.flatMap(({ id, post, status }) =>
        id === null ? [] : [{ id, label: toLabel(post ?? id), hint: formatPostStatus(status) }],
      );
    },
  },
  'automation id': {
    question: 'Which automation',
    async read(client) {
      const { automations } = (await client.call(listAutomations, {})).body;
      return automations.slice(0, MOST.ids).map(({ id, name, active }) => ({
        id,
        label: toLabel(name ?? id),
        hint: active ? 'active' : 'paused',
      }));
    },
  },
  comment: {
    question: 'Which comment',
    async read(client, context) {
      const own = await readOwnAccounts(client, context.service, context.io);
      const posts = { most: MOST.posts, platforms: [] };
      const sort = (all: readonly InboxComment[]) => sortComments(all, 'time', ({ comment }) => comment);
      const first = { most: MOST.ids, sort };
      const { waiting } = await readInbox(client, { own, posts, report: () => {}, first });
      return sort(waiting)
        .slice(0, MOST.ids)
        .flatMap(({ comment }) => {
          const flags = COMMENT_REFERENCES.target({ comment });
          const hint = `${formatAuthor(comment)} on ${getNetworkName(comment.platform)}`;
          return flags === null ? [] : [{ id: flags.id, label: toLabel(comment.text ?? ''), hint, flags }];
        });
    },
  },
};

function toLabel(text: string): string {
  return truncate(sanitizeText(text).replaceAll(/\s+/g, ' '), LABEL_WIDTH);
}
