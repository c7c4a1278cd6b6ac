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
async function forward(words: readonly string[], status = 200) {
  const requests: OutboundRequest[] = [];
  const outbound = answering((request) => {
    requests.push(request);
    return { status };
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
  expect(json).toMatchObject({ forwarded: [{ number: 2, editedFrom: 1, result: 'done', event: body }] });
  const { json: shown } = await run('hooks inbox show 1 --json');
  const [kept] = (shown as { deliveries: { hookId: string; event: object; forwardings: [] }[] }).deliveries;
  expect(kept?.hookId).not.toBe(body.hookId);
  expect(kept).toMatchObject({ event: { keyword: 'GUIDE' }, editedFrom: null, forwardings: [] });
});

test('the inbox keeps the copy with what it is a copy of, in its list, its row and its export', async () => {
  await fillInbox();
  await forward(['--set', 'keyword=RECIPE']);
  const copy = { number: 2, editedFrom: 1, state: 'forwarded' };
  expect((await run('hooks inbox list --json')).json).toMatchObject({
    deliveries: [copy, { number: 1, editedFrom: null }],
  });
  expect((await run('hooks inbox list', { isTerminal: true })).stdout).toContain('changed copy of 1');
  const { json } = await run('hooks inbox show 2 --json');
  expect(json).toMatchObject({ deliveries: [{ ...copy, event: { keyword: 'RECIPE' } }] });
  expect((await run('hooks inbox show 2', { isTerminal: true })).stdout).toMatch(/changed copy of.*1/s);
  expect((await run('hooks inbox export -o ndjson')).stdout).toContain('"editedFrom":1');
  const [{ hookId }] = (json as { deliveries: [{ hookId: string }] }).deliveries;
  const explained = await run(`hooks explain ${hookId} --json`);
  expect(explained.stdout).toContain('a changed copy of number 1');
  expect(explained.stdout).toContain('the service did not send it');
  expect((await run('hooks reconcile --json')).stdout).not.toContain(hookId);
});

test('a copy for two targets is one delivery, and one of a copy names the copy', async () => {
  await fillInbox();
  const { json } = await forward(['--set', 'keyword=RECIPE', '--forward', `${TARGET}/other`]);
  expect(json).toMatchObject({ forwarded: [{ number: 2 }, { number: 2 }] });
  await run(`hooks inbox forward 2 --forward ${TARGET} --set keyword=MENU`, {
    outbound: answering(() => ({ status: 200 })),
  });
  expect((await run('hooks inbox list --json')).json).toMatchObject({
    deliveries: [{ number: 3, editedFrom: 2 }, { number: 2, editedFrom: 1 }, { number: 1 }],
  });
});

test('an attempt of a copy that fails is the last one, until it is forwarded again', async () => {
  await fillInbox();
  const { exitCode, json } = await forward(['--set', 'hookId=hk_the-same'], 503);
  expect({ exitCode, json }).toMatchObject({
    exitCode: 10,
    json: { forwarded: [{ number: 2, result: 'dead' }] },
  });
  const again = await run('hooks inbox forward --state dead --json', {
    outbound: answering(() => ({ status: 200 })),
  });
  expect(again.json).toMatchObject({ forwarded: [{ number: 2, result: 'done', attempt: 2 }] });
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
  expect((await run('hooks inbox list --json')).json).toMatchObject({ deliveries: [{ number: 1 }] });
  expect(json).toMatchObject({
    forwarded: [{ number: 1, result: 'planned', editedFrom: 1, event: { keyword: 'RECIPE' } }],
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
