import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { arrived } from '../../support/receiver/arrived.ts';
import { postAll, readPeakMiB, startReceiver } from '../../support/receiver/started-receiver.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';

const WAITING = scaled(20_000, 1_000_000);
const POSTED = scaled(3_000, 30_000);
const MOST_MIB = 150;
/** What two runs of the same work differ by. */
const MARGIN = 1.25;

let folder: string;
let target: Server;
let got = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crier-memory-'));
  got = 0;
  target = createServer((asked, answer) => {
    asked.resume().on('end', () => {
      got += 1;
      answer.end();
    });
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  target.closeAllConnections();
  target.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An event as large as most are. */
const eventOf = (number: number) => ({
  action: 'automations',
  type: 'automation.triggered',
  hookId: `h${number}`,
  recipientId: String(number),
  activityId: `auto_K4mZ8qT2xW:trg_p7Rk2a:${number}`,
  actionId: 'act_v3Nd9s',
  commentText: 'price please '.repeat(30),
});

function* listBodies(first: number, count: number) {
  for (let number = first; number < first + count; number += 1) yield JSON.stringify(eventOf(number));
}

/** The most memory of a receiver that forwards what waits while it takes in more, in MiB. */
async function measurePeak(waiting: number): Promise<number> {
  const { port } = target.address() as AddressInfo; // it listens on a port, not on a pipe
  const url = `http://127.0.0.1:${port}/`;
  const store = join(folder, `${waiting}.db`);
  const inbox = openSqliteInbox(store);
  const together = 1_000;
  for (let number = 0; number < waiting; number += together)
    await inbox.takeIn(Array.from({ length: together }, (_, at) => arrived(eventOf(number + at), [url])));
  await inbox.close();
  const receiver = await startReceiver(folder, ['--store', store, '--forward', url, '--concurrency', '16']);
  await postAll(receiver.url, listBodies(waiting, POSTED));
  const peak = readPeakMiB(receiver.child);
  receiver.child.kill('SIGKILL');
  await receiver.ended;
  return peak;
}

test('memory does not grow with what waits, also while it forwards and receives', {
  tags: ['T11'],
}, async () => {
  const [few, many] = [await measurePeak(0), await measurePeak(WAITING)];
  report(
    `${many.toFixed(0)} MiB with ${WAITING} deliveries waiting, ${few.toFixed(0)} with none; ${got} forwarded`,
  );
  expect(got).toBeGreaterThan(0);
  expect(many / few).toBeLessThan(MARGIN);
  expect(many).toBeLessThan(MOST_MIB);
});

/** Large bodies: what waits for a reader of the output would be seen. */
const LARGE = scaled(1_500, 6_000);
const PADDING = 'x'.repeat(50_000);

const largeBodies = () =>
  Array.from({ length: LARGE }, (_, at) => JSON.stringify({ hookId: `h${at}`, padding: PADDING }));

/** The most memory of a receiver whose output is read, in MiB. */
async function measurePeakOfRead(): Promise<number> {
  const read = await startReceiver(folder, ['--store', join(folder, 'read.db'), '-o', 'ndjson']);
  await postAll(read.url, largeBodies());
  const peak = readPeakMiB(read.child);
  read.child.kill('SIGKILL');
  await read.ended;
  return peak;
}

test('a reader of the output that stalls costs neither answers nor memory, and then gets each record once', {
  tags: ['L6'],
}, async () => {
  const peakOfRead = await measurePeakOfRead();
  const store = ['--store', join(folder, 'in.db')];
  const unread = await startReceiver(folder, [...store, '-o', 'ndjson'], { stdout: 'pipe' });
  await postAll(unread.url, largeBodies());
  const peak = readPeakMiB(unread.child);
  const numbers: number[] = [];
  const { stdout } = unread.child;
  if (stdout === null) throw new Error('no pipe');
  for await (const line of createInterface({ input: stdout })) {
    const record = JSON.parse(line) as { number: number; event: { padding: string } };
    numbers.push(record.number);
    expect(record.event.padding).toHaveLength(PADDING.length);
    if (numbers.length === LARGE) break;
  }
  expect(numbers).toEqual(Array.from({ length: LARGE }, (_, at) => at + 1));
  unread.child.kill('SIGKILL');
  expect((await unread.ended).stderr).toContain('the output is not read');
  const unreadMiB = (LARGE * PADDING.length) / 2 ** 20;
  report(
    `${peak.toFixed(0)} MiB with ${unreadMiB.toFixed(0)} MiB that were not read, ${peakOfRead.toFixed(0)} with all read`,
  );
  expect(peak / peakOfRead).toBeLessThan(MARGIN);
});
