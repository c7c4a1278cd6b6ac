import * as z from 'zod';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import {
  listKeys,
  removeKeys,
  replaceContext,
  requireContext,
  SANDBOX,
} from '../../../framework/settings/settings.ts';

export default defineLocalChange({
  summary: 'Delete the keys of a context',
  description: 'The address and other settings of the context are kept.',
  examples: ['logout', 'logout --context sandbox --json'],
  input: z.object({}),
  output: z.strictObject({
    context: z.string(),
    removed: z.array(z.string()).describe('the keys that were deleted'),
    file: z.string().describe('the file they were in'),
  }),
  async change(_input, { settings, service, io }) {
    const { name } = await service.currentContext();
    let removed: readonly string[] = [];
    await settings.change((before) => {
      const context = requireContext(before, name);
      removed = listKeys(context);
      return removed.length === 0 ? before : replaceContext(before, name, removeKeys(context));
    });
    const { context } = await settings.read();
    if (context === name && name !== SANDBOX) {
      await io.note(
        `the context "${name}" is still in use, without a key: "${crier`login --context ${name}`}" saves a new one, and "crier context use sandbox" returns to the built-in sandbox`,
      );
    }
    if (removed.length === 0) await io.note(`no keys are saved for the context "${name}"`);
    return { context: name, removed, file: settings.place().file };
  },
  lines: ({ context, removed, file }) => [
    { name: 'context', title: 'context', value: context },
    { name: 'removed', title: 'deleted', value: removed.join(', ') },
    { name: 'file', title: 'from', value: file },
  ],
});
