import { CrierError, createUsageError } from '../../../errors.ts';
import { getLockPath } from '../../../sandbox/server-note.ts';
import { acquireLock } from '../../../storage/exclusive-lock.ts';
import type { Machine } from '../../../world.ts';
import { getSandboxFolder } from '../../framework/command/sandbox/connect-sandbox.ts';
import type { SandboxServer } from '../../framework/command/sandbox/sandbox-server.ts';

/** Processes that check the lock hold it only briefly. */
const TRY_MS = 300;

/** @throws CrierError `usage` that names the server when one runs */
export async function requireNoServer({ find }: Pick<SandboxServer, 'find'>): Promise<void> {
  const running = await find();
  if (running === null) return;
  throw createUsageError(
    `a server is running for the sandbox, process ${running.pid} at ${running.address}, and would not notice the change`,
    'stop it with "crier sandbox stop", then try again',
  );
}

/**
 * Runs `work` while no server of the sandbox runs, and none can start.
 *
 * @throws CrierError `usage` that names the server that runs, `unavailable` when another process holds the
 *   lock
 */
export async function runWithoutServer<Result>(
  server: Pick<SandboxServer, 'find'>,
  machine: Machine,
  work: () => Promise<Result>,
): Promise<Result> {
  await requireNoServer(server);
  const lock = acquireLock(getLockPath(getSandboxFolder(machine)), TRY_MS);
  if (lock === null) {
    throw new CrierError(
      'unavailable',
      'the sandbox is in use by another process: a server that starts or stops, or another import',
      { advice: 'wait for it to finish, then try again' },
    );
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
