import * as z from 'zod';
import { defineCommand } from '../../../../framework/command/command.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { requireContext } from '../../../../framework/settings/settings.ts';
import { buildContextLines, ContextEntry, toContextEntry } from '../../context-entry.ts';

export default defineCommand({
  summary: 'Show a context, with its keys masked',
  examples: ['context show', 'context show sandbox --json'],
  positional: ['name'],
  flags: [],
  input: z.object({
    name: defineFlag(z.string().optional().describe('context to show (default: the one in use)'), {
      offers: 'context',
    }),
  }),
  output: ContextEntry,
  async run({ name }, { settings, service }) {
    const saved = await settings.read();
    const shown = name ?? (await service.currentContext()).name;
    const entry = toContextEntry(saved, shown, requireContext(saved, shown));
    return { view: { kind: 'record', document: entry, lines: buildContextLines(entry) } };
  },
});
