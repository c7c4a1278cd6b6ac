import * as z from 'zod';
import { usageError } from '../../../errors.ts';
import { defineCommand } from '../../command.ts';
import { yes } from '../../settings/calling-flags.ts';
import { keysOf, requireContext, SANDBOX, withContext } from '../../settings/settings.ts';

export default defineCommand({
  summary: 'Forget a context and its keys',
  before: ['context add work --base-url https://api.example.com/api'],
  examples: ['context remove work --yes', 'context remove work --yes --json'],
  positional: ['name'],
  flags: [],
  input: z.object({ name: z.string().describe('the context'), yes }),
  output: z.strictObject({
    name: z.string(),
    removed: z.array(z.string()).describe('the keys that went with it'),
  }),
  async run({ name, yes }, { settings, confirm, note }) {
    if (name === SANDBOX)
      throw usageError('the built-in context cannot be removed', 'add another, and use that');
    const removed = keysOf(requireContext(await settings.read(), name));
    await confirm({ what: `forget the context "${name}" and its ${removed.length} keys`, yes });
    let wasDefault = false;
    await settings.change((before) => {
      requireContext(before, name);
      const { context, ...others } = withContext(before, name, null);
      wasDefault = context === name;
      return wasDefault || context === undefined ? others : { ...others, context };
    });
    if (wasDefault) await note('no context is in use now: choose one with "crier context use"');
    return {
      view: {
        kind: 'record',
        document: { name, removed: [...removed] },
        lines: [
          { name: 'name', title: 'forgotten', value: name },
          { name: 'removed', title: 'keys', value: removed.join(', ') },
        ],
      },
    };
  },
});
