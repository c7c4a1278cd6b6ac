import { existsSync } from 'node:fs';
import * as z from 'zod';
import { defineCommand } from '../../command.ts';
import { yes } from '../../settings/calling-flags.ts';
import { listDamagedCopies } from '../../settings/read-settings.ts';

export default defineCommand({
  summary: 'Delete all settings, contexts and keys of this machine',
  description:
    'Also replaces a damaged settings file, which makes every other command fail. The sandbox data is kept.',
  examples: ['config reset --yes', 'config reset --yes --json'],
  changes: true,
  flags: [],
  repairsSettings: true,
  input: z.object({ yes }),
  output: z.strictObject({ file: z.string().describe('the file, which is empty now') }),
  async run({ yes }, { settings, confirm, note }) {
    await confirm({ what: 'delete all settings and keys of this machine', yes });
    const { file } = settings.place();
    if (!existsSync(file)) await note(`no settings were saved in ${file}`);
    await settings.reset();
    for (const copy of listDamagedCopies(settings.place()))
      await note(`${copy} still contains the saved settings and keys: delete it when you no longer need it`);
    const document = { file };
    return {
      view: { kind: 'record', document, lines: [{ name: 'file', title: 'emptied', value: document.file }] },
    };
  },
});
