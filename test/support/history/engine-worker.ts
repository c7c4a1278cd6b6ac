import { randomBytes } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openSandbox } from '../../../src/sandbox/open-sandbox.ts';
import { chooser } from '../chooser.ts';
import { control } from '../control.ts';
import { type HistoryLine, writeLine } from './read-history.ts';

/** What it is told when it is ready: to work until it is killed, or to go. */
export type WorkerOrder = 'work' | 'leave';

/** The sandbox's file, where to write down what happens, what to choose by, and how many do something at once at most. */
const [file = '', log = '', seed = '', atOnce = '1'] = process.argv.slice(2);
const choose = chooser(seed);
const notes = openSync(log, 'a');
const note = (line: HistoryLine) => writeSync(notes, writeLine(line));

const KINDS = ['comment', 'comment', 'dm', 'dm', 'story_reply', 'story_comment', 'reaction'] as const;
/** Most say nothing that anything reacts to. */
const TEXTS = ['price please', 'hello', 'hello', 'hello', 'hello', 'hello'] as const;
/** So few that they come back within their windows. */
const PEOPLE = 40;
const MOST_ADVANCED_S = 8;

const sandbox = await openSandbox({ file, clock: { now: Date.now }, random: randomBytes });

/** People do something; written down before, and when it is known to have arrived. */
async function engage(): Promise<void> {
  const kind = KINDS[choose(KINDS.length)] ?? 'dm';
  const count = 1 + choose(Number(atOnce));
  note({ offered: count });
  const { http, body } = await control(sandbox, 'engage', {
    kind,
    count,
    from: { username: `person.${choose(PEOPLE)}` },
    profile: choose(4) === 0 ? 'harbour' : 'primary',
    ...(kind !== 'reaction' && { text: TEXTS[choose(TEXTS.length)] }),
  });
  // A sandbox that is too busy says so: nothing has arrived.
  if (http !== 200) return;
  for (const { eventId, dispatches } of body.events) {
    note({ accepted: { eventId, dispatches: dispatches.map(({ id }) => id) } });
  }
}

async function engageAlways(): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    await engage();
    if (isFirst) process.send?.('working');
    await pause(0);
  }
}

async function advanceAlways(): Promise<void> {
  for (;;) {
    await control(sandbox, 'advanceClock', { ms: 1_000 * choose(MOST_ADVANCED_S) });
    await pause(0);
  }
}

// A program of its own: works until it is killed. What is due is run by whoever comes by.
process.once('message', (word: WorkerOrder) => {
  if (word === 'leave') process.exit();
  void Promise.all([engageAlways(), advanceAlways()]);
});
process.send?.('ready');
