import { expect, test } from 'vitest';
import { CrierError } from '../../../src/errors.ts';
import { createAutomation } from '../../../src/service/endpoints/automations.ts';
import { registerWebhook, unregisterWebhook } from '../../../src/service/endpoints/webhooks.ts';
import { scripted, testClient } from '../../support/network/client.ts';

const AUTOMATION = {
  name: 'Guide',
  triggers: [{ type: 'dm_keyword' as const, keywords: ['GUIDE'] }],
  actions: [{ type: 'send_dm' as const, message: 'Here it is. {{sender_username}}' }],
};

const success = { body: { status: 'success', id: 'auto_1', action: 'automations' } };

async function refusalOf(call: Promise<unknown>): Promise<CrierError> {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (error instanceof CrierError) return error;
  throw new Error('it was not refused');
}

test('the body of a call is sent as it was given', { tags: ['HTTP-01'] }, async () => {
  const transport = scripted(success);
  await testClient({ transport }).call(createAutomation, { body: AUTOMATION });
  const [request] = transport.asked;
  expect(JSON.parse(request?.body ?? '')).toEqual(AUTOMATION);
  expect(request).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
});

test('a DELETE can have a body', async () => {
  const transport = scripted(success);
  await testClient({ transport }).call(unregisterWebhook, { body: { action: 'automations' } });
  expect(transport.asked).toMatchObject([{ method: 'DELETE', body: '{"action":"automations"}' }]);
});

test('a body that is not valid is refused with 473 and all of its faults, and nothing is sent', {
  tags: ['AUT-14'],
}, async () => {
  const transport = scripted(success);
  const body = { ...AUTOMATION, triggers: [], actions: [{ type: 'send_dm' as const, message: '{{you}}' }] };
  const error = await refusalOf(testClient({ transport }).call(createAutomation, { body }));
  expect(error).toMatchObject({
    kind: 'usage',
    facts: {
      code: 473,
      http: null,
      details: {
        formErrors: [],
        fieldErrors: {
          triggers: ['triggers: must have 1 to 50 entries'],
          actions: ['actions[0].message: unknown placeholder {{you}}'],
        },
      },
    },
  });
  expect(transport.asked).toEqual([]);
});

test('any other body that is not valid is refused with 101, and nothing is sent', async () => {
  const transport = scripted(success);
  const body = { action: 'auto mations', url: 'https://hooks.example/a' };
  const error = await refusalOf(testClient({ transport }).call(registerWebhook, { body }));
  expect(error).toMatchObject({
    kind: 'usage',
    message: 'action must be one word',
    facts: { code: 101, http: null },
  });
  expect(transport.asked).toEqual([]);
});
