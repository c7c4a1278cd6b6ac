import type { ClientAnswer } from '../client/client-answer.ts';
import type { CommandOutcome } from './command.ts';

/** What time it was for the service when it answered, for an outcome; nothing when it does not say. */
export function getServiceTime({
  headers,
}: Pick<ClientAnswer<unknown>, 'headers'>): Pick<CommandOutcome, 'asOf'> {
  const asOf = Date.parse(headers['date'] ?? '');
  return Number.isNaN(asOf) ? {} : { asOf };
}
