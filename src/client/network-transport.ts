import { createUsageError } from '../errors.ts';
import { createDirectTransport } from './direct-transport.ts';
import { type Environment, findProxy } from './find-proxy.ts';
import type { ProxiedTransport } from './proxied-transport.ts';
import type { Transport } from './transport.ts';

/** How TLS certificates of services are verified. */
export interface TlsOptions {
  /** Accept any certificate: only by the flag of this run, never by the environment. */
  readonly skipVerify: boolean;
}

/**
 * Sends requests over the network, through a proxy where one applies. Connections are kept alive for the next request
 * without keeping the process alive. It has no timeouts of its own: only the request's signal ends a request.
 *
 * @param env environment variables that name the proxies
 * @throws {CrierError} usage, before anything is sent, when the environment disables verification and `tls` does not
 * @see docs/command-line.md#requests
 * @see docs/safety.md#C2
 */
export function createNetworkTransport(
  env: Environment = {},
  { skipVerify }: TlsOptions = { skipVerify: false },
): Transport {
  const direct = createDirectTransport(!skipVerify);
  let proxied: Promise<ProxiedTransport> | undefined;
  return async (request) => {
    if (request.url.protocol === 'https:' && !skipVerify) refuseUnverified(request.url.host, env);
    const proxy = findProxy(request.url, env);
    if (proxy === null) return direct(request);
    proxied ??= import('./proxied-transport.ts').then(({ createProxiedTransport }) =>
      createProxiedTransport(!skipVerify),
    );
    return (await proxied)(request, proxy);
  };
}

const TLS_VARIABLE = 'NODE_TLS_REJECT_UNAUTHORIZED';

/** Ignoring the variable would be as safe, but its user expects an effect; the error says what to use instead. */
function refuseUnverified(host: string, env: Environment): void {
  if (env[TLS_VARIABLE] !== '0') return;
  throw createUsageError(
    `${TLS_VARIABLE}=0 disables the verification of certificates, and anyone could impersonate ${host} to get the keys`,
    `unset it; NODE_EXTRA_CA_CERTS can name a file with further trusted certificates, and --insecure-skip-tls-verify accepts any certificate in one run`,
  );
}
