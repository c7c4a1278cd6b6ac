import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { addAdvice, CrierError, createUsageError, ignoreErrors } from '../../../errors.ts';
import { deleteProfile, listProfiles } from '../../../service/endpoints/profiles.ts';
import { ProfileChanged, type ProfileEntry } from '../../../service/profiles.ts';
import { buildPlannedView } from '../../context/writes.ts';
import { SANDBOX } from '../../settings/settings.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag, REMOTE, WRITE } from '../../shell/flags/flags.ts';
import { maskLikelySecret } from '../../shell/likely-secrets.ts';
import { crier } from '../../shell/shell-command.ts';
import { suggestNearest } from '../../shell/suggest-nearest.ts';
import { forgetDeletedProfile, type KnownProfile, listKnownProfiles } from '../saved-profiles.ts';

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
  async run({ which, dryRun, yes }, { service, settings, sandbox, io }) {
    const { choice, settings: saved } = await service.choose();
    const name = choice.kind === 'sandbox' ? SANDBOX : choice.context;
    const client = await service.client({ writes: !dryRun });
    const found = await findProfileToDelete(which, await listKnownProfiles(name, saved, sandbox), client);
    const { known, body } = found;
    if (dryRun) return { view: buildPlannedView(client.plan(deleteProfile, { body })) };
    let title = found.entry?.title ?? null;
    await io.confirm({
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
      name === null || alias === null ? {} : await forgetDeletedProfile(settings, { name, alias });
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

/** The profile that an argument names. */
interface ProfileToDelete {
  /** Null when its key is not saved. */
  readonly known: KnownProfile | null;
  /** Null when it was not requested. */
  readonly entry: ProfileEntry | null;
  /** How the request identifies it. */
  readonly body: { readonly profileKey: string } | { readonly title: string };
}

const REF_ID = /^[0-9a-f]{40}$/;

/**
 * Finds a profile by its alias or refId; the service is asked only when its key is not saved. Other text is
 * never sent: it may be a key.
 *
 * @param names profiles whose keys are saved
 * @throws CrierError of kind not-found when there is none
 */
async function findProfileToDelete(
  word: string,
  names: readonly KnownProfile[],
  client: Client,
): Promise<ProfileToDelete> {
  if (word === 'none') throw createUsageError('"none" is the Primary Profile, which cannot be deleted');
  const asRefId = word.toLowerCase();
  const known = names.find(({ alias, refId }) => alias === word || refId === asRefId) ?? null;
  if (known !== null) return { known, entry: null, body: { profileKey: known.profileKey } };
  const entry = REF_ID.test(asRefId) ? await findProfileEntry(asRefId, client) : null;
  const title = entry?.title ?? null;
  if (title === null) throw createUnknownProfileError(word, names);
  return { known, entry, body: { title } };
}

/** The service's entry of a profile; null when there is none. */
async function findProfileEntry(refId: string, client: Client): Promise<ProfileEntry | null> {
  const { body } = await client.call(listProfiles, { query: { refId } });
  return (body.profiles ?? []).find((each) => each.refId === refId) ?? null;
}

function createUnknownProfileError(word: string, names: readonly KnownProfile[]): CrierError {
  const aliases = names.map(({ alias }) => alias);
  return new CrierError('not-found', `there is no profile "${maskLikelySecret(word)}"`, {
    http: null,
    advice: `${suggestNearest(word, aliases)}use an alias or a refId: "crier profiles list" shows both`,
  });
}
