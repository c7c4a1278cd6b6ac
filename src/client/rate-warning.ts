/**
 * Share of the service's request limit from which a warning is printed.
 *
 * @see docs/service/access.md#request-limit
 */
const WARNING_SHARE = 0.9;

/**
 * Warns that the request limit is nearly used up, by the headers of every response.
 *
 * @returns null when it is not, when nothing is left and the response itself says so, or without these headers
 */
export function getRateWarning(headers: Readonly<Record<string, string>>): string | null {
  const max = parseCount(headers['x-ratelimit-max']);
  const count = parseCount(headers['x-ratelimit-count']);
  if (max === null || count === null || count < max * WARNING_SHARE || count >= max) return null;
  return `${count} of the ${max} requests in the window of the request limit are used`;
}

function parseCount(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
