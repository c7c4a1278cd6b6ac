import { type CrierError, createUsageError } from '../errors.ts';
import type { CommandPath } from './command.ts';
import type { FlagFacts } from './describe-schema.ts';

const CONTEXT = 'a context is named by --context <name>';

/** Where what people put behind these commands belongs. */
const INSTEAD: Readonly<Record<string, string>> = {
  login:
    'the key is asked for, or comes by --api-key-file; a context is named by --context; a key that was typed here should be replaced',
  logout: CONTEXT,
  status: CONTEXT,
  doctor: CONTEXT,
  user: CONTEXT,
  'automations create': 'a file is named by -f <file>',
  'posts create': 'the text goes with --text "…", or a file with -f <file>',
  'posts list': 'posts of one network are listed by --platform <network>',
  'profiles list': CONTEXT,
  'sandbox fault add': 'the code goes with --code <n>',
};

/** A command got more words than it takes; none of them is repeated, for it may be a key. @param help where to read on */
export function createTooManyWordsError(
  path: CommandPath,
  positional: readonly FlagFacts[],
  help: string,
): CrierError {
  const name = path.join(' ');
  if (positional.length === 0) {
    const instead = Object.hasOwn(INSTEAD, name) ? `${INSTEAD[name]}; ` : '';
    return createUsageError(`${name} takes flags, and no other words`, `${instead}${help}`);
  }
  const wanted = positional.map((word) => `one ${word.name}`).join(' and ');
  const isText = positional.at(-1)?.key === 'query';
  const file = name === 'automations update' ? '; a file is named by -f <file>' : '';
  return createUsageError(
    `${name} was given more words than it takes`,
    `it takes ${wanted}${isText ? '; a text with spaces needs quotes' : ''}${file}; ${help}`,
  );
}
