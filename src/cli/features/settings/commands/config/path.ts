import * as z from 'zod';
import { defineCommand } from '../../../../framework/command/command.ts';
import { getCacheFolder, getStateFolder } from '../../../../framework/settings/paths.ts';

export default defineCommand({
  summary: 'Print the paths of settings, sandbox data and cache',
  examples: ['config path', 'config path --json'],
  flags: [],
  repairsSettings: true,
  input: z.object({}),
  output: z.strictObject({
    file: z.string(),
    stateFolder: z.string(),
    cacheFolder: z.string().nullable().describe('compiled code, which may be deleted; null for none'),
  }),
  async run(_input, { settings, io }) {
    const document = {
      file: settings.place().file,
      stateFolder: getStateFolder(io.machine),
      cacheFolder: getCacheFolder(io.machine),
    };
    return {
      view: {
        kind: 'record',
        document,
        lines: [
          { name: 'file', title: 'settings', value: document.file },
          { name: 'stateFolder', title: 'data', value: document.stateFolder },
          { name: 'cacheFolder', title: 'cache', value: document.cacheFolder },
        ],
      },
    };
  },
});
