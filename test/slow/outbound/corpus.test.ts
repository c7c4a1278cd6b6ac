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

test('T7 S4 a redirect to a bad target is an answer like any other, and not followed', () =>
  expectNotFollowed(started, CORPUS_BAD));

/** A webhook takes no fragment; that is looked at elsewhere. */
const GOOD = CORPUS_GOOD.map(({ url }) => url).filter((url) => !url.includes('#'));

test('T7 S1 S3 S7 HOOK-01 no bad form can be registered', () => expectNoneRegistered(CORPUS_BAD));

test('T7 S1 S3 S7 AUT-19 no bad form is accepted in an automation', () => expectNoneAutomated(CORPUS_BAD));

test('T7 S1 S3 S7 AUT-19 HOOK-01 every good form can be registered, and is accepted in an automation', () =>
  expectAllTaken(GOOD));
