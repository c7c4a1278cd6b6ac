import { directTransport } from './direct-transport.ts';
import type { ProxiedTransport } from './proxied-transport.ts';
import { type Environment, proxyFor } from './proxy.ts';
import type { Transport } from './transport.ts';

/**
 * Carries requests over the network, through a proxy where one applies. Connections are kept for the next request,
 * and do not keep the program alive. Time is the caller's: nothing here ends a request but its signal.
 *
 * @param env names the proxies
 * @see the command line's contract, "Requests"; safety.md, C2
 */
export function networkTransport(env: Environment = {}): Transport {
  const direct = directTransport();
  let proxied: Promise<ProxiedTransport> | undefined;
  return async (request) => {
    const proxy = proxyFor(request.url, env);
    if (proxy === null) return direct(request);
    proxied ??= import('./proxied-transport.ts').then(({ proxiedTransport }) => proxiedTransport());
    return (await proxied)(request, proxy);
  };
}
