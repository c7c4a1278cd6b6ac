import * as z from 'zod';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { pickMember } from '../../../../framework/output/view.ts';
import {
  buildMachineEntry,
  listSettingEntries,
  SettingEntry,
} from '../../../../framework/settings/config-keys.ts';
import { MACHINE_KEYS } from '../../../../framework/settings/machine-keys.ts';
import { requireContext } from '../../../../framework/settings/settings.ts';

export default defineLocalRead({
  summary: 'List the settings of the context in use, secrets masked',
  examples: ['config list', 'config list --sandbox --json'],
  input: z.object({}),
  output: z.object({ settings: z.array(SettingEntry) }),
  records: 'settings',
  async read(_input, { settings, service }) {
    const { name } = await service.currentContext();
    const saved = await settings.read();
    return [
      ...listSettingEntries(requireContext(saved, name), name),
      ...Object.entries(MACHINE_KEYS).flatMap(([key, row]) => {
        const ofContext = row.isOfContexts
          ? buildMachineEntry({ name: key, key: row, context: name }, saved)
          : null;
        const ofMachine = buildMachineEntry({ name: key, key: row, context: null }, saved);
        return ofContext === null || ofContext.value === null ? [ofMachine] : [ofContext, ofMachine];
      }),
    ];
  },
  columns: [
    { ...pickMember('key', 'setting'), role: 'name', drop: 0 },
    { ...pickMember('value', 'value'), drop: 0 },
    { name: 'context', title: 'context', value: ({ context }) => context ?? 'all', drop: 2 },
    { ...pickMember('meaning', 'meaning'), flexible: true },
  ],
});
