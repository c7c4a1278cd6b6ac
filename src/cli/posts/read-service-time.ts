import type { Client } from '../../client/client.ts';
import { getUser } from '../../service/endpoints/profiles.ts';
import type { CommandContext } from '../context/context.ts';
import { ignoreErrors } from '../context/ignore-errors.ts';
import { isSandbox } from '../context/is-sandbox.ts';
import { getServiceTime } from '../shell/service-time.ts';

/**
 * The service's time in milliseconds since 1970. A sandbox is asked, since its clock can be set; other services use
 * real time.
 *
 * @param service opened if it has to be asked
 */
export async function readServiceTime(
  service: () => Promise<Client>,
  { choose, now }: Pick<CommandContext, 'choose' | 'now'>,
): Promise<number> {
  if (!isSandbox((await choose()).choice)) return now();
  const answer = await ignoreErrors((await service()).call(getUser, {}));
  return (answer && getServiceTime(answer).asOf) ?? now();
}
