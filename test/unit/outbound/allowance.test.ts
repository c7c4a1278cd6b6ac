import { describe, expect, test } from 'vitest';
import { isAllowed } from '../../../src/domain/addresses/public-url.ts';
import { hostileServers } from '../../support/network/against.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { answersJson } from '../../support/network/hostile-server.ts';
import { secureReceivers } from './secure-receiver.ts';
import { asking, isolatedOutbound, PUBLIC, recorded } from './test-outbound.ts';

const started = hostileServers();
const receivers = secureReceivers();

const REFUSED = { status: null, body: null, fault: 'address not allowed', byAllowance: false };

describe('an allowance is for one host and port', { tags: ['S9'] }, () => {
  test.each([
    ['http, where it is allowed', 'http://127.0.0.1:4000/hook', true],
    ['https', 'https://127.0.0.1:4000/hook', true],
    ['capitals', 'HTTP://127.0.0.1:4000/hook', true],
    ['another spelling of the same', 'http://2130706433:4000/hook', true],
    ['another port', 'http://127.0.0.1:4001/', false],
    ['no port', 'http://127.0.0.1/', false],
    ['another address of this machine', 'http://127.0.0.2:4000/', false],
    ['a name of it', 'http://localhost:4000/', false],
    ['a user', 'http://me@127.0.0.1:4000/', false],
    ['no more than an @', 'http://@127.0.0.1:4000/', false],
    ['the allowed one as a user', 'http://127.0.0.1:4000@127.0.0.2/', false],
    ['another scheme', 'ftp://127.0.0.1:4000/', false],
    ['a socket', 'ws://127.0.0.1:4000/', false],
    ['a line end', 'http://127.0.0.1:4000/\r\nX: y', false],
    ['a tab in the host', 'http://127.0\t.0.1:4000/', false],
    ['a blank before it', ' http://127.0.0.1:4000/', false],
    ['a blank behind it', 'http://127.0.0.1:4000/ ', false],
    ['a backslash', 'http://127.0.0.1:4000\\@127.0.0.2/', false],
    ['one slash', 'http:/127.0.0.1:4000/', false],
    ['no URL', '127.0.0.1:4000', false],
    ['nothing', '', false],
  ])('%s: %s', async (_what, url, expected) => {
    expect(isAllowed(url, ['hooks.example:443', '127.0.0.1:4000'])).toBe(expected);
    expect(isAllowed(url, [])).toBe(false);
    const { outbound, dialled } = isolatedOutbound({ allowance: ['127.0.0.1:4000'] });
    const answer = recorded(await outbound.post(asking(url)));
    if (!expected) expect(answer).toEqual(REFUSED);
    expect(dialled).toEqual(expected ? [{ address: '127.0.0.1', port: 4000 }] : []);
  });

  test.each([
    ['http://hooks.example/', 'hooks.example:80', 80],
    ['https://hooks.example/', 'hooks.example:443', 443],
    ['http://hooks.example:443/', 'hooks.example:443', 443],
    ['http://[::1]:4000/', '[::1]:4000', 4000],
  ])('the ports that are ranges of one: %s', async (url, allowed, port) => {
    expect(isAllowed(url, [allowed])).toBe(true);
    const { outbound, dialled } = isolatedOutbound({ allowance: [allowed] });
    await outbound.post(asking(url));
    expect(dialled.map((each) => each.port)).toEqual([port]);
    expect(isAllowed(url, ['hooks.example:81', '[::1]:80'])).toBe(false);
  });

  test('returns what it was given', () => {
    expect(isolatedOutbound({ allowance: ['127.0.0.1:4000'] }).outbound.allowed).toEqual(['127.0.0.1:4000']);
  });
});

/** Addresses that a name must not lead to, whatever the run allows: link-local ones, and metadata services elsewhere. */
const NEVER_BY_NAME = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.0.0',
  '169.254.255.255',
  'fe80::1',
  'fe80::1%lo',
  'FE80::A9FE:A9FE',
  'febf:ffff::1%eth0',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:0ec2:0:0::254',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::169.254.169.254',
  '2002:a9fe:a9fe::1',
  '2606:4700::5efe:a9fe:a9fe',
  'fd00::5efe:169.254.169.254',
];

describe('a name that a run allows never leads to a link-local address, nor to metadata', {
  tags: ['S2', 'S9'],
}, () => {
  test.each(NEVER_BY_NAME.flatMap((bad) => [[[bad]], [['127.0.0.1', bad]], [[bad, PUBLIC]]]))(
    'resolved to %j',
    async (found) => {
      for (const scheme of ['http', 'https']) {
        const { outbound, dialled } = isolatedOutbound({
          allowance: ['hooks.example:8080'],
          finds: () => found,
        });
        expect(recorded(await outbound.post(asking(`${scheme}://hooks.example:8080/`)))).toEqual(REFUSED);
        expect(dialled).toEqual([]);
      }
    },
  );

  test.each(NEVER_BY_NAME)('connected through to %s: nothing is sent', async (seen) => {
    const server = await started(answersJson({}));
    const { outbound, sockets } = isolatedOutbound({
      allowance: ['hooks.example:8080'],
      finds: () => ['127.0.0.1'],
      leadsTo: Number(server.url.port),
      seemsAt: () => seen,
    });
    expect(await outbound.post(asking('http://hooks.example:8080/'))).toMatchObject({
      status: null,
      fault: 'address not allowed',
    });
    expect(sockets.map(({ bytesWritten }) => bytesWritten)).toEqual([0]);
  });

  test.each([
    ['its own network', ['10.0.0.7', '192.168.1.20', '172.17.0.2']],
    ['its own network of IPv6', ['fd12:3456::1', '::1']],
    ['neighbours of those', ['169.253.255.255', '169.255.0.0', 'fec0::1', 'fe7f::1', '100.100.100.201']],
  ])('and still leads to %s', async (_what, found) => {
    const { outbound, dialled } = isolatedOutbound({ allowance: ['hooks.example:8080'], finds: () => found });
    await outbound.post(asking('http://hooks.example:8080/'));
    expect(dialled.map(({ address }) => address)).toEqual(found);
  });

  test.each([
    ['http://169.254.10.20:8080/', '169.254.10.20:8080', '169.254.10.20'],
    ['http://0xa9fe0a14:8080/', '169.254.10.20:8080', '169.254.10.20'],
    ['http://[fe80::1]:8080/', '[fe80::1]:8080', 'fe80::1'],
  ])('an address that is named itself is reached: %s', async (url, allowed, address) => {
    const { outbound, dialled } = isolatedOutbound({ allowance: [allowed] });
    await outbound.post(asking(url));
    expect(dialled).toEqual([{ address, port: 8080 }]);
    const other = isolatedOutbound({ allowance: [allowed], leadsTo: 9, seemsAt: () => '169.254.169.254' });
    await other.outbound.post(asking(url));
    expect(other.sockets.map(({ bytesWritten }) => bytesWritten)).toEqual([0]);
  });
});

describe('requests that need an allowance are marked', { tags: ['S9'] }, () => {
  const port = 8443;
  test.each([
    ['an address that is not public', `https://hooks.example:${port}/`, ['127.0.0.1'], true],
    ['a public one without TLS', `http://hooks.example:${port}/`, [PUBLIC], true],
    ['a port that is not open', 'https://hooks.example:22/', [PUBLIC], true],
    ['a name of the own network that leads out', `https://hooks.local:${port}/`, [PUBLIC], true],
    ['what would have been reached anyway', `https://hooks.example:${port}/`, [PUBLIC], false],
    ['the same, after all', 'https://hooks.example/', ['2606:4700::1111', PUBLIC], false],
  ])('%s', async (_what, url, found, byAllowance) => {
    const { outbound, dialled } = isolatedOutbound({
      allowance: ['hooks.example:8443', 'hooks.local:8443', 'hooks.example:22', 'hooks.example:443'],
      finds: () => found,
    });
    expect(recorded(await outbound.post(asking(url)))).toEqual({
      status: null,
      body: null,
      fault: 'connection refused',
      byAllowance,
    });
    expect(dialled.map(({ address }) => address)).toEqual(found);
  });

  test('also where only the connection turns out to lead there', async () => {
    const receiver = await receivers({ authority: makeCertificate() });
    const { outbound } = isolatedOutbound({
      allowance: ['hooks.example:8443'],
      leadsTo: receiver.port,
      seemsAt: () => '10.0.0.1',
    });
    expect(await outbound.post(asking('https://hooks.example:8443/'))).toMatchObject({
      fault: 'certificate not valid',
      byAllowance: true,
    });
  });

  test.each([
    ['a name that is not found', []],
    ['what is no address', ['127.0.0.1', 'localhost']],
  ])('and nothing where nothing was begun: %s', async (_what, found) => {
    const { outbound, dialled } = isolatedOutbound({ allowance: ['hooks.example:443'], finds: () => found });
    expect(await outbound.post(asking('https://hooks.example/'))).toMatchObject({
      status: null,
      byAllowance: false,
    });
    expect(dialled).toEqual([]);
  });

  test('an answer of this machine, with TLS and without', async () => {
    const authority = makeCertificate();
    const server = await started(answersJson({}));
    const receiver = await receivers({ authority, addresses: ['127.0.0.1'] });
    const plain = isolatedOutbound({ allowance: [server.url.host], leadsTo: Number(server.url.port) });
    expect(recorded(await plain.outbound.post(asking(server.url.href)))).toEqual({
      status: 200,
      body: '{}',
      fault: null,
      byAllowance: true,
    });
    const secure = isolatedOutbound({
      allowance: [`127.0.0.1:${receiver.port}`],
      leadsTo: receiver.port,
      trusted: authority.cert,
    });
    expect(await secure.outbound.post(asking(`https://127.0.0.1:${receiver.port}/`))).toMatchObject({
      status: 200,
      byAllowance: true,
    });
  });
});
