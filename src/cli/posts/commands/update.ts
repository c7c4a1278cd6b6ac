import * as z from 'zod';
import { getField } from '../../../domain/json/loose-record.ts';
import { readNetworkErrors } from '../../../domain/requests/read-answer.ts';
import type { NetworkError } from '../../../service/endpoints/network-error.ts';
import { PostChanged } from '../../../service/endpoints/post-answers.ts';
import { updatePost } from '../../../service/endpoints/posts.ts';
import { ServicePostId } from '../../../service/ids.ts';
import type { CommandContext } from '../../context/context.ts';
import { buildPlannedView } from '../../context/planned-view.ts';
import { getLegName, readFailedLeg } from '../../render/failed-entry.ts';
import { checkId } from '../../several/check-id.ts';
import { defineCommand } from '../../shell/command.ts';
import { REMOTE, WRITE } from '../../shell/flags/flags.ts';
import { createPrintedCommands } from '../../shell/printed-commands.ts';
import { readSchedule, type ScheduledTime } from '../read-schedule.ts';
import { readServiceTime } from '../read-service-time.ts';
import { CHANGES } from './change-flags.ts';
import { buildChangeLines } from './change-lines.ts';
import { toPostChange } from './to-post-change.ts';

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
