import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../src/service/durations.ts';
import { automationsOf } from '../../../support/automations/ask-automations.ts';
import { MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';
import type { EngineFixture } from '../../../support/engine/engine-fixture.ts';
import { eventually } from '../../../support/eventually.ts';
import { openHeldSandbox } from '../../../support/sandbox/hold-to-document.ts';
import { serveTestSandbox } from '../../../support/sandbox/served-sandbox.ts';
import { askSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const opened: EngineFixture[] = [];
afterEach(() => {
  for (const fixture of opened.splice(0)) fixture.close();
});

test('a served sandbox runs what falls due without being asked, and stops cleanly', async () => {
  const sandbox = await openHeldSandbox({
    file: ':memory:',
    clock: { now: Date.now },
    random: randomBytes,
    seed: async () => SLIGHT_SEED,
  });
  const served = await serveTestSandbox(async () => sandbox);
  const { create } = automationsOf({ ask: (path, sending) => askSandbox(sandbox, path, sending) });
  const { body } = await create({ triggers: [{ type: 'dm_reaction' }], actions: [MAIL] });
  expect(body.status).toBe('success');
  const at = new Date(Date.now() - MINUTE_MS).toISOString();
  const { address, credentials } = served.note;
  // Requested over the socket, so that the answer wakes it; no requests follow.
  await fetch(`${address}/_sandbox/engagements`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'reaction', from: { username: 'mara' }, at }),
  });
  await eventually(async () => {
    expect((await control(sandbox, 'listOutbox')).body.emails).toHaveLength(1);
  });
  await served.close();
});
