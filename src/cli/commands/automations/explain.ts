import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { AutomationId } from '../../../facts/ids.ts';
import { chooseAutomation } from '../../automations/choose-automation.ts';
import { EVENT_NAMES } from '../../automations/event-names.ts';
import { readEventFlags } from '../../automations/read-event-flags.ts';
import { checkId } from '../../check-id.ts';
import { defineCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { Explanation } from '../../explain/explanation.ts';
import { buildExplanationView } from '../../explain/explanation-view.ts';
import { type ExplainSources, investigate } from '../../explain/investigate.ts';
import { readSandboxFacts } from '../../explain/sandbox-facts.ts';
import { defineFlag, REMOTE } from '../../flags.ts';
import { createPrintedCommands } from '../../printed-commands.ts';
import { createSeveralBodiesError } from '../../refuse-raw.ts';

export default defineCommand({
  summary: 'Say why a DM was sent or was not, and what would mend it',
  description: `
It takes the newest row of the activity, or the one with an id, of a comment or of a person, and says for each action
why it ended so: the meaning of its code, the window in which it fires once, the caps, a DM that came from your own
account, a webhook that is missing, a text that fell back. What weighs most stands first, with the command that would
mend it.

An event that made no row is explained too: give what was said, and each trigger tells what kept it silent. Up to 2,000
rows are looked through, a request for each hundred; for an id, up to 10,000.`,
  before: ['sandbox engage comment --from mara --text "GUIDE, please" --run'],
  examples: [
    'automations explain auto_K7pW2mXq9L',
    'automations explain auto_K7pW2mXq9L --recipient mara --json',
    'automations explain auto_K7pW2mXq9L --comment-id 18055000000000789 --text "guides, please"',
  ],
  positional: ['id', 'activityId'],
  flags: [REMOTE],
  input: z.object({
    id: AutomationId.optional().describe(
      'id of an automation, also of a deleted one; asked for when left out',
    ),
    activityId: z
      .string()
      .optional()
      .describe('id of a row of its activity, or of its event; left out, the newest'),
    commentId: defineFlag(z.string().optional().describe("the row of this comment, by the network's id"), {
      placeholder: 'id',
    }),
    recipient: defineFlag(z.string().optional().describe('the newest row of this person: handle or id'), {
      placeholder: 'who',
    }),
    event: defineFlag(
      z.enum(EVENT_NAMES).optional().describe('what happened, where no row tells; a comment unless said'),
      {
        placeholder: 'event',
      },
    ),
    text: defineFlag(z.string().optional().describe('what the comment, reply or DM said'), {
      placeholder: 'text',
    }),
    post: defineFlag(z.string().optional().describe('id of the post that a comment is on'), {
      placeholder: 'id',
    }),
    story: defineFlag(z.string().optional().describe('id of the story that it is about'), {
      placeholder: 'id',
    }),
    emoji: defineFlag(z.string().optional().describe('what a DM was reacted to with'), {
      placeholder: 'emoji',
    }),
  }),
  output: Explanation,
  records: 'findings',
  async run({ id: given, activityId, commentId, recipient: typed, ...flags }, context) {
    if (context.printing.format === 'raw') throw createSeveralBodiesError();
    if (activityId !== undefined && (commentId ?? typed) !== undefined) {
      throw createUsageError('an id of a row names it already', 'leave --comment-id and --recipient out');
    }
    for (const each of [given, activityId, commentId]) if (each !== undefined) checkId(each);
    const recipient = typed?.replace(/^@/, '');
    const { event, text, post, story, emoji } = flags;
    // Of a comment that is looked up, the post alone says only where it is.
    const place = commentId === undefined ? post : undefined;
    const isSaid = [event, text, place, story, emoji].some((part) => part !== undefined);
    const happened = isSaid
      ? // Whoever wrote something wrote a comment, unless they say otherwise.
        readEventFlags({ event: event ?? 'comment', text, post, story, emoji, from: recipient })
      : null;
    const sources = await openSources(context);
    const id =
      given ?? (await chooseAutomation('automations explain', { ...context, client: sources.client }));
    const said = text ?? emoji;
    const asked = { id, activityId, commentId, recipient, text: said, post, happened };
    const { document, handle, notes, asOf } = await investigate(asked, sources);
    return { view: buildExplanationView(document, handle), notes, ...(asOf !== undefined && { asOf }) };
  },
});

async function openSources(context: CommandContext): Promise<ExplainSources> {
  const client = await context.client();
  const { choice } = await context.choose();
  const sandbox = choice.kind === 'sandbox' ? await readSandboxFacts(await context.sandbox(), choice) : null;
  const commands = await createPrintedCommands(context);
  return { client, commands, sandbox, now: context.now };
}
