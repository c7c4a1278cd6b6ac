import * as z from 'zod';
import { createUsageError } from '../../../../errors.ts';
import { COMMANDS } from '../../../framework/command/command-list.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { maskLikelySecret } from '../../../framework/output/text/known-secrets.ts';
import { isCommandName, requireKnownCommand } from '../../../framework/own-commands.ts';
import { OWN_NAME } from '../../../framework/settings/aliases.ts';

export default defineLocalChange({
  summary: 'Give a command with its flags a short name',
  description: `
"crier <name>" is then the command, with the words behind it added at its end. $1 to $9 in the command are arguments instead, in
single quotes so that your shell does not replace them. Quotes group words; no shell reads the rest. A command of crier cannot be
renamed, and an alias cannot name another alias. Aliases are for all contexts.`,
  examples: [
    "alias set triage 'comments inbox --unanswered'",
    "alias set on 'posts list --platform $1'",
    "alias set triage 'comments inbox --unanswered' --json",
  ],
  positional: ['name', 'command'],
  input: z.object({
    name: z.string().describe('its name: a letter, then small letters, digits and hyphens'),
    command: z.string().describe('the command, as one word: put it into quotes'),
  }),
  output: z.strictObject({
    name: z.string(),
    command: z.string(),
    before: z.string().nullable().describe('what it stood for until now'),
  }),
  async change({ name, command }, { settings }) {
    if (!OWN_NAME.test(name))
      throw createUsageError(
        `"${maskLikelySecret(name)}" cannot be the name of an alias`,
        'use small letters, digits and hyphens, and begin with a letter',
      );
    if (isCommandName(name, COMMANDS))
      throw createUsageError(`"${name}" is a command of crier`, 'choose another name');
    const text = command.trim().replace(/^crier\s+/, '');
    requireKnownCommand(name, text, COMMANDS);
    let before: string | null = null;
    await settings.change((saved) => {
      before = saved.aliases?.[name] ?? null;
      return before === text ? saved : { ...saved, aliases: { ...saved.aliases, [name]: text } };
    });
    return { name, command: text, before: before as string | null }; // it is assigned above
  },
  lines: ({ name, command, before }) => [
    { name: 'name', title: 'alias', value: name },
    { name: 'command', title: 'runs', value: command },
    ...(before === null || before === command ? [] : [{ name: 'before', title: 'before', value: before }]),
  ],
});
