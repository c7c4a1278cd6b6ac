import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openSandbox } from '../../../src/sandbox/open-sandbox.ts';
import { ServerNote } from '../../../src/sandbox/server-note.ts';
import { CONTROL } from '../../../src/service/control/control.ts';
import { DAY_MS } from '../../../src/service/durations.ts';
import { control } from '../control.ts';
import { createFakeOutbound } from '../engine/fake-outbound.ts';
import { eventually } from '../eventually.ts';
import { openReceiver, type Receiver } from '../receiver/receiver.ts';
import { askSandbox } from '../small-sandbox.ts';
import { chooser } from '../terminal/scripted-prompts.ts';
import { type LostImage, readColumn } from './images.ts';
import { createNotedClient, findAnswers, findRequests, type NotedAnswer } from './noted-client.ts';
import { readTrace, type TraceEvent } from './read-trace.ts';
import { runInImage, startTraced } from './traced-process.ts';

/** What was done by a request, so that it can be found in a store. */
interface SandboxWrite {
  readonly kind: 'setup' | 'post' | 'engagement' | 'media' | 'automation' | 'advance';
  /** Of an upload. */
  readonly bytes?: Buffer;
}

export interface TracedSandbox {
  readonly events: readonly TraceEvent[];
  readonly answers: readonly NotedAnswer<SandboxWrite>[];
}

const CONNECTIONS = 5;
/** Some attempts of deliveries fail. */
const FAILED_ONE_IN = 4;

/**
 * Runs the sandbox server under load, with a client that posts, engages, uploads and advances the clock, and a receiver
 * for webhooks and callbacks; twice, each time ended by Ctrl-C.
 *
 * @param home where its folders and the traces are
 * @param rounds how often each connection sends something in a run
 */
export async function traceSandbox(
  home: string,
  { seed, rounds, runs }: { readonly seed: number; readonly rounds: number; readonly runs: number },
): Promise<TracedSandbox> {
  const fails = chooser(`${seed} receiver`);
  const receiver = await openReceiver(() =>
    fails(FAILED_ONE_IN) === 0 ? 503 : { status: 200, body: '{"message":"Here."}' },
  );
  const traced: { events: TraceEvent[]; answers: NotedAnswer<SandboxWrite>[] } = { events: [], answers: [] };
  try {
    for (let run = 0; run < runs; run += 1) {
      const trace = join(home, `trace-${run}`);
      const words = [
        'sandbox',
        'start',
        '--rate-limit',
        'off',
        '--plan',
        'enterprise',
        '--allow-private',
        receiver.address,
      ];
      const process = startTraced(words, { home: join(home, 'home'), trace });
      const note = await readNote(join(home, 'home'));
      traced.answers.push(...(await writeAll(note, receiver, { seed, rounds, run })));
      process.child.kill('SIGINT');
      await process.ended;
      traced.events.push(...readTrace(trace));
    }
  } finally {
    await receiver.close();
  }
  return traced;
}

const getFile = (folder: string) => join(folder, 'state', 'sandbox', 'sandbox.db');

function readNote(home: string): Promise<ServerNote> {
  return eventually(() =>
    ServerNote.parse(JSON.parse(readFileSync(join(home, 'state', 'sandbox', 'server.json'), 'utf8'))),
  );
}

async function writeAll(
  { address, credentials }: ServerNote,
  receiver: Receiver,
  { seed, rounds, run }: { readonly seed: number; readonly rounds: number; readonly run: number },
): Promise<readonly NotedAnswer<SandboxWrite>[]> {
  const client = createNotedClient<SandboxWrite>(address, CONNECTIONS);
  const toRequest = (key: string) => (method: string, path: string, body?: object) => ({
    path,
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const asUser = toRequest(credentials.apiKey);
  const asAdmin = toRequest(credentials.adminToken);
  const order = (name: keyof typeof CONTROL, input: object) =>
    asAdmin(CONTROL[name].method, CONTROL[name].path, input);
  let sent = 0;
  await client.each(async (ask, lane) => {
    const must = async (request: Parameters<typeof ask>[0], write: SandboxWrite) => {
      const answer = await ask(request, write);
      expect(answer, request.path).toMatchObject({ status: 200 });
      return JSON.parse(answer.body);
    };
    const choose = chooser(`${seed} ${run} ${lane}`);
    if (run === 0 && lane === 0) {
      await must(order('setClock', { mode: 'set' }), { kind: 'setup' });
      await must(order('setDmLimits', { perDay: 1_000_000, perHour: 1_000_000 }), { kind: 'setup' });
      await must(
        asUser('POST', '/hook/webhook', {
          action: 'automations',
          url: receiver.url,
          secret: 'a secret of the run',
        }),
        { kind: 'setup' },
      );
      const dm = { type: 'send_dm', message: 'Here it is.', dedupWindowMinutes: 0 };
      const actions = [
        { ...dm, messageUrl: receiver.url, timeoutMs: 5_000 },
        { type: 'fire_webhook', sendCompletedEvent: true, dedupWindowMinutes: 0 },
      ];
      await must(
        asUser('POST', '/automations', {
          name: 'With a callback',
          triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['parcel'] }],
          actions,
        }),
        { kind: 'automation' },
      );
      await must(
        asUser('POST', '/automations', {
          name: 'By template',
          triggers: [{ type: 'dm_keyword', keywords: ['parcel'] }],
          actions: [dm],
        }),
        { kind: 'automation' },
      );
    }
    for (let round = 0; round < rounds; round += 1) {
      const number = sent++;
      const text = `${choose(2 ** 32).toString(36)} ${choose(2 ** 32).toString(36)} is new at the shop, number ${number}`;
      if (lane === 0) {
        await must(order('advanceClock', { ms: 1_000 * (5 + choose(60)) }), { kind: 'advance' });
      } else if (lane === 1) {
        await must(
          order('engage', {
            kind: choose(2) === 0 ? 'comment' : 'dm',
            count: 1 + choose(3),
            text: 'where is my parcel?',
            from: { username: `person.${run}.${number}` },
          }),
          { kind: 'engagement' },
        );
      } else if (lane === 2 && round % 4 === 0) {
        const bytes = randomBytes(2_000 + choose(60_000));
        const { uploadUrl } = await must(
          asUser('GET', `/media/uploadUrl?fileName=file-${run}-${number}.bin`),
          { kind: 'setup' },
        );
        await must(
          {
            path: uploadUrl,
            method: 'PUT',
            headers: { 'content-type': 'application/octet-stream' },
            body: bytes,
          },
          { kind: 'media', bytes },
        );
      } else {
        const scheduleDate = new Date(Date.now() + 1_000 * choose(600)).toISOString();
        await must(
          asUser('POST', '/post', {
            post: text,
            platforms: ['facebook'],
            ...(choose(2) === 0 && { scheduleDate }),
          }),
          { kind: 'post' },
        );
      }
    }
  });
  client.close();
  return client.answers;
}

/** What is missing, broken or would be repeated without a mark in an image of the sandbox. */
export function createSandboxJudge({ events, answers }: TracedSandbox) {
  const answered = findAnswers(events, answers);
  const requests = findRequests(events);
  return async ({ folder, place, isStarted }: LostImage): Promise<readonly string[]> => {
    const file = getFile(folder);
    const before = [...answered]
      .filter(([at, { status }]) => at < place && status === 200)
      .map(([, answer]) => answer);
    if (before.length === 0 && !existsSync(file)) return [];
    const unusable = isStarted ? runInImage(folder, ['sandbox', 'status', '--json']) : [];
    const made = new Set(
      [...requests].filter(([at]) => at < place).map(([, { headers, body }]) => nameEffect(headers, body)),
    );
    const outbound = createFakeOutbound(() => ({ status: 200, body: Buffer.from('{"message":"Here."}') }));
    const sandbox = await openSandbox({
      file,
      isChecked: true,
      clock: { now: Date.now },
      random: randomBytes,
      openOutbound: async () => outbound,
      allowance: outbound.allowed,
    });
    try {
      const stored = readStored(file);
      const lost = before.flatMap((answer) => findLoss(stored, answer));
      expect((await askSandbox(sandbox, '/user')).http).toBe(200);
      const { http } = await control(sandbox, 'advanceClock', { ms: DAY_MS });
      const again = outbound.asked.map(({ headers, body }) =>
        nameEffect(lowerNames(headers), Buffer.from(body).toString('utf8')),
      );
      return [
        ...lost,
        ...unusable,
        ...readColumn(file, 'pragma integrity_check').filter((text) => text !== 'ok'),
        ...readColumn(file, 'pragma foreign_key_check').map((table) => `half: a row of ${table}`),
        ...readColumn(file, 'select key from inbox group by key having count(*) > 1').map(
          (key) => `message ${key} twice`,
        ),
        ...again
          .filter((effect) => made.has(effect))
          .map((effect) => `${effect} was repeated without a mark`),
        ...(http === 200 ? [] : [`advancing the clock was answered with ${http}`]),
      ];
    } finally {
      sandbox.close();
    }
  };
}

/** A delivery by its attempt, and a callback, which is made once only. */
function nameEffect(headers: Readonly<Record<string, string>>, body: string): string {
  const { hookId, activityId, actionId } = JSON.parse(body || '{}');
  const attempt = headers['x-service-delivery-attempt'];
  return attempt === undefined ? `callback ${activityId} ${actionId}` : `attempt ${attempt} of ${hookId}`;
}

function lowerNames(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** What an image has, by which an answer is found. */
function readStored(file: string) {
  const media = `${file}-media`;
  const column = (sql: string) => new Set(readColumn(file, sql));
  return {
    posts: column('select id from posts'),
    automations: column('select id from automations'),
    engagements: column('select event_id from engagements'),
    dispatches: column('select id from dispatches'),
    uploads: readColumn(file, 'select stored from media_files')
      .map((name) => join(media, name))
      .flatMap((path) => (existsSync(path) ? [readFileSync(path)] : [])),
  };
}

/** Names what of an answer is not in the store. */
function findLoss(
  { uploads, ...stored }: ReturnType<typeof readStored>,
  { note: { kind, bytes }, body }: NotedAnswer<SandboxWrite>,
): readonly string[] {
  const answer = JSON.parse(body);
  const findMissing = (table: keyof typeof stored, ids: readonly string[]) =>
    ids.filter((id) => !stored[table].has(id)).map((id) => `${id} of ${table} was answered and is lost`);
  switch (kind) {
    case 'post':
      return findMissing('posts', [answer.id]);
    case 'automation':
      return findMissing('automations', [answer.id]);
    case 'engagement':
      return (answer.events as readonly MadeEvent[]).flatMap(({ eventId, dispatches }) => [
        ...findMissing('engagements', [eventId]),
        ...findMissing(
          'dispatches',
          dispatches.map(({ id }) => id),
        ),
      ]);
    case 'media':
      return uploads.some((each) => each.equals(bytes ?? Buffer.alloc(0)))
        ? []
        : ['an uploaded file is lost'];
    case 'setup':
    case 'advance':
      return [];
  }
}

interface MadeEvent {
  readonly eventId: string;
  readonly dispatches: readonly { readonly id: string }[];
}
