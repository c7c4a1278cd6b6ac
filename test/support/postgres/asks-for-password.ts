import { type AddressInfo, createServer } from 'node:net';

/** A server that asks every client for its password, and lets none in. */
export interface PasswordServer {
  readonly port: number;
  /** What clients sent. */
  readonly passwords: readonly string[];
  close(): void;
}

/** `AuthenticationCleartextPassword` of the protocol of Postgres. */
const ASK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const PASSWORD = 'p'.charCodeAt(0);
const HEADER_BYTES = 5;

export async function askForPasswords(): Promise<PasswordServer> {
  const passwords: string[] = [];
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    client.on('data', (bytes) => {
      if (bytes[0] !== PASSWORD) return client.write(ASK);
      passwords.push(bytes.subarray(HEADER_BYTES, -1).toString());
      return client.end(buildError('28P01'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return { port, passwords, close: () => server.close() };
}

/** `ErrorResponse` with a SQLSTATE. */
function buildError(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('E');
  header.writeInt32BE(fields.length + HEADER_BYTES - 1, 1);
  return Buffer.concat([header, fields]);
}
