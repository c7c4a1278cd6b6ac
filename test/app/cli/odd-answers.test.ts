import { expect, test } from 'vitest';
import type { Transport } from '../../../src/client/transport.ts';
import { crier } from '../../support/crier.ts';
import { scripted } from '../../support/network/client.ts';

const env = { CRIER_BASE_URL: 'https://api.example/v', CRIER_API_KEY: 'API-KEY-1234567890-abcd' };

const crierOn = (network: Transport, line: string) => crier(line, { env, network });
const answered = (body: object, status = 200) => scripted({ status, body });

test('odd parts of an answer do not hide the comments beside them', { tags: ['HTTP-10'] }, async () => {
  const body = { status: 'success', instagram: [{ commentId: '1', comment: 'hi' }, null], threads: {} };
  const { exitCode, json } = await crierOn(answered(body), 'comments get abc --json');
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({ comments: [{ id: '1' }, { id: null, extra: { value: null } }], errors: [] });
  expect(await crierOn(answered(body), 'comments get abc -o raw')).toMatchObject({
    exitCode: 0,
    stdout: JSON.stringify(body),
  });
});

test('a network that crier does not know is listed under its name', { tags: ['HTTP-10'] }, async () => {
  const body = {
    status: 'success',
    newnet: [{ commentId: '1', comment: 'hi', created: '2026-03-02T08:15:00Z' }],
  };
  const { exitCode, json } = await crierOn(answered(body), 'comments get abc --json');
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({
    status: 'success',
    comments: [{ platform: 'newnet', text: 'hi' }],
    errors: [],
  });
  expect((await crierOn(answered(body), 'comments get abc -o table')).stdout).toMatch(/newnet .*hi/);
});

test('a track without an id is skipped, with a warning', { tags: ['HTTP-10', 'AUD-04'] }, async () => {
  const body = {
    status: 'success',
    query: 'slow',
    audio: [{ audioId: '1', title: 'Slow' }, { title: 'Lost' }],
  };
  const { exitCode, json, stderr } = await crierOn(answered(body), 'audio search slow --json');
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({ audio: [{ audioId: '1' }] });
  expect(stderr).toContain('tracks without an audio id, not listed: 1');
});

test('a history and reviews with nothing in them are no failures', async () => {
  const nothing = { history: { action: 'get', status: 'error', code: 221, message: 'nothing' }, count: 0 };
  const posts = await crierOn(answered(nothing, 400), 'posts list --json');
  expect(posts).toMatchObject({ exitCode: 0, json: { posts: [] } });
  const reviews = await crierOn(answered({ status: 'error', code: 350 }, 404), 'api GET /reviews --json');
  expect(reviews).toMatchObject({ exitCode: 0, json: { code: 350 } });
});

test('a write that was lost says to look first', { tags: ['HTTP-06'] }, async () => {
  const network = scripted({ status: 503, body: { status: 'error' } });
  const { exitCode, error } = await crierOn(network, 'api POST /post -f post=hi --json');
  expect(exitCode).toBe(10);
  expect(error).toMatchObject({
    advice: expect.stringContaining('check with "crier posts list" before you send it again'),
  });
  expect(network.asked).toHaveLength(1);
});

test('a wait that no timer can take is refused before anything is sent', async () => {
  const network = answered({});
  const { exitCode, stderr } = await crierOn(network, 'comments get abc --max-wait 30d');
  expect({ exitCode, sent: network.asked.length }).toEqual({ exitCode: 2, sent: 0 });
  expect(stderr).toContain('must be at most 24d');
});
