import { randomBytes } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openSandbox } from '../../../src/sandbox/open-sandbox.ts';
import { control } from '../control.ts';
import { askSandbox } from '../small-sandbox.ts';
import { chooser } from '../terminal/scripted-prompts.ts';
import { loopbackOutbound } from './loopback-outbound.ts';
import { type HistoryLine, writeLine } from './read-history.ts';

/** Comments that are answered by DM and email only, and those in which webhook and callback have a part. */
const WORDS = { quick: 'price please', recorded: 'where is my parcel?' };

/** What it gets when it is ready: to work until it is killed, or to go. */
export type WorkerOrder = 'work' | 'leave';

/**
 * The sandbox's file, where to write down what happens, what to choose by, how many do something at once at most, and
 * what is to be reached.
 */
const [file = '', log = '', seed = '', atOnce = '1', allowed = ''] = process.argv.slice(2);
const choose = chooser(seed);
const notes = openSync(log, 'a');
const note = (line: HistoryLine) => writeSync(notes, writeLine(line));

const KINDS = [
  'comment',
  'dm',
  'comment',
  'dm',
  'comment',
  'dm',
  'story_reply',
  'story_comment',
  'reaction',
] as const;
/** Most say nothing that anything reacts to. */
const TEXTS = [WORDS.quick, 'hello', 'hello', 'hello', 'hello', 'hello'] as const;
/** So few that they come back within their windows. */
const PEOPLE = 40;
const MOST_ADVANCED_S = 20;
/** Few at once, and not often: each is two deliveries and a callback. */
const MOST_RECORDED = 12;
const RECORDED_ONE_IN = 3;
/** Where harbour's webhook is, the certificate is not trusted: each of its deliveries takes all its attempts. */
const RECORDED_AT_HARBOUR_ONE_IN = 30;
/** Each is held against all that stand near it in time. */
const POSTED_ONE_IN = 2;
const MOST_POSTED_AHEAD_S = 40;

const sandbox = await openSandbox({
  file,
  clock: { now: Date.now },
  random: randomBytes,
  ...loopbackOutbound(allowed.split(',')),
});

const profileOf = (harbourOneIn: number) => ({ profile: choose(harbourOneIn) === 0 ? 'harbour' : 'primary' });

/** Most are answered quickly, some by an outside endpoint. */
function chosen() {
  if (choose(RECORDED_ONE_IN) === 0) {
    const kind = KINDS[choose(2)] ?? 'dm';
    const count = 1 + choose(Math.min(MOST_RECORDED, Number(atOnce)));
    return { kind, count, text: WORDS.recorded, ...profileOf(RECORDED_AT_HARBOUR_ONE_IN) };
  }
  const kind = KINDS[choose(KINDS.length)] ?? 'dm';
  const count = 1 + choose(Number(atOnce));
  return { kind, count, ...(kind !== 'reaction' && { text: TEXTS[choose(TEXTS.length)] }), ...profileOf(4) };
}

/** People do something; written down before, and when it is known to have arrived. */
async function engage(): Promise<void> {
  const engagement = chosen();
  note({ offered: engagement.count });
  const { http, body } = await control(sandbox, 'engage', {
    ...engagement,
    from: { username: `person.${choose(PEOPLE)}` },
  });
  // A sandbox that is too busy says so: nothing has arrived.
  if (http !== 200) return;
  for (const { eventId, dispatches } of body.events) {
    note({ accepted: { eventId, dispatches: dispatches.map(({ id }) => id) } });
  }
}

/** Something is posted, now or soon; tiktok tells its id later. */
async function post(): Promise<void> {
  const { now } = (await control(sandbox, 'getClock')).body;
  const at = Date.parse(now) + 1_000 * (choose(MOST_POSTED_AHEAD_S) - 10);
  const body = JSON.stringify({
    post: `${randomBytes(20).toString('hex')} is new`,
    platforms: ['facebook', 'tiktok'],
    mediaUrls: ['https://media.example/film.mp4'],
    scheduleDate: new Date(at).toISOString(),
    validateScheduled: false,
  });
  const answer = await askSandbox(sandbox, '/post', { method: 'POST', body });
  if (answer.http === 200) note({ planned: String(answer.body.id) });
}

async function engageAlways(): Promise<void> {
  for (;;) {
    if (choose(POSTED_ONE_IN) === 0) await post();
    await engage();
    process.send?.('engaged');
    await pause(0);
  }
}

async function advanceAlways(): Promise<void> {
  for (;;) {
    await control(sandbox, 'advanceClock', { ms: 1_000 * choose(MOST_ADVANCED_S) });
    await pause(0);
  }
}

/** Half of them run due work by themselves, as a served sandbox does; the others when a client advances the clock. */
async function runAlways(): Promise<void> {
  if (choose(2) === 0) return;
  const { wake } = await sandbox.keepRunning();
  for (;;) {
    wake();
    await pause(RUN_EVERY_MS);
  }
}

const RUN_EVERY_MS = 5;

// A program of its own: works until it is killed. What is due is run by the next process.
process.once('message', (word: WorkerOrder) => {
  if (word === 'leave') process.exit();
  void Promise.all([engageAlways(), advanceAlways(), runAlways()]);
});
process.send?.('ready');
