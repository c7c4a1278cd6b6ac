import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import type { SandboxState } from '../../../../service/control/control.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { formatClockAdvance } from '../../../framework/command/sandbox/describe-clock.ts';
import { defineFlag, defineSwitch, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { SINCE } from '../../../framework/input/time/since.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { listOutboxPage, streamOutbox } from '../list-outbox.ts';
import { OutboxItem, OutboxKind } from '../outbox.ts';
import { decodeOutboxCursor, OUTBOX_START } from '../read-outbox-batches.ts';

const SHOWN = 100;

export default defineCommand({
  summary: 'List the DMs, emails and events the sandbox sent',
  description: `
DMs are listed as people received them. Emails are only queued, never sent. A webhook event is "waiting" until an
attempt is answered with HTTP 200 ("delivered") or all attempts failed ("failed"). Attempts are made while "sandbox start"
or "sandbox exec" runs, and by "sandbox clock advance"; "hooks history" lists them. --follow runs until interrupted: it
prints the latest entries, oldest first, then each entry that is sent, delivered or failed.`,
  before: ['sandbox engage comment --from mara --text GUIDE --run'],
  examples: [
    'sandbox outbox',
    'sandbox outbox --recipient mara --kind dm',
    'sandbox outbox --since 1h -n 5',
    'sandbox outbox --all -o ndjson',
    'sandbox outbox --json --fields at,to,text',
  ],
  flags: [],
  input: z.object({
    kind: defineFlag(OutboxKind.optional().describe('only entries of this kind'), { placeholder: 'kind' }),
    recipient: defineTextFlag('only entries to or about this person (handle or id)', {
      placeholder: 'who',
      synonym: '--from',
    }),
    profile: defineTextFlag('only entries of this profile', {
      short: 'p',
      placeholder: 'alias',
      offers: 'sandbox alias',
    }),
    since: SINCE,
    limit: defineFlag(z.int().min(1).optional().describe(`maximum number to list (default: ${SHOWN})`), {
      short: 'n',
      placeholder: 'n',
    }),
    all: defineSwitch('list all entries', { conflicts: ['limit'] }),
    cursor: defineTextFlag('continue a list: the value of `next` from its JSON output', { placeholder: 'c' }),
    follow: defineSwitch('keep running and print entries as they are sent', {
      conflicts: ['cursor'],
      conflictAdvice: '--follow starts with the latest entries',
    }),
  }),
  output: z.object({
    outbox: z.array(OutboxItem).describe('newest first'),
    meta: ListMeta,
  }),
  records: 'outbox',
  async run({ limit, all, cursor, follow, since, ...filter }, { sandbox, ...context }) {
    const wanted = { ...filter, since: since?.inZone(context.io.chosenZone) };
    const from = cursor === undefined ? OUTBOX_START : decodeOutboxCursor(cursor);
    const control = await sandbox.control();
    if (follow) {
      const { followOutbox } = await import('../follow-outbox.ts');
      return followOutbox(wanted, { ...context, control, limit: all ? null : (limit ?? SHOWN) });
    }
    const { clock, upcoming } = await control.call('status', {});
    const now = Date.parse(clock.now);
    const formatEmpty = (others: number) => describeEmptyOutbox(others, upcoming, now);
    const list = { filter: wanted, now, from, formatEmpty };
    return all ? streamOutbox(control, list) : listOutboxPage(control, { ...list, limit: limit ?? SHOWN });
  },
});

/**
 * Message for an empty outbox: other items, upcoming ones, or how to create some.
 *
 * @param others number of items that did not match the filters
 * @param now the sandbox's time, in milliseconds since 1970
 */
function describeEmptyOutbox(others: number, upcoming: SandboxState['upcoming'], now: number): string {
  const filtered = others === 0 ? null : `no matching items; ${others} without filters`;
  const waiting = describeWaiting(upcoming, now);
  const parts = [filtered, waiting].filter((part) => part !== null);
  return parts.length === 0
    ? 'nothing was sent; to simulate a person: crier sandbox engage'
    : (filtered === null ? ['nothing was sent yet', ...parts] : parts).join('; ');
}

function describeWaiting(
  { dispatches, deliveries, next }: SandboxState['upcoming'],
  now: number,
): string | null {
  if (dispatches === 0 || next === null) return null;
  const what = formatCount(dispatches, 'dispatch is pending', 'dispatches are pending');
  // the next due item may be something else
  if (deliveries > 0) return `${what}: crier sandbox status`;
  const first = dispatches === 1 ? '' : ', the first';
  return `${what}${first} until ${next}; to advance the clock: ${crier`sandbox clock advance ${formatClockAdvance(Date.parse(next) - now)}`}`;
}
