import * as z from 'zod';
import { createUsageError } from '../../../../../errors.ts';
import { defineLocalChange } from '../../../../framework/command/define-local.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import {
  buildMachineEntry,
  buildSettingLines,
  requireConfigKey,
  SettingEntry,
  setConfigValue,
} from '../../../../framework/settings/config-keys.ts';
import {
  CREDENTIALS,
  findMachineKey,
  getMachineValue,
  setMachineValue,
} from '../../../../framework/settings/machine-keys.ts';
import {
  listKeys,
  replaceContext,
  requireContext,
  type SavedSettings,
} from '../../../../framework/settings/settings.ts';
import { findOwnContext } from '../../own-context.ts';

export default defineLocalChange({
  summary: 'Remove a setting of the context in use',
  examples: ['config unset plan', 'config unset profile --sandbox --json'],
  positional: ['key'],
  input: z.object({
    key: defineFlag(z.string().describe('setting to remove, such as plan; "config list" lists all'), {
      offers: 'setting',
    }),
  }),
  output: SettingEntry,
  async change({ key }, { settings, service, io }) {
    const ofMachine = findMachineKey(key);
    if (ofMachine !== null) {
      const place = { name: key, key: ofMachine, context: await findOwnContext(ofMachine, service) };
      const isSet = getMachineValue(await settings.read(), ofMachine, place.context) !== null;
      if (!isSet) await io.note(`${key} is not set: nothing changed`);
      if (!isSet) return buildMachineEntry(place, await settings.read());
      const change = (before: SavedSettings) => setMachineValue(before, place, null);
      const saved = await (ofMachine === CREDENTIALS
        ? settings.moveKeys('file', change)
        : settings.change(change));
      return buildMachineEntry(place, saved);
    }
    const row = requireConfigKey(key);
    const { name } = await service.currentContext();
    let wasSet = true;
    await settings.change((before) => {
      const found = requireContext(before, name);
      wasSet = found[row.field] !== undefined;
      if (!wasSet) return before;
      if (row.field === 'baseUrl' && listKeys(found).length > 0) {
        throw createUsageError(
          'base-url cannot be removed while keys are saved for it',
          'remove the keys with "crier logout"',
        );
      }
      return replaceContext(before, name, setConfigValue(found, row, null));
    });
    if (!wasSet) await io.note(`${key} is not set in the context "${name}": nothing changed`);
    return { key, value: null, context: name, meaning: row.meaning };
  },
  lines: buildSettingLines,
});
