import * as z from 'zod';
import { getStateFolder } from '../../../context/paths.ts';
import { defineCommand } from '../../../shell/command.ts';

export default defineCommand({
  summary: 'Print the paths of the settings and the sandbox data',
  examples: ['config path', 'config path --json'],
  flags: [],
  repairsSettings: true,
  input: z.object({}),
  output: z.strictObject({ file: z.string(), stateFolder: z.string() }),
  async run(_input, { settings, io }) {
    const document = { file: settings.place().file, stateFolder: getStateFolder(io.machine) };
    return {
      view: {
        kind: 'record',
        document,
        lines: [
          { name: 'file', title: 'settings', value: document.file },
          { name: 'stateFolder', title: 'data', value: document.stateFolder },
        ],
      },
    };
  },
});
