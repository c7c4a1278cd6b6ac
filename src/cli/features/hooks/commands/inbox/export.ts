import * as z from 'zod';
import type { WholeDelivery } from '../../../../../receiver/inbox/inbox.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { STORE_FLAGS } from '../../../webhooks/choose-store.ts';
import {
  buildWholeRecord,
  FILLED_INBOX,
  INBOX_COLUMNS,
  InboxRecord,
  openChosenInbox,
  readFilter,
  readPages,
  SELECTION,
} from '../../receiver/inbox-records.ts';

export default defineCommand({
  summary: 'Print received deliveries with their bodies and attempts',
  description: `
Newest first, all that are selected. With -o ndjson they are printed as they are read, one to a line, in little memory.`,
  before: FILLED_INBOX,
  examples: ['hooks inbox export --since 24h --sandbox --json', 'hooks inbox export -o ndjson --sandbox'],
  flags: [],
  input: z.object({ ...SELECTION, ...STORE_FLAGS }),
  output: z.object({ deliveries: z.array(InboxRecord) }),
  records: 'deliveries',
  async run(flags, context) {
    const { io } = context;
    const inbox = await openChosenInbox(flags, context);
    const filter = readFilter(flags, io);
    async function* readWhole() {
      for await (const page of readPages(inbox, filter)) {
        const whole = await Promise.all(page.map(({ number }) => inbox.find(number)));
        yield whole.filter((each) => each !== null);
      }
    }
    return {
      view: {
        kind: 'stream',
        batches: readWhole(),
        list: (whole) => {
          const deliveries = whole.map((each) => buildWholeRecord(each as WholeDelivery)); // of the batches above
          return {
            kind: 'list',
            document: { deliveries },
            key: 'deliveries',
            rows: deliveries,
            columns: INBOX_COLUMNS,
            empty: 'no deliveries',
          };
        },
      },
    };
  },
});
