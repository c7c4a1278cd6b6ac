import * as z from 'zod';
import { fillVariables } from '../../../../domain/text/fill-variables.ts';
import { REPLY_VARIABLES } from '../../../../domain/text/reply-variables.ts';
import { createUsageError } from '../../../../errors.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { describeUnfilled, noteSuspicions } from '../../../framework/input/files/check-text.ts';
import { readMessage } from '../../../framework/input/files/read-files.ts';
import { defineSwitch, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { SettingName } from '../../../framework/settings/settings.ts';
import { openSavedReplies, SavedReply } from '../../comments/saved-replies.ts';

export default defineLocalChange({
  summary: 'Save a reply to comments under a name',
  description: `
It is saved on this machine, for all contexts and profiles. In "comments inbox" on a terminal, Tab takes it; it is sent
after its preview only. "comments reply --saved" sends it without one.

{{handle}} and {{name}} are filled for each comment by the names of its writer, as in "comments reply"; {{{{ is a literal {{.`,
  examples: [
    'replies save thanks --text "Thank you, @{{handle}}!"',
    'replies save hours --text "We are open from 8 to 16, on Sundays from 10" --json',
    'replies save thanks --text "Thank you so much, @{{handle}}!" --replace',
  ],
  positional: ['name'],
  input: z.object({
    name: SettingName.describe('name of the reply'),
    text: defineTextFlag('text of the reply', { placeholder: 'text', conflicts: ['textFile'] }),
    textFile: defineTextFlag('read the text from this file (`-` for standard input)', {
      placeholder: 'file',
    }),
    replace: defineSwitch('replace the reply that has this name'),
  }),
  output: SavedReply,
  async change({ name, text: given, textFile, replace }, { io }) {
    const text =
      given ??
      (textFile === undefined ? await io.askLine('Reply') : await readMessage(textFile, io.readFile));
    if (text === null)
      throw createUsageError('the text is missing', 'add --text or --text-file (`-` for standard input)');
    if (text.trim() === '') throw createUsageError('the text is blank', 'add a text');
    const [unknown] = fillVariables(text, REPLY_VARIABLES).unknown;
    if (unknown !== undefined)
      throw createUsageError(
        `the text: ${describeUnfilled(unknown)}`,
        'nothing was saved; only {{handle}} and {{name}} are filled',
      );
    await noteSuspicions(text, io);
    const reply = { name, text };
    await openSavedReplies(io).save(reply, { mayReplace: replace });
    return reply;
  },
  lines: ({ name, text }) => [
    { name: 'name', title: 'name', value: name },
    { name: 'text', title: 'text', value: text },
  ],
});
