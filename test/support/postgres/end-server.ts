import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run, with the installed program, and where the first test that needs a server or the package makes it. */
    readonly runFolder: string;
    /** The process that ends with the run. */
    readonly postgresParent: number;
  }
}

/** The server of a run. */
export interface SharedServer {
  /** Null if there is none on this machine. */
  readonly url: string | null;
  /** Of a server that was started for this run. */
  readonly pid: number | null;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Prepares a run of vitest: no server is started unless a test needs one, and then it ends with the run. */
export default function setUpRun({ name, provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'crier-run-'));
  if (name === 'slow') installProgram(join(folder, 'program'));
  provide('runFolder', folder);
  provide('postgresParent', process.pid);
  return () => {
    const server = readNote(folder);
    if (server?.pid !== null && server !== null) process.kill(server.pid, 'SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
}

function installProgram(folder: string): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'prepare.cjs')]);
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  // the optional library of the keyring, which npm installs with it
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules', '@napi-rs'), join(folder, 'node_modules', '@napi-rs'));
}

/** What the test that started the server has noted; null if none has. */
export function readNote(folder: string): SharedServer | null {
  const file = join(folder, 'server.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SharedServer) : null; // written by `noteServer`
}
