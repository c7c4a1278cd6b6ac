import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BIN, SHARED_CACHE } from '../../support/processes/installed-program.ts';

const KEY = 'PLANTED-API-KEY-000001';
const LOGIN = 'login --base-url https://work.example/api --api-key-file - --no-verify';

const base = mkdtempSync(join(tmpdir(), 'crier-keyring-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** A process of crier with a home folder of its own. @param around a command line that starts it */
async function start(line: string, { env = {}, home, around = [] }: KeyringRun) {
  const words = [...around, process.execPath, BIN, ...line.split(' ')];
  const child = spawn(words[0] ?? '', words.slice(1), {
    env: { PATH: process.env['PATH'], HOME: home, ...SHARED_CACHE, XDG_RUNTIME_DIR: home, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  child.stdin.end(KEY);
  const began = performance.now();
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  return { exitCode, text: text.replaceAll(/\s+/g, ' '), tookMs: performance.now() - began };
}

interface KeyringRun {
  readonly home: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly around?: readonly string[];
}

const newHome = () => mkdtempSync(join(base, 'h-'));
const readSaved = (home: string) => readFileSync(join(home, '.config', 'crier', 'config.json'), 'utf8');

/** A message bus that takes connections and never says a word. */
async function startSilentBus(home: string): Promise<Server> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(join(home, 'bus'), resolve));
  return server;
}

describe.runIf(process.platform === 'linux')(
  'the library of the keyring, in a process of its own',
  { tags: ['C7'] },
  () => {
    test('without a session, a key is saved in the file, with a note', async () => {
      const home = newHome();
      const { exitCode, text } = await start(LOGIN, { home, env: { CRIER_CREDENTIALS: 'keyring' } });
      expect(exitCode).toBe(0);
      expect(text).toMatch(/the keyring cannot be used: .*DBus.* the key is saved in .*config\.json instead/);
      expect(readSaved(home)).toContain(KEY);
    });

    test('a keyring that does not answer is left after two seconds', async () => {
      const home = newHome();
      const bus = await startSilentBus(home);
      const env = {
        CRIER_CREDENTIALS: 'keyring',
        DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(home, 'bus')}`,
      };
      const { exitCode, text, tookMs } = await start(LOGIN, { home, env });
      bus.close();
      expect(exitCode).toBe(0);
      expect(text).toContain('it did not answer within 2 s; it may be locked');
      expect(readSaved(home)).toContain(KEY);
      expect(tookMs).toBeGreaterThan(2_000);
      expect(tookMs).toBeLessThan(6_000);
    });
  },
);

const SESSION = ['dbus-run-session', '--', 'sh', '-c'];
/** Unlocks a keyring of its own with a password, then runs a command line. */
const UNLOCK =
  'printf pw | gnome-keyring-daemon --unlock --components=secrets --control-directory="$HOME/k" >/dev/null 2>&1; "$@"';
const hasKeyring =
  process.platform === 'linux' &&
  ['dbus-run-session', 'gnome-keyring-daemon'].every((name) => spawnSync(name, ['--version']).status === 0);

describe.runIf(hasKeyring)('GNOME Keyring', { tags: ['C7'] }, () => {
  test('a key is saved, used by another process, moved back, and removed with its entry', async () => {
    const home = newHome();
    const env = { LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'] };
    const crier = (line: string) => `"${process.execPath}" "${BIN}" ${line} 2>&1`;
    const lines = [
      'config set credentials keyring',
      LOGIN,
      'context show --json --fields apiKey',
      'doctor --sandbox',
      'config set credentials file',
      'config set credentials keyring',
      'logout',
    ];
    const script = `printf ${KEY} > key; ${lines.map((line) => `${crier(line)} < key; echo "-> $?"`).join('; ')}`;
    const around = [...SESSION, `${UNLOCK}`, 'sh', 'sh', '-c', `cd "$HOME"; ${script}`];
    const { text } = await start('', { home, env, around });
    expect(text).not.toMatch(/-> [^0]/);
    expect(text).toContain('encrypted with a key in the keyring of this system');
    expect(text).toContain('"apiKey": "in the keyring"');
    expect(text).toContain('keyring can be used; encrypted in the settings: 1 key');
    expect(text).toContain('keys decrypted: 1');
    expect(text).toContain('keys encrypted with a key in the keyring of this system: 1');
    expect(text).not.toContain('the keyring keeps');
    expect(readSaved(home)).not.toContain(KEY);
  });
});
