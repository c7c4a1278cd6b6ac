import * as z from 'zod';
import type { DeliveryFilter, Inbox, InboxDelivery } from '../../../../../receiver/inbox/inbox.ts';
import { parseJsonBody } from '../../../../../receiver/received-delivery.ts';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { ListMeta } from '../../../../framework/output/list-meta.ts';
import { buildListMeta } from '../../../../framework/output/view.ts';
import { noteSandboxInbox, STORE_FLAGS } from '../../../webhooks/choose-store.ts';
import { createEventFinder, FIND_EVENTS } from '../../find-events.ts';
import {
  buildInboxRecord,
  FILLED_INBOX,
  INBOX_COLUMNS,
  InboxRecord,
  openChosenInbox,
  readFilter,
  readPages,
  SELECTION,
} from '../../receiver/inbox-records.ts';

const SHOWN = 25;

export default defineLocalRead({
  summary: 'List received deliveries',
  description: `
Newest first. A delivery is "kept" without a target, "waiting" while a target has not got it, "forwarded" when all have,
"dead" when a target was given up, and "repeated" when it repeats another one. With --sandbox, the deliveries of the
sandbox.`,
  before: FILLED_INBOX,
  examples: [
    'hooks inbox list --sandbox',
    'hooks inbox list --state dead --since 2h --sandbox',
    'hooks inbox list --contains "guide please" --sandbox',
    'hooks inbox list -n 5 --sandbox --json',
  ],
  input: z.object({
    ...SELECTION,
    ...FIND_EVENTS,
    limit: defineFlag(z.int().min(1).default(SHOWN).describe('maximum number to list'), {
      short: 'n',
      placeholder: 'n',
    }),
    ...STORE_FLAGS,
  }),
  output: z.object({ deliveries: z.array(InboxRecord), meta: ListMeta }),
  records: 'deliveries',
  async read(flags, context) {
    const inbox = await openChosenInbox(flags, context);
    const filter = readFilter(flags, context.io);
    const finder = createEventFinder(flags, context.io);
    const found = finder.isActive
      ? await findEvents(inbox, { filter, finder, most: flags.limit + 1 })
      : await inbox.list(filter, flags.limit + 1);
    return { found, searched: finder.count() };
  },
  async show({ found, searched }, { limit, ...flags }, context) {
    const hasMore = found.length > limit;
    const deliveries = found.slice(0, limit).map(buildInboxRecord);
    return {
      view: {
        kind: 'list',
        document: { deliveries, meta: buildListMeta({ hasMore, limit }) },
        key: 'deliveries',
        rows: deliveries,
        columns: INBOX_COLUMNS,
        empty: 'no deliveries',
        notesEmpty: true,
      },
      notes: hasMore
        ? [`showing the latest ${limit}: raise -n to see more`]
        : found.length === 0
          ? await noteSandboxInbox(flags, context)
          : [],
      searched,
    };
  },
});

/** Reads deliveries, newest first, until enough of them have the words. */
async function findEvents(
  inbox: Inbox,
  {
    filter,
    finder,
    most,
  }: { filter: DeliveryFilter; finder: ReturnType<typeof createEventFinder>; most: number },
): Promise<readonly InboxDelivery[]> {
  const found: InboxDelivery[] = [];
  for await (const page of readPages(inbox, filter)) {
    const events = await readEvents(inbox, page);
    found.push(...page.filter((each) => finder.matches(events.get(each.repeats ?? each.number))));
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

/** Reads the events of deliveries by number: those of repetitions are of the delivery that they repeat. */
async function readEvents(
  inbox: Inbox,
  page: readonly InboxDelivery[],
): Promise<ReadonlyMap<number, unknown>> {
  const numbers = [...new Set(page.map(({ number, repeats }) => repeats ?? number))];
  const contents = await inbox.listContents({ numbers }, numbers.length, 0);
  const events = new Map(contents.map(({ number, body }) => [number, parseJsonBody(body)]));
  // changed copies are not listed with what the service sent
  for (const number of numbers.filter((each) => !events.has(each))) {
    const copy = await inbox.find(number);
    if (copy !== null && copy.body !== null) events.set(number, parseJsonBody(copy.body));
  }
  return events;
}
