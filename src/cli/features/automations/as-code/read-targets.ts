import { readdirSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../../errors.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import { listRecordFilesIn, readFiles } from '../../../framework/input/files/read-files.ts';
import type { FileText } from '../../../framework/input/files/records-file.ts';
import { crier, formatFlags } from '../../../framework/output/text/shell-command.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import type { Chosen } from '../../../framework/settings/choose-service.ts';
import { findContext, SANDBOX } from '../../../framework/settings/settings.ts';
import { findKind, isExpectationFile, KIND_NAMES, loadKind } from './kinds.ts';
import { type LockFile, type LockOwner, openLockFile } from './lock-file.ts';
import { type ResourceKind, refuseProblems, type WrittenResource } from './resource-kind.ts';

/** A profile, and the folder with its files. */
export interface ProfileFolder {
  /** Null is the Primary Profile. */
  readonly profile: string | null;
  readonly service: ServicePort;
  /** As given. */
  readonly path: string;
  /** The service and the profile, as the lock file names them. */
  readonly owner: LockOwner;
  /** Null where files come from standard input, which has no folder. */
  readonly lock: LockFile | null;
}

/** A profile, and what its files describe. */
export interface CodeTarget extends ProfileFolder {
  /** Whether the files are all of the folder. */
  readonly isWhole: boolean;
  /** Folders in it that have files, which are not read. */
  readonly unread: readonly string[];
  readonly written: ReadonlyMap<ResourceKind, readonly WrittenResource[]>;
}

/** The folder of the Primary Profile among those of profiles, which are named after their aliases. */
export const PRIMARY_FOLDER = 'primary';

/**
 * Reads the files that are given: some, or a folder, for the profile of the run; or, for all profiles, a folder with one
 * folder for each of them.
 *
 * @throws CrierError of kind usage for files with errors, before any request
 */
export async function readTargets(
  { paths, allProfiles, prunes }: { paths: readonly string[]; allProfiles: boolean; prunes: boolean },
  context: CommandContext,
): Promise<readonly CodeTarget[]> {
  if (allProfiles) return readProfileFolders(paths, context);
  const { service, io } = context;
  const { path, isFolder } = await findFolder(paths, context);
  if (prunes && !isFolder)
    throw createUsageError('--prune needs a folder', 'only of a folder it is known what is no longer in it');
  const texts = isFolder
    ? await readRecordTexts(path, context)
    : await readFiles(paths, { readFile: io.readFile, folder: io.machine.folder });
  const target = await toProfileFolder(service, path, context);
  await noteOtherProfile(target, context);
  const unread = isFolder ? listUnreadFolders(path, io.machine.folder) : [];
  if (unread.length > 0)
    await io.note(
      `not read: ${joinWithAnd(unread)}; files are in the folder itself, or with --all-profiles in one for each profile`,
    );
  if (!isFolder) refuseExpectations(texts);
  return [
    { ...target, isWhole: isFolder, unread, written: await parseTexts(texts, isFolder ? target.lock : null) },
  ];
}

/** The folder of another profile, among those that --all-profiles reads, is easily applied to the wrong one. */
async function noteOtherProfile(
  { profile, path }: ProfileFolder,
  { service, io }: CommandContext,
): Promise<void> {
  const name = basename(resolve(io.machine.folder, path));
  const { choice, settings } = await service.choose();
  const context = choice.kind === 'sandbox' ? null : choice.context;
  const saved = context === null ? {} : findContext(settings, context)?.profiles;
  const isNamed = name === PRIMARY_FOLDER || Object.hasOwn(saved ?? {}, name);
  if (!isNamed || name === (profile ?? PRIMARY_FOLDER)) return;
  const alias = name === PRIMARY_FOLDER ? 'none' : name;
  await io.note(
    `the folder ${name} is named after another profile than ${profile ?? 'the Primary Profile'}, which this is for; for that one: ${formatFlags`--profile ${alias}`}`,
  );
}

/** Files of expectations beside others are ignored, as in a folder; without others, they would be taken for applied. */
function refuseExpectations(texts: readonly FileText[]): void {
  const [first] = texts;
  if (first === undefined || !texts.every(({ name }) => isExpectationFile(name))) return;
  throw createUsageError(
    `${first.name} has expectations of an automation, and describes nothing`,
    `give the file of the automation, or run "${crier`automations test ${first.name}`}"`,
  );
}

async function readRecordTexts(path: string, { io }: CommandContext): Promise<readonly FileText[]> {
  const access = { readFile: io.readFile, folder: io.machine.folder };
  const files = await listRecordFilesIn(path, access);
  return files === null || files.length === 0 ? [] : readFiles(files, access);
}

/** The one folder of the files, which has their lock file. */
async function findFolder(paths: readonly string[], { io }: CommandContext) {
  const [first = '.', ...others] = paths;
  const access = { readFile: io.readFile, folder: io.machine.folder };
  const isFolder = first !== '-' && (await listRecordFilesIn(first, access)) !== null;
  if (isFolder && others.length === 0) return { path: first, isFolder };
  const folders = new Set(
    paths.map((path) => (path === '-' ? path : dirname(resolve(io.machine.folder, path)))),
  );
  if (isFolder || folders.size > 1)
    throw createUsageError(
      'the files are in several folders',
      'give one folder, or files of one folder; "--all-profiles" takes a folder with one for each profile',
    );
  return { path: first === '-' ? first : dirname(first), isFolder };
}

export async function toProfileFolder(
  service: ServicePort,
  path: string,
  { io }: CommandContext,
): Promise<ProfileFolder> {
  const chosen = await service.choose();
  const { profile } = chosen.choice;
  const owner = { service: formatService(chosen), profile: profile ?? 'none' };
  const lock = path === '-' ? null : openLockFile(resolve(io.machine.folder, path), owner);
  return { profile, service, path, owner, lock };
}

/** A key has no place in a file of a repository: neither have user and password of an address. */
function formatService({ choice }: Chosen): string {
  if (choice.kind === 'sandbox') return SANDBOX;
  const { origin, pathname } = choice.target.baseUrl;
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/**
 * The folders of all profiles below one, whether they exist or not.
 *
 * @throws CrierError of kind usage for an alias that cannot name a folder
 */
export async function listProfileFolders(
  folder: string,
  context: CommandContext,
): Promise<readonly (ProfileFolder & { readonly name: string })[]> {
  const names = new Map<string, string>();
  const folders: (ProfileFolder & { readonly name: string })[] = [];
  for (const service of await context.service.allProfiles()) {
    const { profile } = (await service.choose()).choice;
    const name = profile ?? PRIMARY_FOLDER;
    const same = names.get(foldFileName(name));
    if (!FOLDER_NAME.test(name) || same !== undefined)
      throw createUsageError(
        same === undefined
          ? `the alias "${name}" cannot name a folder`
          : `the folders of the profiles ${same} and ${name} have the same name`,
        'save the profile under another alias, or use --profile with a folder',
      );
    names.set(foldFileName(name), name);
    folders.push({
      name,
      ...(await toProfileFolder(service, `${folder.replace(/[/\\]+$/, '')}/${name}`, context)),
    });
  }
  return folders;
}

/** A name as file systems compare it that fold case or composed letters: two of the same may be one file. */
export function foldFileName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

const FOLDER_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*(?<![. ])$/u;

async function readProfileFolders(
  paths: readonly string[],
  context: CommandContext,
): Promise<readonly CodeTarget[]> {
  const [path = '.', ...others] = paths;
  if (others.length > 0 || path === '-')
    throw createUsageError('--all-profiles takes one folder', 'it has a folder for each profile');
  const { here, below } = listEntries(resolve(context.io.machine.folder, path), path);
  if (here.length > 0)
    throw createUsageError(
      `${here[0]} is of no profile`,
      `with --all-profiles, files are in folders named after the aliases, and in ${PRIMARY_FOLDER}`,
    );
  const profiles = await listProfileFolders(path, context);
  const known = profiles.map(({ name }) => name);
  const unknown = below.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw createUsageError(
      `the folder ${unknown} is of no saved profile`,
      `${suggestNearest(unknown, known)}the profiles are ${joinWithAnd(known)}; "crier profiles save <alias>" saves a key`,
    );
  const targets: CodeTarget[] = [];
  for (const { name, ...profile } of profiles) {
    if (!below.includes(name)) {
      await context.io.note(`${name} has no folder, and is left unchanged`);
      continue;
    }
    const unread = listUnreadFolders(profile.path, context.io.machine.folder);
    if (unread.length > 0) await context.io.note(`not read: ${joinWithAnd(unread)}`);
    targets.push({
      ...profile,
      ...{ isWhole: true, unread },
      written: await parseTexts(await readRecordTexts(profile.path, context), profile.lock),
    });
  }
  if (targets.length === 0)
    throw createUsageError(`there is no folder of a profile in ${path}`, `they are ${joinWithAnd(known)}`);
  return targets;
}

function listUnreadFolders(path: string, folder: string): readonly string[] {
  return listEntries(resolve(folder, path), path)
    .below.map((name) => `${path.replace(/[/\\]+$/, '')}/${name}`)
    .filter((below) => listEntries(resolve(folder, below), below).here.length > 0);
}

function listEntries(folder: string, path: string) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
    const isRecordFile = (name: string) => ['.yaml', '.yml', '.json'].includes(extname(name).toLowerCase());
    return {
      here: entries.flatMap(({ name }) => (isRecordFile(name) ? [`${path}/${name}`] : [])),
      below: entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
    };
  } catch {
    throw createUsageError(`${path} is not a folder that can be read`, 'give the folder of the profiles');
  }
}

/** @param lock of a whole folder: what was applied from a file that is no longer there is no longer in the files */
async function parseTexts(texts: readonly FileText[], lock: LockFile | null): Promise<CodeTarget['written']> {
  const described = texts.filter(({ name }) => !isExpectationFile(name));
  const groups = Map.groupBy(described, ({ name }) => findKind(name));
  const written = new Map<ResourceKind, readonly WrittenResource[]>();
  const problems = [];
  for (const name of KIND_NAMES) {
    const files = groups.get(name);
    const wasApplied = (lock?.read(name).size ?? 0) > 0;
    // with an empty file of a kind, there are to be none of it; without a file now or before, the kind is not described
    if (name !== 'automations' && files === undefined && !wasApplied) continue;
    const kind = await loadKind(name);
    if (files === undefined && kind.remove === null) continue;
    const parsed = await kind.parse(files ?? []);
    written.set(kind, parsed.resources);
    problems.push(...parsed.problems);
  }
  refuseProblems(problems);
  return written;
}
