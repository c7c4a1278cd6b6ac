import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Certificate } from '../network/certificate.ts';

/** Where distributions put what is not on the path, newest first. */
const FOLDERS = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt'];

/** The folder of the programs of a Postgres server that is installed here; null if there is none. */
export function findServerPrograms(): string | null {
  const installed = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^(?:postgresql@)?\d+$/.test(name))
      .toSorted((one, other) => Number(other.replace(/\D/g, '')) - Number(one.replace(/\D/g, '')))
      .map((name) => join(folder, name, 'bin')),
  );
  const onPath = (process.env['PATH'] ?? '').split(':');
  return [...installed, ...onPath].find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** A server of its own, with an empty data folder, for tests. */
export interface PostgresCluster {
  /** Of its administrator, without a database. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Kills the server and waits until all of its processes are gone. */
  kill(): Promise<void>;
  /** Starts it again after a kill. */
  start(): Promise<void>;
  /** Starts it again if it ended by itself. */
  startIfEnded(): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Where its data are: a disk, or memory. */
  readonly place: string;
  /** Ends with this process. */
  readonly parent?: number;
  readonly settings?: Readonly<Record<string, string>>;
  /** Of TLS; without one, it has none. */
  readonly certificate?: Certificate;
}

/** Far longer than a server needs. */
const START_MS = 120_000;
const POLL_MS = 50;

/** Root may not run a server. */
function chooseUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const read = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}

/** @returns the settings for it: the server reads only a key that is its own */
function writeCertificate(
  folder: string,
  { cert, key }: Certificate,
  { uid, gid }: ReturnType<typeof chooseUser>,
): Readonly<Record<string, string>> {
  const [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined)
    for (const file of [certFile, keyFile]) chownSync(file, uid, gid);
  return { ssl: 'on', ssl_cert_file: certFile, ssl_key_file: keyFile };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Ends the server when the process that it is for has ended, however that was, and removes its data, as SIGINT does. When
 * the server has ended by itself, its data stay.
 */
const WATCHED = `"$0" "$@" & server=$!
finish() { kill -INT $server 2>/dev/null; wait $server; rm -rf "$DATA"; exit 0; }
trap finish INT TERM
alive() { [ -d "/proc/$PARENT" ] || ps -p "$PARENT" >/dev/null 2>&1; }
while alive && kill -0 $server 2>/dev/null; do sleep 0.2 & wait $!; done
alive || finish`;

/** Creates and starts a server on a free port of loopback. */
export async function startCluster(programs: string, options: ClusterOptions): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(options.place, 'crier-postgres-'));
  const user = chooseUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const create = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  // what it says on stderr is in the message of the error
  execFileSync(join(programs, 'initdb'), create, {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await findFreePort();
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '64MB',
    log_destination: 'stderr',
    ...(options.certificate && writeCertificate(folder, options.certificate, user)),
    ...options.settings,
  };
  const words = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const url = `postgres://postgres@127.0.0.1:${port}`;
  let child: ChildProcess;

  async function start(): Promise<void> {
    const deadline = performance.now() + START_MS;
    child = spawnServer();
    for (;;) {
      try {
        return await connect(url);
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
      // after a kill, the server does not start before the shared memory of the old one is free
      if (child.exitCode !== null) child = spawnServer();
      await setTimeout(POLL_MS);
    }
  }

  function spawnServer(): ChildProcess {
    const server = join(programs, 'postgres');
    const how = { ...user, cwd: folder, stdio: 'ignore', detached: true } as const;
    const started =
      options.parent === undefined
        ? spawn(server, words, how)
        : spawn('sh', ['-c', WATCHED, server, ...words], {
            ...how,
            env: { ...process.env, PARENT: String(options.parent), DATA: folder },
          });
    started.unref();
    return started;
  }

  await start();
  return {
    url,
    port,
    get pid() {
      return child.pid ?? 0;
    },
    start,
    async startIfEnded() {
      if (child.exitCode !== null) await start();
    },
    async kill() {
      const ended = waitForExit(child);
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await ended;
    },
    async stop() {
      const ended = waitForExit(child);
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGINT');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function waitForExit(child: ChildProcess): Promise<unknown> {
  child.ref();
  return new Promise((resolve) => child.once('exit', resolve));
}

async function connect(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres`, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => {});
  }
}
