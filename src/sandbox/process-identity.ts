import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { ProcessIdentity } from './server-note.ts';

/** Identity of a process that is visible from this one. */
export function readProcessIdentity(id: number): ProcessIdentity {
  return {
    host: hostname(),
    boot: readOrNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: readOrNull(() => readlinkSync('/proc/self/ns/pid')),
    started: readField(id, { inStat: STARTED, inPs: 'lstart' }),
  };
}

/** Whether a process is stopped, as by SIGSTOP or Ctrl-Z: it responds to nothing until it is continued. */
export function isStopped(id: number): boolean {
  return /^[Tt]/.test(readField(id, { inStat: STATE, inPs: 'state' }) ?? '');
}

/**
 * Explains how a recorded process differs from the one that has its id now.
 *
 * @param noted undefined in a note of an earlier version of crier
 * @returns null when it is the same process; else the end of a sentence, such as `it runs on the host "a"`
 */
export function explainIdentityDifference(id: number, noted: ProcessIdentity | undefined): string | null {
  if (noted === undefined) return 'an earlier version of this program started it';
  const here = readProcessIdentity(id);
  if (noted.host !== here.host) return `it runs on the host "${noted.host}", and this is "${here.host}"`;
  if (noted.boot !== here.boot) return 'the machine was restarted since';
  if (noted.pidNamespace !== here.pidNamespace) return 'it runs in another container';
  if (noted.started === here.started) return null;
  return here.started === null ? `there is no process ${id} here` : `process ${id} is a different one now`;
}

/**
 * Whether a recorded process ran on this machine, and has ended. It is not known of another machine or container, nor of
 * one that was restarted since.
 *
 * @param noted a {@link ProcessIdentity} as JSON, or anything else of a record that this program did not write
 */
export function hasEnded(id: number, noted: string): boolean {
  const parsed = readOrNull(() => ProcessIdentity.parse(JSON.parse(noted)));
  if (parsed === null) return false;
  const { started, ...place } = parsed;
  const here = readProcessIdentity(id);
  const isHere =
    place.host === here.host && place.boot === here.boot && place.pidNamespace === here.pidNamespace;
  return isHere && started !== null && (started !== here.started || isZombie(id));
}

/** Whether a process has ended, and its parent has not asked how: in a container, process 1 may never do so. */
function isZombie(id: number): boolean {
  return /^[XZ]/.test(readField(id, { inStat: STATE, inPs: 'state' }) ?? '');
}

/**
 * Field positions in `/proc/<pid>/stat` after the command's name, which may contain anything. Source:
 * proc_pid_stat(5), fields 3 and 22.
 */
const STATE = 0;
const STARTED = 19;

function readField(id: number, { inStat, inPs }: { inStat: number; inPs: string }): string | null {
  const hasProc = readOrNull(() => readFileSync('/proc/self/stat', 'utf8')) !== null;
  if (hasProc) return readOrNull(() => parseStatField(readFileSync(`/proc/${id}/stat`, 'utf8'), inStat));
  return readOrNull(() => readPsField(id, inPs));
}

function parseStatField(stat: string, place: number): string | null {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[place] ?? null;
}

const PS_MS = 1_000;

function readPsField(id: number, name: string): string | null {
  const options = { encoding: 'utf8', timeout: PS_MS, stdio: 'pipe', env: { LC_ALL: 'C' } } as const;
  return execFileSync('/bin/ps', ['-o', `${name}=`, '-p', String(id)], options).trim() || null;
}

/** Null where the system does not provide it. */
function readOrNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
