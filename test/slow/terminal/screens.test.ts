import { afterAll, describe, expect, test } from 'vitest';
import { TURN } from '../../../src/cli/framework/output/drawn-column.ts';
import { renderView } from '../../../src/cli/framework/output/render-view.ts';
import { crier } from '../../support/crier.ts';
import { badRuns } from '../../support/hostile/failing-runs.ts';
import { goodRuns } from '../../support/hostile/hostile-runs.ts';
import { HOSTILE_FAMILIES } from '../../support/hostile-texts.ts';
import { scripted } from '../../support/network/client.ts';
import { report } from '../../support/report.ts';
import { PLAIN_LOOK, sampleComment, sampleList } from '../../support/sample-view.ts';
import { scaled } from '../../support/scale.ts';
import { type Screen, showOn, type TerminalKind } from '../../support/terminal/terminal.ts';

const WIDTHS = [40, 80, 200, 60, 120];
const KINDS: readonly TerminalKind[] = ['by grapheme', 'by code point'];
const SERVICE = { CRIER_BASE_URL: 'https://api.example/v', CRIER_API_KEY: 'API-KEY-1234567890-abcd' };
const COLOURS = { FORCE_COLOR: '1', TERM: 'xterm-256color' };

let screens = 0;
afterAll(() => report(`${screens} screens read back`));

async function onScreen(output: string, width: number, kind: TerminalKind): Promise<Screen> {
  screens += 1;
  return showOn(output, width, kind);
}

/**
 * Texts on which terminals that know emoji sequences still disagree, so that the cells after them may be moved: half a
 * flag, and signs that Unicode 16 made wide.
 */
const DISPUTED = new Set(['half a flag', 'three halves of flags', 'hexagrams and new wide signs']);

/** Counts and times, which are ours, may be carried over the edge by emoji that a terminal draws apart. */
const OURS = /^\s*(?:1?2\s+)?(?:3?h?\s?ago|go|o)?$/;

describe.each(WIDTHS.slice(0, scaled(2, WIDTHS.length)))('on %i columns', { tags: ['T8', 'C1'] }, (width) => {
  test.each(HOSTILE_FAMILIES)('the cells beside $name stay in their place', async ({ texts }) => {
    const plain = texts.filter(([what]) => !DISPUTED.has(what));
    const rows = plain.flatMap(([, text]) => [
      sampleComment({ author: { name: text, handle: text }, text }),
      sampleComment({ text, depth: 1 }),
      sampleComment({ author: { name: text, handle: text } }),
    ]);
    const view = sampleList([sampleComment(), ...rows, sampleComment()]);
    const output = renderView(view, { ...PLAIN_LOOK, width, colorLevel: 2, format: 'table' });
    const screen = await onScreen(output, width, 'by grapheme');
    expect(screen).toMatchObject({ harm: [], overflow: [] });
    expect(screen.lines.length).toBe(output.split('\n').length);
    expect(movedCells(screen)).toEqual([]);
    const apart = await onScreen(output, width, 'by code point');
    expect(apart.harm).toEqual([]);
    expect(apart.overflow.filter((rest) => !OURS.test(rest))).toEqual([]);
  });
});

/** Rows in which the count and the time do not stand below their heads. */
function movedCells({ lines, cells }: Screen): readonly string[] {
  const [head = ''] = lines;
  const ends = [
    ['LIKES', '12'],
    ['WHEN', '3h ago'],
  ].flatMap(([title = '', shown = '']) =>
    head.includes(title) ? [{ end: head.indexOf(title) + title.length, shown }] : [],
  );
  const rows = lines
    .map((line, y) => ({ line, y }))
    .filter(({ line, y }) => y > 0 && line.startsWith('Instagram'));
  return rows.flatMap(({ line, y }) =>
    ends.every(({ end, shown }) => cells(y, end - 7, 7).replace(TURN, ' ') === shown.padStart(7))
      ? []
      : [line],
  );
}

/** The last cells of a table, which are counts and times, or their ends. */
const COUNTS_AND_TIMES = /^[\w.: ]{0,9}\s*[\w.: ]{0,9}$/;

/** Shown as JSON, or as a command to be copied: lines are as long as their texts. */
const IS_DOCUMENT = new Set([
  'an answer to any request',
  'a new automation',
  'a new post that waits',
  'an automation as a file',
  'a planned automation',
  'a comment that is planned',
  'a planned request',
  'a post that is sent again',
]);
const isDocument = ({ what }: { readonly what: string }) => IS_DOCUMENT.has(what.replace(/, part \d+$/, ''));

const remote = [...goodRuns(), ...badRuns()].filter(
  ({ settings, project }) => (settings ?? project) === undefined,
);

const WIDTHS_OF_RUNS = WIDTHS.slice(0, scaled(1, WIDTHS.length));

describe.each(remote)('the screen after $what', { tags: ['T8', 'C1'] }, (run) => {
  test.each(WIDTHS_OF_RUNS)('on %i columns', async (columns) => {
    const ran = await crier([...run.line.filter((word) => word !== '--verbose'), '-o', 'table'], {
      env: { ...COLOURS, ...SERVICE, ...run.env },
      network: scripted(run.answer),
      isTerminal: true,
      columns,
    });
    for (const kind of KINDS) {
      const { harm, overflow } = await onScreen(ran.screen, columns, kind);
      expect(harm).toEqual([]);
      if (isDocument(run)) continue;
      if (kind === 'by grapheme') expect(overflow).toEqual([]);
      expect(overflow.filter((rest) => !COUNTS_AND_TIMES.test(rest.trim()))).toEqual([]);
    }
  });
});

test('what a note quotes cannot begin a line', { tags: ['C1'] }, async () => {
  const message = `${'word '.repeat(30)}crier: fake`.repeat(5);
  const answer = { status: 'partial', instagram: [], errors: [{ platform: 'facebook', code: 161, message }] };
  for (const columns of WIDTHS) {
    const { stderr } = await crier('comments get abc --allow-partial -o table', {
      env: SERVICE,
      network: scripted({ body: answer }),
      isTerminal: true,
      columns,
    });
    const [first, ...rest] = stderr.trimEnd().split('\n');
    expect(first).toMatch(/^not read: Facebook/);
    expect(rest.length).toBeGreaterThan(0);
    for (const line of rest) expect(line).toMatch(/^ {2}\S/);
  }
});
