import * as z from 'zod';
import { defineCommand } from '../../../../framework/command/command.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import {
  buildMachineEntry,
  buildSettingView,
  formatSetting,
  listKeyNotes,
  requireConfigKey,
  SettingEntry,
} from '../../../../framework/settings/config-keys.ts';
import { findMachineKey } from '../../../../framework/settings/machine-keys.ts';
import { requireContext } from '../../../../framework/settings/settings.ts';

export default defineCommand({
  summary: 'Print a setting of the context in use, secrets masked',
  examples: ['config get base-url', 'config get plan --sandbox --json'],
  positional: ['key'],
  flags: [],
  input: z.object({
    key: defineFlag(z.string().describe('setting to print, such as plan; "config list" lists all'), {
      offers: 'setting',
    }),
  }),
  output: SettingEntry,
  async run({ key }, { settings, service }) {
    const ofMachine = findMachineKey(key);
    if (ofMachine !== null)
      return { view: buildSettingView(buildMachineEntry(key, ofMachine, await settings.read())) };
    const row = requireConfigKey(key);
    const { name } = await service.currentContext();
    const value = formatSetting(row, requireContext(await settings.read(), name));
    return {
      view: buildSettingView({ key, value, context: name, meaning: row.meaning }),
      notes: listKeyNotes(key, row),
    };
  },
});
