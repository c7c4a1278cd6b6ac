import { createUsageError } from '../../../../errors.ts';
import { SECOND_MS } from '../../../../service/durations.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { splitCommandLine } from '../../../framework/output/text/shell-command.ts';
import { readSecret, readVariable } from '../../../framework/settings/secrets.ts';
import type { ReadSecret, SecretReference } from './resource-kind.ts';

/** A password manager may ask for a finger. */
const LONGEST_COMMAND_MS = 60 * SECOND_MS;

/** Reads the secrets that files refer to, when they are sent. Nothing of them is printed or recorded. */
export function createSecretReader({ io, settings }: CommandContext): ReadSecret {
  const read = async (reference: SecretReference): Promise<string> => {
    if (reference.kind === 'command') {
      const words = splitCommandLine(reference.name);
      await io.requireCommand(words);
      const text = await io.readOutput(words, LONGEST_COMMAND_MS, { isInteractive: true });
      // arguments may be secret
      return requireText(text?.replace(/\r?\n$/, '') ?? null, `the output of ${words[0] ?? ''}`);
    }
    if (reference.kind === 'variable')
      return requireText(readVariable(io.machine.env, reference.name), `the variable ${reference.name}`);
    const source = { variable: '', flagFile: reference.name };
    return requireText(await readSecret(source, io.machine, settings.readKeyFile), reference.name);
  };
  const known = new Map<string, string>();
  return async (reference) => {
    const key = JSON.stringify(reference);
    const secret = known.get(key) ?? (await read(reference));
    known.set(key, secret);
    settings.addSecret(secret);
    return secret;
  };
}

function requireText(text: string | null, from: string): string {
  if (text !== null && text.trim() !== '') return text;
  throw createUsageError(`there is no secret in ${from}`, 'nothing was sent for this webhook');
}
