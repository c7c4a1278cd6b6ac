import * as z from 'zod';
import { updatePost } from '../../../facts/endpoints/posts.ts';
import { ServicePostId } from '../../../facts/ids.ts';
import type { NetworkError } from '../../../facts/network-error.ts';
import { PostChanged } from '../../../facts/post-answers.ts';
import { getField } from '../../../rules/loose-record.ts';
import { readNetworkErrors } from '../../../rules/read-network-errors.ts';
import { checkId } from '../../check-id.ts';
import { defineCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { REMOTE, WRITE } from '../../flags.ts';
import { buildPlannedView } from '../../planned-view.ts';
import { CHANGES } from '../../posts/change-flags.ts';
import { buildChangeLines } from '../../posts/change-lines.ts';
import { readSchedule, type ScheduledTime } from '../../posts/read-schedule.ts';
import { readServiceTime } from '../../posts/read-service-time.ts';
import { toPostChange } from '../../posts/to-post-change.ts';
import { createPrintedCommands } from '../../printed-commands.ts';
import { getLegName, readFailedLeg } from '../../render/failed-entry.ts';

export default defineCommand({
  summary: 'Reschedule, approve, pause or annotate a post',
  description: `
What you do not set stays unchanged. The text and networks of a post cannot be changed: use "posts delete" and create a
new one. Of a published post, only comments, notes and the details of a YouTube video can be changed.`,
  examples: [
    'posts update Su3gHk9WqZr5TcYb7MvN --approve',
    'posts update Su3gHk9WqZr5TcYb7MvN --schedule "friday 18:30" --time-zone Europe/Oslo',
    'posts update Tk6xBn4VgSj8QcLp2RyF --notes "ask Noor first" --dry-run',
  ],
  validationCode: 101,
  positional: ['id'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({ id: ServicePostId.describe('Service Post ID, as printed by `posts list`'), ...CHANGES }),
  output: PostChanged,
  async run({ id, dryRun, yes: _asksNothing, ...flags }, context) {
    checkId(id);
    const { client, machine, note } = context;
    const { schedule, timeZone = machine.timeZone } = flags;
    const moment = schedule === undefined ? null : await readNewTime(schedule, { id, timeZone }, context);
    const change = toPostChange(flags, moment?.iso ?? null);
    for (const words of moment?.notes ?? []) await note(words);
    if (moment !== null) await note(`scheduled for ${moment.shown}`);
    const service = await client({ writes: !dryRun });
    const body = { id, ...change };
    if (dryRun) return { view: buildPlannedView(service.plan(updatePost, { body })) };
    const answer = await service.call(updatePost, { body });
    return {
      view: {
        kind: 'record',
        document: { ...answer.body, id: answer.body.id ?? id },
        lines: buildChangeLines({ id, change, shownSchedule: moment?.shown ?? null }),
      },
      raw: answer.bytes,
      notes: readNetworkErrors(getField(answer.body, 'warnings')).map(formatWarning),
    };
  },
});

function formatWarning(warning: NetworkError): string {
  const { platform, words } = readFailedLeg(warning);
  return `warning: ${platform === '' ? '' : `${getLegName(platform)}: `}${words}`;
}

async function readNewTime(
  schedule: string,
  { id, timeZone }: { readonly id: string; readonly timeZone: string },
  context: CommandContext,
): Promise<ScheduledTime> {
  const { change } = await createPrintedCommands(context);
  return readSchedule(schedule, {
    now: await readServiceTime(() => context.client(), context),
    timeZone,
    pastAdvice: `give a time in the future; to publish a post that waits for approval: "${change`posts update ${id} --approve`}"`,
  });
}
