import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDoc, readDocTable } from './support/docs/read-doc.ts';

const HERE = import.meta.dirname;
const RULE_ID = /\b[A-Z]{1,4}-\d{2}\b/g;

const findIds = (text: string) => new Set(text.match(RULE_ID) ?? []);

const pages = readdirSync(join(HERE, '..', 'docs', 'service')).map((file) => file.replace('.md', ''));
/** Each rule, case and reading: its anchor is where it is described. */
const anchors = pages.flatMap((page) =>
  [...readDoc(`service/${page}`).matchAll(/<a id="([A-Z]+-\d+)"><\/a>/g)].map(([, id = '']) => id),
);

/** Ids that the tests name, as in `{ tags: ['AUT-07'] }`. */
const tags = readdirSync(HERE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.split('/').includes('node_modules'))
  .flatMap((file) => readFileSync(join(HERE, file), 'utf8').match(/\btags: \[[^\]]*\]/g) ?? []);
const tested = findIds(tags.join('\n'));
const open = findIds(
  readDocTable('service/README', 'open', 'ids', 'why')
    .map(([ids]) => ids)
    .join(),
);

test('each rule, case and reading has one anchor, and each series has no gap', () => {
  const series = Map.groupBy(anchors, (id) => id.replace(/-\d+$/, ''));
  for (const [name, ids] of series) {
    expect(ids.toSorted()).toEqual(ids.map((_id, at) => `${name}-${String(at + 1).padStart(2, '0')}`));
  }
  expect(anchors).toHaveLength(323);
});

test.each(anchors)('%s is named by a test, or listed as open, and not both', (id) => {
  expect({ id, tested: tested.has(id), open: open.has(id) }).toEqual({
    id,
    tested: !open.has(id),
    open: !tested.has(id),
  });
});
