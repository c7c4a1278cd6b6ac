import { expect, test } from 'vitest';
import { findReaders } from './support/fuzz/find-readers.ts';

/** Readers without a fuzz target, and why they need none. */
const NEED_NONE: Readonly<Record<string, string>> = {
  'src/cli/features/automations/replay/read-sources.ts readSource':
    'the name of a file, or an address that another reader reads',
  'src/cli/features/posts/local-media.ts readPostMedia': 'names of files and addresses, which it opens',
};

test('each reader of text from outside has a fuzz target', { tags: ['T6'] }, () => {
  const { all, unfuzzed } = findReaders();
  expect(all.length).toBeGreaterThan(80);
  expect(unfuzzed).toEqual(Object.keys(NEED_NONE));
  // without the target of feeds, their reader would be named
  expect(findReaders(['test/support/fuzz/targets/words.ts']).unfuzzed).toContain(
    'src/sandbox/feeds/parse-feed.ts parseFeedDocument',
  );
});
