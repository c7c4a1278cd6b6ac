import { basename, dirname, extname, resolve } from 'node:path';
import { getField, isRecord, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { joinWithAnd } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { runFileOperation } from '../../../../storage/explain-file-fault.ts';
import { makeFolders } from '../../../../storage/make-folders.ts';
import { writeShared } from '../../../../storage/swap-file.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { listRecordFilesIn, readFiles } from '../../../framework/input/files/read-files.ts';
import type { FileText } from '../../../framework/input/files/records-file.ts';
import { toYaml, updateYaml } from '../../../framework/input/files/yaml-text.ts';
import { readAutomationFile } from '../automation-file.ts';
import { isSame } from './differences.ts';
import { AUTOMATIONS } from './kinds/automations.ts';
import { findKind, isAutomationFile, isExpectationFile, LIST_KINDS } from './kinds.ts';
import { foldFileName, type ProfileFolder } from './read-targets.ts';
import {
  type ResourceKind,
  refuseProblems,
  type StoredResource,
  type WrittenResource,
} from './resource-kind.ts';

/** An automation, and the file that has it. */
export interface ExportedFile {
  readonly profile: string | null;
  readonly kind: ResourceKind;
  readonly stored: StoredResource;
  readonly file: string;
  readonly status: 'new' | 'changed' | 'unchanged';
}

/** What an export would write in the folder of a profile. */
export interface FolderExport {
  readonly target: ProfileFolder;
  readonly files: readonly ExportedFile[];
  /** Texts of new and changed files, by their paths. */
  readonly texts: ReadonlyMap<string, string>;
}

interface FileAutomation {
  readonly file: string;
  /** Position in the file. */
  readonly at: number;
  readonly value: unknown;
  readonly paused: boolean | null;
}

/**
 * Plans the files of a profile's automations: those that are there are changed in place, and keep their comments.
 *
 * @throws CrierError of kind usage for files that cannot be read or changed, `not-found` for an unknown id
 */
export async function planExport(
  target: ProfileFolder,
  {
    ids,
    isUnmanaged,
    others,
  }: { ids: readonly string[]; isUnmanaged: boolean; others: readonly ResourceKind[] },
  { io }: CommandContext,
): Promise<FolderExport> {
  const access = { readFile: io.readFile, folder: io.machine.folder };
  const paths = await listRecordFilesIn(target.path, access);
  const described = paths?.filter((path) => !isExpectationFile(path)) ?? [];
  const before = described.length === 0 ? [] : await readFiles(described, access);
  const texts = new Map(before.map(({ name, text }) => [name, text]));
  const known = await findFileAutomations(before);
  const all = await AUTOMATIONS.list(await target.service.client());
  const chosen = chooseStored(all, ids);
  const applied = target.lock?.read(AUTOMATIONS.name) ?? new Map();
  const names = new Map([...applied].map(([name, { id }]) => [id, name]));
  const files: ExportedFile[] = [];
  for (const stored of chosen) {
    const { profile } = target;
    const existing = known.get(stored.name.normalize()) ?? known.get(names.get(stored.id)?.normalize() ?? '');
    if (existing === undefined) {
      const file = `${target.path.replace(/[/\\]+$/, '')}/${chooseFileName(stored.name, texts)}.yaml`;
      texts.set(file, toYaml(AUTOMATIONS.toFile(stored.content)));
      files.push({ profile, kind: AUTOMATIONS, stored, file, status: 'new' });
    } else if (!isUnmanaged) {
      const { file } = existing;
      const text = texts.get(file) ?? '';
      const changed = await updateFile({ name: file, text }, existing, stored);
      texts.set(file, changed);
      const status = changed === text ? 'unchanged' : 'changed';
      files.push({ profile, kind: AUTOMATIONS, stored, file, status });
    }
  }
  for (const kind of others) files.push(...(await exportListKind(kind, { target, texts, isUnmanaged })));
  const old = new Map(before.map(({ name, text }) => [name, text]));
  return { target, files, texts: new Map([...texts].filter(([name, text]) => old.get(name) !== text)) };
}

/** Adds the resources of a kind to its one file: entries that are there are changed in place. */
async function exportListKind(
  kind: ResourceKind,
  { target, texts, isUnmanaged }: { target: ProfileFolder; texts: Map<string, string>; isUnmanaged: boolean },
): Promise<readonly ExportedFile[]> {
  const own = [...texts.keys()].filter((name) => findKind(name) === kind.name);
  const file = own[0] ?? `${target.path.replace(/[/\\]+$/, '')}/${kind.name}.yaml`;
  const { resources, problems } = await kind.parse(
    own.map((name) => ({ name, text: texts.get(name) ?? '' })),
  );
  refuseProblems(problems);
  const isNew = own.length === 0;
  if (own.length > 1 || (!isNew && !/\.ya?ml$/i.test(file)))
    throw createUsageError(
      `${own.join(' and ')} cannot be changed in place`,
      `keep one file, ${kind.name}.yaml`,
    );
  const all: ExportedFile[] = [];
  for (const stored of await kind.list(await target.service.client())) {
    const at = resources.findIndex(({ name }) => name.normalize() === stored.name.normalize());
    const written = resources[at];
    if (written !== undefined && isUnmanaged) continue;
    const text = texts.get(file) ?? '';
    const record = kind.toFile(stored.content);
    const isKnown =
      written !== undefined && isSame({ ...stored.content, ...written.content }, stored.content);
    const { profile } = target;
    if (!isKnown) {
      const base = /^(?:\s|#.*)*\[\](?:\s|#.*)*$/.test(text) ? text.replace('[]', '').trimEnd() : text;
      const added = `${base}${base === '' || base.endsWith('\n') ? '' : '\n'}${toYaml([record])}`;
      const changed =
        written === undefined ? added : updateYaml(text, at, { ...readReferences(written), ...record });
      const read = changed === null ? null : await kind.parse([{ name: file, text: changed }]);
      const isWhole = read?.resources.some(({ content }) =>
        isSame({ ...stored.content, ...content }, stored.content),
      );
      if (changed === null || isWhole !== true || (read?.problems.length ?? 0) > 0)
        throw createUsageError(
          `${file} cannot be changed in place: it has anchors, or is no list`,
          `nothing was written; write it as a list, or remove it and export again`,
        );
      texts.set(file, changed);
    }
    all.push({ profile, kind, stored, file, status: isNew ? 'new' : isKnown ? 'unchanged' : 'changed' });
  }
  return all;
}

/** Where a file says that a secret is, as it says it. */
function readReferences({ secret = null }: WrittenResource): LooseRecord {
  if (secret === null) return {};
  if (secret.kind === 'command') return { secretCommand: secret.name };
  return secret.kind === 'file' ? { secretFile: secret.name } : { secretVariable: secret.name };
}

function chooseStored(all: readonly StoredResource[], ids: readonly string[]): readonly StoredResource[] {
  if (ids.length === 0) return all;
  const missing = ids.filter((id) => !all.some((each) => each.id === id));
  if (missing.length > 0)
    throw new CrierError('not-found', `there is no automation ${joinWithAnd(missing)}`, {
      http: null,
      advice: 'nothing was written; "crier automations list" lists the ids',
    });
  return all.filter(({ id }) => ids.includes(id));
}

async function findFileAutomations(files: readonly FileText[]): Promise<ReadonlyMap<string, FileAutomation>> {
  const found = new Map<string, FileAutomation>();
  for (const file of files.filter(({ name }) => isAutomationFile(name))) {
    const { entries, faults } = await readAutomationFile(file);
    const [fault] = faults;
    if (fault !== undefined)
      throw createUsageError(
        `${file.name}:${fault.line}:${fault.column}: ${fault.words}`,
        'nothing was written',
      );
    for (const [at, { value, paused }] of entries.entries()) {
      const name = getField(value, 'name');
      if (typeof name !== 'string') continue;
      const other = found.get(name.normalize());
      if (other !== undefined)
        throw createUsageError(
          `"${name}" is in ${other.file} and in ${file.name}`,
          'automations are found by their name: give each its own',
        );
      found.set(name.normalize(), { file: file.name, at, value, paused });
    }
  }
  return found;
}

/** @returns the text with the automation as the service has it; the same text if it has it already */
async function updateFile(
  { name, text }: FileText,
  { at, value, paused }: FileAutomation,
  stored: StoredResource,
): Promise<string> {
  const { paused: isPaused, ...content } = AUTOMATIONS.toFile(stored.content);
  const platform = getField(value, 'platform');
  const wanted = { ...(platform !== undefined && { platform }), ...content };
  if (isSame(value, wanted) && (paused === null || paused === (isPaused === true))) return text;
  const record = { ...wanted, ...(paused !== null && { paused: isPaused === true }) };
  const changed = /\.json$/i.test(name) ? updateJson(text, at, record) : updateYaml(text, at, record);
  const read = changed === null ? null : (await readAutomationFile({ name, text: changed })).entries[at];
  if (changed !== null && isSame(read?.value, wanted)) return changed;
  throw createUsageError(
    `${name} cannot be changed in place: it has anchors, or a form that is not known`,
    `nothing was written; remove the automation "${stored.name}" from the file, and export it again`,
  );
}

function updateJson(text: string, at: number, record: LooseRecord): string | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isRecord(parsed)) return `${JSON.stringify(record, null, 2)}\n`;
    return Array.isArray(parsed) ? `${JSON.stringify(parsed.with(at, record), null, 2)}\n` : null;
  } catch {
    return null; // a record per line
  }
}

const LONGEST_NAME = 60;
/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** A file name of the letters and digits of a name, in any script, that no file has, whatever its case and ending. */
function chooseFileName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const letters = Array.from(words.join('-')).slice(0, LONGEST_NAME).join('').replace(/-$/, '');
  const isReserved = DEVICE.test(letters) || LIST_KINDS.some((kind) => kind === letters);
  const start = letters === '' ? 'automation' : isReserved ? `${letters}-automation` : letters;
  const used = new Set([...taken.keys()].map((file) => foldFileName(basename(file, extname(file)))));
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? start : `${start}-${count}`;
    if (!used.has(foldFileName(free))) return free;
  }
}

/** Writes the files, and records that they are as the service has them. */
export async function writeExport(
  { target, files, texts }: FolderExport,
  { io }: CommandContext,
): Promise<void> {
  if (files.length === 0) return; // a folder without files would say that there are to be none
  for (const [name, text] of texts) {
    const file = resolve(io.machine.folder, name);
    runFileOperation(`cannot write ${name}`, () => makeFolders(dirname(file)));
    await writeShared(file, text);
  }
  await target.lock?.change(
    files.map(({ kind, stored: { name, id, content } }) => ({
      kind: kind.name,
      name,
      applied: { id, content },
    })),
  );
}
