import { lstatSync, readFileSync } from 'node:fs';
import { INPUT_LIMITS } from '../../disk/input-limits.ts';
import { isRecord } from '../../rules/loose-record.ts';
import { getSettingsPaths } from '../paths.ts';
import { findProjectFile } from '../settings/find-project-file.ts';
import { findNameFault } from '../settings/setting-name.ts';
import type { World } from '../world.ts';
import type { CompletionChoice } from './completion-tree.ts';

/** Names that are saved on this machine. */
export interface SavedNames {
  /** Without the built-in one; each with the host that it is for. */
  readonly contexts: readonly CompletionChoice[];
  /** Of the context at hand; null when that is the built-in one. */
  readonly aliases: readonly CompletionChoice[] | null;
}

/** What of the world tells which names are saved. */
export type SavedNamesSource = Pick<World, 'env' | 'folder' | 'homeFolder' | 'platform'>;

const SANDBOX = 'sandbox';

/**
 * Looks up the names that are saved. It is a look and no more: a damaged file, a link or a strange name is as good as
 * none, nothing is mended, and nothing that is secret is kept.
 *
 * @param named the context that the command line names; null when it names none
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

/** A host as a URL has it: letters, digits, dots and dashes, whatever was written. */
function getHost(address: unknown): string {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).host : '';
}
