import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BIN, SHARED_CACHE } from '../../support/processes/installed-program.ts';
import { report } from '../../support/report.ts';
import { clipHead, clipIndex } from '../../support/sandbox/media-bytes.ts';
import { scaled } from '../../support/scale.ts';

const MIB = 1024 ** 2;
const LARGE_MIB = scaled(256, 1_024);
/** Of what a signal ends: it is still being written then. */
const ENDED_MIB = scaled(512, 1_024);

let home: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-upload-'));
});
afterEach(async () => {
  await run('sandbox', 'stop');
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(home, { recursive: true });
});

const media = () => join(home, 'state', 'sandbox', 'sandbox.db-media');
const listStored = () => (existsSync(media()) ? readdirSync(media()) : []);

function start(...words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [BIN, ...words], {
    cwd: home,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      ...SHARED_CACHE,
      CRIER_STATE_DIR: join(home, 'state'),
      CRIER_CONTEXT: 'sandbox',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

interface RunResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The most memory that was seen, in MiB; null where the system does not tell. */
  readonly peakMib: number | null;
}

async function watch(child: ChildProcess): Promise<RunResult> {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (text) => {
    texts.stdout += String(text);
  });
  child.stderr?.on('data', (text) => {
    texts.stderr += String(text);
  });
  let peakMib: number | null = null;
  const timer = setInterval(() => {
    peakMib = Math.max(peakMib ?? 0, readPeakMib(child.pid) ?? 0) || null;
  }, 20);
  const [status] = await once(child, 'close');
  clearInterval(timer);
  return { status, ...texts, peakMib };
}

const run = (...words: readonly string[]) => watch(start(...words));

function readPeakMib(pid: number | undefined): number | null {
  try {
    const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kib === undefined ? null : Number(kib) / 1024;
  } catch {
    return null;
  }
}

/** A video whose frames are a hole in the file. */
function writeSparse(name: string, frames: number): void {
  const head = clipHead();
  const long = Buffer.alloc(16);
  long.writeUInt32BE(1);
  long.write('mdat', 4, 'latin1');
  long.writeBigUInt64BE(BigInt(frames), 8);
  const index = clipIndex({ seconds: 60 });
  const file = openSync(join(home, name), 'w');
  writeSync(file, head, 0, head.length, 0);
  writeSync(file, long, 0, long.length, head.length);
  writeSync(file, index, 0, index.length, head.length + frames);
  closeSync(file);
}

/** Waits until the sandbox has some bytes of an upload. */
async function waitForPart(): Promise<void> {
  for (let look = 0; look < 3_000; look += 1) {
    if (listStored().some((name) => name.endsWith('.part'))) return;
    await pause(10);
  }
  throw new Error('no upload began');
}

describe.each(['in the process of the command', 'on the port of a server'])('an upload %s', (where) => {
  beforeEach(async () => {
    if (where.includes('port')) expect((await run('sandbox', 'start', '--detach')).status).toBe(0);
    else expect((await run('posts', 'list', '-n', '1')).status).toBe(0);
  });

  test('of a large file takes no more memory than one of a small file', async () => {
    writeSparse('small.mp4', 8 * MIB);
    writeSparse('large.mp4', LARGE_MIB * MIB);
    const small = await run('media', 'upload', 'small.mp4');
    const large = await run('media', 'upload', 'large.mp4', '--json');
    expect([small.status, large.status]).toEqual([0, 0]);
    expect(JSON.parse(large.stdout).results).toMatchObject([{ status: 'uploaded', duration: 60 }]);
    report(
      `upload ${where}: ${small.peakMib?.toFixed()} MiB for 8 MiB, ${large.peakMib?.toFixed()} for ${LARGE_MIB}`,
    );
    if (small.peakMib !== null && large.peakMib !== null)
      expect(large.peakMib - small.peakMib).toBeLessThan(160);
  });

  test.each((['SIGTERM', 'SIGKILL', 'SIGINT'] as const).slice(0, scaled(2, 3)))(
    'that %s ends can be repeated',
    async (signal) => {
      writeSparse('large.mp4', ENDED_MIB * MIB);
      const child = start('media', 'upload', 'large.mp4');
      const ending = watch(child);
      await waitForPart();
      child.kill(signal);
      const { stdout } = await ending;
      expect(stdout).toBe('');
      expect(JSON.parse((await run('media', 'list', '--json')).stdout).media).toEqual([]);
      // what a killed process was writing stays until it is swept
      const isKilledWriter = signal === 'SIGKILL' && !where.includes('port');
      if (!isKilledWriter) await waitUntilEmpty();
      expect((await run('sandbox', 'reset', '--yes')).status).toBe(0);
      expect(listStored()).toEqual([]);
      writeSparse('large.mp4', 16 * MIB);
      expect((await run('media', 'upload', 'large.mp4')).status).toBe(0);
      expect(listStored()).toHaveLength(1);
    },
  );
});

/** A server notices the end of a connection a moment later. */
async function waitUntilEmpty(): Promise<void> {
  for (let look = 0; look < 500 && listStored().length > 0; look += 1) await pause(10);
  expect(listStored()).toEqual([]);
}
