import type { Client } from '../../../../client/client.ts';
import { addAdvice, type CrierError, ignoreErrors } from '../../../../errors.ts';
import { listAutomations } from '../../../../service/endpoints/automations.ts';
import { COMMENT_REFERENCES, formatAuthor } from '../../../features/comments/comments-outcome.ts';
import { readInbox, sortComments } from '../../../features/comments/inbox.ts';
import { readOwnAccounts } from '../../../features/comments/own-accounts.ts';
import { formatPostStatus, readHistory } from '../../../features/posts/read-posts.ts';
import { describeCommand } from '../../argv/describe-command.ts';
import type { CommandContext } from '../../command/context.ts';
import { getNetworkName } from '../../output/cell.ts';
import type { ReferenceTarget } from '../../output/reference.ts';
import { sanitizeText } from '../../output/text/sanitize-text.ts';
import { truncate } from '../../output/text/width.ts';
import type { PreparedCommand } from '../../prepare-command.ts';

/** Ids that a chooser offers, and that an error names; posts whose unanswered comments are read for them. */
const MOST = { offered: 20, named: 3, posts: 5 };
/** Enough to recognize a post. */
const LABEL_WIDTH = 50;

interface OfferedId {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** What a command needs beside the id of a comment. */
  readonly flags?: ReferenceTarget;
}

interface OfferedKind {
  readonly question: string;
  /** Reads the latest ids, the newest first. */
  read(client: Client, context: CommandContext): Promise<readonly OfferedId[]>;
}

const KINDS: Readonly<Record<string, OfferedKind>> = {
  'post id': {
    question: 'Which post',
    async read(client) {
      const { posts } = await readHistory(client, { limit: MOST.offered, lastDays: 0 });
      return posts.flatMap(({ id, post, status }) =>
        id === null ? [] : [{ id, label: toLabel(post ?? id), hint: formatPostStatus(status) }],
      );
    },
  },
  'automation id': {
    question: 'Which automation',
    async read(client) {
      const { automations } = (await client.call(listAutomations, {})).body;
      return automations.slice(0, MOST.offered).map(({ id, name, active }) => ({
        id,
        label: toLabel(name ?? id),
        hint: active ? 'active' : 'paused',
      }));
    },
  },
  comment: {
    question: 'Which comment',
    async read(client, context) {
      const own = await readOwnAccounts(client, context);
      const posts = { most: MOST.posts, platforms: [] };
      const { waiting } = await readInbox(client, { own, posts, report: () => {} });
      return sortComments(waiting, 'time', ({ comment }) => comment)
        .slice(0, MOST.offered)
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

/**
 * Completes a command that was started without its id: on a terminal the user chooses one of the latest.
 *
 * @param missing the error for the missing id
 * @throws CrierError the same where nothing can be asked, with the latest ids
 */
export async function offerIds(
  missing: CrierError,
  prepared: PreparedCommand,
  context: CommandContext,
): Promise<PreparedCommand> {
  const { service, io } = context;
  const { command } = prepared;
  const kindOf = ({ syntax }: { readonly syntax: { readonly offers?: string | undefined } }) =>
    KINDS[syntax.offers ?? command.references?.[0] ?? ''];
  const argument = describeCommand(command).positional.find((each) => kindOf(each) !== undefined);
  const kind = argument && kindOf(argument);
  if (argument === undefined || kind === undefined) throw missing;
  const offered = (await ignoreErrors(service.client().then((client) => kind.read(client, context)))) ?? [];
  const [first, ...others] = offered.map(({ label, hint }, value) => ({ label, hint, value }));
  if (first === undefined) throw missing;
  const prompts = await io.prompts();
  if (prompts === null) {
    const named = offered.slice(0, MOST.named).map(({ id, label }) => `${id} (${label})`);
    throw addAdvice(missing, `the latest: ${named.join(', ')}`);
  }
  const chosen = offered[await prompts.choose({ message: kind.question, choices: [first, ...others] })];
  if (chosen === undefined) throw missing;
  const { id, flags } = chosen;
  const own = Object.entries(flags ?? {}).filter(
    ([key]) => key !== argument.key && Object.hasOwn(command.input.shape, key),
  );
  const input = {
    ...prepared.input,
    ...Object.fromEntries(own),
    [argument.key]: argument.isList ? [id] : id,
  };
  return { ...prepared, input };
}
