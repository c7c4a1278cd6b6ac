import { expect, test } from 'vitest';
import { LIMITS } from '../../../../src/service/limits.ts';
import { PLANS } from '../../../../src/service/plans.ts';
import { automationsOf, PLAIN } from '../../../support/automations/ask-automations.ts';
import { control } from '../../../support/control.ts';
import { type SmallSandbox, smallSandbox, type TestRequest } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

/** A call on its way, to which the reasons for a refusal are added. */
interface Call {
  readonly small: SmallSandbox;
  id: string;
  body: Readonly<Record<string, unknown>>;
  query: string;
  sending: TestRequest;
}

const platform = 'instagram';

/** Codes in the order in which they are looked at, each with what brings it about. */
const REASONS: Readonly<Record<number, (call: Call) => unknown>> = {
  102: (call) => {
    call.sending = { without: 'authorization' };
  },
  1429: ({ small }) => control(small.sandbox, 'setRateLimit', { max: 0 }),
  468: ({ small }) => control(small.sandbox, 'setPlan', { plan: 'premium' }),
  472: ({ small }) => control(small.sandbox, 'setAccount', { platform, automations: 'off' }),
  469: (call) => {
    call.id = 'auto_unknown';
  },
  473: (call) => {
    call.body = { ...call.body, colour: 'red' };
    call.query = '?platform=tiktok';
  },
  471: ({ small }) => control(small.sandbox, 'setAccount', { platform, linked: false }),
  470: ({ small }) => automationsOf(small).fill(PLANS.business.activeAutomations),
};
const ORDER = [102, 1429, 468, 472, 469, 473, 471, 470] as const;

const ofOne = ({ id }: Call) => `/automations/${id}`;

/** Each call with the refusals that it can meet; the update is one that resumes a paused automation. */
const CALLS = {
  create: {
    method: 'POST',
    codes: ORDER.filter((code) => code !== 469),
    body: PLAIN,
    path: () => '/automations',
  },
  list: {
    method: 'GET',
    codes: [102, 1429, 468, 472, 473],
    body: null,
    path: ({ query }: Call) => `/automations${query}`,
  },
  get: { method: 'GET', codes: [102, 1429, 468, 472, 469], body: null, path: ofOne },
  update: { method: 'PUT', codes: ORDER, body: { active: true }, path: ofOne },
  delete: { method: 'DELETE', codes: [102, 1429, 468, 472, 469], body: null, path: ofOne },
} as const;
type CallName = keyof typeof CALLS;

// Object.keys forgets the names of a constant's members.
test.each(Object.keys(CALLS) as CallName[])(
  'of all reasons for a refusal, the first one in the order is returned: %s',
  { tags: ['U-26'] },
  async (name) => {
    const { method, codes, body, path } = CALLS[name];
    const small = await smallSandbox(SLIGHT_SEED);
    const { fill, update } = automationsOf(small);
    const [id = ''] = await fill(1);
    await update(id, { active: false });
    const call: Call = { small, id, body: body ?? {}, query: '', sending: {} };
    // The last one comes first: the cap is filled while everything is still allowed.
    for (const code of codes.toReversed()) {
      await REASONS[code]?.(call);
      const answer = await small.ask(path(call), {
        ...call.sending,
        method,
        ...(body !== null && { body: JSON.stringify(call.body) }),
      });
      expect(answer.body.code).toBe(code);
    }
    small.sandbox.close();
  },
);

test('a body that is no JSON is 101 on them too', async () => {
  const { ask } = await smallSandbox(SLIGHT_SEED);
  for (const [method, path] of [
    ['POST', '/automations'],
    ['PUT', '/automations/auto_unknown'],
  ] as const) {
    expect((await ask(path, { method, body: '{' })).body).toMatchObject({ code: 101 });
    const large = `"${'a'.repeat(LIMITS.requestBodyBytes)}"`;
    expect((await ask(path, { method, body: large })).body).toMatchObject({ code: 101 });
  }
});
