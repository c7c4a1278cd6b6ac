import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeCommand } from '../src/cli/framework/argv/describe-command.ts';
import type { CommandPath } from '../src/cli/framework/command/command.ts';
import { COMMANDS, TOPICS } from '../src/cli/framework/command/command-list.ts';
import { GROUPS } from '../src/cli/framework/command/groups.ts';
import { listTestTitles, listTypeNames } from './support/declarations.ts';
import { BANNED_IDENTIFIER_WORDS, BANNED_PHRASES } from './support/docs/banned-phrases.ts';
import { listSourceFiles, readSourceFile } from './support/read-source.ts';

const ROOT = join(import.meta.dirname, '..');
const MAX_SUMMARY = 60;
const MAX_FLAG_TEXT = 80;

const sources = listSourceFiles('src').map(readSourceFile);
const testFiles = listSourceFiles('test').map(readSourceFile);
const EXPRESSION = /(?<=[([,=:!&|?;{}]\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;
const RULE_ID = /^(?!UTF-)[A-Z]{1,4}-\d{2}\b/;
const WORD_OF_IDENTIFIER = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;

/** The demo's posts and comments are written by people, who may say what they like. */
const USER_CONTENT = 'src/sandbox/demo/';

function findBanned(text: string): readonly string[] {
  return BANNED_PHRASES.flatMap((phrase) => text.match(phrase) ?? []);
}

/** A document without its code: printed output and former names are not its words. */
function readProse(page: string): string {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '');
}

describe('plain words', () => {
  // one test for all files: thousands of tests would take longer than what they find
  test('comments and texts of sources and tests', () => {
    const found = [...sources, ...testFiles].flatMap(({ path, pieces }) => {
      const hasTexts = path.startsWith('src/') && !path.startsWith(USER_CONTENT);
      return pieces
        .filter(({ kind, text }) => (kind === 'text' ? hasTexts && /\s/.test(text) : kind === 'comment'))
        .flatMap(({ text, line }) => findBanned(text).map((phrase) => `${path}:${line}: ${phrase}`));
    });
    expect(found).toEqual([]);
  });

  test('titles of tests', () => {
    const found = testFiles
      .filter(({ path }) => path.endsWith('.test.ts'))
      .flatMap((file) =>
        listTestTitles(file).flatMap(({ text, line }) =>
          findBanned(text).map((phrase) => `${file.path}:${line}: ${phrase}`),
        ),
      );
    expect(found).toEqual([]);
  });

  const views = readdirSync(join(ROOT, 'src/dashboard'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx|html)$/.test(file))
    .map((file) => `src/dashboard/${file}`);

  // markup holds texts without quotes: all of the file is read
  test.each(views)('all of %s', (view) => {
    expect(findBanned(readFileSync(join(ROOT, view), 'utf8'))).toEqual([]);
  });

  test('no title of a test begins with the id of a rule: ids are tags', () => {
    const found = testFiles.flatMap((file) => listTestTitles(file).filter(({ text }) => RULE_ID.test(text)));
    expect(found).toEqual([]);
  });

  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file));

  test.each([...pages, 'README.md'])('%s', (page) => {
    expect(findBanned(readProse(page))).toEqual([]);
  });

  test('the newest section of the changelog', () => {
    const [, newest = ''] = readProse('CHANGELOG.md').split(/^## /m);
    // names that are gone are quoted in it
    expect(findBanned(newest.replaceAll(/`[^`\n]*`/g, ''))).toEqual([]);
  });
});

describe('help', () => {
  // of commands: test/app/contracts.test.ts
  test.each(GROUPS.map(({ path, summary }) => ({ name: path.join(' '), summary })))(
    `the summary of the noun $name has at most ${MAX_SUMMARY} characters and begins with a capital`,
    ({ summary }) => {
      expect(summary.length).toBeLessThanOrEqual(MAX_SUMMARY);
      expect(summary).toMatch(/^[A-Z]/);
    },
  );

  test.each(TOPICS)(
    `the summary of the topic $name has at most ${MAX_SUMMARY} characters`,
    async ({ load }) => {
      expect((await load()).summary.length).toBeLessThanOrEqual(MAX_SUMMARY);
    },
  );

  test.each(
    COMMANDS.map(({ path, load }): { name: string; path: CommandPath; load: typeof load } => ({
      name: path.join(' '),
      path,
      load,
    })),
  )(`each flag text of $name has at most ${MAX_FLAG_TEXT} characters`, async ({ load }) => {
    const { positional, sets } = describeCommand(await load());
    const long = [...positional, ...sets.flatMap(({ flags }) => flags)].filter(
      ({ description }) => description.length > MAX_FLAG_TEXT,
    );
    expect(long.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
  });
});

describe('names', () => {
  test('a type has a name of its own in the whole tree', () => {
    const files = [...sources, ...testFiles];
    const declared = files.flatMap((file) => listTypeNames(file).map((name) => ({ name, path: file.path })));
    const twice = [...Map.groupBy(declared, ({ name }) => name)].filter(([, places]) => places.length > 1);
    expect(twice.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual(
      [],
    );
  });

  test('no identifier has a banned word', () => {
    const banned = [...sources, ...testFiles].flatMap(({ path, code }) =>
      [...new Set(code.replaceAll(EXPRESSION, '').match(/[A-Za-z]\w*/g))]
        .filter((name) =>
          name.match(WORD_OF_IDENTIFIER)?.some((word) => BANNED_IDENTIFIER_WORDS.has(word.toLowerCase())),
        )
        .map((name) => `${path}: ${name}`),
    );
    expect(banned).toEqual([]);
  });
});
