import * as z from 'zod';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import {
  buildMachineEntry,
  buildSettingLines,
  formatSetting,
  listKeyNotes,
  requireConfigKey,
  SettingEntry,
} from '../../../../framework/settings/config-keys.ts';
import { findMachineKey } from '../../../../framework/settings/machine-keys.ts';
import { requireContext } from '../../../../framework/settings/settings.ts';
import { findOwnContext } from '../../own-context.ts';

export default defineLocalRead({
  summary: 'Print a setting of the context in use, secrets masked',
  examples: ['config get base-url', 'config get plan --sandbox --json'],
  positional: ['key'],
  input: z.object({
    key: defineFlag(z.string().describe('setting to print, such as plan; "config list" lists all'), {
      offers: 'setting',
    }),
  }),
  output: SettingEntry,
  async read({ key }, { settings, service }) {
    const ofMachine = findMachineKey(key);
    if (ofMachine !== null) {
      const context = await findOwnContext(ofMachine, service);
      return buildMachineEntry({ name: key, key: ofMachine, context }, await settings.read());
    }
    const row = requireConfigKey(key);
    const { name } = await service.currentContext();
    const value = formatSetting(row, requireContext(await settings.read(), name));
    return { key, value, context: name, meaning: row.meaning };
  },
  lines: buildSettingLines,
  notes: ({ key }) => listKeyNotes(key),
});
