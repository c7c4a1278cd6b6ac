import { CrierError } from '../errors.ts';
import { isSecretName, jsonWithout, type Redactor } from './mask.ts';

/** An error as it may be shown: whatever a server, a file or a person repeated of a secret is masked in all it says. */
export function redactError(error: CrierError, clean: Redactor): CrierError {
  const { details, errors, advice, meaning, ...facts } = error.facts;
  const inside = (value: unknown) => jsonWithout(value, clean, isSecretName);
  return new CrierError(error.kind, clean(error.message), {
    ...facts,
    ...(advice !== undefined && { advice: advice === null ? null : clean(advice) }),
    ...(meaning !== undefined && { meaning: meaning === null ? null : clean(meaning) }),
    ...(details !== undefined && { details: inside(details) }),
    ...(errors !== undefined && { errors: errors.map(inside) }),
  });
}
