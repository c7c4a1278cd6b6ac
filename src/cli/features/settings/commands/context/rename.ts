import * as z from 'zod';
import { createUsageError } from '../../../../../errors.ts';
import { defineLocalChange } from '../../../../framework/command/define-local.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import {
  findContext,
  replaceContext,
  requireContext,
  SANDBOX,
  SettingName,
} from '../../../../framework/settings/settings.ts';
import { buildContextLines, ContextEntry, toContextEntry } from '../../context-entry.ts';

export default defineLocalChange({
  summary: 'Rename a context',
  before: ['context add work --base-url https://api.example.com/api'],
  examples: ['context rename work office', 'context rename work office --json'],
  positional: ['from', 'to'],
  input: z.object({
    from: defineFlag(z.string().describe('current name'), { offers: 'saved context' }),
    to: SettingName.describe('new name'),
  }),
  output: ContextEntry,
  async change({ from, to }, { settings }) {
    if (from === SANDBOX) throw createUsageError('the built-in context cannot be renamed');
    const saved = await settings.change((before) => {
      const context = requireContext(before, from);
      if (findContext(before, to) !== null) throw createUsageError(`a context "${to}" already exists`);
      const renamed = replaceContext(replaceContext(before, from, null), to, context);
      return before.context === from ? { ...renamed, context: to } : renamed;
    });
    return toContextEntry(saved, to, requireContext(saved, to));
  },
  lines: buildContextLines,
});
