import type { ClientAnswer } from '../../client/client-answer.ts';
import type { CommandOutcome } from './command.ts';

/** The service's time of a response, for an outcome; empty when it is not given. */
export function getServiceTime({
  headers,
}: Pick<ClientAnswer<unknown>, 'headers'>): Pick<CommandOutcome, 'asOf'> {
  const asOf = Date.parse(headers['date'] ?? '');
  return Number.isNaN(asOf) ? {} : { asOf };
}
