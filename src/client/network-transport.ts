import { createUsageError } from '../errors.ts';
import { createDirectTransport } from './direct-transport.ts';
import { type Environment, findProxy } from './find-proxy.ts';
import type { ProxiedTransport } from './proxied-transport.ts';
import type { Transport } from './transport.ts';

/** How the TLS certificates of services are treated. */
export interface TlsOptions {
  /** Accept any certificate: only because this run was told to, never because of the environment. */
  readonly skipVerify: boolean;
}

/**
 * Carries requests over the network, through a proxy where one applies. Connections are kept for the next request,
 * and do not keep the program alive. Time is the caller's: nothing here ends a request but its signal.
 *
 * @param env names the proxies
 * @throws {CrierError} usage, before anything is sent, when the environment turns verification off and `tls` does not
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

/** Ignoring the variable would be as safe, but its user expects an effect: the error says what to do instead. */
function refuseUnverified(host: string, env: Environment): void {
  if (env[TLS_VARIABLE] !== '0') return;
  throw createUsageError(
    `${TLS_VARIABLE}=0 turns off the check of certificates, and anyone could pose as ${host} to get the keys`,
    `unset it; NODE_EXTRA_CA_CERTS names a file with certificates to trust besides, and --insecure-skip-tls-verify accepts any certificate in one run`,
  );
}
