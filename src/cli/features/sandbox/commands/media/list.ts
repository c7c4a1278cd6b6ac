import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { buildMediaView } from '../../control-views.ts';

export default defineCommand({
  summary: 'List the described media files',
  examples: ['sandbox media list', 'sandbox media list --json'],
  flags: [],
  input: z.object({}),
  output: CONTROL.listMedia.answer,
  records: 'media',
  async run(_input, { sandbox }) {
    const { media } = await (await sandbox.control()).call('listMedia', {});
    return { view: buildMediaView(media) };
  },
});
