import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const listFiles = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.split('/').includes('node_modules'))
    .map((file) => join(folder, file));

const readText = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const pages = [...listFiles('docs', '.md'), ...listFiles('.github', '.md'), 'README.md'];
const anchors = new Map(
  pages.map((page) => [page, new Set([...readText(page).matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id))]),
);
const sources = [...listFiles('src', '.ts'), ...listFiles('test', '.ts')].map((file) => ({
  file,
  text: readText(file),
}));

/** `docs/service/posts.md#POST-01 to #POST-04, #update`: a page, and anchors of it. */
const CITATION = /docs\/[\w./-]+\.md(?:(?:, | to | and )?#[\w.-]+)*/g;

function findUnresolved(citation: string): readonly string[] {
  const [page = '', ...ids] = citation.split(/(?:, | to | and )?#/);
  const known = anchors.get(page);
  if (known === undefined) return [page];
  return ids.filter((id) => !known.has(id)).map((id) => `${page}#${id}`);
}

describe('citations', () => {
  test('each names a page of docs and anchors that it has', () => {
    const unresolved = sources.flatMap(({ file, text }) =>
      [...text.matchAll(CITATION)].flatMap(([citation]) =>
        findUnresolved(citation).map((each) => `${file}: ${each}`),
      ),
    );
    expect(unresolved).toEqual([]);
  });

  test('each @see has one: a page of docs, a link to code, an address or an RFC', () => {
    const TARGET = /^(?:docs\/[\w./-]+\.md|\{@link [\w.]+\}|https:\/\/|RFC \d+)/;
    const targets = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/@see (.*)/g)].map(([, target = '']) => ({ file, target })),
    );
    expect(targets.length).toBeGreaterThan(700);
    // this file quotes the word in its own expressions
    const wrong = targets.filter(
      ({ file, target }) => file !== 'test/citations.test.ts' && !TARGET.test(target),
    );
    expect(wrong).toEqual([]);
  });

  test('no comment names a document outside of the repository', () => {
    const OUTSIDE = /\b(?:undescribed|service|rules|readings|safety|speed|cli|words|style)\.md\b/;
    const wrong = sources.flatMap(({ file, text }) =>
      text
        .replaceAll(/docs\/[\w./-]+\.md/g, '')
        .split('\n')
        .filter((line) => OUTSIDE.test(line) && file !== 'test/citations.test.ts')
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
  });

  test('links between pages lead to a file and an anchor', () => {
    const broken = pages.flatMap((page) =>
      [...readText(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([, path = '', id]) => {
          const target = path === '' ? page : join(page, '..', path);
          if (!existsSync(join(ROOT, target))) return [`${page}: ${path}`];
          const isKnown = id === undefined || anchors.get(target)?.has(id) || hasHeading(target, id);
          return isKnown ? [] : [`${page}: ${path}#${id}`];
        },
      ),
    );
    expect(broken).toEqual([]);
  });
});

test('paths of the repository that pages name exist', () => {
  const PATH = /`((?:src|test|bin|docs|scripts|\.ci|\.github)\/[\w./-]*)`/g;
  const missing = pages.flatMap((page) =>
    [...readText(page).matchAll(PATH)].flatMap(([, path = '']) =>
      existsSync(join(ROOT, path)) ? [] : [`${page}: ${path}`],
    ),
  );
  expect(missing).toEqual([]);
});

function hasHeading(page: string, id: string): boolean {
  return readText(page)
    .split('\n')
    .some((line) => /^#+ /.test(line) && toSlug(line.replace(/^#+ /, '')) === id);
}

/** A heading's anchor, as forges make it. */
function toSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
