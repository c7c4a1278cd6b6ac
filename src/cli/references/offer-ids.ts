import type { Client } from '../../client/client.ts';
import { addAdvice, type CrierError, ignoreErrors } from '../../errors.ts';
import { listAutomations } from '../../service/endpoints/automations.ts';
import type { CommandContext } from '../context/context.ts';
import { formatPostStatus, readHistory } from '../posts/read-posts.ts';
import { sanitizeText } from '../render/sanitize-text.ts';
import { truncate } from '../render/width.ts';
import { describeCommand } from '../shell/flags/describe-command.ts';
import type { PreparedCommand } from '../shell/prepare-command.ts';

/** Ids that a chooser offers, and that an error names. */
const MOST = { offered: 20, named: 3 };
/** Enough to recognize a post. */
const LABEL_WIDTH = 50;

interface OfferedId {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
}

/** How the latest ids of each kind are read. */
const KINDS: Readonly<Record<string, (client: Client) => Promise<readonly OfferedId[]>>> = {
  async 'post id'(client) {
    const { posts } = await readHistory(client, { limit: MOST.offered, lastDays: 0 });
    return posts.flatMap(({ id, post, status }) =>
      id === null ? [] : [{ id, label: toLabel(post ?? id), hint: formatPostStatus(status) }],
    );
  },
  async 'automation id'(client) {
    const { automations } = (await client.call(listAutomations, {})).body;
    return automations.slice(0, MOST.offered).map(({ id, name, active }) => ({
      id,
      label: toLabel(name ?? id),
      hint: active ? 'active' : 'paused',
    }));
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
  { service, io }: CommandContext,
): Promise<PreparedCommand> {
  const argument = describeCommand(prepared.command).positional.find(
    ({ syntax }) => syntax.offers !== undefined && Object.hasOwn(KINDS, syntax.offers),
  );
  const read = KINDS[argument?.syntax.offers ?? ''];
  if (argument === undefined || read === undefined) throw missing;
  const offered = (await ignoreErrors(service.client().then(read))) ?? [];
  const [first, ...others] = offered.map(({ id, ...shown }) => ({ ...shown, value: id }));
  if (first === undefined) throw missing;
  const prompts = await io.prompts();
  if (prompts === null) {
    const named = offered.slice(0, MOST.named).map(({ id, label }) => `${id} (${label})`);
    throw addAdvice(missing, `the latest: ${named.join(', ')}`);
  }
  const what = argument.syntax.offers === 'post id' ? 'Which post' : 'Which automation';
  const id = await prompts.choose({ message: what, choices: [first, ...others] });
  return { ...prepared, input: { ...prepared.input, [argument.key]: argument.isList ? [id] : id } };
}
