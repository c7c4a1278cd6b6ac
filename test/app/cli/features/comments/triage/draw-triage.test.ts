import { describe, expect, test } from 'vitest';
import { drawTriage } from '../../../../../../src/cli/features/comments/triage/draw-triage.ts';
import {
  startTriage,
  type TriageState,
} from '../../../../../../src/cli/features/comments/triage/triage-state.ts';
import { createPalette } from '../../../../../../src/cli/framework/output/text/style.ts';
import { getDisplayWidth, getWidestWidth } from '../../../../../../src/cli/framework/output/text/width.ts';
import { startAtEnd } from '../../../../../../src/cli/framework/terminal/edit-text.ts';
import { createLocalClock, UTC_CLOCK } from '../../../../../../src/domain/time/local-time.ts';
import { comment } from '../../../../../support/comments.ts';
import { dangerousIn } from '../../../../../support/hostile/dangerous.ts';
import { HOSTILE_FAMILIES } from '../../../../../support/hostile-texts.ts';

const NOW = Date.parse('2026-09-21T14:13:20Z');

function stateOf(text: string): TriageState {
  const author = { id: null, name: text, handle: text, url: null, avatarUrl: null, isMe: null };
  const item = {
    comment: comment({ text, author, platform: text, createdAt: text, parentId: '2' }),
    post: { id: text, post: text } as TriageState['items'][number]['post'],
    profile: null,
    thread: [comment({ id: '2', text, author })],
  };
  const started = startTriage([item], [text]);
  return {
    ...started,
    text,
    choice: { ...started.choice, replies: [{ name: 'thanks', text }] },
    drafts: new Map([[0, startAtEnd(text)]]),
    message: { tone: 'bad', text },
  };
}

const draw = (state: TriageState, columns: number, rows: number, where = 'work', zone = UTC_CLOCK) =>
  drawTriage(state, {
    size: { columns, rows },
    palette: createPalette(0),
    now: NOW,
    zone,
    where,
    owner: where,
  });

const MODES = ['read', 'write', 'preview', 'delete', 'choose', 'thread', 'missing', 'keys'] as const;
const LONG = 'Wie lange hält die Tüte, wenn sie offen ist? 日本語も大丈夫ですか 👩‍👩‍👧\n'.repeat(6);

describe.each(MODES)('the screen to %s', (mode) => {
  // an editor shows what is typed as the terminal does
  const measure = mode === 'write' ? getDisplayWidth : getWidestWidth;
  test.each([120, 40, 20, 3])('fits on %i columns, whatever its rows', (columns) => {
    for (const rows of [24, 12, 6, 5]) {
      for (const text of ['Hi', LONG]) {
        const { lines, cursor } = draw({ ...stateOf(text), mode }, columns, rows).frame;
        expect(lines.length).toBeLessThanOrEqual(rows);
        expect(Math.max(...lines.map(measure))).toBeLessThanOrEqual(columns);
        expect(cursor?.row ?? 0).toBeLessThan(rows);
        const isTooSmall = lines.length === 1;
        expect(cursor === null).toBe(mode !== 'write' || isTooSmall);
        expect(isTooSmall).toBe(rows < 6 || columns < 20);
      }
    }
  });

  test.each([80, 40])('on %i columns has its keys in the last rows', (columns) => {
    const { lines } = draw({ ...stateOf(LONG), mode }, columns, 24).frame;
    const wanted = {
      read: 'q quit  ? all keys',
      write: 'Esc cancel',
      preview: 'Esc cancel',
      delete: 'Esc cancel',
      choose: 'Esc cancel',
      thread: 'Esc close',
      missing: 'Esc close',
      keys: 'Esc close',
    };
    expect(lines).toHaveLength(24);
    expect(lines.at(-1)).toContain(wanted[mode]);
  });

  test.each(HOSTILE_FAMILIES)('shows no $name', { tags: ['C1'] }, ({ texts }) => {
    // all of them are tested where texts are sanitized
    const text = texts
      .slice(0, 3)
      .map(([, each]) => each)
      .join(' ');
    const { lines } = draw({ ...stateOf(text), mode }, 80, 20, text).frame;
    expect(lines.flatMap((line) => dangerousIn(line))).toEqual([]);
  });
});

test.each([
  [80, UTC_CLOCK, '6m ago (Mon 21 Sep 2026 14:07 UTC), for work, in a thread'],
  [
    80,
    createLocalClock('Europe/Oslo'),
    '6m ago (Mon 21 Sep 2026 16:07 Europe/Oslo, 14:07 UTC), for work, in a thread',
  ],
  [
    40,
    createLocalClock('Asia/Tokyo'),
    '6m ago (Mon 21 Sep 2026 23:07 Asia/Tokyo, 14:07 UTC), for work, in a thread',
  ],
] as const)('on %i columns the time is in the zone of people and in UTC', (columns, zone, facts) => {
  const { items, ...state } = stateOf('Hi');
  const shown = items.map((item) => ({
    ...item,
    comment: { ...item.comment, createdAt: '2026-09-21T14:07:20Z', likes: null },
  }));
  const { lines } = draw({ ...state, items: shown }, columns, 24, 'work', zone).frame;
  expect(lines.join(' ').replaceAll(/ +/g, ' ')).toContain(facts);
});

test('a text that does not fit says how much is below, and is shown in parts to its end', () => {
  const text = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join('\n');
  const state: TriageState = { ...stateOf(text), message: null };
  const first = draw(state, 80, 24);
  expect(first.frame.lines.join('\n')).toContain('more below');
  const shown = [];
  for (let scroll = 0; scroll < first.page.all; scroll += first.page.fits)
    shown.push(...draw({ ...state, scroll }, 80, 24).frame.lines);
  for (let at = 1; at <= 40; at += 1) expect(shown).toContain(`line ${at}`);
  expect(shown.join('\n')).toContain('… the end');
});
