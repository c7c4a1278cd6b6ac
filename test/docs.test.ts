import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildLlms } from './support/docs/build-llms.ts';

const DOCS = join(import.meta.dirname, '..', 'docs');
const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
const texts = new Map(pages.map((page) => [page, readFileSync(join(DOCS, page), 'utf8')]));

const listAnchors = (page: string) =>
  [...(texts.get(page) ?? '').matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id);

/** The links of a page that lead nowhere: to a file that does not exist, or to an anchor that a page lacks. */
function findDeadLinks(page: string): readonly string[] {
  const links = (texts.get(page) ?? '').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g);
  return [...links].flatMap(([link, path = '', id]) => {
    const target = path === '' ? page : join(page, '..', path);
    if (!existsSync(join(DOCS, target))) return [link];
    return id === undefined || listAnchors(target).includes(id) ? [] : [link];
  });
}

describe('the pages of docs', () => {
  test.each(pages)('%s: no link is dead, no anchor is there twice', (page) => {
    expect(findDeadLinks(page)).toEqual([]);
    const anchors = listAnchors(page);
    expect(anchors).toEqual([...new Set(anchors)]);
  });

  test.each(pages)('%s: each JSON example can be parsed', (page) => {
    for (const [, text = ''] of (texts.get(page) ?? '').matchAll(/```json\n([\s\S]*?)```/g))
      expect(() => JSON.parse(text)).not.toThrow();
  });

  test('docs/service/README.md lists each page of the contract', () => {
    const listed = [...(texts.get('service/README.md') ?? '').matchAll(/^\| \[([\w-]+\.md)\]/gm)];
    const contract = pages.filter((page) => page.startsWith('service/') && page !== 'service/README.md');
    expect(listed.map(([, page]) => `service/${page}`).toSorted()).toEqual(contract.toSorted());
  });

  test.each(pages.filter((page) => page.startsWith('service/')))(
    '%s: each section has an anchor above its heading',
    (page) => {
      const lines = (texts.get(page) ?? '').split('\n');
      const bare = lines.filter((line, at) => /^##+ /.test(line) && !lines[at - 1]?.startsWith('<a id="'));
      expect(bare).toEqual([]);
    },
  );
});

test('docs/llms.txt lists each guide with what is in it: CRIER_UPDATE_DOCS=1 writes it', () => {
  const file = join(DOCS, 'llms.txt');
  if (process.env['CRIER_UPDATE_DOCS'] !== undefined) writeFileSync(file, buildLlms());
  expect(readFileSync(file, 'utf8')).toBe(buildLlms());
});

test('AGENTS.md names pages, scripts and files that exist', () => {
  const root = join(DOCS, '..');
  const text = readFileSync(join(root, 'AGENTS.md'), 'utf8');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const files = [...text.matchAll(/\]\(([^)]+)\)|`((?:src|test|docs|skills)\/[^`]+)`/g)].map(
    ([, link, file]) => link ?? file ?? '',
  );
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const names = [...text.matchAll(/\bnpm (?:run )?([a-z:]+)/g)].map(([, name = '']) => name);
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
});
