import { CrierError } from '../errors.ts';
import { isSecretName, type Redactor, redactValue } from './mask.ts';

/**
 * Redacts an error: secrets that a server, a file or the user repeated are masked in all of its texts.
 *
 * @param cleanCut redacts the message of a defect, in which another program may have truncated what it quotes
 */
export function redactError(error: CrierError, clean: Redactor, cleanCut: Redactor = clean): CrierError {
  const { details, errors, advice, meaning, ...facts } = error.facts;
  const inside = (value: unknown) => redactValue(value, clean, isSecretName);
  const cleanMessage = error.kind === 'internal' ? cleanCut : clean;
  return new CrierError(error.kind, cleanMessage(error.message), {
    ...facts,
    ...(advice !== undefined && { advice: advice === null ? null : clean(advice) }),
    ...(meaning !== undefined && { meaning: meaning === null ? null : clean(meaning) }),
    ...(details !== undefined && { details: inside(details) }),
    ...(errors !== undefined && { errors: errors.map(inside) }),
  });
}
