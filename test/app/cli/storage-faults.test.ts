import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Around, crier } from '../../support/crier.ts';
import { foreignPath, type OddDisk, oddDisk } from '../../support/hostile/odd-disk.ts';

const KEY = 'KEY-00000000000000000000000000000001';

/** Settings that were saved while the disk still took files. */
const SAVED = {
  context: 'work',
  contexts: { work: { baseUrl: 'https://api.example/', apiKey: KEY } },
};

function saveSettings(folder: string): void {
  mkdirSync(join(folder, 'config'), { mode: 0o700 });
  writeFileSync(join(folder, 'config', 'config.json'), JSON.stringify(SAVED), { mode: 0o600 });
}

const DISKS: readonly (readonly [string, () => OddDisk])[] = [
  ['a full disk', () => oddDisk('full', saveSettings)],
  ['a read-only disk', () => oddDisk('read-only', saveSettings)],
  ['a path below a plain file', () => foreignPath()],
];

/** Everything that writes settings. */
const WRITERS: readonly (readonly [string, Around])[] = [
  ['context add other --base-url https://other.example --api-key-file -', { stdin: KEY }],
  ['context use sandbox', {}],
  ['config set plan business --context work', {}],
  ['login --context other --base-url https://other.example --api-key-file - --no-verify', { stdin: KEY }],
  ['logout --context work', {}],
  ['config reset --yes', {}],
];

describe.each(DISKS)('settings on %s', { tags: ['T4'] }, (_disk, open) => {
  let disk: OddDisk;
  beforeAll(() => {
    disk = open();
  });
  afterAll(() => disk.close());
  const runHere = (line: string, around: Around = {}) =>
    crier(`${line} --json`, { ...around, env: { CRIER_CONFIG_DIR: join(disk.folder, 'config') } });

  test.each(WRITERS)('exit 2 with the file, the reason and what to do: %s', async (line, around) => {
    const { exitCode, stdout, error } = await runHere(line, around);
    expect({ exitCode, stdout, error }).toMatchObject({
      exitCode: 2,
      stdout: '',
      error: {
        kind: 'usage',
        message: expect.stringMatching(
          new RegExp(`${disk.folder}.*: (${disk.reason}|unable to open database file)`),
        ),
        advice: expect.stringMatching(/another place/),
      },
    });
  });
});

describe('the settings of a disk that takes no files', { tags: ['T4'] }, () => {
  test('are read as before from a read-only one', async () => {
    const disk = oddDisk('read-only', saveSettings);
    const { exitCode, stdout, stderr } = await crier('context list --json', {
      env: { CRIER_CONFIG_DIR: join(disk.folder, 'config') },
    });
    // where nothing can be mounted, there is no such folder to read from, and that is reported
    if (disk.reason.includes('read-only'))
      expect(JSON.parse(stdout).contexts).toContainEqual(expect.objectContaining({ name: 'work' }));
    else
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(disk.reason),
      });
    disk.close();
  });

  test('that are damaged are still refused as damaged', async () => {
    const disk = oddDisk('read-only', (folder) => {
      mkdirSync(join(folder, 'config'), { mode: 0o700 });
      writeFileSync(join(folder, 'config', 'config.json'), '{"contexts"', { mode: 0o600 });
    });
    const { exitCode, error } = await crier('context list --json', {
      env: { CRIER_CONFIG_DIR: join(disk.folder, 'config') },
    });
    expect(exitCode).toBe(2);
    expect(error?.message).toMatch(
      disk.reason.includes('read-only') ? /cannot be read: it is not JSON/ : disk.reason,
    );
    disk.close();
  });
});

describe('a home folder that can hold nothing', { tags: ['T4'] }, () => {
  const disk = foreignPath();
  const base = mkdtempSync(join(tmpdir(), 'crier-loop-'));
  symlinkSync(join(base, 'loop'), join(base, 'loop'));
  afterAll(() => {
    disk.close();
    rmSync(base, { recursive: true });
  });

  const HOMES: readonly (readonly [string, string, RegExp])[] = [
    ['/dev/null', '/dev/null', /a part of its path is not a folder/],
    ['a file', disk.folder, /a part of its path is not a folder/],
    ['a loop of links', join(base, 'loop', 'home'), /symbolic link/],
    ['a name of 300 letters', join(base, 'x'.repeat(300)), /its name is too long/],
  ];
  const LINES = [
    'config list',
    'status',
    'context add a --base-url https://a.example',
    'comments get abc',
    'completion bash',
  ];

  test.each(
    HOMES.flatMap(([name, home, reason]) => LINES.map((line) => [name, line, home, reason] as const)),
  )('%s: %s', async (_name, line, home, reason) => {
    const { exitCode, error } = await crier(`${line} --json`, { env: { XDG_CONFIG_HOME: home } });
    expect({ exitCode, error }).toMatchObject({
      exitCode: 2,
      error: { kind: 'usage', message: expect.stringMatching(reason), advice: expect.stringMatching(/./) },
    });
  });

  test.each(HOMES)('%s: doctor lists it as what it found', async (_name, home, reason) => {
    const { exitCode, json } = await crier('doctor --json', {
      env: { XDG_CONFIG_HOME: home, XDG_STATE_HOME: home },
    });
    expect(exitCode).toBe(11);
    expect(json).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ check: 'settings', status: 'fail', found: expect.stringMatching(reason) }),
        expect.objectContaining({
          check: 'state folder',
          status: 'fail',
          found: expect.stringMatching(reason),
        }),
      ]),
    });
  });
});

describe('other files', { tags: ['T4'] }, () => {
  test('a trace file on a disk that takes none is exit 2 with the reason', async () => {
    const disk = oddDisk('read-only');
    const { exitCode, error } = await crier(
      `posts list --sandbox --json --trace-file ${join(disk.folder, 'trace')}`,
    );
    expect({ exitCode, error }).toMatchObject({
      exitCode: 2,
      error: { message: `cannot write the trace file ${join(disk.folder, 'trace')}: ${disk.reason}` },
    });
    disk.close();
  });

  test('a trace file on a full disk ends no run, and is reported as incomplete', async () => {
    const disk = oddDisk('full', (folder) => writeFileSync(join(folder, 'trace'), ''));
    const { exitCode, stderr } = await crier([
      'posts',
      'list',
      '--sandbox',
      '--json',
      '--trace-file',
      join(disk.folder, 'trace'),
    ]);
    if (disk.reason === 'the disk is full') expect(exitCode).toBe(0);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(disk.reason);
    disk.close();
  });

  test('the cursor of a watch on a full disk ends no watch, and is reported as not saved', async () => {
    const disk = oddDisk('full');
    const { exitCode, stderr } = await crier(
      'comments watch Sp7kQm2XvLr9TzBd4HnW --once --allow-partial --sandbox --json',
      { env: { XDG_STATE_HOME: disk.folder } },
    );
    expect(exitCode).toBe(0);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(/cannot be saved \(/);
    disk.close();
  });

  test.each(['EROFS', 'ENOSPC', 'EDQUOT', 'EIO', 'EACCES', 'EMFILE', 'ESTALE'])(
    '%s from a place that explains none is exit 2, and no defect',
    async (code) => {
      const fault = Object.assign(new Error(`${code}: open`), { code, syscall: 'open', path: '/mnt/a' });
      const { exitCode, error } = await crier('callbacks serve -o ndjson', {
        listen: () => Promise.reject(fault),
      });
      expect({ exitCode, error }).toMatchObject({
        exitCode: 2,
        error: { kind: 'usage', message: expect.stringMatching(/^cannot use \/mnt\/a: [a-z -]+$/) },
      });
    },
  );

  test.each([
    ['Input/output error', 'the disk failed to read or write'],
    ['No space left on device', 'the disk is full'],
    ['Device or resource busy', 'it is in use by another program'],
    ['Structure needs cleaning', 'structure needs cleaning'],
  ])(
    'the removal of a folder that ends with "%s" and no code is exit 2, and no defect',
    async (text, reason) => {
      // as Node 24 throws it
      const fault = Object.assign(new Error(`, Unknown error: ${text} '/mnt/a'`), {
        code: '',
        syscall: 'rm',
        path: '/mnt/a',
      });
      const { exitCode, error } = await crier('callbacks serve -o ndjson', {
        listen: () => Promise.reject(fault),
      });
      expect({ exitCode, error }).toMatchObject({
        exitCode: 2,
        error: { kind: 'usage', message: `cannot use /mnt/a: ${reason}` },
      });
    },
  );

  test('a defect stays a defect, whatever code it has', async () => {
    const defect = Object.assign(new Error('no such thing'), { code: 'ENOENT', syscall: 'open', path: '/a' });
    const { exitCode } = await crier('callbacks serve -o ndjson', { listen: () => Promise.reject(defect) });
    expect(exitCode).toBe(1);
  });
});
