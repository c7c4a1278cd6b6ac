import { checkTarget } from '../../../client/target.ts';
import { createUsageError } from '../../../errors.ts';
import { formatFlags } from '../../framework/output/text/shell-command.ts';
import { isSameAddress, parseAddress } from '../../framework/settings/given-service.ts';
import { findNameFault } from '../../framework/settings/setting-name.ts';
import {
  findContext,
  replaceContext,
  SANDBOX,
  type SavedContext,
  type SavedSettings,
} from '../../framework/settings/settings.ts';
import type { HandedContext, HandoverFile } from './handover-file.ts';
import type { Conflict } from './merge-work.ts';

/** The settings after an import of contexts and aliases. */
export interface MergedContexts {
  readonly settings: SavedSettings;
  readonly added: readonly { readonly name: string; readonly baseUrl: string | undefined }[];
  /** Aliases that are new, by context. */
  readonly aliases: readonly { readonly context: string; readonly alias: string }[];
  readonly conflicts: readonly Conflict[];
  /** Profiles whose alias means another one here: nothing of theirs is taken. */
  readonly strangers: readonly { readonly context: string; readonly alias: string }[];
}

/**
 * Adds contexts to the settings. What is there stays: a key, the address, the context in use.
 *
 * @throws CrierError of kind usage when a context has another address here
 */
export function mergeContexts(before: SavedSettings, contexts: HandoverFile['contexts']): MergedContexts {
  let merged: MergedContexts = { settings: before, added: [], aliases: [], conflicts: [], strangers: [] };
  for (const [name, handed] of Object.entries(contexts)) merged = mergeContext(merged, name, handed);
  return merged;
}

function mergeContext(merged: MergedContexts, name: string, handed: HandedContext): MergedContexts {
  const { settings } = merged;
  const found = findContext(settings, name);
  const { profiles: handedProfiles, profile, ...handedSettings } = handed;
  checkAddress(name, handed, found);
  const known = { ...found?.profilesWithoutKey, ...found?.profiles };
  const aliases = Object.entries(handedProfiles);
  const strangers = aliases.filter(([alias, { refId }]) => {
    const own = Object.hasOwn(known, alias) ? known[alias]?.refId : undefined;
    return own !== undefined && refId !== undefined && own !== refId;
  });
  const fresh = aliases.filter(([alias]) => !Object.hasOwn(known, alias));
  const context: SavedContext = {
    ...handedSettings,
    // a default profile that is here, or none that was chosen, stays
    ...(found === null && profile !== undefined && { profile }),
    ...found,
    ...(fresh.length > 0 && {
      profilesWithoutKey: { ...found?.profilesWithoutKey, ...Object.fromEntries(fresh) },
    }),
  };
  const isSame = JSON.stringify(context) === JSON.stringify(found);
  return {
    settings: isSame ? settings : replaceContext(settings, name, context),
    added: found === null ? [...merged.added, { name, baseUrl: handed.baseUrl }] : merged.added,
    aliases: [...merged.aliases, ...fresh.map(([alias]) => ({ context: name, alias }))],
    conflicts: [
      ...merged.conflicts,
      ...(found === null ? [] : listSettingConflicts(name, handed, found)),
      ...strangers.map(([alias, { refId }]) => ({
        context: name,
        profile: alias,
        what: 'refId',
        kept: known[alias]?.refId ?? '',
        handed: refId ?? '',
      })),
    ],
    strangers: [...merged.strangers, ...strangers.map(([alias]) => ({ context: name, alias }))],
  };
}

/** Keys would go to the address, so another one is never taken for that of a context. */
function checkAddress(name: string, { baseUrl }: HandedContext, found: SavedContext | null): void {
  if (baseUrl === undefined) return;
  checkTarget({
    baseUrl: parseAddress(baseUrl),
    apiKey: 'no-key-is-needed-to-check-an-address',
    profileKey: null,
    xPair: null,
  });
  if (found?.baseUrl === undefined || isSameAddress(found.baseUrl, baseUrl)) return;
  throw createUsageError(
    `the context "${name}" has the address ${found.baseUrl} here, and ${baseUrl} in the file: nothing was imported`,
    `take that of the file under another name: ${formatFlags`--rename ${`${name}=${name}-2`}`}`,
  );
}

function listSettingConflicts(
  context: string,
  handed: HandedContext,
  found: SavedContext,
): readonly Conflict[] {
  return (['plan', 'dialect', 'profile'] as const).flatMap((what) => {
    const [own, other] = [found[what], handed[what]];
    if (other === undefined || own === other || (own === undefined && what !== 'profile')) return [];
    return [{ context, profile: null, what, kept: own ?? 'none', handed: other }];
  });
}

/**
 * Gives the contexts of a file other names.
 *
 * @param renames such as `work=client-b` @throws CrierError of kind usage
 */
export function renameContexts(file: HandoverFile, renames: readonly string[]): HandoverFile {
  const names = new Map<string, string>();
  for (const each of renames) {
    const [from = '', to = '', ...more] = each.split('=');
    const fault = findNameFault(to);
    if (fault !== null || more.length > 0 || to === SANDBOX)
      throw createUsageError(
        `--rename "${each}": the new name ${fault ?? 'cannot be used'}`,
        'write --rename work=client-b',
      );
    if (!Object.hasOwn(file.contexts, from))
      throw createUsageError(
        `--rename "${each}": the file has no context "${from}"`,
        `it has ${Object.keys(file.contexts).join(', ') || 'none'}`,
      );
    names.set(from, to);
  }
  const rename = (name: string) => names.get(name) ?? name;
  const contexts = Object.entries(file.contexts).map(([name, context]) => [rename(name), context] as const);
  if (new Set(contexts.map(([name]) => name)).size < contexts.length)
    throw createUsageError('--rename gives two contexts of the file one name', 'choose another name');
  return {
    ...file,
    contexts: Object.fromEntries(contexts),
    profiles: file.profiles.map((each) => ({ ...each, service: rename(each.service) })),
    references: file.references.map((each) => ({ ...each, service: rename(each.service) })),
  };
}
