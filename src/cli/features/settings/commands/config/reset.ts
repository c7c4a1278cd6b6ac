import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import * as z from 'zod';
import type { World } from '../../../../../world.ts';
import { type CommandOutcome, defineCommand } from '../../../../framework/command/command.ts';
import type { CommandContext } from '../../../../framework/command/context.ts';
import { tryReadSettings } from '../../../../framework/command/settings.ts';
import { defineSwitch } from '../../../../framework/input/flags/flags.ts';
import { yes } from '../../../../framework/input/flags/shared-flags.ts';
import { type Column, pickMember } from '../../../../framework/output/view.ts';
import { getSettingsPaths, getStateFolder } from '../../../../framework/settings/paths.ts';
import { listDamagedCopies } from '../../../../framework/settings/read-settings.ts';

const RemovedFolder = z.strictObject({ folder: z.string(), contents: z.string() });

const REMOVED_COLUMNS: readonly Column<z.infer<typeof RemovedFolder>>[] = [
  { ...pickMember('folder', 'removed'), role: 'name', drop: 0 },
  { ...pickMember('contents', 'contents'), drop: 0 },
];

export default defineCommand({
  summary: 'Delete all settings, contexts and keys of this machine',
  description: `
Also replaces a damaged settings file, which makes every other command fail. The sandbox data is kept.

With --all, everything that crier keeps on this machine is removed: settings, sandbox data, received deliveries and compiled
code. A running sandbox is stopped first. Files that crier did not create are kept.`,
  examples: ['config reset --yes', 'config reset --all --yes', 'config reset --yes --json'],
  changes: true,
  flags: [],
  repairsSettings: true,
  input: z.object({
    yes,
    all: defineSwitch('also remove the data of the sandbox, and all folders'),
  }),
  output: z.strictObject({
    file: z.string().describe('the settings file: empty now, or removed with --all'),
    removed: z.array(RemovedFolder).describe('the folders whose contents were removed'),
  }),
  run: ({ yes, all }, context) => (all ? removeAll(yes, context) : resetSettings(yes, context)),
});

async function resetSettings(yes: boolean, { settings, io }: CommandContext): Promise<CommandOutcome> {
  await io.confirm({ what: 'delete all settings and keys of this machine', yes });
  const { file } = settings.place();
  if (!existsSync(file)) await io.note(`no settings were saved in ${file}`);
  await settings.reset();
  for (const copy of listDamagedCopies(settings.place()))
    await io.note(`${copy} still contains the saved settings and keys: delete it when you no longer need it`);
  const lines = [{ name: 'file', title: 'emptied', value: file }];
  return { view: { kind: 'record', document: { file, removed: [] }, lines } };
}

async function removeAll(yes: boolean, { settings, io, sandbox }: CommandContext): Promise<CommandOutcome> {
  const folders = listOwnFolders(io.machine).filter(({ entries }) => entries.length > 0);
  const names = folders.map(({ folder, contents }) => `${folder} (${contents})`);
  if (names.length > 0) await io.confirm({ what: `remove ${names.join(', ')}`, yes });
  if (folders.length > 0) await (await sandbox.server()).stop();
  const before = tryReadSettings(settings.place());
  for (const each of folders) removeOwnFolder(each);
  await settings.removeUnused(before, { contexts: {} });
  const removed = folders.map(({ folder, contents }) => ({ folder, contents }));
  return {
    view: {
      kind: 'list',
      document: { file: settings.place().file, removed },
      key: 'removed',
      rows: removed,
      columns: REMOVED_COLUMNS,
      empty: 'there was nothing to remove',
    },
  };
}

type RemovalContext = Pick<World, 'env' | 'homeFolder' | 'platform'>;

/** A folder in which crier keeps files. */
interface OwnFolder {
  folder: string;
  contents: string;
  /** The entries in it that crier made; a folder that a user chose may hold other files. */
  entries: readonly string[];
}

/** The three folders: settings, the sandbox's data, and compiled code. Those that do not exist have no entries. */
function listOwnFolders(machine: RemovalContext): readonly OwnFolder[] {
  const cache = findCacheFolder(machine);
  return [
    {
      folder: getSettingsPaths(machine).folder,
      contents: 'settings and keys',
      isOwn: (name: string) => /^config\.(?:json|lock|corrupt-|edit-)/.test(name),
    },
    {
      folder: getStateFolder(machine),
      contents: 'data of the sandbox, received deliveries, positions of watches',
      isOwn: (name: string) => /^(?:sandbox|watch|receiver|[a-z-]+\.(?:json|lock))$/.test(name),
    },
    ...(cache === null
      ? []
      : [{ folder: cache, contents: 'compiled code', isOwn: (name: string) => name === 'compiled' }]),
  ].map(({ folder, contents, isOwn }) => ({
    folder,
    contents,
    entries: existsSync(folder) ? readdirSync(folder).filter(isOwn) : [],
  }));
}

/** Removes the entries, and the folder when nothing else is in it. */
function removeOwnFolder({ folder, entries }: OwnFolder): void {
  for (const name of entries) rmSync(join(folder, name), { recursive: true, force: true });
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Where bin/code-cache.cjs keeps compiled code; null where it keeps none. */
function findCacheFolder({ env, homeFolder }: RemovalContext): string | null {
  const base = env.XDG_CACHE_HOME || join(homeFolder, '.cache');
  return isAbsolute(base) ? join(base, 'crier') : null;
}
