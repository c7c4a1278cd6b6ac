import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { defineCommand } from '../../command.ts';
import { defineFlag } from '../../flags.ts';
import { CONFIG_KEYS, requireConfigKey, setConfigValue } from '../../settings/config-keys.ts';
import { buildSettingView, SettingEntry } from '../../settings/setting-entry.ts';
import { listKeys, replaceContext, requireContext } from '../../settings/settings.ts';
import { joinWithOr } from '../../suggest-nearest.ts';

export default defineCommand({
  summary: 'Take away one setting of the context in use',
  examples: ['config unset plan', 'config unset profile --sandbox --json'],
  positional: ['key'],
  changes: true,
  flags: [],
  input: z.object({
    key: defineFlag(z.string().describe(`its name: ${joinWithOr(Object.keys(CONFIG_KEYS))}`), {
      offers: 'setting',
    }),
  }),
  output: SettingEntry,
  async run({ key }, { settings, currentContext, note }) {
    const row = requireConfigKey(key);
    const { name } = await currentContext();
    let wasSet = true;
    await settings.change((before) => {
      const found = requireContext(before, name);
      wasSet = found[row.field] !== undefined;
      if (!wasSet) return before;
      if (row.field === 'baseUrl' && listKeys(found).length > 0) {
        throw createUsageError('keys are kept with their address', '"crier logout" forgets them');
      }
      return replaceContext(before, name, setConfigValue(found, row, null));
    });
    if (!wasSet) await note(`${key} was not set in the context "${name}": nothing changed`);
    return { view: buildSettingView({ key, value: null, context: name, meaning: row.meaning }) };
  },
});
