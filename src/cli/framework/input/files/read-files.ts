import type { Dirent } from 'node:fs';
import { extname, resolve } from 'node:path';
import { joinWithAnd, joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { createUsageError, getSystemCode } from '../../../../errors.ts';
import { getFaultReason } from '../../../../storage/explain-file-fault.ts';
import { checkDecoded, formatPlace, SAVE_AS_UTF8 } from './decode-text.ts';
import type { ReadFile } from './file-reader.ts';
import { formatCodePoint, NO_TEXT } from './parsed-text.ts';
import type { FileText } from './records-file.ts';

/** Endings of the files that a folder means, without their dot. */
const RECORD_ENDINGS = ['yaml', 'yml', 'json'];

export interface FileAccess {
  readonly readFile: ReadFile;
  readonly folder: string;
  /** Endings of further files that a folder means. */
  readonly moreEndings?: readonly string[];
}

/**
 * Reads files in the given order, without duplicates; a folder means its YAML and JSON files, and
 * those with further endings, not recursively.
 *
 * @param paths of files and folders; `-` for standard input
 * @throws CrierError of kind usage when one cannot be read, or a folder holds none
 */
export async function readFiles(paths: readonly string[], reading: FileAccess): Promise<readonly FileText[]> {
  const found = new Map<string, string>();
  for (const path of paths) {
    for (const file of await listRecordFiles(path, reading)) {
      const place = file === '-' ? file : resolve(reading.folder, file);
      found.set(place, found.get(place) ?? file);
    }
  }
  const files: FileText[] = [];
  for (const file of found.values())
    files.push({ name: getFileLabel(file), text: await reading.readFile(file) });
  return files;
}

async function listRecordFiles(path: string, access: FileAccess): Promise<readonly string[]> {
  const files = path === '-' ? null : await listRecordFilesIn(path, access);
  if (files === null) return [path];
  if (files.length > 0) return files;
  const entries = (await listFolder(resolve(access.folder, path), path)) ?? [];
  const below = entries.flatMap((entry) =>
    entry.isDirectory() && !entry.name.startsWith('.') ? [joinPath(path, entry.name)] : [],
  );
  const shown = below.slice(0, MAX_SHOWN);
  throw createUsageError(
    `there are no ${joinWithOr(listEndings(access))} files in ${path}`,
    below.length === 0
      ? 'subfolders are not searched'
      : `subfolders are not searched: give ${joinWithAnd(below.length > MAX_SHOWN ? [...shown, 'the others'] : shown)}`,
  );
}

const MAX_SHOWN = 3;
const joinPath = (folder: string, name: string) => `${folder.replace(/[/\\]+$/, '')}/${name}`;

function listEndings({ moreEndings = [] }: FileAccess): readonly string[] {
  return [...RECORD_ENDINGS, ...moreEndings].map((ending) => `.${ending}`);
}

/** The files that a folder means, in order; null when the path is not a folder. */
export async function listRecordFilesIn(path: string, access: FileAccess): Promise<readonly string[] | null> {
  const entries = await listFolder(resolve(access.folder, path), path);
  if (entries === null) return null;
  const endings = listEndings(access);
  // to read a named pipe would wait for who writes to it
  const names = entries.flatMap((entry) => (entry.isFile() || entry.isSymbolicLink() ? [entry.name] : []));
  const files = names.filter((name) => endings.includes(extname(name).toLowerCase())).toSorted();
  return files.map((name) => joinPath(path, name));
}

/** Lists what is in a folder; null when the path is not a folder. */
async function listFolder(folder: string, path: string): Promise<readonly Dirent[] | null> {
  const { readdir } = await import('node:fs/promises');
  try {
    return (await readdir(folder, { withFileTypes: true })).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    );
  } catch (error) {
    const code = getSystemCode(error);
    if (code === 'ENOTDIR' || code === 'ENOENT') return null;
    throw createUsageError(`cannot read ${path}: ${getFaultReason(error)}`);
  }
}

/**
 * Reads a message from a file, without the line break at its end, which editors add.
 *
 * @see {@link readPlainText}
 */
export async function readMessage(path: string, readFile: ReadFile): Promise<string> {
  // editors of Windows end a line with two characters
  return (await readPlainText(path, readFile)).replaceAll('\r\n', '\n').replace(/\n$/, '');
}

/**
 * Reads a text from a file. Refuses a binary file, or one in another encoding, so that the published text is what an
 * editor shows.
 *
 * @param path of the file, `-` for standard input
 * @throws CrierError of kind usage
 */
export async function readPlainText(path: string, readFile: ReadFile): Promise<string> {
  const name = getFileLabel(path);
  const text = checkDecoded(await readFile(path), name);
  const offset = text.search(NO_TEXT);
  if (offset < 0) return text;
  throw createUsageError(
    `${name}:${formatPlace(text, offset)}: a message cannot contain the character ${formatCodePoint(text, offset)}`,
    SAVE_AS_UTF8,
  );
}

export function getFileLabel(path: string): string {
  return path === '-' ? 'standard input' : path;
}
