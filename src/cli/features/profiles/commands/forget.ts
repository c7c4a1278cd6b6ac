import * as z from 'zod';
import { CrierError } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { buildChangeCells, ChangedSeveral, changeSeveral } from '../../../framework/many/change-several.ts';
import { getOnlyId, IDS_FROM, readAliases } from '../../../framework/many/read-ids.ts';
import { maskLikelySecret } from '../../../framework/output/text/known-secrets.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { requireContext, type SavedContext } from '../../../framework/settings/settings.ts';
import {
  buildProfileChangeView,
  forgetProfile,
  noteForgottenProfile,
  ProfileChange,
} from '../saved-profiles.ts';

export default defineCommand({
  summary: 'Remove the saved keys of User Profiles',
  description: `
The profiles themselves are not deleted.

With several ids or --ids-from, one that fails does not stop the others: the JSON document has "results" with the result of each.`,
  before: [
    'context add work --base-url https://api.example.com/api --api-key-file -',
    'profiles save acme --context work --profile-key-file - --no-verify',
  ],
  examples: ['profiles forget acme --context work', 'profiles forget acme --context work --json'],
  positional: ['alias'],
  changes: true,
  flags: [],
  input: z.object({
    alias: defineFlag(z.array(z.string()).default([]).describe('aliases that the keys were saved under'), {
      offers: 'alias',
    }),
    idsFrom: IDS_FROM,
  }),
  output: z.union([ProfileChange, ChangedSeveral]),
  records: 'results',
  async run({ alias: given, idsFrom }, { settings, service, io }) {
    const aliases = await readAliases({ aliases: given, idsFrom }, io);
    const { name } = await service.currentContext();
    const alias = getOnlyId(aliases, idsFrom);
    if (alias === null) {
      const apply = async (each: string) => {
        await settings.change((before) => {
          requireSaved(requireContext(before, name), each, name);
          return forgetProfile(before, name, each);
        });
        return {};
      };
      const shownBy = crier`context show ${name}`;
      return changeSeveral({ ids: aliases, done: 'removed', shownBy, apply, io });
    }
    let notes: readonly string[] = [];
    const saved = await settings.change((before) => {
      requireSaved(requireContext(before, name), alias, name);
      notes = noteForgottenProfile(before, name, alias);
      return forgetProfile(before, name, alias);
    });
    const profiles = Object.keys(requireContext(saved, name).profiles ?? {});
    return {
      view: {
        ...buildProfileChangeView({ context: name, alias, title: null, profiles }, 'removed'),
        cells: buildChangeCells(alias, 'removed'),
      },
      notes,
    };
  },
});

function requireSaved({ profiles, profilesWithoutKey }: SavedContext, alias: string, name: string): void {
  const known = { ...profilesWithoutKey, ...profiles };
  if (Object.hasOwn(known, alias)) return;
  throw new CrierError('not-found', `the context "${name}" has no profile "${maskLikelySecret(alias)}"`, {
    http: null,
    advice: `${suggestNearest(alias, Object.keys(known))}"${crier`context show ${name}`}" lists its profiles`,
  });
}
