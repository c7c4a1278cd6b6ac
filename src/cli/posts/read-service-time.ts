import type { Client } from '../../client/client.ts';
import { getUser } from '../../facts/endpoints/profiles.ts';
import type { CommandContext } from '../context.ts';
import { ignoreErrors } from '../ignore-errors.ts';
import { isSandbox } from '../is-sandbox.ts';
import { getServiceTime } from '../service-time.ts';

/**
 * What time it is where a post is published, in milliseconds since 1970. A sandbox is asked, since its
 * clock may be set; any other service goes by the same time as everybody, and so does one that does not say.
 *
 * @param service opened when it has to be asked
 */
export async function readServiceTime(
  service: () => Promise<Client>,
  { choose, now }: Pick<CommandContext, 'choose' | 'now'>,
): Promise<number> {
  if (!isSandbox((await choose()).choice)) return now();
  const answer = await ignoreErrors((await service()).call(getUser, {}));
  return (answer && getServiceTime(answer).asOf) ?? now();
}
