import { type CrierError, createUsageError } from '../errors.ts';
import type { CommandPath } from './command.ts';

/** What people leave out, or put in another order. */
const INSTEAD: Readonly<Record<string, string>> = {
  'hooks register':
    'an action comes first, and then the address: hooks register automations https://hooks.example.com/crier',
};

/** A command got fewer words than it needs. @param missing the first of them @param help where to read on */
export function createTooFewWordsError(path: CommandPath, missing: string, help: string): CrierError {
  const name = path.join(' ');
  const instead = Object.hasOwn(INSTEAD, name) ? `${INSTEAD[name]}; ` : '';
  return createUsageError(`${name} needs ${missing || 'more words'}`, `${instead}${help}`);
}
