import type { CommandContext } from '../../context/context.ts';
import type { ReceiverLog } from './receiver-log.ts';

/** Secrets of a run, as they were read last. */
export interface ReloadedSecrets<Secrets> {
  readonly current: Secrets;
  /** From now on, SIGHUP reads them again; the log says how that went. */
  startReloading(log: Pick<ReceiverLog, 'add'>): void;
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
  { io }: Pick<CommandContext, 'io'>,
): Promise<ReloadedSecrets<Secrets>> {
  let current = await read(null);
  let reading = Promise.resolve();
  return {
    get current() {
      return current;
    },
    startReloading(log) {
      async function readAgain(): Promise<void> {
        try {
          current = await read(current);
          await log.add({ level: 'info', event: 'secrets.read', message: describe(current) });
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          const message = `the secrets could not be read again, and those of before are still used: ${reason}`;
          await log.add({ level: 'error', event: 'secrets.failing', message, fields: { error: reason } });
        }
      }
      io.onReload(() => {
        reading = reading.then(readAgain); // one after another: the last one decides
      });
    },
  };
}
