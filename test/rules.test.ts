import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const HERE = import.meta.dirname;
const RULE_ID = /\b[A-Z]{1,4}-\d{2}\b/g;

const read = (file: string) => readFileSync(join(HERE, file), 'utf8');
const idsIn = (text: string) => new Set(text.match(RULE_ID) ?? []);

const tests = readdirSync(HERE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.test.ts') && !file.startsWith('node_modules'),
);
/** Titles are quoted: an id in a comment or in code does not count. */
const titles = tests.flatMap(
  (file) => read(file).match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [],
);
const named = idsIn(titles.join('\n'));
const open = idsIn(read('rules-open.md'));

test.each([...idsIn(read('spec/rule-ids.md'))])(
  '%s is named by a test, or listed as open, and not both',
  (id) => {
    expect({ id, named: named.has(id), open: open.has(id) }).toEqual({
      id,
      named: !open.has(id),
      open: !named.has(id),
    });
  },
);

test('there are rules to look for', () => {
  expect(idsIn(read('spec/rule-ids.md')).size).toBe(289);
});

const DOCS = join(HERE, '..', 'docs', 'service');
const anchors = readdirSync(DOCS).flatMap((file) =>
  [...readFileSync(join(DOCS, file), 'utf8').matchAll(/<a id="([A-Z]+-\d+)"><\/a>/g)].map(
    ([, id = '']) => id,
  ),
);

test('each rule, case and reading has exactly one anchor in docs/service', () => {
  expect(anchors.toSorted()).toEqual([...idsIn(read('spec/rule-ids.md'))].toSorted());
});
