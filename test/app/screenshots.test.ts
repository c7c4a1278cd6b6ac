import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { crier, openTestSandbox } from '../support/crier.ts';
import { drawScreen } from '../support/terminal/draw-screen.ts';
import { startOnScreen } from '../support/terminal/screen-run.ts';

const IMAGES = join(import.meta.dirname, '..', '..', 'docs', 'images');
const COLUMNS = 80;
const TRIAGE_ROWS = 14;
const ENOUGH_ROWS = 24;

const state = mkdtempSync(join(tmpdir(), 'crier-screenshots-'));
afterAll(() => rmSync(state, { recursive: true }));

/** Compares an image of the documents with what the terminal shows now, or writes it. */
function expectImage(name: string, image: string): void {
  const file = join(IMAGES, name);
  if (process.env['CRIER_UPDATE_DOCS'] === undefined) {
    expect(image).toBe(readFileSync(file, 'utf8'));
    return;
  }
  mkdirSync(IMAGES, { recursive: true });
  writeFileSync(file, image);
}

test('the triage of the inbox looks as in its screenshot', async () => {
  const screen = await startOnScreen('comments inbox --since 1h --sandbox', '1 of 5', {
    env: { CRIER_STATE_DIR: state },
    columns: COLUMNS,
    rows: TRIAGE_ROWS,
    color: 'always',
  });
  await screen.press('s', '2 of 5');
  const title = 'Triage: a comment on Instagram, what is left, and the keys';
  const image = await drawScreen(screen.output, { columns: COLUMNS, rows: TRIAGE_ROWS, title });
  await screen.end('q');
  expect(image).toContain('How much milk is that?');
  expectImage('triage.svg', image);
});

test('the heat map looks as in its screenshot', async () => {
  const line = 'comments stats Sp7kQm2XvLr9TzBd4HnW Gv3rPq7YsKa5MdHt8ZwE --by weekday --sandbox';
  const sandbox = await openTestSandbox();
  const { screen } = await crier(`${line} --color always`, { sandbox, isTerminal: true, columns: COLUMNS });
  const title = 'Heat map: comments of two posts by weekday and hour';
  const image = await drawScreen(screen, { columns: COLUMNS, rows: ENOUGH_ROWS, title });
  expect(image).toContain('Thursday');
  expectImage('heat-map.svg', image);
});
