import * as z from 'zod';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import { getCacheFolder, getStateFolder } from '../../../../framework/settings/paths.ts';

export default defineLocalRead({
  summary: 'Print the paths of settings, sandbox data and cache',
  examples: ['config path', 'config path --json'],
  repairsSettings: true,
  input: z.object({}),
  output: z.strictObject({
    file: z.string(),
    stateFolder: z.string(),
    cacheFolder: z.string().nullable().describe('compiled code, which may be deleted; null for none'),
  }),
  read: (_input, { settings, io }) => ({
    file: settings.place().file,
    stateFolder: getStateFolder(io.machine),
    cacheFolder: getCacheFolder(io.machine),
  }),
  lines: ({ file, stateFolder, cacheFolder }) => [
    { name: 'file', title: 'settings', value: file },
    { name: 'stateFolder', title: 'data', value: stateFolder },
    { name: 'cacheFolder', title: 'cache', value: cacheFolder },
  ],
});
