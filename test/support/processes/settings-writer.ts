import { getSettingsPaths } from '../../../src/cli/framework/settings/paths.ts';
import { replaceContext } from '../../../src/cli/framework/settings/settings.ts';
import { changeSettings } from '../../../src/cli/framework/settings/write-settings.ts';

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
    await changeSettings(place, (settings) => replaceContext(settings, apiKey, { apiKey }));
    process.send?.(apiKey satisfies WriterSaid);
  }
  process.disconnect();
});
process.send?.('ready');
