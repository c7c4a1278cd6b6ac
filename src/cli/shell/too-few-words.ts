import { type CrierError, createUsageError } from '../../errors.ts';
import type { CommandPath } from './command.ts';

/** Advice for arguments that are often missing or in the wrong order. */
const ADVICE_IF_TOO_FEW: Readonly<Record<string, string>> = {
  'hooks register':
    'give the action first, then the URL: hooks register automations https://hooks.example.com/crier',
};

/** The error for missing arguments. @param missing the first of them @param help the command for more help */
export function createTooFewWordsError(path: CommandPath, missing: string, help: string): CrierError {
  const name = path.join(' ');
  const instead = Object.hasOwn(ADVICE_IF_TOO_FEW, name) ? `${ADVICE_IF_TOO_FEW[name]}; ` : '';
  return createUsageError(`${name} needs ${missing || 'more words'}`, `${instead}${help}`);
}
