import { execFile, execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDoc } from '../support/docs/read-doc.ts';
import { CLIENT_CALLS, type ReturnedBody } from '../support/existing-clients/client-calls.ts';
import type { CalledClient } from '../support/existing-clients/run-client.ts';
import { report } from '../support/report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SUPPORT = join(ROOT, 'test', 'support', 'existing-clients');

/**
 * Public clients of such a service that the registry has, with how many of the calls each of them offers, and codes that
 * they get by mistakes of their own: the older one lists feeds without its key.
 */
const CLIENTS: readonly (readonly [string, string, number, Readonly<Record<string, number>>])[] = [
  ['social-media-api', '1.3.0', 61, {}],
  ['social-post-api', '1.1.1', 37, { feedGet: 102 }],
];

const project = mkdtempSync(join(tmpdir(), 'crier-clients-'));
afterAll(() => rmSync(project, { recursive: true }));

beforeAll(() => {
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  const packages = CLIENTS.map(([name, version]) => `${name}@${version}`);
  execFileSync(
    'npm',
    ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...packages],
    {
      cwd: project,
    },
  );
});

const FEED = `<rss version="2.0"><channel><title>Notes</title><link>https://blog.example</link><description/>
  <item><guid>1</guid><title>One</title><link>https://blog.example/1</link></item></channel></rss>`;

async function serveFeed() {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/rss+xml').end(FEED),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { host: `127.0.0.1:${port}`, close: () => server.close() };
}

/** Runs all calls of a client against a sandbox of its own. */
async function callClient(name: string): Promise<readonly CalledClient[]> {
  const feed = await serveFeed();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: project,
    CRIER_CLIENT_FEED: `http://${feed.host}/feed`,
    CRIER_CLIENT_PRIVATE_KEY: createPrivateKey(),
  };
  const crier = [join(ROOT, 'bin', 'crier.js'), 'sandbox', 'exec', '--allow-private', feed.host, '--'];
  const client = ['--import', join(SUPPORT, 'redirect-requests.ts'), join(SUPPORT, 'run-client.ts')];
  const words = [...crier, process.execPath, ...client, project, name];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, words, { env });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CalledClient); // the program above wrote it
  } finally {
    feed.close();
  }
}

function createPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
}

/** The code of a refusal; undefined when the service did what was asked. */
function readCode({ status, code, errors }: ReturnedBody): unknown {
  if (status !== 'error') return undefined;
  return code ?? (errors as readonly ReturnedBody[] | undefined)?.[0]?.['code'];
}

test.each(CLIENTS)('every call of %s %s is answered as the contract has it', async (...client) => {
  const [name, version, count, mistakes] = client;
  const called = await callClient(name);
  const expected = new Map([
    ...CLIENT_CALLS.map((call) => [call.name, call.refusedWith] as const),
    ...Object.entries(mistakes),
  ]);
  const codes = called.map(({ name: call, answer }) => [call, readCode(answer)] as const);
  expect(codes).toEqual(codes.map(([call]) => [call, expected.get(call)]));
  expect(called).toHaveLength(count);
  const refused = codes.filter(([, code]) => code !== undefined);
  const succeeded = count - refused.length;
  expect(readDoc('guides/testing')).toContain(`| ${name} ${version} | ${count} | ${succeeded} |`);
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8').replaceAll('\n', ' ')).toContain(
    `${name} ${version}, ${succeeded} of ${count}`,
  );
  report(
    `${name} ${version}: ${count} calls, ${succeeded} succeeded, refused: ${refused
      .map(([call, code]) => `${call} (${code})`)
      .join(', ')}`,
  );
});
