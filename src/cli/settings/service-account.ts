import type { Client } from '../../client/client.ts';
import { getUser } from '../../facts/endpoints/profiles.ts';

/** Whose keys they are, as the service says. */
export interface ServiceAccount {
  readonly title: string | null;
  readonly refId: string | null;
  /** The service's clock when it answered, in milliseconds since 1970-01-01T00:00:00Z; null when it did not say. */
  readonly serverMs: number | null;
}

/**
 * Asks the service whose keys it was sent.
 *
 * @throws CrierError of kind auth when it takes none of them
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
