import { describe, expect, test } from 'vitest';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import type { ControlInput } from '../../../../src/service/control/control.ts';
import { ABILITY_PLATFORM } from '../../../../src/service/control/posting.ts';
import { PLATFORMS, Platform } from '../../../../src/service/platforms.ts';
import { control } from '../../../support/control.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const small = () => smallSandbox(SLIGHT_SEED);
const FILM = 'https://media.example/film.mp4';

describe('what is so of files', () => {
  test('properties that are not named have their defaults, or the values set before', async () => {
    const { sandbox } = await small();
    const first = await control(sandbox, 'setMedia', { url: FILM, seconds: 200.5 });
    expect(first.body.media).toEqual({ url: FILM, type: null, ...ASSUMED.media, seconds: 200.5 });
    const second = await control(sandbox, 'setMedia', { url: FILM, reachable: false, type: 'video/mp4' });
    const expected = { ...ASSUMED.media, url: FILM, seconds: 200.5, reachable: false, type: 'video/mp4' };
    expect(second.body.media).toEqual(expected);
    await control(sandbox, 'setMedia', { url: 'https://media.example/a.png', bytes: 0 });
    const { media } = (await control(sandbox, 'listMedia')).body;
    expect(media.map(({ url }) => url)).toEqual(['https://media.example/a.png', FILM]);
    expect(media[1]).toEqual(expected);
  });

  test('a reset forgets it', async () => {
    const { sandbox } = await small();
    await control(sandbox, 'setMedia', { url: FILM, seconds: 1 });
    await control(sandbox, 'reset');
    expect((await control(sandbox, 'listMedia')).body.media).toEqual([]);
  });

  test.each<[string, object]>([
    ['url', { url: 'http://media.example/film.mp4', seconds: 1 }],
    ['url', { url: 'https://media.example/a film.mp4', seconds: 1 }],
    ['url', { seconds: 1 }],
    ['name at least one property', { url: FILM }],
    ['seconds', { url: FILM, seconds: -1 }],
    ['seconds', { url: FILM, seconds: '30' }],
    ['bytes', { url: FILM, bytes: 1.5 }],
    ['type', { url: FILM, type: 'png' }],
    ['reachable', { url: FILM, reachable: 'no' }],
    ['colour', { url: FILM, colour: 'red' }],
  ])('101 names %s: %j', async (named, order) => {
    const { sandbox } = await small();
    // `as`: these are no orders
    const { http, body } = await control(sandbox, 'setMedia', order as ControlInput<'setMedia'>);
    expect([http, body.code]).toEqual([400, 101]);
    expect(JSON.stringify(body.details)).toContain(named);
    expect((await control(sandbox, 'listMedia')).body.media).toEqual([]);
  });
});

/** Another value of each ability than the usual one. */
const OTHER = {
  premium: 'on',
  subscriptions: 'on',
  longVideo: 'on',
  geo: 'on',
  kind: 'personal',
  channel: 'unverified',
} as const;
// Object.keys forgets the names of a constant's members.
const NAMES = Object.keys(ABILITY_PLATFORM) as (keyof typeof ABILITY_PLATFORM)[];

describe('what an account may do when it posts', () => {
  test('at first it is as usual', async () => {
    const { sandbox } = await small();
    const { accounts } = (await control(sandbox, 'listAccounts')).body;
    for (const account of accounts) expect(account).toMatchObject(ASSUMED.abilities);
  });

  test.each(NAMES)('%s is set of its network, and nothing else with it', async (name) => {
    const { sandbox } = await small();
    const platform = ABILITY_PLATFORM[name];
    const before = (await control(sandbox, 'listAccounts')).body.accounts;
    const { body } = await control(sandbox, 'setAccount', { platform, [name]: OTHER[name] });
    expect(body.account[name]).toBe(OTHER[name]);
    const isIt = (account: { platform: string; profile: string }) =>
      account.platform === platform && account.profile === 'primary';
    expect((await control(sandbox, 'listAccounts')).body.accounts).toEqual(
      before.map((account) => (isIt(account) ? { ...account, [name]: OTHER[name] } : account)),
    );
  });

  test('what was set before stays', async () => {
    const { sandbox } = await small();
    await control(sandbox, 'setAccount', { platform: 'twitter', premium: 'on' });
    const { body } = await control(sandbox, 'setAccount', {
      platform: 'twitter',
      longVideo: 'on',
      token: 'expired',
    });
    expect(body.account).toMatchObject({
      premium: 'on',
      longVideo: 'on',
      subscriptions: 'off',
      token: 'expired',
    });
  });

  test.each(NAMES)('%s means nothing on any other network: 101', async (name) => {
    const { sandbox } = await small();
    const before = await control(sandbox, 'listAccounts');
    for (const platform of Platform.options.filter((each) => each !== ABILITY_PLATFORM[name])) {
      const { http, body } = await control(sandbox, 'setAccount', { platform, [name]: OTHER[name] });
      expect([http, body.code]).toEqual([400, 101]);
      const [own, other] = [ABILITY_PLATFORM[name], platform].map((each) => PLATFORMS[each].name);
      expect(body.details).toBe(`${name}: is for ${own} only, not for ${other}`);
    }
    expect(await control(sandbox, 'listAccounts')).toEqual(before);
  });
});
