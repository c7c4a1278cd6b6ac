import type { Client } from '../../client/client.ts';
import { getUser } from '../../service/endpoints/profiles.ts';

/** The account that the keys belong to, according to the service. */
export interface ServiceAccount {
  readonly title: string | null;
  readonly refId: string | null;
  /**
   * The service's time of the response, in milliseconds since 1970-01-01T00:00:00Z; null when it is not
   * given.
   */
  readonly serverMs: number | null;
}

/**
 * Reads the account that the sent keys belong to.
 *
 * @throws CrierError of kind auth when the keys are refused
 */
export async function readAccountInfo(client: Client): Promise<ServiceAccount> {
  const { body, headers } = await client.call(getUser, {});
  const serverMs = Date.parse(headers.date ?? '');
  return {
    title: body.title ?? null,
    refId: body.refId ?? null,
    serverMs: Number.isNaN(serverMs) ? null : serverMs,
  };
}
