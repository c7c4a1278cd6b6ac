import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hostileServers } from '../../support/network/against.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { answersJson } from '../../support/network/hostile-server.ts';
import { secureReceivers } from '../../unit/outbound/secure-receiver.ts';

const started = hostileServers();
const receivers = secureReceivers();

const OPEN = JSON.stringify(join(import.meta.dirname, '../../../src/outbound/open-outbound.ts'));

/** Posts from a process with these variables in its environment, which some of Node's own parts read as it starts. */
async function postWith(
  variables: Readonly<Record<string, string>>,
  url: string,
  trusted?: string,
): Promise<unknown> {
  const script = `
    const { openOutbound } = await import(${OPEN});
    const { host, href: url } = new URL(${JSON.stringify(url)});
    const clock = { steady: () => 0, sleep: () => new Promise(() => {}) };
    const outbound = openOutbound({ allowance: [host], clock, ...${JSON.stringify({ trusted })} });
    const body = new Uint8Array();
    const answer = await outbound.post({ url, headers: {}, body, deadlineMs: 1000, answerBytes: 100 });
    process.stdout.write(JSON.stringify([answer.status, answer.fault]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...variables, PATH: process.env['PATH'] },
  });
  return JSON.parse(stdout);
}

test('no variable of the environment leads through a proxy', { tags: ['S5'] }, async () => {
  const server = await started(answersJson({}));
  const proxy = await started(answersJson({}));
  const names = ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  const variables = Object.fromEntries(names.map((name) => [name, proxy.url.href]));
  expect(await postWith({ ...variables, NODE_USE_ENV_PROXY: '1' }, server.url.href)).toEqual([200, null]);
  expect([server.connections, proxy.connections]).toEqual([1, 0]);
});

test('no variable of the environment has a certificate taken that is not valid', {
  tags: ['S7'],
}, async () => {
  const { port, arrived } = await receivers({ authority: makeCertificate() });
  const answer = await postWith({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, `https://127.0.0.1:${port}/`);
  expect(answer).toEqual([null, 'certificate not valid']);
  expect(arrived).toEqual([]);
});

test.each([
  ['TLSv1.1', null, 'connection lost'],
  ['TLSv1.2', 200, null],
] as const)(
  'no environment variable allows less than TLS 1.2: %s',
  { tags: ['S7'] },
  async (version, status, fault) => {
    const authority = makeCertificate();
    const settings = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const { port, arrived } = await receivers({ authority, settings });
    const variables = { NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0' };
    const answer = await postWith(variables, `https://127.0.0.1:${port}/`, authority.cert);
    expect(answer).toEqual([status, fault]);
    expect(arrived).toHaveLength(status === null ? 0 : 1);
  },
);
