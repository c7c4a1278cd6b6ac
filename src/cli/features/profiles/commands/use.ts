import * as z from 'zod';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { findContext, replaceContext } from '../../../framework/settings/settings.ts';
import { buildProfileChangeView, listAliases, ProfileChange, requireAlias } from '../saved-profiles.ts';

export default defineLocalChange({
  summary: 'Set the profile that a context acts for',
  description: '"none" is the Primary Profile. Use --profile to select a profile for a single command.',
  examples: ['profiles use harbour', 'profiles use none --sandbox --json'],
  positional: ['alias'],
  input: z.object({
    alias: defineFlag(z.string().describe('alias as listed by "crier profiles list", or `none`'), {
      offers: 'alias or none',
    }),
  }),
  output: ProfileChange,
  async change({ alias }, { service, settings, sandbox, io }) {
    const { name } = await service.currentContext();
    const saved = await settings.read();
    const aliases = (await listAliases(name, saved, sandbox)).map((each) => each.alias);
    requireAlias(alias, name, aliases);
    if (alias === 'none' && findContext(saved, name)?.profile === 'none')
      await io.note(`the context "${name}" already acts for the Primary Profile`);
    await settings.change((before) =>
      replaceContext(before, name, { ...findContext(before, name), profile: alias }),
    );
    const chosen = alias === 'none' ? null : alias;
    return { context: name, alias: chosen, title: null, profiles: aliases };
  },
  show: (document) => ({ view: buildProfileChangeView(document, 'acts for') }),
});
