import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { getField } from '../../../domain/json/loose-record.ts';
import { runFileOperation } from '../../../storage/explain-file-fault.ts';

/** A file that the page sent, in a folder of its own that only this user reads, while a command needs it. */
export interface SentFile {
  readonly path: string;
  /** The same result, with the name that the file has for its user. */
  nameIn<Ran>(ran: Ran): Ran;
  remove(): Promise<void>;
}

/** Of a file name that the media library gets. */
const LONGEST_NAME = 80;

/** @param sent `{ name, content }` with the content in base64; null for anything else */
export async function storeSentFile(sent: unknown): Promise<SentFile | null> {
  const [name, content] = [getField(sent, 'name'), getField(sent, 'content')];
  if (typeof name !== 'string' || typeof content !== 'string') return null;
  const folder = runFileOperation(`cannot create a folder in ${tmpdir()}`, () =>
    mkdtempSync(join(tmpdir(), 'crier-page-')),
  );
  // a name without a folder, whatever was sent
  const safe = basename(name)
    .replaceAll(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(-LONGEST_NAME);
  const path = join(folder, safe === '' ? 'file' : safe);
  await writeFile(path, Buffer.from(content, 'base64'), { mode: 0o600 });
  return {
    path,
    nameIn: (ran) => JSON.parse(JSON.stringify(ran).replaceAll(toJsonText(path), toJsonText(name))),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function toJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
