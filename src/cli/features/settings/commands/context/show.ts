import * as z from 'zod';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { defineTextFlag } from '../../../../framework/input/flags/flags.ts';
import { requireContext } from '../../../../framework/settings/settings.ts';
import { buildContextLines, ContextEntry, toContextEntry } from '../../context-entry.ts';

export default defineLocalRead({
  summary: 'Show a context, with its keys masked',
  examples: ['context show', 'context show sandbox --json'],
  positional: ['name'],
  input: z.object({
    name: defineTextFlag('context to show (default: the one in use)', { offers: 'context' }),
  }),
  output: ContextEntry,
  async read({ name }, { settings, service }) {
    const saved = await settings.read();
    const shown = name ?? (await service.currentContext()).name;
    return toContextEntry(saved, shown, requireContext(saved, shown));
  },
  lines: buildContextLines,
});
