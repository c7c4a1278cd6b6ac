import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNetworkTransport } from '../../../src/client/network-transport.ts';
import { getTlsServerName } from '../../../src/client/transport.ts';
import { crier } from '../../support/crier.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { recordingNetwork } from '../../support/network/recording-network.ts';
import { BIN, SHARED_CACHE } from '../../support/processes/installed-program.ts';
import { secureReceivers } from '../../unit/outbound/secure-receiver.ts';

const KEY = 'KEY-0000000000000000000001';
const UNVERIFIED = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const receivers = secureReceivers();

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'crier-tls-'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Runs the program against an https service on this machine. Nothing of the caller's environment is inherited. */
async function run(words: readonly string[], port: number, env: Readonly<Record<string, string>>) {
  const home = mkdtempSync(join(base, 'home-'));
  const child = spawn(process.execPath, [BIN, ...words], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      ...SHARED_CACHE,
      CRIER_BASE_URL: `https://localhost:${port}`,
      CRIER_API_KEY: KEY,
      ...env,
    },
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    texts.stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    texts.stderr += String(chunk);
  });
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exitCode, ...texts };
}

const ASK = ['api', 'GET', '/user', '--retries', '0'];
const REFUSED = 'NODE_TLS_REJECT_UNAUTHORIZED=0 disables the verification of certificates';

describe('keys are not sent where the certificate is invalid', { tags: ['C2'] }, () => {
  test('NODE_TLS_REJECT_UNAUTHORIZED=0 is refused before anything is sent, with the flag that would do', {
    tags: ['AUTH-01'],
  }, async () => {
    const receiver = await receivers({ authority: makeCertificate() });
    const { exitCode, stdout, stderr } = await run(ASK, receiver.port, UNVERIFIED);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(REFUSED);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('--insecure-skip-tls-verify accepts any certificate');
    expect(stderr).not.toContain(KEY);
    expect(receiver).toMatchObject({ connections: 0, arrived: [] });
  });

  test.each([
    ['without the variable', {}],
    ['with any other value, which Node takes for none', { NODE_TLS_REJECT_UNAUTHORIZED: 'false' }],
    ['with another store of authorities', { NODE_OPTIONS: '--use-openssl-ca' }],
    ['with the store of the system', { NODE_OPTIONS: '--use-system-ca' }],
  ])('a certificate without a name is refused %s', async (_what, env) => {
    const receiver = await receivers({ authority: makeCertificate() });
    const { exitCode, stderr } = await run(ASK, receiver.port, env);
    expect(exitCode).toBe(10);
    expect(stderr).toContain('has a certificate that is not trusted');
    expect(receiver.arrived).toEqual([]);
  });

  test.each([
    ['alone', {}],
    ['beside the variable', UNVERIFIED],
  ])('--insecure-skip-tls-verify accepts it, and says what that means: %s', async (_what, env) => {
    const receiver = await receivers({ authority: makeCertificate() });
    const { exitCode, stderr } = await run([...ASK, '--insecure-skip-tls-verify'], receiver.port, env);
    expect(exitCode).toBe(0);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      `the certificate of localhost:${receiver.port} is not verified: anyone on the network path can read the keys`,
    );
    expect(receiver.arrived).toHaveLength(1);
  });

  test('an authority of NODE_EXTRA_CA_CERTS is trusted, and needs no flag', async () => {
    const authority = makeCertificate();
    const receiver = await receivers({ authority });
    const file = join(base, 'authority.pem');
    writeFileSync(file, authority.cert);
    const { exitCode, stderr } = await run(ASK, receiver.port, { NODE_EXTRA_CA_CERTS: file });
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  test.each([
    ['--ca-file', (file: string) => [[...ASK, '--ca-file', file], {}] as const],
    ['CRIER_CA_FILE', (file: string) => [ASK, { CRIER_CA_FILE: file }] as const],
  ])('an authority of %s is trusted beside the usual ones, and no other', async (_how, build) => {
    const authority = makeCertificate();
    const receiver = await receivers({ authority });
    const file = join(base, 'private-authority.pem');
    writeFileSync(file, authority.cert);
    const [words, env] = build(file);
    expect(await run(words, receiver.port, env)).toMatchObject({ exitCode: 0, stderr: '' });
    const other = await receivers({ authority: makeCertificate() });
    expect((await run(words, other.port, env)).exitCode).toBe(10);
    expect(other.arrived).toEqual([]);
  });

  test('a file without a certificate is refused before anything is sent', async () => {
    const receiver = await receivers({ authority: makeCertificate() });
    const file = join(base, 'empty.pem');
    writeFileSync(file, 'no certificate');
    const { exitCode, stderr } = await run([...ASK, '--ca-file', file], receiver.port, {});
    expect([exitCode, receiver.connections]).toEqual([2, 0]);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('no certificate in PEM format');
  });

  test('no variable lets less than TLS 1.2 be spoken', { tags: ['S7'] }, async () => {
    const authority = makeCertificate();
    const settings = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const receiver = await receivers({ authority, settings });
    const env = { NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0' };
    const { exitCode } = await run([...ASK, '--insecure-skip-tls-verify'], receiver.port, env);
    expect([exitCode, receiver.arrived]).toEqual([10, []]);
  });

  test('the flag is not for webhooks and callbacks: "hooks send" has none, and verifies with the variable set', async () => {
    const receiver = await receivers({ authority: makeCertificate() });
    const words = ['hooks', 'send', `https://127.0.0.1:${receiver.port}/`];
    const allowed = [...words, '--allow-private', `127.0.0.1:${receiver.port}`];
    const sent = await run(allowed, receiver.port, UNVERIFIED);
    expect(sent.exitCode).toBe(10);
    expect(sent.stderr).toContain('certificate not valid');
    const flagged = await run([...allowed, '--insecure-skip-tls-verify'], receiver.port, {});
    expect(flagged.exitCode).toBe(2);
    expect(receiver.arrived).toEqual([]);
  });
});

describe('through a proxy', { tags: ['C2'] }, () => {
  const to = (port: number) => ({
    method: 'GET' as const,
    url: new URL(`https://localhost:${port}/`),
    headers: { authorization: `Bearer ${KEY}` },
    body: null,
    signal: new AbortController().signal,
  });

  test('the variable is refused before the proxy is asked', async () => {
    const proxy = await receivers({ authority: makeCertificate() });
    const env = { ...UNVERIFIED, HTTPS_PROXY: `https://localhost:${proxy.port}` };
    await expect(createNetworkTransport(env)(to(1))).rejects.toMatchObject({ kind: 'usage' });
    expect(proxy.connections).toBe(0);
  });

  test('the flag does not make the certificate of a proxy good', async () => {
    const proxy = await receivers({ authority: makeCertificate() });
    const env = { HTTPS_PROXY: `https://localhost:${proxy.port}` };
    const asked = createNetworkTransport(env, { skipVerify: true })(to(1));
    await expect(asked).rejects.toMatchObject({
      proxy: `localhost:${proxy.port}`,
      cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    });
    expect(proxy.arrived).toEqual([]);
  });
});

describe('RFC 6066 an absolute name', () => {
  test('is asked for without its final dot in SNI, and with it in Host', async () => {
    const receiver = await receivers({ authority: makeCertificate() });
    const proxy = createServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const onward = connect(receiver.port, '127.0.0.1');
        socket.pipe(onward).pipe(socket);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo; // it listens on a port
    const transport = createNetworkTransport(
      { HTTPS_PROXY: `http://127.0.0.1:${port}` },
      { skipVerify: true },
    );
    const { status, body } = await transport({
      method: 'GET',
      url: new URL('https://api.example.:8443/user'),
      headers: {},
      body: null,
      signal: new AbortController().signal,
    });
    for await (const _chunk of body);
    proxy.close();
    expect(status).toBe(200);
    expect(receiver.arrived).toMatchObject([{ name: 'api.example', host: 'api.example.:8443' }]);
  });

  test.each([
    ['https://api.example./', 'api.example'],
    ['https://api.example/', undefined],
    ['https://127.0.0.1/', undefined],
    ['https://[::1]/', undefined],
  ])('%s', (url, name) => expect(getTlsServerName(new URL(url))).toBe(name));
});

test('http on this machine has no certificate to check: the variable has no effect', {
  tags: ['C2'],
}, async () => {
  const { transport, requests } = recordingNetwork({ status: 'success' }, 200);
  const env = { ...UNVERIFIED, CRIER_BASE_URL: 'http://127.0.0.1:9', CRIER_API_KEY: KEY };
  const ran = await crier(['api', 'GET', '/user'], { env, network: transport });
  expect([ran.exitCode, requests.length]).toEqual([0, 1]);
});
