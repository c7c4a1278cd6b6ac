import { getSettingsPaths } from '../../../src/cli/framework/settings/paths.ts';
import { replaceContext } from '../../../src/cli/framework/settings/settings.ts';
import { changeSettings } from '../../../src/cli/framework/settings/write-settings.ts';
import { CrierError } from '../../../src/errors.ts';

/** What a writer says: the name of a context that it has saved. */
export type WriterSaid = string;

// A program of its own: reports that it is ready, gets the time, and then saves a number of contexts, one at a time.
const [folder = '', name = '', count = '0'] = process.argv.slice(2);

process.umask(0);
process.once('message', async (moment: number) => {
  while (Date.now() < moment);
  const place = getSettingsPaths({
    env: { CRIER_CONFIG_DIR: folder },
    homeFolder: '/',
    platform: process.platform,
  });
  for (let index = 0; index < Number(count); index++) {
    const apiKey = `${name}-${index}`;
    await save(() => changeSettings(place, (settings) => replaceContext(settings, apiKey, { apiKey })));
    process.send?.(apiKey satisfies WriterSaid);
  }
  process.disconnect();
});
process.send?.('ready');

/** Saves as soon as the others let it: on a slow machine, fifty of them keep the lock for longer than a command waits. */
async function save(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof CrierError && error.kind === 'unavailable')) throw error;
    await save(change);
  }
}
