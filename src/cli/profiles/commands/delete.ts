import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { addAdvice, CrierError } from '../../../errors.ts';
import { deleteProfile } from '../../../service/endpoints/profiles.ts';
import { ProfileChanged } from '../../../service/profile-changes.ts';
import { ignoreErrors } from '../../context/ignore-errors.ts';
import { buildPlannedView } from '../../context/planned-view.ts';
import { SANDBOX } from '../../settings/settings.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE, WRITE } from '../../shell/flags/flags.ts';
import { crier } from '../../shell/shell-command.ts';
import { forgetDeletedProfile } from '../forget-deleted-profile.ts';
import { listKnownProfiles } from '../known-profile.ts';
import { findProfileEntry, findProfileToDelete, type ProfileToDelete } from './profile-to-delete.ts';

/** A deleted profile with its former alias. */
const GoneProfile = ProfileChanged.extend({
  context: z.string().nullable().describe('where its alias was removed; null if it had none'),
  alias: z.string().nullable().describe('null if its key was not saved'),
  title: z.string().nullable().describe('null if it was not read'),
});

export default defineCommand({
  summary: 'Delete a User Profile permanently',
  description: `
Asks for confirmation. Scheduled posts and automations of the profile are deleted with it, published posts stay on the
networks, and its key stops working. The saved alias is removed; use "profiles forget" to remove only the alias.`,
  examples: [
    'profiles delete harbour --yes',
    'profiles delete harbour --yes --json',
    'profiles delete wholesale --dry-run',
  ],
  validationCode: 101,
  positional: ['which'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    which: defineFlag(
      z.string().describe('alias, or refId as printed by `profiles list --json`; never a key'),
      { offers: 'alias', placeholder: 'alias or refId' },
    ),
  }),
  output: GoneProfile,
  async run({ which, dryRun, yes }, context) {
    const { choice, settings } = await context.choose();
    const name = choice.kind === 'sandbox' ? SANDBOX : choice.context;
    const client = await context.client({ writes: !dryRun });
    const found = await findProfileToDelete(which, await listKnownProfiles(name, settings, context), client);
    const { known, body } = found;
    if (dryRun) return { view: buildPlannedView(client.plan(deleteProfile, { body })) };
    let title = found.entry?.title ?? null;
    await context.confirm({
      what: 'permanently delete this profile',
      async details() {
        const entry = await findEntry(found, client);
        title = entry?.title ?? null;
        return describeProfile(found, entry);
      },
      yes,
    });
    const answer = await client.call(deleteProfile, { body }).catch((error: unknown) => {
      throw addForgetAdvice(error, found);
    });
    const alias = known?.alias ?? null;
    const forgotten =
      name === null || alias === null ? {} : await forgetDeletedProfile(context.settings, { name, alias });
    const forgottenIn = alias === null || forgotten.failure !== undefined ? null : name;
    return {
      view: {
        kind: 'record',
        document: { ...answer.body, context: forgottenIn, alias, title },
        lines: [
          { name: 'alias', title: 'deleted', value: alias ?? title },
          { name: 'title', title: 'title', value: title },
          { name: 'refId', title: 'refId', value: answer.body.refId ?? null },
          { name: 'context', title: 'removed from', value: forgottenIn },
        ],
      },
      raw: answer.bytes,
      ...forgotten,
    };
  },
});

async function findEntry({ known, entry }: ProfileToDelete, client: Client) {
  const refId = known?.refId ?? null;
  return refId === null ? entry : ignoreErrors(findProfileEntry(refId, client));
}

function describeProfile({ known }: ProfileToDelete, entry: ProfileToDelete['entry']): readonly string[] {
  const name = known?.alias ?? entry?.refId ?? '';
  if (entry === null) return [name];
  const networks = entry.activeSocialAccounts ?? [];
  const linked = networks.length === 0 ? 'no network linked' : `linked: ${networks.join(', ')}`;
  return [`${name}  ${entry.title ?? ''} (${linked})`];
}

const NO_SUCH_OBJECT = 1404;

/** The profile may already be deleted, so that only its alias is left. */
function addForgetAdvice(error: unknown, { known }: ProfileToDelete): unknown {
  if (!(error instanceof CrierError) || error.facts.code !== NO_SUCH_OBJECT || known === null) return error;
  return addAdvice(
    error,
    `if it is already deleted, remove its alias: "${crier`profiles forget ${known.alias}`}"`,
  );
}
