import * as z from 'zod';
import { formatIsoSeconds } from '../../../domain/time/format-iso-seconds.ts';
import { NewEngagement } from '../../../service/control/engine.ts';
import { EVENT_NAMES } from '../../automations/event-names.ts';
import type { SandboxControl } from '../../context/sandbox-control.ts';
import { defineCommand } from '../../shell/command.ts';
import { createDurationSchema, defineFlag } from '../../shell/flags/flags.ts';
import { askEngage } from '../ask-engage.ts';
import { noteBlockedDeliveries } from '../blocked-deliveries.ts';
import { buildEngageInput } from '../engage-input.ts';
import { listEngageNotes } from '../engage-notes.ts';
import { buildEngagedView } from '../engaged-view.ts';
import { Engaged, runEngagement } from '../run-engagement.ts';

const { from, text, emoji, count } = NewEngagement.shape;

export default defineCommand({
  summary: "Act as a follower on the sandbox's Instagram",
  description: `
Creates a comment, story reply, DM or reaction. Prints which automations will answer, on which keyword, and when (after 20
to 60 seconds), or why none will. With --run, the sandbox clock is advanced to that time and the results are printed. On a
terminal, missing values are asked for. Use only --comment-id to report an existing comment again.`,
  examples: [
    'sandbox engage comment --from mara --text "The GUIDE, please" --run',
    'sandbox engage comment --from mara --text "guided tours?"',
    'sandbox engage story-reply --from jonas --text "What a view" --run --json',
    'sandbox engage reaction --from mara --emoji "❤️" --profile harbour',
    'sandbox engage comment --from ida --text GUIDE --ago 8d --run',
  ],
  positional: ['kind'],
  changes: true,
  flags: [],
  input: z.object({
    kind: z.enum(EVENT_NAMES).optional().describe('what the follower does'),
    from: defineFlag(
      z
        .string()
        .transform((handle) => handle.replace(/^@/, ''))
        .pipe(from.unwrap().shape.username)
        .optional()
        .describe('handle of the follower; an unknown handle creates a new person'),
      { placeholder: 'handle' },
    ),
    text: defineFlag(text, { placeholder: 'text' }),
    post: defineFlag(
      z.string().optional().describe('post to comment on, by either id (default: the newest)'),
      { placeholder: 'id' },
    ),
    story: defineFlag(
      z.string().optional().describe('story to react to; a new id publishes one (default: the newest)'),
      { placeholder: 'id' },
    ),
    emoji: defineFlag(emoji, { placeholder: 'emoji' }),
    commentId: defineFlag(
      z.string().optional().describe('report this existing comment again; or the id for a new comment'),
      { placeholder: 'id' },
    ),
    ago: defineFlag(
      createDurationSchema()
        .optional()
        .describe('how long ago it happened, such as 8d; it is reported only now'),
      { placeholder: 'duration' },
    ),
    count: defineFlag(count, { placeholder: 'n' }),
    run: z
      .boolean()
      .default(false)
      .describe('advance the clock until everything is done, and show the results'),
    profile: defineFlag(z.string().default('primary').describe('alias of the profile whose account it is'), {
      short: 'p',
      placeholder: 'alias',
      offers: 'sandbox alias',
    }),
  }),
  output: Engaged,
  records: 'outcomes',
  async run({ run, ago, ...draft }, context) {
    const { sandbox, prompts, printing } = context;
    const flags = await askEngage(draft, prompts);
    const control = await sandbox();
    const at = ago === undefined ? {} : { at: await computeTimeBefore(control, ago) };
    const engagement = await runEngagement(
      control,
      { ...buildEngageInput(flags), ...at },
      run ? context : null,
    );
    const forPeople = printing.format === 'table';
    const held = run ? noteBlockedDeliveries(await control.call('status', {}), control) : [];
    return {
      view: buildEngagedView(engagement.document, forPeople),
      notes: [...listEngageNotes(engagement, { run, isTable: forPeople, profile: flags.profile }), ...held],
    };
  },
});

/** @returns when that was by the clock of the sandbox */
async function computeTimeBefore({ call }: SandboxControl, ms: number): Promise<string> {
  const { now } = await call('getClock', {});
  return formatIsoSeconds(Date.parse(now) - ms);
}
