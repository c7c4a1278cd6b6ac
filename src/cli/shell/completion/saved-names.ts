import { lstatSync, readFileSync } from 'node:fs';
import { isRecord } from '../../../domain/json/loose-record.ts';
import { INPUT_LIMITS } from '../../../storage/input-limits.ts';
import type { World } from '../../../world.ts';
import { findProjectFile, getSettingsPaths } from '../../context/paths.ts';
import { findNameFault } from '../../settings/setting-name.ts';
import type { CompletionChoice } from './completion-tree.ts';

/** Names saved on this machine. */
export interface SavedNames {
  /** Without the built-in one; each with its host. */
  readonly contexts: readonly CompletionChoice[];
  /** Of the current context; null when that is the built-in one. */
  readonly aliases: readonly CompletionChoice[] | null;
}

/** What is needed to find saved names. */
export type SavedNamesSource = Pick<World, 'env' | 'folder' | 'homeFolder' | 'platform'>;

const SANDBOX = 'sandbox';

/**
 * Reads saved names, and only that: damaged files, symbolic links and invalid names are ignored, nothing is
 * fixed, and no secret is kept.
 *
 * @param named the context named on the command line; null for none
 */
export function readSavedNames(look: SavedNamesSource, named: string | null): SavedNames {
  const settings = readRecord(getSettingsPaths(look).file);
  const contexts = getMember(settings, 'contexts');
  const names = Object.keys(contexts).filter((name) => name !== SANDBOX && findNameFault(name) === null);
  const chosen = named ?? findChosenContext(look, settings) ?? (names.length === 0 ? SANDBOX : '');
  const aliases = Object.keys(getMember(getMember(contexts, chosen), 'profiles'));
  return {
    contexts: names.map((name) => [name, getHost(getMember(contexts, name).baseUrl)] as const),
    aliases:
      chosen === SANDBOX
        ? null
        : aliases.filter((alias) => findNameFault(alias) === null).map((alias) => [alias, ''] as const),
  };
}

function findChosenContext({ env, folder }: SavedNamesSource, settings: JsonMembers): string | undefined {
  const file = findProjectFile(folder);
  const ofProject = file === null ? undefined : readRecord(file).context;
  return [env.CRIER_CONTEXT, ofProject, settings.context].find((name) => typeof name === 'string');
}

type JsonMembers = Readonly<Record<string, unknown>>;

function getMember(members: JsonMembers, name: string): JsonMembers {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  return isRecord(value) ? value : {};
}

function readRecord(file: string): JsonMembers {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > INPUT_LIMITS.settings) return {};
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The host of a URL; empty for anything else. */
function getHost(address: unknown): string {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).host : '';
}
