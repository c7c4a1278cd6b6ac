import { test } from 'vitest';
import { hostileServers } from '../../support/network/against.ts';
import { CORPUS_BAD } from '../../unit/outbound/corpus-bad.ts';
import { CORPUS_GOOD } from '../../unit/outbound/corpus-good.ts';
import {
  expectAllTaken,
  expectNoneAutomated,
  expectNoneRegistered,
  expectNotFollowed,
} from '../../unit/outbound/expect-corpus.ts';

const started = hostileServers();

test('a redirect to a bad target is an answer like any other, and not followed', { tags: ['T7', 'S4'] }, () =>
  expectNotFollowed(started, CORPUS_BAD),
);

/** A webhook takes no fragment; that is looked at elsewhere. */
const GOOD = CORPUS_GOOD.map(({ url }) => url).filter((url) => !url.includes('#'));

test('no bad form can be registered', { tags: ['T7', 'S1', 'S3', 'S7', 'HOOK-01'] }, () =>
  expectNoneRegistered(CORPUS_BAD),
);

test('no bad form is accepted in an automation', { tags: ['T7', 'S1', 'S3', 'S7', 'AUT-19'] }, () =>
  expectNoneAutomated(CORPUS_BAD),
);

test(
  'every good form can be registered, and is accepted in an automation',
  { tags: ['T7', 'S1', 'S3', 'S7', 'AUT-19', 'HOOK-01'] },
  () => expectAllTaken(GOOD),
);
