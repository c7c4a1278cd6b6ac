import { expect, test } from 'vitest';
import { targetId } from '../../src/sandbox/target-id.ts';
import { POST } from '../support/small-seed.ts';
import { smallStore } from '../support/small-store.ts';

const store = smallStore();
const { id: profile } = store.profiles.primary();

test.each([
  ['a Service Post ID is its copy on instagram', POST.everywhere, 'instagram-70000000000000001'],
  ['that of a story too', POST.newStory, `story-${POST.newStory}`],
  ['one without a copy there stays', POST.silent, POST.silent],
  ["another profile's stays", POST.acme, POST.acme],
  ["the network's own id stays", 'instagram-70000000000000001', 'instagram-70000000000000001'],
  ['all stays', 'all', 'all'],
  ['what nobody knows stays', '17999000000000456', '17999000000000456'],
])('%s', (_why, target, expected) => expect(targetId(target, { store, profile })).toBe(expected));
