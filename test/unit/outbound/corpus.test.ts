import { describe, expect, test } from 'vitest';
import { hostileServers } from '../../support/network/against.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { BAD_ANSWERS, CORPUS_BAD, SPELLED_HOSTS } from './corpus-bad.ts';
import { CORPUS_GOOD } from './corpus-good.ts';
import {
  expectAllTaken,
  expectNoneAutomated,
  expectNoneRegistered,
  expectNotFollowed,
  REDIRECTS,
} from './expect-corpus.ts';
import { secureReceivers } from './secure-receiver.ts';
import { asking, isolatedOutbound, PUBLIC, recorded } from './test-outbound.ts';

const SHARE = 40;

/** Some of a corpus, from all parts of it: what is judged is tested with all of them, how it is asked with these. */
function sampleOf<Form>(corpus: readonly Form[], share = SHARE): readonly Form[] {
  return corpus.filter((_form, at) => at % share === 0);
}

const receivers = secureReceivers();

const REFUSED = { status: null, body: null, fault: 'address not allowed', byAllowance: false };

describe('what the corpora hold', { tags: ['T7'] }, () => {
  test('at least 400 bad forms and 100 good ones, none of them twice', () => {
    expect(new Set(CORPUS_BAD).size).toBe(CORPUS_BAD.length);
    expect(CORPUS_BAD.length).toBeGreaterThan(400);
    expect(new Set(CORPUS_GOOD.map(({ url }) => url)).size).toBe(CORPUS_GOOD.length);
    expect(CORPUS_GOOD.length).toBeGreaterThan(100);
  });

  test('every spelling of an address is one: a reader of URLs makes the address of it', () => {
    for (const { address, host } of SPELLED_HOSTS) {
      expect([host, new URL(`https://${host}/`).hostname]).toEqual([host, address]);
    }
  });

  test('every good form leads to the host that it is expected to lead to', () => {
    for (const { url, host } of CORPUS_GOOD) expect([url, new URL(url).host]).toEqual([url, host]);
  });
});

describe('when connecting', { tags: ['T7'] }, () => {
  test('no bad form is looked up or connected to', { tags: ['S1', 'S3', 'S7', 'AUT-19'] }, async () => {
    const { outbound, dialled, lookedUp } = isolatedOutbound();
    for (const url of CORPUS_BAD)
      expect([url, recorded(await outbound.post(asking(url)))]).toEqual([url, REFUSED]);
    expect({ dialled, lookedUp }).toEqual({ dialled: [], lookedUp: [] });
    report(`T7 connecting: ${CORPUS_BAD.length} bad forms refused, ${dialled.length} connections begun`);
  });

  test('no name is connected to that resolves to a bad address, as the only one or among good ones', {
    tags: ['S1', 'S2', 'S3', 'CBK-08', 'K-08'],
  }, async () => {
    let found: readonly string[] = [];
    const { outbound, dialled } = isolatedOutbound({ finds: () => found });
    const ways = BAD_ANSWERS.flatMap((bad) => [
      [bad],
      [PUBLIC, bad],
      [bad, PUBLIC],
      [PUBLIC, bad, '8.8.8.8'],
    ]);
    for (found of ways) {
      const answer = await outbound.post(asking('https://hooks.example/'));
      expect([found, recorded(answer)]).toEqual([found, REFUSED]);
    }
    expect(dialled).toEqual([]);
    report(`T7 connecting: ${ways.length} answers of resolvers refused, ${dialled.length} connections begun`);
  });

  test('nothing is reported where a connection turns out to lead to a bad address', {
    tags: ['S1', 'CBK-08'],
  }, async () => {
    const receiver = await receivers({ authority: makeCertificate() });
    let at: string | undefined;
    const { outbound, dialled, sockets } = isolatedOutbound({ leadsTo: receiver.port, seemsAt: () => at });
    const some = sampleOf(BAD_ANSWERS, scaled(5, 1));
    for (at of some) {
      const answer = await outbound.post(asking('https://hooks.example/'));
      expect([at, recorded(answer)]).toEqual([at, REFUSED]);
    }
    expect(dialled).toHaveLength(some.length);
    expect(sockets.map(({ bytesWritten }) => bytesWritten).filter((bytes) => bytes > 0)).toEqual([]);
    expect(receiver).toMatchObject({ arrived: [], bytes: 0 });
    at = undefined;
    expect(recorded(await outbound.post(asking('https://hooks.example/')))).toMatchObject({
      fault: 'connection lost',
    });
  });

  test('good forms arrive, each under its own name and no other', { tags: ['S1', 'S3', 'S7'] }, async () => {
    const forms = sampleOf(CORPUS_GOOD, scaled(5, 1));
    const authority = makeCertificate();
    const literal = forms.filter(({ name }) => name === '');
    const addresses = literal.map(({ url }) => new URL(url).hostname.replace(/^\[|\]$/g, ''));
    const receiver = await receivers({ authority, addresses });
    const { outbound, dialled, lookedUp } = isolatedOutbound({
      leadsTo: receiver.port,
      trusted: authority.cert,
    });
    for (const { url } of forms) {
      const answer = recorded(await outbound.post(asking(url)));
      expect([url, answer]).toEqual([url, { status: 200, body: '{}', fault: null, byAllowance: false }]);
    }
    expect(receiver.arrived.map(({ name, host }) => ({ name, host }))).toEqual(
      forms.map(({ name, host }) => ({ name, host })),
    );
    expect(dialled.map(({ port }) => port)).toEqual(forms.map(({ port }) => port));
    const byName = forms.filter(({ name }) => name !== '');
    expect(lookedUp).toEqual(byName.map(({ url }) => new URL(url).hostname));
    report(`T7 connecting: ${receiver.arrived.length} of ${forms.length} good forms arrived`);
  });
});

const started = hostileServers();

test('a redirect to a bad target is an answer like any other, and not followed', { tags: ['T7', 'S4'] }, () =>
  expectNotFollowed(started, sampleOf(CORPUS_BAD)),
);

test.each(REDIRECTS)('%i to the very same place is not followed either', { tags: ['S4'] }, async (status) => {
  const authority = makeCertificate();
  const headers = { location: 'https://hooks.example/again' };
  const receiver = await receivers({ authority, answer: { status, headers } });
  const { outbound, dialled } = isolatedOutbound({ leadsTo: receiver.port, trusted: authority.cert });
  const answer = await outbound.post(asking('https://hooks.example/hook'));
  expect(answer).toMatchObject({ status, fault: null, byAllowance: false });
  expect(dialled).toHaveLength(1);
  expect(receiver.arrived.map(({ path }) => path)).toEqual(['/hook']);
});

/** A webhook takes no fragment; that is looked at elsewhere. */
const GOOD = CORPUS_GOOD.map(({ url }) => url).filter((url) => !url.includes('#'));

test('no bad form can be registered', { tags: ['T7', 'S1', 'S3', 'S7', 'HOOK-01'] }, () =>
  expectNoneRegistered(sampleOf(CORPUS_BAD)),
);

test('no bad form is accepted in an automation', { tags: ['T7', 'S1', 'S3', 'S7', 'AUT-19'] }, () =>
  expectNoneAutomated(sampleOf(CORPUS_BAD)),
);

test(
  'every good form can be registered, and is accepted in an automation',
  { tags: ['T7', 'S1', 'S3', 'S7', 'AUT-19', 'HOOK-01'] },
  () => expectAllTaken(sampleOf(GOOD)),
);
