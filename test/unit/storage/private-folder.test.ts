import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { checkPrivateFolder, ensurePrivateFolder } from '../../../src/storage/private-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const fresh = () => join(folder, `case-${count++}`);
const mode = (path: string) => statSync(path).mode & 0o777;

test('a folder and its parents are created for their owner only', { tags: ['C5'] }, () => {
  const outer = fresh();
  ensurePrivateFolder(join(outer, 'a', 'b'));
  ensurePrivateFolder(join(outer, 'a', 'b'));
  expect([outer, join(outer, 'a'), join(outer, 'a', 'b')].map(mode)).toEqual([0o700, 0o700, 0o700]);
});

// in a process of its own: what goes wrong here does not end
test.runIf(process.platform === 'linux')('a place that takes no folders is refused, at once', () => {
  const path = join(import.meta.dirname, '../../../src/storage/private-files.ts');
  const script = `
    const { ensurePrivateFolder } = await import(${JSON.stringify(path)});
    try { ensurePrivateFolder('/proc/nope/a/b'); } catch (error) { console.log(error.kind, error.message); }
    const { makeFolders } = await import(${JSON.stringify(path.replace('private-files', 'make-folders'))});
    try { makeFolders('/proc/nope/a/b'); } catch (error) { console.log(error.code); }`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(said).toMatch(
    /^usage cannot create the folder \/proc\/nope\/a\/b: there is no such file or folder\nENOENT/,
  );
});

test('a link to a folder is refused, and nothing is made behind it', { tags: ['C5'] }, () => {
  const [link, target] = [fresh(), fresh()];
  mkdirSync(target);
  symlinkSync(target, link);
  const refused = expect.objectContaining({
    kind: 'usage',
    message: expect.stringContaining('is a symbolic link'),
  });
  expect(() => ensurePrivateFolder(link)).toThrow(refused);
  expect(() => checkPrivateFolder({ folder: link, isOurs: true, hasModes: true })).toThrow(refused);
  expect(() => openDatabase(join(link, 'a.db'))).toThrow(refused);
  expect(existsSync(join(target, 'a.db'))).toBe(false);
});

test('a link to nowhere is refused as well', () => {
  const link = fresh();
  symlinkSync(join(folder, 'nowhere'), link);
  expect(() => ensurePrivateFolder(link)).toThrow(/is a symbolic link/);
  expect(() => ensurePrivateFolder(join(link, 'a'))).toThrow(/cannot create/);
});

test.each([
  ['ours and closed', { isOurs: true, hasModes: true }, 0o700, null, 0o700],
  ['ours and loose', { isOurs: true, hasModes: true }, 0o777, /could read .*permissions were fixed/, 0o700],
  ['named and open to look', { isOurs: false, hasModes: true }, 0o755, /can read .*chmod 700/, 0o755],
  ['named and open to write', { isOurs: false, hasModes: true }, 0o777, /can write to .*chmod 700/, 0o777],
  ['named and sticky', { isOurs: false, hasModes: true }, 0o1777, /can read/, 0o777],
  ['where there are no modes', { isOurs: true, hasModes: false }, 0o777, null, 0o777],
])('a folder that is %s', { tags: ['C5', 'D9'] }, (_what, place, before, said, after) => {
  const made = fresh();
  mkdirSync(made);
  chmodSync(made, before);
  const warnings = checkPrivateFolder({ folder: made, ...place });
  expect(warnings).toEqual(said === null ? [] : [expect.stringMatching(said)]);
  expect(mode(made)).toBe(after);
});

test('a folder that is not there is no cause for a warning', () => {
  expect(checkPrivateFolder({ folder: fresh(), isOurs: true, hasModes: true })).toBeNull();
});
