import { type CrierError, createUsageError } from '../../errors.ts';
import type { CommandPath } from './command.ts';
import type { FlagFacts } from './flags/describe-schema.ts';

const CONTEXT = 'use --context <name> to choose a context';

/** Advice for arguments that are often added to these commands. */
const ADVICE_IF_TOO_MANY: Readonly<Record<string, string>> = {
  login:
    'the key is prompted for, or read from --api-key-file; use --context to choose a context; replace a key that was typed here',
  logout: CONTEXT,
  status: CONTEXT,
  doctor: CONTEXT,
  user: CONTEXT,
  'automations create': 'use -f <file> to read a file',
  'posts create': 'use --text "…" for the text, or -f <file> for a file',
  'posts list': 'use --platform <network> for the posts of one network',
  'profiles list': CONTEXT,
  'sandbox fault add': 'use --code <n> for the error code',
};

/**
 * The error for too many arguments; none of them is printed, since it may be a key. @param help the command
 * for more help
 */
export function createTooManyWordsError(
  path: CommandPath,
  positional: readonly FlagFacts[],
  help: string,
): CrierError {
  const name = path.join(' ');
  if (positional.length === 0) {
    const instead = Object.hasOwn(ADVICE_IF_TOO_MANY, name) ? `${ADVICE_IF_TOO_MANY[name]}; ` : '';
    return createUsageError(`${name} takes only flags, no arguments`, `${instead}${help}`);
  }
  const wanted = positional.map((word) => `one ${word.name}`).join(' and ');
  const isText = positional.at(-1)?.key === 'query';
  const file = name === 'automations update' ? '; use -f <file> to read a file' : '';
  return createUsageError(
    `${name} was given too many arguments`,
    `it takes ${wanted}${isText ? '; quote a text with spaces' : ''}${file}; ${help}`,
  );
}
