import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../../src/service/durations.ts';
import { control } from '../../../support/control.ts';
import { dateAfter, postingSandbox } from '../../../support/sandbox/posting-sandbox.ts';
import { NOW } from '../../../support/small-sandbox.ts';

/** The clock is at 14:13:20 on a Monday, 21 September 2026. */
async function scheduleSandbox() {
  const fixture = await postingSandbox();
  const { send, ask } = fixture;
  return {
    ...fixture,
    set: (body: object) => send('POST', '/auto-schedule/set', body),
    list: async () => (await ask('/auto-schedule/list')).body.schedules,
    remove: (body: object) => send('DELETE', '/auto-schedule/delete', body),
    /** Posts by a schedule. @returns the answer */
    queue: (text: string, more: object = {}) =>
      send('POST', '/post', {
        post: text,
        platforms: ['facebook'],
        autoSchedule: { schedule: true },
        ...more,
      }),
  };
}

describe('schedules', () => {
  test('none is 192; one that is set is listed under its title, with its next slots', async () => {
    const { set, list, ask } = await scheduleSandbox();
    expect(await ask('/auto-schedule/list')).toMatchObject({
      http: 404,
      body: { action: 'autoSchedule', status: 'error', code: 192 },
    });
    const { http, body } = await set({ schedule: ['20:14Z', '13:05Z', '13:05Z'] });
    expect([http, body]).toEqual([
      200,
      {
        status: 'success',
        message: expect.any(String),
        title: 'default',
        schedule: ['13:05Z', '20:14Z'],
      },
    ]);
    await set({
      schedule: ['09:00Z'],
      title: 'Weekend',
      daysOfWeek: [6, 0],
      excludeDates: ['2026-09-26'],
      setStartDate: '2026-09-26T00:00:00Z',
    });
    expect(await list()).toEqual({
      default: {
        schedule: ['13:05Z', '20:14Z'],
        nextSlots: [
          '2026-09-21T20:14:00Z',
          '2026-09-22T13:05:00Z',
          '2026-09-22T20:14:00Z',
          '2026-09-23T13:05:00Z',
          '2026-09-23T20:14:00Z',
        ],
      },
      Weekend: {
        schedule: ['09:00Z'],
        daysOfWeek: [0, 6],
        excludeDates: ['2026-09-26'],
        setStartDate: '2026-09-26T00:00:00Z',
        nextSlots: [
          '2026-09-27T09:00:00Z',
          '2026-10-03T09:00:00Z',
          '2026-10-04T09:00:00Z',
          '2026-10-10T09:00:00Z',
          '2026-10-11T09:00:00Z',
        ],
      },
    });
  });

  test('with times it is replaced; without, only what is named changes', { tags: ['API-22'] }, async () => {
    const { set, list } = await scheduleSandbox();
    await set({ schedule: ['13:05Z'], daysOfWeek: [1] });
    await set({ setStartDate: '2026-10-01T00:00:00Z' });
    expect((await list()).default).toMatchObject({
      schedule: ['13:05Z'],
      daysOfWeek: [1],
      setStartDate: '2026-10-01T00:00:00Z',
    });
    await set({ schedule: ['14:00Z'] });
    expect((await list()).default).toEqual({ schedule: ['14:00Z'], nextSlots: expect.any(Array) });
  });

  test.each([
    ['nothing', {}],
    ['only a start for a new one', { setStartDate: '2026-10-01T00:00:00Z', title: 'new' }],
    ['no times', { schedule: [] }],
    ['a time without its zone', { schedule: ['13:05'] }],
    ['an hour that no day has', { schedule: ['24:00Z'] }],
    ['a day that no week has', { schedule: ['13:05Z'], daysOfWeek: [7] }],
    ['no day', { schedule: ['13:05Z'], daysOfWeek: [] }],
    ['a date that no year has', { schedule: ['13:05Z'], excludeDates: ['2026-02-30'] }],
    ['a blank title', { schedule: ['13:05Z'], title: ' ' }],
  ])('%s is 101', async (_what, body) => {
    const { set, ask } = await scheduleSandbox();
    expect((await set(body)).body).toMatchObject({ action: 'autoSchedule', code: 101 });
    expect((await ask('/auto-schedule/list')).body.code).toBe(192);
  });

  test('is deleted by its title, in the body or the query; another one is 192', {
    tags: ['API-24'],
  }, async () => {
    const { set, list, remove, ask, send } = await scheduleSandbox();
    await set({ schedule: ['13:05Z'] });
    await set({ schedule: ['13:05Z'], title: 'A' });
    await set({ schedule: ['13:05Z'], title: 'B' });
    expect((await remove({ title: 'a' })).body).toMatchObject({
      code: 192,
      details: expect.stringMatching(/A, B/),
    });
    expect((await remove({ title: 'A' })).body).toEqual({ status: 'success', title: 'A' });
    expect((await ask('/auto-schedule/delete?title=B', { method: 'DELETE' })).body.title).toBe('B');
    expect(Object.keys(await list())).toEqual(['default']);
    await send('DELETE', '/auto-schedule/delete', {});
    expect((await ask('/auto-schedule/list')).body.code).toBe(192);
  });

  test('of another profile is not seen, and does not take its slots', async () => {
    const { set, send, ask } = await scheduleSandbox();
    await set({ schedule: ['20:00Z'] });
    expect((await ask('/auto-schedule/list', { as: 'acme' })).body.code).toBe(192);
    await send('POST', '/auto-schedule/set', { schedule: ['20:00Z'] }, { as: 'acme' });
    const sent = {
      post: 'of acme',
      platforms: ['instagram'],
      mediaUrls: ['https://media.example/a.jpg'],
      autoSchedule: { schedule: true },
    };
    expect((await send('POST', '/post', sent, { as: 'acme' })).body.scheduleDate).toBe(
      '2026-09-21T20:00:00Z',
    );
    expect((await ask('/auto-schedule/list')).body.schedules.default.nextSlots[0]).toBe(
      '2026-09-21T20:00:00Z',
    );
  });
});

describe('posts by a schedule', () => {
  test('take the next slots in turn, and are published at them', async () => {
    const { set, queue, record, pass, list } = await scheduleSandbox();
    await set({ schedule: ['13:05Z', '20:14Z'] });
    const answers = [
      await queue('the first of all'),
      await queue('and then another'),
      await queue('last, not least'),
    ];
    expect(answers.map(({ body }) => [body.status, body.scheduleDate])).toEqual([
      ['scheduled', '2026-09-21T20:14:00Z'],
      ['scheduled', '2026-09-22T13:05:00Z'],
      ['scheduled', '2026-09-22T20:14:00Z'],
    ]);
    expect((await list()).default.nextSlots[0]).toBe('2026-09-23T13:05:00Z');
    expect(await pass(DAY_MS / 1_000)).toEqual([2, 0]);
    expect(await record(answers[1]?.body.id)).toMatchObject({
      status: 'success',
      type: 'scheduled',
      scheduleDate: '2026-09-22T13:05:00Z',
    });
  });

  test('of a title follow that schedule, whose slots are its own', async () => {
    const { set, queue } = await scheduleSandbox();
    await set({ schedule: ['20:00Z'] });
    await set({ schedule: ['20:00Z'], title: 'News', daysOfWeek: [2], excludeDates: ['2026-09-22'] });
    await queue('of the usual one');
    const { body } = await queue('of the news', { autoSchedule: { schedule: true, title: 'News' } });
    expect(body.scheduleDate).toBe('2026-09-29T20:00:00Z');
    const unknown = await queue('x', { autoSchedule: { schedule: true, title: 'news' } });
    expect(unknown).toMatchObject({
      http: 404,
      body: { code: 192, details: 'titles that are set: News, default' },
    });
  });

  test('older clients: autoSchedule is true or false, and the title has a field of its own', async () => {
    const { set, queue } = await scheduleSandbox();
    await set({ schedule: ['20:00Z'] });
    await set({ schedule: ['21:00Z'], title: 'Late' });
    expect((await queue('one of them', { autoSchedule: true })).body.scheduleDate).toBe(
      '2026-09-21T20:00:00Z',
    );
    const late = await queue('quite late', { autoSchedule: true, autoScheduleTitle: 'Late' });
    expect(late.body.scheduleDate).toBe('2026-09-21T21:00:00Z');
    expect((await queue('not at all', { autoSchedule: false })).body.status).toBe('success');
  });

  test('a slot stays taken when its post is deleted or rescheduled, and its schedule replaced', {
    tags: ['API-23'],
  }, async () => {
    const { set, queue, send, change } = await scheduleSandbox();
    await set({ schedule: ['20:00Z'] });
    const gone = (await queue('will be deleted')).body.id;
    const moved = (await queue('will be moved')).body.id;
    await send('DELETE', '/post', { id: gone });
    await change(moved, { scheduleDate: dateAfter(60) });
    await send('DELETE', '/auto-schedule/delete', {});
    await set({ schedule: ['20:00Z', '21:00Z'] });
    expect((await queue('takes what is free')).body.scheduleDate).toBe('2026-09-21T21:00:00Z');
    expect((await queue('and so does this')).body.scheduleDate).toBe('2026-09-22T21:00:00Z');
  });

  test('a post that is refused takes none', async () => {
    const { set, queue, list } = await scheduleSandbox();
    await set({ schedule: ['20:00Z'] });
    await queue('the very same text');
    const refused = await queue('the very same text', { autoSchedule: { schedule: true } });
    expect(refused.body.code).toBe(137);
    expect((await queue('x', { platforms: ['gmb'] })).body.code).toBe(156);
    expect((await list()).default.nextSlots[0]).toBe('2026-09-22T20:00:00Z');
  });

  test('many at once each take a slot of their own', async () => {
    const { set, queue } = await scheduleSandbox();
    await set({ schedule: ['20:00Z', '21:00Z'] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => queue(`${at} is the number`, { validateScheduled: false })),
    );
    const dates = answers.map(({ body }) => body.scheduleDate);
    expect(new Set(dates).size).toBe(20);
    expect(dates.toSorted().at(-1)).toBe('2026-09-30T21:00:00Z');
  });

  test('192 when no slot is left before the end of all years', async () => {
    const { set, queue, sandbox, list } = await scheduleSandbox();
    await control(sandbox, 'setClock', { mode: 'set', now: '9999-12-30T23:00:00Z' });
    await set({ schedule: ['10:00Z'] });
    expect((await queue('the last one')).body.scheduleDate).toBe('9999-12-31T10:00:00Z');
    expect((await queue('one too many')).body).toMatchObject({
      code: 192,
      message: expect.stringMatching(/no slot/),
    });
    expect((await list()).default.nextSlots).toEqual([]);
  });

  test('POST /validate/post sees the slot, and does not take it', async () => {
    const { set, queue, send, schedule } = await scheduleSandbox();
    await set({ schedule: ['20:00Z'] });
    const checked = { post: 'a text', platforms: ['facebook'], autoSchedule: { schedule: true } };
    expect((await send('POST', '/validate/post', checked)).body.status).toBe('success');
    expect((await queue('takes it')).body.scheduleDate).toBe('2026-09-21T20:00:00Z');
    // within 24 hours of the next slot, and not of now
    await schedule((2 * DAY_MS) / 1_000, { post: 'a text' });
    expect((await send('POST', '/validate/post', checked)).body.code).toBe(137);
  });

  test('autoRepost takes a slot for each repetition, from its time on', async () => {
    const { set, queue, ask } = await scheduleSandbox();
    await set({ schedule: ['20:00Z'], excludeDates: ['2026-09-23'] });
    const { body } = await queue('again and again', { autoRepost: { repeat: 2, days: 2 } });
    expect((await queue('in between')).body.scheduleDate).toBe('2026-09-22T20:00:00Z');
    const { history } = (await ask(`/history?autoRepostId=${body.autoRepostId}`)).body;
    expect(history.map(({ scheduleDate }: { scheduleDate: string }) => scheduleDate).toSorted()).toEqual([
      '2026-09-21T20:00:00Z',
      '2026-09-24T20:00:00Z',
      '2026-09-25T20:00:00Z',
    ]);
    expect((await queue('after those')).body.scheduleDate).toBe('2026-09-26T20:00:00Z');
  });

  test('autoRepost with a startDate begins at the first slot from then on', async () => {
    const { set, queue } = await scheduleSandbox();
    await set({ schedule: ['20:00Z'] });
    const autoRepost = { repeat: 1, days: 2, startDate: '2026-09-24T20:00:00Z' };
    expect((await queue('later on', { autoRepost })).body.scheduleDate).toBe('2026-09-24T20:00:00Z');
  });

  test('a clock that was set back takes no slot twice', async () => {
    const { set, queue, sandbox } = await scheduleSandbox();
    await set({ schedule: ['20:00Z'] });
    await queue('for the evening');
    await control(sandbox, 'setClock', { mode: 'set', now: new Date(NOW - DAY_MS).toISOString() });
    expect((await queue('the day before')).body.scheduleDate).toBe('2026-09-20T20:00:00Z');
    expect((await queue('the day after')).body.scheduleDate).toBe('2026-09-22T20:00:00Z');
  });
});
