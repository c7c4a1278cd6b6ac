import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SECOND_MS } from '../../src/service/durations.ts';
import { usage } from './measure.ts';
import { openPlace } from './place.ts';
import { type Bench, result } from './result.ts';

const EVENTS = 1_000_000;
const AUTOMATIONS = 50;
/** One comment of this number asks for something. */
const ONE_OF = 10;
const SOME_USAGES = 3;
const START = Date.UTC(2026, 7, 1);

/** The least that reads the events: each line is parsed, and nothing else is done. */
const READER = `
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
let rows = 0;
for (const file of process.argv.slice(2))
  for await (const line of createInterface({ input: createReadStream(file) })) if (JSON.parse(line) !== null) rows += 1;
console.log(rows);`;

/** A month of comments, and what was done about them, through the files of all automations, against reading it. */
export const REPLAY: Bench = {
  id: 'P17',
  async run() {
    const place = openPlace();
    const [comments, activity] = [
      join(place.folder, 'comments.ndjson'),
      join(place.folder, 'activity.ndjson'),
    ];
    writeAutomations(join(place.folder, 'automations'));
    writePast(comments, activity);
    const reader = join(place.folder, 'reader.mjs');
    writeFileSync(reader, READER);
    const words = [
      'automations',
      'test',
      'automations',
      '--replay',
      comments,
      '--replay',
      activity,
      '-o',
      'ndjson',
    ];
    const ours = await usage(place, place.crier(words), SOME_USAGES);
    const floor = await usage(place, place.node([reader, comments, activity]), SOME_USAGES);
    place.remove();
    return [
      result({
        id: 'P17',
        what: `replay of ${EVENTS} events, against reading them`,
        figure: ours.cpuMs / floor.cpuMs,
        unit: 'x',
        budget: 6,
        goal: 3,
        detail: `${(ours.cpuMs / SECOND_MS).toFixed(1)} s of a processor against ${(floor.cpuMs / SECOND_MS).toFixed(1)}`,
      }),
      result({
        id: 'P17',
        what: 'the most memory that it takes',
        figure: ours.peakMiB,
        unit: 'MiB',
        budget: 200,
        goal: 150,
        detail: '',
      }),
    ];
  },
};

const getMessage = (automation: number) => `here is number ${automation}`;

function writeAutomations(folder: string): void {
  mkdirSync(folder);
  for (let at = 0; at < AUTOMATIONS; at += 1) {
    const keywords = [`word${at}`, `guide ${at}`, `info${at}`];
    const automation = {
      name: `Automation ${at}`,
      triggers: [{ type: 'comment_keyword', postId: 'all', keywords }],
      actions: [{ type: 'send_dm', message: `Hello {{recipient_username}}, ${getMessage(at)}` }],
    };
    writeFileSync(join(folder, `${at}.yaml`), JSON.stringify(automation));
  }
}

/** Writes an archive of comments and one of activity, whose rows are not in the order of the comments. */
function writePast(comments: string, activity: string): void {
  const files = [openSync(comments, 'w'), openSync(activity, 'w')] as const;
  const buffers: [string, string] = ['', ''];
  for (let number = 0; number < EVENTS; number += 1) {
    const event = describeEvent(number);
    buffers[0] += `${JSON.stringify(buildComment(event))}\n`;
    if (event.automation !== null) buffers[1] = `${JSON.stringify(buildRow(event))}\n${buffers[1]}`;
    if (number % 1_000 < 999) continue;
    for (const [at, file] of files.entries()) writeSync(file, buffers[at] ?? '');
    buffers.fill('');
  }
  for (const file of files) closeSync(file);
}

function describeEvent(number: number) {
  const automation = number % ONE_OF === 0 ? (number / ONE_OF) % AUTOMATIONS : null;
  return {
    id: `1795${String(number).padStart(12, '0')}`,
    person: `1784${String((number * 7_919) % EVENTS).padStart(12, '0')}`,
    handle: `person${number}`,
    time: new Date(START + 2 * SECOND_MS * number).toISOString().replace('.000', ''),
    automation,
    text:
      automation === null
        ? 'What a nice picture of the shop today, thank you for posting it'
        : `Hello there, could I please have the word${automation} today? thank you`,
  };
}

type BenchEvent = ReturnType<typeof describeEvent>;

const POST = '18104695296883560';

function buildComment({ id, person, handle, time, text }: BenchEvent): object {
  const author = { id: person, name: null, handle, url: null, avatarUrl: null, isMe: false };
  const rest = { likes: 0, replyCount: null, url: null, extra: { hidden: false, postId: POST } };
  return {
    ...{
      platform: 'instagram',
      id,
      profile: null,
      postId: 'Lt5nWc8RjYq3GvKs6PxA',
      post: 'A post',
      parentId: null,
    },
    ...{ author, text, createdAt: time, ...rest, archivedAt: time },
  };
}

function buildRow({ id, person, handle, time, automation, text }: BenchEvent): object {
  const message = `Hello ${handle}, ${getMessage(automation ?? 0)}`;
  const action = {
    actionId: 'act_1',
    type: 'send_dm',
    status: 'sent',
    errorDetails: null,
    completedAt: time,
  };
  return {
    ...{ id: `auto_${automation}:trg_1:${id}`, automationId: `auto_${automation}`, triggerId: 'trg_1' },
    ...{ triggerType: 'comment_keyword', eventId: id, platform: 'instagram', recipientId: person },
    ...{ recipientUsername: handle, status: 'sent', errorDetails: null, keyword: `word${automation}` },
    ...{ commentText: text, commentId: id, postId: POST, storyId: null },
    actionResults: [{ ...action, messageSource: 'template', sent: { message } }],
    ...{ created: time, completedAt: time, archivedAt: time },
  };
}
