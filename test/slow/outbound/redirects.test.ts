import { test } from 'vitest';
import { hostileServers } from '../../support/against.ts';
import { CORPUS_BAD } from '../../unit/outbound/corpus-bad.ts';
import { expectNotFollowed } from '../../unit/outbound/expect-not-followed.ts';

const started = hostileServers();

test('T7 S4 a redirect to a bad target is an answer like any other, and not followed', () =>
  expectNotFollowed(started, CORPUS_BAD));
