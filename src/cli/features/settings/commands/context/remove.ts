import * as z from 'zod';
import { createUsageError } from '../../../../../errors.ts';
import { defineLocalChange } from '../../../../framework/command/define-local.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { yes } from '../../../../framework/input/flags/shared-flags.ts';
import {
  findCurrentContext,
  listKeys,
  replaceContext,
  requireContext,
  SANDBOX,
  type SavedSettings,
} from '../../../../framework/settings/settings.ts';

export default defineLocalChange({
  summary: 'Delete a context and its keys',
  before: ['context add work --base-url https://api.example.com/api'],
  examples: ['context remove work --yes', 'context remove work --yes --json'],
  positional: ['name'],
  input: z.object({
    name: defineFlag(z.string().describe('context to delete'), { offers: 'saved context' }),
    yes,
  }),
  output: z.strictObject({
    name: z.string(),
    removed: z.array(z.string()).describe('the keys that were deleted with it'),
  }),
  async change({ name, yes }, { settings, io }) {
    if (name === SANDBOX)
      throw createUsageError(
        'the built-in context cannot be deleted',
        'add another context and use it instead',
      );
    const removed = listKeys(requireContext(await settings.read(), name));
    await io.confirm({ what: `delete the context "${name}"${formatKeyCount(removed.length)}`, yes });
    let wasDefault = false;
    const saved = await settings.change((before) => {
      requireContext(before, name);
      const { context, ...others } = replaceContext(before, name, null);
      wasDefault = context === name;
      return wasDefault || context === undefined ? others : { ...others, context };
    });
    if (wasDefault) await io.note(describeContextInUse(saved));
    return { name, removed };
  },
  lines: ({ name, removed }) => [
    { name: 'name', title: 'deleted', value: name },
    { name: 'removed', title: 'keys', value: removed.join(', ') },
  ],
});

function formatKeyCount(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' and its key' : ` and its ${count} keys`;
}

function describeContextInUse(settings: SavedSettings): string {
  return findCurrentContext(settings) === null
    ? 'no context is in use now; choose one with "crier context use <name>"'
    : 'no contexts are left; commands now use the built-in sandbox';
}
