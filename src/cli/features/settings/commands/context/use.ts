import * as z from 'zod';
import { defineCommand } from '../../../../framework/command/command.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { requireContext } from '../../../../framework/settings/settings.ts';
import { buildContextLines, ContextEntry, toContextEntry } from '../../context-entry.ts';

export default defineCommand({
  summary: 'Set the default context',
  examples: ['context use sandbox', 'context use sandbox --json'],
  positional: ['name'],
  changes: true,
  flags: [],
  input: z.object({
    name: defineFlag(z.string().describe('context to use; `sandbox` is built in'), { offers: 'context' }),
  }),
  output: ContextEntry,
  async run({ name }, { settings }) {
    const saved = await settings.change((before) => {
      requireContext(before, name);
      return { ...before, context: name };
    });
    const entry = toContextEntry(saved, name, requireContext(saved, name));
    return { view: { kind: 'record', document: entry, lines: buildContextLines(entry) } };
  },
});
