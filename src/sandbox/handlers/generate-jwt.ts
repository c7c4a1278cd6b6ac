import { generateLinkToken } from '../generate-keys.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import type { Handler } from './handler.ts';
import { requireUserProfile } from './profile-checks.ts';

/** A private key in PEM format, with line breaks, or with `\n` as in JSON that was escaped twice. */
const PEM =
  /^\s*-----BEGIN (?<kind>(?:[A-Z]+ )?PRIVATE KEY)-----(?:\s|\\n)+(?:[A-Za-z0-9+/=]+(?:\s|\\n)+)+-----END \k<kind>-----(?:\s|\\n)*$/;

const LONGEST_KEY = 20_000;

/**
 * Returns the address at which accounts are linked to a profile. An assumption: no page is served there, and only the
 * format of the private key is checked; it is neither stored nor shown.
 *
 * @see docs/service/endpoints.md#older-spellings
 * @see docs/service/errors.md#code-189
 */
export const generateJwt: Handler<'generateJwt'> = ({ body }, { store, random }) => {
  const { profileKey, domain, privateKey } = body;
  if (privateKey.length > LONGEST_KEY || !PEM.test(privateKey)) throw new ServiceFailure(189);
  const { title } = requireUserProfile(store, { profileKey });
  const token = generateLinkToken(random);
  const url = `https://link.example/?domain=${encodeURIComponent(domain.toWellFormed())}&token=${token}`;
  return { status: 'success', title, token, url };
};
