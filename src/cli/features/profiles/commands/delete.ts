import * as z from 'zod';
import type { Client } from '../../../../client/client.ts';
import { formatThese } from '../../../../domain/text/lists-and-counts.ts';
import { addAdvice, CrierError, createUsageError, ignoreErrors } from '../../../../errors.ts';
import { deleteProfile, listProfiles } from '../../../../service/endpoints/profiles.ts';
import { ProfileChanged, type ProfileEntry } from '../../../../service/profiles.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { SettingsPort } from '../../../framework/command/settings.ts';
import { buildPlannedViews } from '../../../framework/command/writes.ts';
import { defineFlag, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { buildChangeCells, ChangedSeveral, changeSeveral } from '../../../framework/many/change-several.ts';
import { IDS_FROM, readAliases } from '../../../framework/many/read-ids.ts';
import { maskLikelySecret } from '../../../framework/output/text/known-secrets.ts';
import { crier } from '../../../framework/output/text/shell-command.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { SANDBOX } from '../../../framework/settings/settings.ts';
import { forgetDeletedProfile, type KnownProfile, listKnownProfiles } from '../saved-profiles.ts';

/** A deleted profile with its former alias. */
const GoneProfile = ProfileChanged.extend({
  context: z.string().nullable().describe('where its alias was removed; null if it had none'),
  alias: z.string().nullable().describe('null if its key was not saved'),
  title: z.string().nullable().describe('null if it was not read'),
});

export default defineCommand({
  summary: 'Delete User Profiles permanently',
  description: `
Asks for confirmation. Scheduled posts and automations of a profile are deleted with it, published posts stay on the
networks, and its key stops working. The saved alias is removed; use "profiles forget" to remove only the alias.

With several ids or --ids-from, all of them are looked up before the first is deleted, and one that fails does not stop
the others: the JSON document has "results" with the result of each.`,
  examples: [
    'profiles delete harbour --yes',
    'profiles delete harbour --yes --json',
    'profiles delete wholesale --dry-run',
  ],
  validationCode: 101,
  isOfAccount: true,
  positional: ['which'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    which: defineFlag(
      z
        .array(z.string())
        .default([])
        .describe('aliases, or refIds as printed by `profiles list --json`; never keys'),
      { offers: 'alias', placeholder: 'alias or refId' },
    ),
    idsFrom: IDS_FROM,
  }),
  output: z.union([GoneProfile, ChangedSeveral]),
  records: 'results',
  async run({ which, idsFrom, dryRun, yes }, { service, settings, sandbox, io }) {
    const words = await readAliases({ aliases: which, idsFrom }, io);
    const { choice, settings: saved } = await service.choose();
    const name = choice.kind === 'sandbox' ? SANDBOX : choice.context;
    const client = await service.client({ writes: !dryRun, sends: { row: deleteProfile } });
    const known = await listKnownProfiles(name, saved, { settings, sandbox });
    const found = new Map<string, ProfileToDelete>();
    for (const word of words) found.set(word, await findProfileToDelete(word, known, client));
    if (dryRun) {
      const plans = [...found.values()].map(({ body }) => client.plan(deleteProfile, { body }));
      return { view: buildPlannedViews(plans, idsFrom) };
    }
    const titles = new Map<string, string | null>();
    await io.confirm({
      what: `permanently delete ${formatThese(words.length, 'profile')}`,
      async details() {
        const lines: string[] = [];
        for (const [word, each] of found) {
          const entry = await findEntry(each, client);
          titles.set(word, entry?.title ?? null);
          lines.push(...describeProfile(each, entry));
        }
        return lines;
      },
      yes,
    });
    const remove = (each: ProfileToDelete) => deleteFoundProfile(each, { client, settings, name });
    const [only] = words.length === 1 && idsFrom === undefined ? found : [];
    if (only === undefined) {
      const apply = async (word: string) => {
        const each = found.get(word);
        return each === undefined ? {} : (await remove(each)).answer;
      };
      return changeSeveral({ ids: words, done: 'deleted', shownBy: crier`profiles list`, apply, io });
    }
    const [word, profile] = only;
    const { answer, forgotten, forgottenIn } = await remove(profile);
    const alias = profile.known?.alias ?? null;
    const title = titles.get(word) ?? profile.entry?.title ?? null;
    return {
      view: {
        kind: 'record',
        document: { ...answer.body, context: forgottenIn, alias, title },
        cells: buildChangeCells(word, 'deleted'),
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

/** Deletes a profile at the service, and its alias here. */
async function deleteFoundProfile(
  profile: ProfileToDelete,
  {
    client,
    settings,
    name,
  }: {
    client: Client;
    settings: SettingsPort;
    /** Of the context; null for an address from a flag or variable. */
    name: string | null;
  },
) {
  const { known, body } = profile;
  const answer = await client.call(deleteProfile, { body }).catch((error: unknown) => {
    throw addForgetAdvice(error, profile);
  });
  const alias = known?.alias ?? null;
  const forgotten =
    name === null || alias === null ? {} : await forgetDeletedProfile(settings, { name, alias });
  const forgottenIn = alias === null || forgotten.failure !== undefined ? null : name;
  return { answer, forgotten, forgottenIn };
}

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
  known: KnownProfile | null;
  /** Null when it was not requested. */
  entry: ProfileEntry | null;
  /** How the request identifies it. */
  body: { profileKey: string } | { title: string };
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
