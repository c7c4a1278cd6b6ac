import * as z from 'zod';
import { defineLocalChange } from '../../../../framework/command/define-local.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { requireContext } from '../../../../framework/settings/settings.ts';
import { buildContextLines, ContextEntry, toContextEntry } from '../../context-entry.ts';

export default defineLocalChange({
  summary: 'Set the default context',
  examples: ['context use sandbox', 'context use sandbox --json'],
  positional: ['name'],
  input: z.object({
    name: defineFlag(z.string().describe('context to use; `sandbox` is built in'), { offers: 'context' }),
  }),
  output: ContextEntry,
  async change({ name }, { settings }) {
    const saved = await settings.change((before) => {
      requireContext(before, name);
      return { ...before, context: name };
    });
    return toContextEntry(saved, name, requireContext(saved, name));
  },
  lines: buildContextLines,
});
