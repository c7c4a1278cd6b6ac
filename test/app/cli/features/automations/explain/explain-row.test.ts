import { describe, expect, test } from 'vitest';
import { explainRow } from '../../../../../../src/cli/features/automations/explain/explain-row.ts';
import type {
  ExplainContext,
  SandboxRow,
} from '../../../../../../src/cli/features/automations/explain/explanation.ts';
import { ASSUMED } from '../../../../../../src/service/assumed.ts';
import type { AccountState } from '../../../../../../src/service/control/control.ts';
import { DAY_MS, MINUTE_MS } from '../../../../../../src/service/durations.ts';
import {
  type ActionResult,
  type ActivityRow,
  ActivityStatus,
} from '../../../../../../src/service/endpoints/activity.ts';
import type { AutomationRecord } from '../../../../../../src/service/endpoints/automations.ts';
import { ERRORS } from '../../../../../../src/service/errors.ts';
import { COMMANDS, IN_SANDBOX } from '../../../../../support/automations/explained-row.ts';

const CREATED = Date.UTC(2026, 2, 2, 8, 15);
const NO_PLAN = 'the plan Premium has no automations';
const id = 'auto_1';
const automation: AutomationRecord = {
  id,
  accountId: '17841499000000123',
  active: true,
  triggers: [],
  actions: [
    { id: 'act_dm', type: 'send_dm', config: { message: 'Hi', dedupWindowMinutes: 120 } },
    { id: 'act_hook', type: 'fire_webhook', config: {} },
  ],
};
const dm = (rest: Partial<ActionResult>): ActionResult => ({
  actionId: 'act_dm',
  type: 'send_dm',
  status: 'sent',
  errorDetails: null,
  ...rest,
});
const hook = (rest: Partial<ActionResult>): ActionResult => ({
  ...dm(rest),
  actionId: 'act_hook',
  type: 'fire_webhook',
  ...rest,
});
const rowOf = (status: string, rest: Partial<ActivityRow> = {}): ActivityRow => ({
  id: `${id}:trg_1:18055`,
  eventId: '18055',
  status,
  recipientId: '17841499000000777',
  recipientUsername: 'mara',
  created: '2026-03-02T08:15:00Z',
  actionResults: [],
  ...rest,
});

const account: AccountState = {
  profile: 'primary',
  platform: 'instagram',
  linked: true,
  username: 'shop',
  displayName: 'Shop',
  id: '17841499000000123',
  token: 'ok',
  login: 'page',
  permission: 'granted',
  standing: 'good',
  automations: 'on',
  messaging: 'on',
  page: 'selected',
  ...ASSUMED.abilities,
};
const here: SandboxRow = { ...IN_SANDBOX, account };
const waits = (dueAt: string, cause: 'jitter' | 'pacing' | 'retry'): Partial<ExplainContext> => ({
  sandbox: { ...here, waiting: { id: 'any', dueAt, reason: cause } },
});

/** The findings of a row, one a line. */
function said(row: ActivityRow, around: Partial<ExplainContext> = {}): readonly string[] {
  const circumstances = {
    row,
    id,
    automation,
    earlier: [],
    now: CREATED + 10_000,
    webhook: null,
    commands: COMMANDS,
    sandbox: null,
    ...around,
  };
  return explainRow(circumstances).map(({ subject, code, reason, advice, command }) =>
    [subject, code, reason, advice, command].filter((part) => part !== null).join(' | '),
  );
}

describe('a row that did not come to its actions', () => {
  test.each<[string, ActivityRow, Partial<ExplainContext>, string]>([
    [
      'one that waits',
      rowOf('pending'),
      {},
      'waiting: it starts 20 to 60 seconds after the engagement, by 2026-03-02T08:16:00Z',
    ],
    ['one that waits for too long', rowOf('pending'), { now: CREATED + 61_000 }, 'no worker has claimed it'],
    [
      'in the sandbox, when it is due, and how far that is',
      rowOf('pending'),
      waits('2026-03-02T08:15:40Z', 'jitter'),
      'waiting, due 2026-03-02T08:15:40Z: it starts 20 to 60 seconds after the engagement | crier sandbox clock advance 30s',
    ],
    [
      'after the clock was set back, a length that leads there',
      rowOf('pending'),
      waits('2026-03-04T08:15:10Z', 'jitter'),
      'crier sandbox clock advance 48h',
    ],
    [
      'what is due and was not taken up',
      rowOf('pending'),
      waits('2026-03-02T08:15:05Z', 'jitter'),
      'due since 2026-03-02T08:15:05Z, but not started | crier sandbox clock advance 1s',
    ],
    [
      'in the sandbox, until when the pace holds it',
      rowOf('in_flight'),
      waits('2026-03-02T09:15:00Z', 'pacing'),
      'waiting, due 2026-03-02T09:15:00Z: the hourly limit of 200 DMs is reached | crier sandbox clock advance 60m',
    ],
    [
      'one that waits, of an automation that is paused',
      rowOf('pending'),
      { automation: { ...automation, active: false } },
      'will be skipped: the automation is paused',
    ],
    [
      'one that waits, of an automation that is deleted',
      rowOf('pending'),
      { automation: null },
      'will be skipped: the automation is deleted',
    ],
    ['one that is paced', rowOf('in_flight'), {}, 'after about 200 DMs an hour'],
    ['the cap', rowOf('rate_limited'), {}, 'the daily DM cap is reached: no action ran'],
    ['when the cap is over', rowOf('rate_limited'), {}, 'the cap is reset at 2026-03-03T00:00:00Z'],
    [
      'counted from when it ended',
      rowOf('rate_limited', { created: '2026-03-01T23:59:40Z', completedAt: '2026-03-02T00:00:10Z' }),
      {},
      'the cap is reset at 2026-03-03T00:00:00Z',
    ],
    [
      'the cap of a day that is over',
      rowOf('rate_limited'),
      { now: CREATED + DAY_MS, sandbox: here },
      'new events are answered',
    ],
    [
      'in the sandbox, a larger plan',
      rowOf('rate_limited'),
      { sandbox: here },
      '$crier sandbox plan enterprise',
    ],
    [
      'in the sandbox, no plan raises a limit that was set manually',
      rowOf('rate_limited'),
      { sandbox: { ...here, dms: { perDay: 5, perHour: 200 } } },
      '$crier sandbox clock advance 16h',
    ],
    [
      'the own account, by its id',
      rowOf('skipped', { recipientId: automation.accountId }),
      {},
      'by your own account',
    ],
    [
      'the own account, by its words',
      rowOf('skipped', { errorDetails: 'by your own account' }),
      { automation: null },
      'by your own account',
    ],
    [
      'paused still',
      rowOf('skipped'),
      { automation: { ...automation, active: false } },
      '$crier automations resume auto_1 --sandbox',
    ],
    ['paused, and active again', rowOf('skipped'), {}, 'active again, but queued work was discarded'],
    [
      'deleted',
      rowOf('skipped'),
      { automation: null },
      'probably the automation was deleted before the action ran',
    ],
    ['without actions', rowOf('skipped'), { automation: { ...automation, actions: [] } }, 'had no actions'],
    [
      'the plan, though the automation is paused since',
      rowOf('skipped', { errorDetails: NO_PLAN }),
      { automation: { ...automation, active: false } },
      'the plan Premium has no automations | plans with automations: Launch, Business, Enterprise',
    ],
    [
      'the plan, in the sandbox',
      rowOf('skipped', { errorDetails: NO_PLAN }),
      { sandbox: { ...here, plan: 'premium' } },
      '$crier sandbox plan business',
    ],
    [
      'the plan, which was changed since',
      rowOf('skipped', { errorDetails: NO_PLAN }),
      { sandbox: here },
      'the plan is now Business',
    ],
    [
      'its own words are paused, though the automation is deleted since',
      rowOf('skipped', { errorDetails: 'the automation was paused before it ran' }),
      { automation: null },
      'the automation was paused after the event matched, before the action ran | it is deleted now',
    ],
    [
      'its own words are deleted, though the automation is there',
      rowOf('skipped', { errorDetails: 'the automation was deleted before the action ran' }),
      { automation: { ...automation, active: false } },
      'the automation was deleted before the action ran | its queued work was discarded',
    ],
    [
      'its own words, where they are others',
      rowOf('skipped', { errorDetails: 'the service was closed' }),
      { automation: null },
      'the service was closed',
    ],
    ['a row without any details', rowOf('failed'), {}, 'the row has no reason'],
    [
      'a row that has it itself',
      rowOf('failed', { errorDetails: 'a fault of its own' }),
      {},
      'a fault of its own',
    ],
    ['an unknown state', rowOf('paused', { errorDetails: 'resting' }), {}, 'resting'],
    ['an older row without actions', rowOf('sent', { actionResults: null }), {}, 'has no reason'],
  ])(
    '%s',
    { tags: ['J-02', 'U-41', 'U-19', 'ENG-08', 'ENG-07', 'A-05', 'A-06', 'AUTH-10'] },
    (_what, row, around, words) => {
      const [only, ...others] = said(row, around);
      expect(only).toContain(words.replace(/^\$/, ''));
      expect(others).toEqual([]);
    },
  );
});

describe('an action', () => {
  const failed = (errorDetails: string | null) =>
    rowOf('failed', { actionResults: [dm({ status: 'failed', errorDetails })] });

  test.each([490, 492, 493, 494, 495])('%i: its meaning and what to do', { tags: ['ENG-13'] }, (code) => {
    const link = code === 492 ? ' | crier user' : '';
    expect(said(failed(`${code}: whatever the service says`))).toEqual([
      `send_dm act_dm | ${code} | ${code}: ${ERRORS[code]?.meaning} | ${ERRORS[code]?.advice}${link}`,
    ]);
  });

  test.each([490, 491, 492, 161])('%i that the sandbox was set to return: how that ends', (code) => {
    const row = failed(`${code}: ${ERRORS[code]?.meaning}`);
    expect(said(row, { sandbox: { ...here, faults: [{ code }] } })[0]).toContain(
      '| crier sandbox fault clear',
    );
    expect(said(row, { sandbox: here })[0]).not.toContain('fault clear');
  });

  test.each([
    ['older than 7 days', '491: the comment is older than 7 days'],
    ['already replied to', '491: the comment was already replied to: one private reply per comment'],
    ['deleted', 'Private reply failed (code 491): comment was deleted'],
    ['blocks message requests', '491: the commenter blocks message requests'],
  ])('491 %s', { tags: ['ENG-13', 'ERR-03'] }, (words, errorDetails) => {
    const [only] = said(failed(errorDetails));
    expect(only).toMatch(new RegExp(`\\| 491 \\| 491: .*${words}`));
  });

  test('491 of a comment that another automation answered: which one, and how much earlier', {
    tags: ['ENG-13'],
  }, () => {
    const completedAt = '2026-03-02T08:15:40Z';
    const refused = dm({ status: 'failed', errorDetails: '491: already replied to', completedAt });
    const row = rowOf('failed', { actionResults: [refused] });
    const won = rowOf('sent', {
      automationId: 'auto_2',
      actionResults: [dm({ completedAt: '2026-03-02T08:15:28Z' })],
    });
    const beside = (other: ActivityRow) => ({
      sandbox: { ...here, competingRows: [{ name: 'Menu', row: other }] },
    });
    const [only] = said(row, beside(won));
    expect(only).toContain('one private reply per comment: "Menu" (auto_2) did, 12 seconds earlier |');
    expect(only).toContain('if several automations match the same keyword, only the first one replies');
    expect(only).toContain('crier automations list');
    const lost = { ...won, actionResults: [dm({ status: 'failed' })] };
    expect(said(row, beside(lost))[0]).not.toContain('Menu');
  });

  test('491 that does not say which is shown unchanged', { tags: ['ENG-13', 'ERR-03'] }, () => {
    expect(said(failed('491: something'))[0]).toContain('| 491 | 491: something |');
  });

  const unhooked = rowOf('failed', {
    actionResults: [hook({ status: 'failed', errorDetails: 'no webhook is registered for automations' })],
  });
  const expired = { status: 'auth_error', errorDetails: "the account's token has expired" };

  test.each([
    ['no webhook', unhooked, 'crier hooks register automations <url> --sandbox'],
    [
      'the monthly limit',
      failed('the monthly conversation limit of 5 is reached, and the recipient is new'),
      'people who comment, or who received a DM',
    ],
    ['nothing to say', failed('the message is empty'), 'crier automations get auto_1'],
    ['an unknown outcome', failed('outcome unknown: it was interrupted'), 'to avoid sending it twice'],
    ['an unknown text', failed('the network sleeps'), 'the network sleeps'],
    ['a number that is no code', failed('the 200 DMs are gone'), '| the 200 DMs are gone'],
    ['a number that could be a code', failed('101 messages queued'), 'send_dm act_dm | 101 messages queued'],
    ['a code of private replies anywhere', failed('refused by the network (490)'), '| 490 |'],
    ['another thing that is empty', failed('mailbox is empty of credits'), 'act_dm | mailbox is empty of'],
    ['no words at all', failed(null), 'no reason was given'],
    ['credentials', rowOf('auth_error', { actionResults: [dm(expired)] }), 'link the account again'],
    ['a DM that was accepted', rowOf('sent', { actionResults: [dm({})] }), 'does not mean that it was seen'],
    ['an event that is queued', rowOf('sent', { actionResults: [hook({})] }), 'mean that it was delivered'],
    ['an unknown type', rowOf('sent', { actionResults: [dm({ type: 'send_fax' })] }), 'done'],
    [
      'an unknown state',
      rowOf('sent', { actionResults: [dm({ status: 'resting' }), dm({})] }),
      'unknown status: resting',
    ],
  ])(
    '%s',
    { tags: ['HOOK-17', 'W-09', 'ENG-12', 'C-03', 'ENG-15', 'A-07', 'ENG-09', 'ENG-20', 'HOOK-19', 'W-10'] },
    (_what, row, words) => {
      expect(said(row).join('\n')).toContain(words);
    },
  );

  test('no webhook, and one is registered since', { tags: ['HOOK-17'] }, () => {
    const [only] = said(unhooked, { webhook: 'https://hooks.shop.example/crier' });
    expect(only).toContain('one is registered now: https://hooks.shop.example/crier; this event');
    expect(only).not.toContain('hooks register');
  });

  describe('that could not use the account', { tags: ['ENG-09', 'ENG-19'] }, () => {
    const unusable = (errorDetails: string) =>
      rowOf('auth_error', { actionResults: [dm({ status: 'auth_error', errorDetails })] });

    test.each<[string, string, Partial<AccountState>, string]>([
      ["the account's token has expired", 'link the account again;', { token: 'expired' }, '--token ok'],
      ['no page is selected for the account', 'and select its page', { page: 'none' }, '--page selected'],
      [
        'messaging is not activated for the account',
        'allow access to messages',
        { messaging: 'off' },
        '--messaging on',
      ],
      ['the Instagram account is not linked', 'link the account;', { linked: false }, '--linked'],
    ])('%s', (words, fix, state, set) => {
      const row = unusable(words);
      const at = (change: Partial<AccountState>) => ({
        sandbox: { ...here, account: { ...account, ...change } },
      });
      expect(said(row)[0]).toMatch(new RegExp(`${fix}.*\\| crier user$`));
      expect(said(row, at(state))[0]).toContain(`| crier sandbox account set instagram ${set}`);
      expect(said(row, at({}))[0]).toContain('the problem is fixed');
      expect(said(row, at({}))[0]).not.toContain('account set');
    });

    test('another account than the one that it was made for', () => {
      expect(said(unusable('another Instagram account is linked now'))[0]).toContain(
        'create it again for the current one | crier automations get auto_1 --as yaml',
      );
    });
  });

  describe('that had fired', { tags: ['ENG-06'] }, () => {
    const row = rowOf('deduplicated', { actionResults: [dm({ status: 'deduplicated' })] });
    const earlier = rowOf('sent', {
      id: `${id}:trg_1:18001`,
      eventId: '18001',
      actionResults: [dm({ completedAt: '2026-03-02T07:00:30Z' })],
    });
    test('where it fired and until when, without a change that would message others again', {
      tags: ['U-13'],
    }, () => {
      const [only] = said(row, { earlier: [earlier] });
      expect(only).toContain(
        'mara already received it at 2026-03-02T07:00:30Z (18001); once in 2 hours, until 2026-03-02T09:00:30Z |',
      );
      expect(only).toContain('everyone else again');
      expect(only).not.toContain('--dedup-window-minutes');
    });

    test('a window that is over since needs no command', () => {
      const [only] = said(row, { earlier: [earlier], now: CREATED + 50 * MINUTE_MS });
      expect(only).toContain('the window is over: new events of this person are answered');
      expect(only).not.toContain('crier');
    });

    test.each([0, 5])(
      'a window that is %i minutes since is not the one of then',
      { tags: ['U-14'] },
      (dedupWindowMinutes) => {
        const [action] = automation.actions;
        const changed = {
          ...automation,
          actions: [{ ...action, id: 'act_dm', type: 'send_dm', config: { dedupWindowMinutes } }],
        };
        const [only] = said(row, { earlier: [earlier], automation: changed });
        expect(only).toContain('within the dedup window at that time | the window was changed since');
        expect(only).not.toContain('until');
        expect(only).not.toContain('crier');
      },
    );

    test('of an action that is not there any more, no window is named', { tags: ['U-14'] }, () => {
      for (const now of [null, { ...automation, actions: [] }]) {
        const [only] = said(row, { earlier: [earlier], automation: now });
        expect(only).toContain(
          '(18001), within the dedup window | the automation was changed or deleted since',
        );
        expect(only).not.toMatch(/once in|until|crier/);
      }
    });

    test('the default window, where the action has none of its own', () => {
      const plain = { ...automation, actions: [{ id: 'act_dm', type: 'send_dm', config: {} }] };
      expect(said(row, { earlier: [earlier], automation: plain })[0]).toContain('once in 7 days');
    });

    test('only where it was sent', { tags: ['D-03', 'D-04'] }, () => {
      const others = ['failed', 'deduplicated'].map((status) =>
        rowOf(status, {
          eventId: 'other',
          actionResults: [dm({ status, completedAt: '2026-03-02T08:00:00Z' })],
        }),
      );
      expect(said(row, { earlier: [...others, earlier] })[0]).toContain('(18001)');
      expect(said(row, { earlier: others })[0]).toContain('mara already received it; once in 2 hours |');
    });

    test('a row without actions', () => {
      const [only] = said(rowOf('deduplicated'), { earlier: [earlier] });
      expect(only).toContain(
        'dispatch | mara already received it at 2026-03-02T07:00:30Z (18001); once in 2 hours',
      );
    });

    test('a follower whom the network does not name, and the sandbox does', () => {
      const nameless = rowOf('deduplicated', { ...row, recipientUsername: null });
      expect(said(nameless, { sandbox: { ...here, handle: 'jonas' } })[0]).toContain(
        'jonas already received it',
      );
      expect(said(nameless)[0]).toContain('17841499000000777 already received it');
    });
  });

  test('what weighs most is first', () => {
    const statuses = ['sent', 'skipped', 'deduplicated', 'failed', 'auth_error', 'failed'];
    const row = rowOf('auth_error', {
      actionResults: statuses.map((status, at) => dm({ status, actionId: `act_${at}`, errorDetails: 'so' })),
    });
    const order = said(row).map((line) => line.split(' ')[1]);
    expect(order).toEqual(['act_4', 'act_3', 'act_5', 'act_2', 'act_1', 'act_0']);
  });
});

test.each(ActivityStatus.options)('%s is always explained', (status) => {
  for (const actionResults of [null, [], [dm({ status })]]) {
    expect(said(rowOf(status, { actionResults }), { automation: null }).join('')).toMatch(/\w/);
  }
});

describe('only users of the sandbox are referred to the sandbox', () => {
  const reasons = [
    'no webhook is registered for automations',
    "the account's token has expired",
    'no page is selected for the account',
    'messaging is not activated for the account',
    'the Instagram account is not linked',
    'something with the permissions',
    'the monthly conversation limit of 5 is reached, and the recipient is new',
    'the message is empty',
    '491: the comment was already replied to',
    '492: permission',
    NO_PLAN,
    'the daily cap of DMs is reached',
  ];
  const service = { ...COMMANDS, change: COMMANDS.service };

  test.each([...ActivityStatus.options, 'resting'])('%s', (status) => {
    for (const errorDetails of [...reasons, null]) {
      for (const one of [dm, hook]) {
        const row = rowOf(status, { errorDetails, actionResults: [one({ status, errorDetails })] });
        const all = [row, { ...row, actionResults: [] }].flatMap((each) => said(each, { commands: service }));
        expect(all.join('\n')).not.toMatch(/sandbox/);
      }
    }
  });
});
