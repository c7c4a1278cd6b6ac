import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tryParseFeed } from '../../../../src/sandbox/feeds/parse-feed.ts';
import { parseAnywhere } from '../../../../src/sandbox/feeds/read-feed.ts';
import { writeRss } from '../../../support/network/feed-site.ts';

const toFeed = (document: string) => ({
  bytes: new TextEncoder().encode(document),
  url: 'https://blog.example/feed.xml',
  contentType: null,
});
const LARGE = writeRss(
  Array.from({ length: 4_000 }, (_, at) => ({ guid: `${at}`, title: `Entry ${at}`, link: `/entries/${at}` })),
);

test('a large feed is parsed in a thread, to the same, and other code runs meanwhile', async () => {
  await parseAnywhere(toFeed(writeRss([]))); // what it loads is loaded
  let turns = 0;
  let parsed: Awaited<ReturnType<typeof parseAnywhere>> | undefined;
  const parsing = parseAnywhere(toFeed(LARGE)).then((result) => {
    parsed = result;
  });
  for (; parsed === undefined; turns += 1) await turn();
  await parsing;
  expect(parsed).toEqual(tryParseFeed(toFeed(LARGE)));
  expect(turns).toBeGreaterThan(20);
});

test('one that was cut short has its reason', async () => {
  const cut = { fault: 'is not well-formed, or was cut short' };
  expect(await parseAnywhere(toFeed(LARGE.slice(0, -20)))).toEqual(cut);
});
