import * as z from 'zod';
import { defineCommand } from '../../../../framework/command/command.ts';
import { CONTEXT_COLUMNS, ContextEntry, listContextEntries } from '../../context-entry.ts';

export default defineCommand({
  summary: 'List the saved contexts',
  examples: ['context list', 'context list --json --fields name,baseUrl'],
  flags: [],
  input: z.object({}),
  output: z.object({ contexts: z.array(ContextEntry) }),
  records: 'contexts',
  async run(_input, { settings }) {
    const contexts = listContextEntries(await settings.read());
    return {
      view: {
        kind: 'list',
        document: { contexts },
        key: 'contexts',
        rows: contexts,
        columns: CONTEXT_COLUMNS,
        empty: '',
      },
    };
  },
});
