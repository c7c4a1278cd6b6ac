import { existsSync } from 'node:fs';
import * as z from 'zod';
import { defineCommand } from '../../command.ts';
import { yes } from '../../settings/calling-flags.ts';
import { listDamagedCopies } from '../../settings/read-settings.ts';

export default defineCommand({
  summary: 'Forget all settings, all contexts and all keys of this machine',
  description:
    "A damaged file ends every other command; this one puts an empty one in its place. The sandbox's data stays.",
  examples: ['config reset --yes', 'config reset --yes --json'],
  changes: true,
  flags: [],
  repairsSettings: true,
  input: z.object({ yes }),
  output: z.strictObject({ file: z.string().describe('the file, which is empty now') }),
  async run({ yes }, { settings, confirm, note }) {
    await confirm({ what: 'forget all settings and keys of this machine', yes });
    const { file } = settings.place();
    if (!existsSync(file)) await note(`no settings were saved in ${file}`);
    await settings.reset();
    for (const copy of listDamagedCopies(settings.place()))
      await note(`${copy} holds what was saved, with its keys: delete it when you need it no more`);
    const document = { file };
    return {
      view: { kind: 'record', document, lines: [{ name: 'file', title: 'emptied', value: document.file }] },
    };
  },
});
