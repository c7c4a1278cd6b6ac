import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { OutboundError } from './outbound-error.ts';
import type { OutboundTarget } from './target.ts';

/**
 * The certificates to trust. Creating the context is costly, so that all requests share one.
 *
 * @param trusted certificates to trust instead of the system's, in PEM
 */
export function createTrustContext(trusted: string | undefined): SecureContext {
  return createSecureContext({ minVersion: 'TLSv1.2', ...(trusted !== undefined && { ca: trusted }) });
}

/**
 * Encrypts a connection (TLS) and verifies the server's name. No environment variable weakens the verification.
 *
 * @throws {OutboundError} `certificate not valid`; `connection lost` when no common encryption was found
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
    // Node's types only allow an error here; it is null while nothing is wrong
    secure.once('close', () =>
      reject(new OutboundError(secure.authorizationError ? 'certificate not valid' : 'connection lost')),
    );
  });
}
