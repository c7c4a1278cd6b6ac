import { isIP, type LookupFunction } from 'node:net';
import { OutboundError } from './outbound.ts';
import { parseTarget, type Resolve, resolveNames, resolveTarget } from './target.ts';

/**
 * Creates the lookup of a connection to an address that a stranger named: it gives out judged addresses only, so that
 * a public name cannot lead into a private network.
 *
 * @returns null when the URL itself is not that of a public host
 * @see docs/safety.md#S1, #S2
 */
export function createPublicLookup(url: URL, resolve: Resolve = resolveNames()): LookupFunction | null {
  const target = parseTarget(url.href, []);
  if (target === null) return null;
  return (_name, { all }, callback) => {
    resolveTarget(target, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (all === true || first === undefined) callback(null, found);
        else callback(null, first.address, first.family);
      },
      // a name that is not found is explained by the error of the system
      (error: unknown) =>
        callback(
          error instanceof OutboundError && error.cause instanceof Error ? error.cause : toError(error),
          [],
        ),
    );
  };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
