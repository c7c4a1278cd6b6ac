import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OutboundRequest } from '../../../../../src/outbound/outbound.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const { run } = createSandboxRunner();
const SECRET = 'a-secret-of-tests';
const TARGET = 'http://127.0.0.1:3000/hooks';

/** An inbox with one delivery, taken from the history. */
async function fillInbox() {
  await run('hooks register automations https://hooks.example.com/crier');
  await run('sandbox trigger automations --set keyword=GUIDE');
  await run('hooks listen --from-history --once --unsigned', {
    outbound: answering(() => ({ status: 204 })),
  });
}

/** Forwards a changed copy, and reads what the target got. */
async function forward(words: readonly string[]) {
  const requests: OutboundRequest[] = [];
  const outbound = answering((request) => {
    requests.push(request);
    return { status: 200 };
  });
  const line = ['hooks', 'inbox', 'forward', '1', '--forward', TARGET, ...words, '--json'];
  const ran = await run(line, { outbound });
  return { ...ran, requests };
}

test('a changed copy is sent: new hook id, time of now, and the row names the delivery that it is of', async () => {
  await fillInbox();
  const { json, requests, exitCode } = await forward([
    '--set',
    'keyword=RECIPE',
    '--set',
    'commentText="a, b"',
  ]);
  expect({ exitCode, count: requests.length }).toEqual({ exitCode: 0, count: 1 });
  const body = JSON.parse(new TextDecoder().decode(requests[0]?.body as Uint8Array));
  expect(body).toMatchObject({ keyword: 'RECIPE', commentText: 'a, b', timeStamp: 1_790_000_000 });
  expect(json).toMatchObject({ forwarded: [{ number: 1, editedFrom: 1, result: 'done', event: body }] });
  const { json: shown } = await run('hooks inbox show 1 --json');
  const [kept] = (shown as { deliveries: { hookId: string; event: object; forwardings: [] }[] }).deliveries;
  expect(kept?.hookId).not.toBe(body.hookId);
  expect(kept).toMatchObject({ event: { keyword: 'GUIDE' }, forwardings: [] });
});

test.each([
  ['a field without a value', ['--set', 'keyword']],
  ['a path through a text', ['--set', 'keyword.first=RECIPE']],
  ['a secret that signs nothing', ['--secret-file', 'secret']],
])('%s is refused before anything is sent', async (_what, words) => {
  await fillInbox();
  const { exitCode, requests } = await forward(words);
  expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
});

test('a dry run shows the copy, and sends nothing', async () => {
  await fillInbox();
  const { json, requests } = await forward(['--set', 'keyword=RECIPE', '--dry-run']);
  expect(requests).toEqual([]);
  expect(json).toMatchObject({
    forwarded: [{ result: 'planned', editedFrom: 1, event: { keyword: 'RECIPE' } }],
  });
});

test('with a secret, the copy is signed over its own bytes', async () => {
  await fillInbox();
  await inFolder({}, async (folder) => {
    writeFileSync(join(folder, 'secret'), SECRET, { mode: 0o600 });
    const { requests } = await forward(['--set', 'keyword=RECIPE', '--secret-file', join(folder, 'secret')]);
    const [{ body, headers }] = requests as [OutboundRequest];
    const signature = createHmac('sha256', SECRET)
      .update(body as Uint8Array)
      .digest('hex');
    expect(new Headers(headers).get('x-authorization-content-sha256')).toBe(signature);
    expect(new Headers(headers).get('x-authorization-timestamp')).toBe('1790000000');
  });
});
