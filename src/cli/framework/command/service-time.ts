import type { Client } from '../../../client/client.ts';
import { ignoreErrors } from '../../../errors.ts';
import { getServiceTime } from './command.ts';
import type { IoPort } from './io.ts';
import { isSandbox } from './sandbox/sandbox-control.ts';
import type { ServicePort } from './service.ts';

/**
 * The service's time in milliseconds since 1970. A sandbox is asked, since its clock can be set; other services use
 * real time.
 *
 * @param service opened if it has to be asked
 */
export async function readServiceTime(
  openClient: () => Promise<Client>,
  { service, io }: { service: ServicePort; io: IoPort },
): Promise<number> {
  if (!isSandbox((await service.choose()).choice)) return io.now();
  const { getUser } = await import('../../../service/endpoints/profiles.ts');
  const answer = await ignoreErrors((await openClient()).call(getUser, {}));
  return (answer && getServiceTime(answer).asOf) ?? io.now();
}
