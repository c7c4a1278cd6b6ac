import { createUsageError } from '../../../errors.ts';
import type { ReceiverLog } from '../../../receiver/run/receiver-log.ts';
import type { IoPort } from '../../framework/command/io.ts';

export interface ReloadedSecrets<Secrets> {
  current: Secrets;
  /** From now on, SIGHUP reads them again, and so does one that came before; the log says how that went. */
  startReloading(log: ReceiverLog['add']): void;
}

/**
 * Reads secrets, and again when the process gets SIGHUP. When they cannot be read then, or are not valid, the old ones
 * stay in use: a rotation that goes wrong must not refuse deliveries.
 *
 * @param read gets the former ones, and throws what is wrong with the new ones
 * @param describe says what is used now, for people, without the secrets
 */
export async function readReloadedSecrets<Secrets>(
  read: (former: Secrets | null) => Promise<Secrets>,
  describe: (secrets: Secrets) => string,
  io: IoPort,
): Promise<ReloadedSecrets<Secrets>> {
  const { promise: started, resolve: startReloading } = Promise.withResolvers<ReceiverLog['add']>();
  let reading = Promise.resolve();
  // before the first reading: a supervisor may send it while the program starts, which must not end it
  io.onReload(() => {
    reading = reading.then(readAgain); // one after another: the last one decides
  });
  let current = await read(null);
  async function readAgain(): Promise<void> {
    const log = await started;
    try {
      current = await read(current);
      await log({ level: 'info', event: 'secrets.read', message: describe(current) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `the secrets could not be read again, and those of before are still used: ${reason}`;
      await log({ level: 'error', event: 'secrets.failing', message, fields: { error: reason } });
    }
  }
  return {
    get current() {
      return current;
    },
    startReloading,
  };
}

/** @throws CrierError of kind usage: whether something is checked is decided when the program starts */
export function requireSameChecks(wasSet: boolean, isSet: boolean): void {
  if (wasSet !== isSet)
    throw createUsageError('one is set that was not set, or none is set now', 'start the program again');
}
