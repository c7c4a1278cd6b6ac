import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/facts/durations.ts';
import { PLAIN } from '../../support/ask-automations.ts';
import { report } from '../../support/report.ts';
import { smallSandbox } from '../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../support/small-seed.ts';
import { CORPUS_BAD } from './corpus-bad.ts';
import { CORPUS_GOOD } from './corpus-good.ts';

/** A webhook takes no fragment; that is looked at elsewhere. */
const GOOD = CORPUS_GOOD.map(({ url }) => url).filter((url) => !url.includes('#'));

const NOT_TAKEN = /must (?:be a public https address|not contain a user name or password)$/;

async function sandbox() {
  const small = await smallSandbox(SLIGHT_SEED);
  const post = (path: string, body: unknown) => {
    small.clock.advance(MINUTE_MS); // or it is asked more often than it takes
    return small.ask(path, { method: 'POST', body: JSON.stringify(body) });
  };
  return {
    ...small,
    register: (url: string) => post('/hook/webhook', { action: 'automations', url }),
    automate: (messageUrl: string) =>
      post('/automations', { ...PLAIN, actions: [{ ...PLAIN.actions[0], messageUrl }] }),
  };
}

test('T7 S1 S3 S7 HOOK-01 no bad form can be registered', async () => {
  const { ask, register, defects } = await sandbox();
  for (const url of CORPUS_BAD) {
    const { http, body } = await register(url);
    expect([url, http, body.code, body.details]).toEqual([url, 400, 101, expect.stringMatching(NOT_TAKEN)]);
  }
  expect((await ask('/hook/webhook')).body).toEqual({ status: 'success', updated: null });
  expect(defects).toEqual([]);
  report(`T7 registration: ${CORPUS_BAD.length} bad forms refused of a webhook`);
});

test('T7 S1 S3 S7 AUT-19 no bad form can stand in an automation', async () => {
  const { ask, automate, defects } = await sandbox();
  for (const url of CORPUS_BAD) {
    const { http, body } = await automate(url);
    expect([url, http, body.code]).toEqual([url, 400, 473]);
    expect([url, body.details.fieldErrors.actions]).toEqual([url, [expect.stringMatching(NOT_TAKEN)]]);
  }
  expect((await ask('/automations')).body.automations).toEqual([]);
  expect(defects).toEqual([]);
  report(`T7 registration: ${CORPUS_BAD.length} bad forms refused of a message callback`);
});

test('T7 S1 S3 S7 AUT-19 HOOK-01 every good form can be registered, and stand in an automation', async () => {
  const { ask, register, automate } = await sandbox();
  for (const url of GOOD) {
    expect([url, (await register(url)).http]).toEqual([url, 200]);
    expect((await ask('/hook/webhook')).body.automations).toBe(url);
    const { http, body } = await automate(url);
    expect([url, http]).toEqual([url, 200]);
    await ask(`/automations/${body.id}`, { method: 'DELETE' });
  }
  report(`T7 registration: ${GOOD.length} good forms taken of both`);
});
