/** The delivery headers of a request. */
export interface DeliveryHeaders {
  /** Zero-based; null if absent or not an integer. */
  readonly attempt: number | null;
  readonly deliveryId: string | null;
}

const NAME = /^x-(?:[a-z0-9]+-)+delivery-(id|attempt)$/i;
const SERVICE = 'x-service-';

/**
 * Reads the delivery headers, whatever vendor prefix the service uses.
 *
 * @see docs/service/webhooks.md#signature, #HOOK-09, #HOOK-24
 */
export function readDeliveryHeaders(headers: Readonly<Record<string, string>>): DeliveryHeaders {
  const named = Object.entries(headers).map(([name, text]) => ({
    kind: NAME.exec(name)?.[1]?.toLowerCase(),
    isService: name.toLowerCase().startsWith(SERVICE),
    text: text.trim(),
  }));
  const find = (kind: 'id' | 'attempt') => {
    const all = named.filter((each) => each.kind === kind);
    return (all.find(({ isService }) => isService) ?? all[0])?.text ?? null;
  };
  const attempt = find('attempt');
  return {
    attempt: attempt !== null && /^\d{1,15}$/.test(attempt) ? Number(attempt) : null,
    deliveryId: find('id') || null,
  };
}
