/**
 * From this share of the service's request limit on, a warning is due.
 *
 * @see docs/service/access.md#request-limit
 */
const WARNING_SHARE = 0.9;

/**
 * Says that the request limit is nearly used up, by the headers that every answer carries.
 *
 * @returns null when it is not, when nothing of it is left and the answer itself says so, or when the headers do not tell
 */
export function getRateWarning(headers: Readonly<Record<string, string>>): string | null {
  const max = parseCount(headers['x-ratelimit-max']);
  const count = parseCount(headers['x-ratelimit-count']);
  if (max === null || count === null || count < max * WARNING_SHARE || count >= max) return null;
  return `${count} of the ${max} requests that the service allows in its window are used`;
}

function parseCount(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
