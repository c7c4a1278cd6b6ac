import { CrierError } from '../errors.ts';
import { isSecretName, type Redactor, redactValue } from './mask.ts';

/**
 * An error as it may be shown: whatever a server, a file or a person repeated of a secret is masked in all it says.
 *
 * @param cleanCut cleans the message of a defect, in which another program may have cut short what it complains about
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
