import * as z from 'zod';
import type { Column } from '../../../render/view.ts';
import { defineCommand } from '../../../shell/command.ts';
import {
  buildWholeRecord,
  INBOX_COLUMNS,
  InboxRecord,
  openChosenInbox,
  readFilter,
  readPages,
  SELECTION,
  STORE,
} from '../../receiver/inbox-records.ts';

export default defineCommand({
  summary: 'Print received deliveries with their bodies and attempts',
  description: `
Newest first, all that are selected. With -o ndjson they are printed as they are read, one to a line, in little memory.`,
  before: [
    'hooks register automations https://hooks.example.com/crier --sandbox',
    'sandbox trigger automations',
    'sandbox trigger automations',
    'hooks listen --from-history --once --unsigned --sandbox',
  ],
  examples: ['hooks inbox export --since 24h --json', 'hooks inbox export -o ndjson'],
  flags: [],
  input: z.object({ ...SELECTION, store: STORE }),
  output: z.object({ deliveries: z.array(InboxRecord) }),
  records: 'deliveries',
  async run({ store, ...selection }, { service, io }) {
    const inbox = await openChosenInbox(store, { service, io });
    const filter = readFilter(selection, io);
    async function* readWhole() {
      for await (const page of readPages(inbox, filter)) {
        const whole = await Promise.all(page.map(({ number }) => inbox.find(number)));
        yield whole.flatMap((each) => (each === null ? [] : [buildWholeRecord(each)]));
      }
    }
    return {
      view: {
        kind: 'stream',
        batches: readWhole(),
        list: (deliveries) => ({
          kind: 'list',
          document: { deliveries },
          key: 'deliveries',
          rows: deliveries,
          columns: INBOX_COLUMNS as readonly Column<unknown>[], // of the records of the batches above
          empty: 'no deliveries',
        }),
      },
    };
  },
});
