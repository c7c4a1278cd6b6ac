import * as z from 'zod';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { CHOOSING } from '../../../../framework/input/flags/shared-flags.ts';
import { pickMember } from '../../../../framework/output/view.ts';
import { createNoSettingError } from '../../../../framework/settings/config-keys.ts';
import { explainSetting, listExplainable } from '../../../../framework/settings/explain-setting.ts';

const Candidate = z.strictObject({
  source: z.enum(['flag', 'environment', 'project', 'saved', 'default']),
  where: z.string().describe('the flag, variable, file or context'),
  value: z.string().nullable().describe('of a secret, at most its last four characters'),
  wins: z.boolean(),
});

export default defineLocalRead({
  summary: 'Explain where a setting comes from',
  description:
    'Precedence: flag, environment, project file, saved context, default. Keys are used only with the address they belong to.',
  examples: ['config explain base-url', 'config explain context --sandbox --json'],
  positional: ['key'],
  flags: [CHOOSING],
  input: z.object({
    key: defineFlag(z.string().describe('setting, or a flag with an environment variable, such as timeout'), {
      offers: 'explainable',
    }),
  }),
  output: z.object({ key: z.string(), candidates: z.array(Candidate) }),
  records: 'candidates',
  async read({ key }, { service, io }) {
    const names = listExplainable();
    if (!names.includes(key)) {
      throw createNoSettingError(key, names);
    }
    const candidates = explainSetting(key, await service.choiceInput(), io.machine.words);
    if (candidates.length === 0) await io.note(`${key} is not set and has no default`);
    return candidates;
  },
  columns: [
    { ...pickMember('wins', 'wins'), show: ({ wins }) => (wins ? 'yes' : ''), drop: 0 },
    { ...pickMember('source', 'from'), role: 'name', drop: 0 },
    { ...pickMember('value', 'value'), drop: 0 },
    { ...pickMember('where', 'where'), flexible: true },
  ],
  beside: ({ key }) => ({ key }),
  empty: 'nothing to list',
});
