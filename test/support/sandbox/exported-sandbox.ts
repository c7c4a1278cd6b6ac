import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { type Around, crier } from '../crier.ts';

/** A machine whose sandbox is a file, and a folder to work in. @param base gets its folders */
export function createExportMachine(base: string) {
  const folder = mkdtempSync(join(base, 'machine-'));
  const work = join(folder, 'work');
  mkdirSync(work, { recursive: true });
  const state = join(folder, 'state');
  return {
    work,
    store: join(state, 'sandbox', 'sandbox.db'),
    run: (line: string, around: Around = {}) =>
      crier(line, { onDisk: true, folder: work, ...around, env: { CRIER_STATE_DIR: state, ...around.env } }),
  };
}

export type ExportMachine = ReturnType<typeof createExportMachine>;

/** What tells one sandbox from another: its key, its plan, its automations. */
export async function readState({ run }: ExportMachine) {
  const status = (await run('sandbox status --json')).json;
  const automations = (await run('automations list --sandbox --json --fields name,id')).json;
  const profiles = (await run('profiles list --sandbox --json')).json;
  return { status, automations, profiles };
}

/** Takes a constraint out of a table's schema, as no crier does, and then runs a statement. */
export function changeTable(path: string, table: string, constraint: string, sql: string): void {
  const less = constraint.replace(' not null', '').replace(/^ check.*/, '');
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false });
  database.exec('pragma writable_schema = on');
  const change = database.prepare('update sqlite_schema set sql = replace(sql, ?, ?) where name = ?');
  expect(change.run(constraint, less, table).changes).toBe(1);
  database.close();
  const reopened = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  reopened.exec(sql);
  reopened.close();
}

export const EXPORTED_KEY = 'SBX-API-EXPORTED';

/** Runs statements on the store of a file. */
export function changeStore(path: string, sql: string): void {
  const database = openDatabase(path);
  database.script(sql);
  database.close();
}

/** A machine whose sandbox is not like the demo, and its export. */
export async function exportOwnSandbox(base: string) {
  const one = createExportMachine(base);
  await one.run('sandbox plan enterprise');
  await one.run('automations create --sandbox --name Own --on dm --keyword HELLO --dm Hi --json');
  await one.run('sandbox engage dm --from mara --text HELLO --run');
  changeStore(one.store, `update keys set value = '${EXPORTED_KEY}' where name = 'api'`);
  changeStore(one.store, `update profiles set profile_key = 'SBX-PROFILE-EXPORTED' where alias = 'harbour'`);
  expect((await one.run('sandbox export own.crier --json')).exitCode).toBe(0);
  return one;
}

/** Imports a copy of an export that was harmed, and begins with it, which are both refused and change nothing. */
export async function expectImportRefused(
  other: ExportMachine,
  file: string,
  harm: (path: string) => void,
  message: RegExp,
): Promise<void> {
  const before = await readState(other);
  const bad = join(other.work, 'bad.crier');
  copyFileSync(file, bad);
  harm(bad);
  const bytes = existsSync(bad) && statSync(bad).isFile() ? readFileSync(bad) : null;
  for (const line of [`sandbox import ${bad} --yes --json`, `sandbox reset --seed ${bad} --yes --json`]) {
    const { exitCode, stdout, error } = await other.run(line);
    const said = `${error?.message} ${error?.advice}`;
    expect({ exitCode, stdout, said }).toEqual({
      exitCode: 2,
      stdout: '',
      said: expect.stringMatching(message),
    });
    expect(said).not.toContain('crier-import-');
  }
  expect(await readState(other)).toEqual(before);
  if (bytes !== null) expect(readFileSync(bad)).toEqual(bytes);
}
