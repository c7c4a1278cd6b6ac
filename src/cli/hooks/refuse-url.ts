import { checkUrlLength } from '../../domain/addresses/public-url.ts';
import { parseUrlShape } from '../../domain/addresses/url-shape.ts';
import { createUsageError } from '../../errors.ts';

/**
 * Refuses a text that is not a usable http(s) URL. A password is not printed.
 *
 * @param example a valid URL
 * @throws CrierError of kind usage
 */
export function refuseUrl(url: string, example: string): void {
  const shape = parseUrlShape(url);
  const fault =
    shape === null ? 'must be an https or http URL' : (findUserFault(shape.authority) ?? checkUrlLength(url));
  if (fault !== null) throw createUsageError(`url ${fault}`, `use a URL such as ${example}`);
}

function findUserFault(authority: string): string | null {
  return authority.includes('@') ? 'must not contain a user name or password' : null;
}
