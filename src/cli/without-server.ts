import { takeLock } from '../disk/exclusive-lock.ts';
import { usageError } from '../errors.ts';
import { lockFile } from '../sandbox/server-note.ts';
import { sandboxFolder } from './enter-sandbox.ts';
import type { SandboxServer } from './sandbox-server.ts';
import type { World } from './world.ts';

/** Others that look at the lock hold it for an instant. */
const TRY_MS = 300;

/**
 * Does `work` while no server of the sandbox runs, and none can start.
 *
 * @throws CrierError of kind usage that names the one that runs
 */
export async function withoutServer<Result>(
  { find }: Pick<SandboxServer, 'find'>,
  machine: Pick<World, 'env' | 'homeFolder' | 'platform'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const running = await find();
  const lock = running === null ? takeLock(lockFile(sandboxFolder(machine)), TRY_MS) : null;
  if (lock === null) {
    const where = running === null ? '' : `, at ${running.address} by process ${running.pid}`;
    throw usageError(
      `the sandbox is being served${where}, and its server would not notice`,
      'end it with "crier sandbox stop", then try again',
    );
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
