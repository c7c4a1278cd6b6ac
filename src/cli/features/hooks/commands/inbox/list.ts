import * as z from 'zod';
import type { Inbox, InboxDelivery } from '../../../../../receiver/inbox/inbox.ts';
import { parseJsonBody } from '../../../../../receiver/received-delivery.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { isShownEach } from '../../../../framework/command/shown-each.ts';
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

export default defineCommand({
  summary: 'List received deliveries',
  description: `
Newest first. A delivery is "kept" without a target, "waiting" while a target has not got it, "forwarded" when all have,
"dead" when a target was given up, and "repeated" when it repeats another one. With --sandbox, the deliveries of the
sandbox. They are printed as they are read, in little memory, unless -o json needs all of them.`,
  before: FILLED_INBOX,
  examples: [
    'hooks inbox list --sandbox',
    'hooks inbox list --state dead --since 2h --sandbox',
    'hooks inbox list --contains "guide please" --sandbox',
    'hooks inbox list -n 5 --sandbox --json',
  ],
  flags: [],
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
  async run({ limit, ...flags }, context) {
    const inbox = await openChosenInbox(flags, context);
    const filter = readFilter(flags, context.io);
    const finder = await createEventFinder(flags, context.io);
    let shown = 0;
    let hasMore = false;
    let notes: readonly string[] = [];
    async function* readBatches() {
      // without words to find, one more than is shown tells whether there are more
      for await (const page of readPages(inbox, filter, finder.isActive ? undefined : limit + 1)) {
        const found = finder.isActive ? await findEvents(inbox, page, finder) : page;
        const listed = found.slice(0, limit - shown);
        shown += listed.length;
        hasMore = listed.length < found.length;
        yield listed;
        if (hasMore) break;
      }
      if (hasMore) notes = [`showing the latest ${limit}: raise -n to see more`];
      else if (shown === 0) notes = await noteSandboxInbox(flags, context);
    }
    return {
      view: {
        kind: 'stream',
        live: isShownEach(context.io.printing),
        batches: readBatches(),
        showsEmpty: true,
        list: (batch) => {
          const deliveries = batch.map((each) => buildInboxRecord(each as InboxDelivery)); // of the batches above
          return {
            kind: 'list',
            document: { deliveries, meta: buildListMeta({ hasMore, limit }) },
            key: 'deliveries',
            rows: deliveries,
            columns: INBOX_COLUMNS,
            empty: 'no deliveries',
            notesEmpty: true,
          };
        },
      },
      finish: () => ({ notes, searched: finder.count() }),
    };
  },
});

/** The deliveries of a page whose events have the words. */
async function findEvents(
  inbox: Inbox,
  page: readonly InboxDelivery[],
  { matches }: Awaited<ReturnType<typeof createEventFinder>>,
): Promise<readonly InboxDelivery[]> {
  const events = await readEvents(inbox, page);
  return page.filter((each) => matches(events.get(each.repeats ?? each.number)));
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
