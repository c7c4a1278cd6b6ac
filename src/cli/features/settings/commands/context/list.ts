import * as z from 'zod';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { CONTEXT_COLUMNS, ContextEntry, listContextEntries } from '../../context-entry.ts';

export default defineLocalRead({
  summary: 'List the saved contexts',
  examples: ['context list', 'context list --json --fields name,baseUrl'],
  input: z.object({}),
  output: z.object({ contexts: z.array(ContextEntry) }),
  records: 'contexts',
  read: async (_input, { settings }) => listContextEntries(await settings.read()),
  columns: CONTEXT_COLUMNS,
});
