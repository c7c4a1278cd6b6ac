import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { OutboundError } from './outbound-error.ts';
import type { OutboundTarget } from './parse-target.ts';

/**
 * What certificates are judged by. It is costly to make: one for all requests.
 *
 * @param trusted certificates to be trusted instead of the system's, in PEM
 */
export function createTrustContext(trusted: string | undefined): SecureContext {
  return createSecureContext({ minVersion: 'TLSv1.2', ...(trusted !== undefined && { ca: trusted }) });
}

/**
 * Encrypts a connection, and has the other side show that it is who the name says. No setting of the environment
 * loosens it.
 *
 * @throws {OutboundError} `certificate not valid`; `connection lost` where no encryption both know came about
 * @see docs/safety.md#S7
 */
export function encryptSocket(
  socket: Socket,
  target: OutboundTarget,
  secureContext: SecureContext,
): Promise<TLSSocket> {
  // SNI and certificates name a host without the dot of the root (RFC 6066, section 3)
  const host = target.host.replace(/\.$/, '');
  const secure = connect({
    socket,
    secureContext,
    host,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
  return new Promise((resolve, reject) => {
    secure.on('error', () => undefined);
    secure.once('secureConnect', () => resolve(secure));
    // Node's types know of an error alone; there is null as long as nothing is wrong
    secure.once('close', () =>
      reject(new OutboundError(secure.authorizationError ? 'certificate not valid' : 'connection lost')),
    );
  });
}
