import * as z from 'zod';
import { CrierError } from '../../../errors.ts';
import { requireContext, type SavedContext } from '../../settings/settings.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag } from '../../shell/flags/flags.ts';
import { maskLikelySecret } from '../../shell/likely-secrets.ts';
import { crier } from '../../shell/shell-command.ts';
import { suggestNearest } from '../../shell/suggest-nearest.ts';
import {
  buildProfileChangeView,
  forgetProfile,
  noteForgottenProfile,
  ProfileChange,
} from '../saved-profiles.ts';

export default defineCommand({
  summary: 'Remove the saved key of a User Profile',
  description: 'The profile itself is not deleted.',
  before: [
    'context add work --base-url https://api.example.com/api --api-key-file -',
    'profiles save acme --context work --profile-key-file - --no-verify',
  ],
  examples: ['profiles forget acme --context work', 'profiles forget acme --context work --json'],
  positional: ['alias'],
  changes: true,
  flags: [],
  input: z.object({
    alias: defineFlag(z.string().describe('alias the key was saved under'), { offers: 'alias' }),
  }),
  output: ProfileChange,
  async run({ alias }, { settings, service }) {
    const { name } = await service.currentContext();
    let notes: readonly string[] = [];
    const saved = await settings.change((before) => {
      requireSaved(requireContext(before, name), alias, name);
      notes = noteForgottenProfile(before, name, alias);
      return forgetProfile(before, name, alias);
    });
    const profiles = Object.keys(requireContext(saved, name).profiles ?? {});
    return {
      view: buildProfileChangeView({ context: name, alias, title: null, profiles }, 'removed'),
      notes,
    };
  },
});

function requireSaved({ profiles = {} }: SavedContext, alias: string, name: string): void {
  if (Object.hasOwn(profiles, alias)) return;
  throw new CrierError('not-found', `the context "${name}" has no profile "${maskLikelySecret(alias)}"`, {
    http: null,
    advice: `${suggestNearest(alias, Object.keys(profiles))}"${crier`context show ${name}`}" lists its profiles`,
  });
}
