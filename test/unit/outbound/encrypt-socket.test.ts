import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/service/durations.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { secureReceivers } from './secure-receiver.ts';
import { asking, isolatedOutbound, recorded } from './test-outbound.ts';

const receivers = secureReceivers();

const authority = makeCertificate();
const URL_OF_IT = 'https://hooks.example/hook';
const names = ['hooks.example'];
const past = { from: Date.now() - 9 * DAY_MS, to: Date.now() - 2 * DAY_MS };
const future = { from: Date.now() + 2 * DAY_MS, to: Date.now() + 9 * DAY_MS };

/** The result of a request to a server that shows this certificate. */
async function ask(wanted: Omit<Parameters<typeof receivers>[0], 'authority'>, url = URL_OF_IT) {
  const receiver = await receivers({ authority, ...wanted });
  const { outbound } = isolatedOutbound({ leadsTo: receiver.port, trusted: authority.cert });
  return { receiver, answer: recorded(await outbound.post(asking(url))) };
}

describe('who answers has to show that it is who the name says', { tags: ['S7'] }, () => {
  test.each([
    ['vouched for by itself', { shows: makeCertificate({ names }) }],
    ['by an unknown issuer', { shows: makeCertificate({ names, by: makeCertificate() }) }],
    ['of another name', { shows: makeCertificate({ names: ['other.example'], by: authority }) }],
    ['of the name above', { shows: makeCertificate({ names: ['example'], by: authority }) }],
    ['of the names below', { shows: makeCertificate({ names: ['*.hooks.example'], by: authority }) }],
    ['of an address', { shows: makeCertificate({ names: ['93.184.216.34'], by: authority }) }],
    ['that has run out', { shows: makeCertificate({ names, by: authority, ...past }) }],
    ['of days to come', { shows: makeCertificate({ names, by: authority, ...future }) }],
  ])('a certificate %s is not valid', async (_what, wanted) => {
    const { receiver, answer } = await ask(wanted);
    expect(answer).toEqual({ status: null, body: null, fault: 'certificate not valid', byAllowance: false });
    expect(receiver.arrived).toEqual([]);
  });

  test.each([
    ['of its name', makeCertificate({ names, by: authority }), 'hooks.example'],
    [
      'of it among others',
      makeCertificate({ names: ['a.example', ...names], by: authority }),
      'hooks.example',
    ],
    ['of its name without the dot of the root', makeCertificate({ names, by: authority }), 'hooks.example.'],
  ])('a certificate %s is valid', async (_what, shows, host) => {
    const { receiver, answer } = await ask({ shows }, `https://${host}/hook`);
    expect(answer).toEqual({ status: 200, body: '{}', fault: null, byAllowance: false });
    expect(receiver.arrived).toMatchObject([{ name: 'hooks.example', host, path: '/hook' }]);
  });

  test('a certificate of all names below one is valid for these', async () => {
    const shows = makeCertificate({ names: ['*.hooks.example'], by: authority });
    const { answer } = await ask({ shows }, 'https://a.hooks.example/');
    expect(answer).toMatchObject({ status: 200, fault: null });
    expect((await ask({ shows }, 'https://a.b.hooks.example/')).answer.fault).toBe('certificate not valid');
  });

  test.each([
    ['https://8.8.8.8:8443/', '8.8.8.8', '8.8.8.8:8443'],
    ['https://[2606:4700::1111]/', '2606:4700::1111', '[2606:4700::1111]'],
  ])(
    'an address must be in the certificate, and is not sent in the clear: %s',
    async (url, address, host) => {
      const good = await ask({ addresses: [address] }, url);
      expect([good.answer.status, good.receiver.arrived]).toMatchObject([200, [{ name: '', host }]]);
      const bad = await ask({ addresses: ['8.8.4.4'] }, url);
      expect(bad.answer.fault).toBe('certificate not valid');
    },
  );

  test('without a word on whom to trust, those that this machine trusts are', async () => {
    const receiver = await receivers({ authority });
    const { outbound } = isolatedOutbound({ leadsTo: receiver.port });
    expect(await outbound.post(asking(URL_OF_IT))).toMatchObject({ fault: 'certificate not valid' });
  });
});

describe('TLS 1.2 is the least', { tags: ['S7'] }, () => {
  test.each([
    ['TLSv1.2', 200, null],
    ['TLSv1.3', 200, null],
    ['TLSv1.1', null, 'connection lost'],
    ['TLSv1', null, 'connection lost'],
  ] as const)('only %s', async (version, status, fault) => {
    const settings = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const { receiver, answer } = await ask({ settings });
    expect(answer).toMatchObject({ status, fault });
    expect(receiver.arrived.map(({ protocol }) => protocol)).toEqual(status === null ? [] : [version]);
    expect(receiver.connections).toBe(1);
  });

  test('a server without TLS receives nothing in plain text', async () => {
    const heard: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('data', (bytes) => {
        heard.push(bytes);
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    const { outbound } = isolatedOutbound({ leadsTo: port });
    expect(recorded(await outbound.post(asking(URL_OF_IT)))).toMatchObject({
      status: null,
      fault: 'connection lost',
    });
    expect(Buffer.concat(heard).toString()).not.toMatch(/POST|hello/);
    server.close();
  });

  test('a server that only speaks HTTP/2 is refused', async () => {
    const { answer, receiver } = await ask({ settings: { ALPNProtocols: ['h2'] } });
    expect(answer).toMatchObject({ status: null, fault: 'connection lost' });
    expect(receiver.arrived).toEqual([]);
  });
});
