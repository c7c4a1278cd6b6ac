import { describe, expect, test } from 'vitest';
import { formatBytes } from '../../../src/domain/text/format-bytes.ts';
import { ASSUMED } from '../../../src/service/assumed.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { PLANS, Plan } from '../../../src/service/plans.ts';
import { PLATFORMS, Platform } from '../../../src/service/platforms.ts';
import { OPTIONS_PLATFORM } from '../../../src/service/post-body.ts';
import { readDocTable } from '../../support/docs/read-doc.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const n = (value: number) => value.toLocaleString('en-GB');
const { launch, business, enterprise } = PLANS;
const { dedupWindowMinutes: dedup, xVideoSeconds: video, callbackMessageCharacters: message } = LIMITS;

/** What each row of the table has to say, written with our numbers. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  'comments returned': [`the newest ${n(LIMITS.commentsReturned)}`],
  'comment refresh': [`every ${LIMITS.commentRefreshMs / MINUTE_MS} minutes`],
  compression: [`above ${n(LIMITS.compressOverBytes)} bytes`],
  'request body': [`${LIMITS.requestBodyBytes / 1_024 ** 2} MiB`],
  'nesting of JSON': [`${ASSUMED.jsonNesting} levels`],
  requests: [`${LIMITS.requestRate.max} per ${LIMITS.requestRate.windowMs / MINUTE_MS} minutes`],
  suspension: [
    `${n(LIMITS.suspendAfter.refusals)} responses of 429 within ${LIMITS.suspendAfter.windowMs / HOUR_MS} hours`,
  ],
  'triggers of an automation': [`${LIMITS.triggers.min} to ${LIMITS.triggers.max}`],
  'actions of an automation': [`${LIMITS.actions.min} to ${LIMITS.actions.max}`],
  'active automations': [
    `${launch.activeAutomations} (Launch, Business)`,
    `${business.activeAutomations} (Launch, Business)`,
    `${enterprise.activeAutomations} (Enterprise)`,
  ],
  'daily cap of direct messages': [
    `${n(launch.dmsPerDay)} (Launch, Business)`,
    `${n(business.dmsPerDay)} (Launch, Business)`,
    `${n(enterprise.dmsPerDay)} (Enterprise)`,
  ],
  'monthly conversations': ['counts every direct message'],
  'pacing of direct messages': [`about ${LIMITS.dmsPerHour} per hour`],
  'delay of a dispatch': [
    `${LIMITS.dispatchJitterMs.min / 1_000} to ${LIMITS.dispatchJitterMs.max / 1_000} seconds`,
  ],
  'deduplication window': [
    `${dedup.min} to ${dedup.max} minutes`,
    `default ${dedup.default} (${(dedup.default * MINUTE_MS) / DAY_MS} days)`,
  ],
  'age of a comment with a private reply': [`${LIMITS.privateReplyDays} days`],
  '`timeoutMs`': [`default ${LIMITS.callbackTimeoutMs.default}, at most ${LIMITS.callbackTimeoutMs.max}`],
  'response of a callback': [
    `at most ${LIMITS.callbackAnswerBytes / 1_024} KB`,
    `${message.min} to ${message.max} characters`,
  ],
  'texts in `sent`': [`${n(LIMITS.activitySentCharacters)} characters`],
  'listed activity': [`the last ${LIMITS.activityLookbackMs / DAY_MS} days`],
  'page of activity': [`default ${LIMITS.activityPageSize.default}, at most ${LIMITS.activityPageSize.max}`],
  'response of a receiver': [`within ${LIMITS.webhookAnswerMs / 1_000} seconds`],
  'attempts of a delivery': [
    `${LIMITS.webhookAttempts.firstHour} within about an hour, then ${LIMITS.webhookAttempts.later} more`,
    `about ${LIMITS.webhookRetryEndMs / HOUR_MS} hours`,
  ],
  'claims of a receiver': [`at least ${LIMITS.claimRetentionMs / HOUR_MS} hours`],
  'posts on Instagram': [
    `${LIMITS.instagramPosts.max} in ${LIMITS.instagramPosts.windowMs / HOUR_MS} rolling hours`,
  ],
  'posts in a thread': [`at most ${LIMITS.threadPosts}`],
  'video on X': [`${video.min} to ${video.max} seconds`, `up to ${video.longMax / 3_600} hours`],
  thumbnail: [`at most ${LIMITS.thumbnailBytes / 1_024 ** 2} MB`],
  '`limit` of the audio search': [`${LIMITS.audioSearchLimit.min} to ${LIMITS.audioSearchLimit.max}`],
  '`audioVolume`, `videoVolume`': [`${LIMITS.volume.min} to ${LIMITS.volume.max}`],
  'duplicate content': [`${LIMITS.duplicateWindowMs / HOUR_MS} hours`],
  'echo of `graduationStrategy`': [`${LIMITS.strategyEchoCharacters} characters`],
  '`limit` of the history': [
    `${LIMITS.historyLimit.min} to ${LIMITS.historyLimit.max}, default ${LIMITS.historyLimit.default}`,
  ],
  '`lastDays` of the history': [`default ${LIMITS.historyDays}`],
  '`limit` of the history of a network': [
    `${LIMITS.platformHistoryLimit.min} to ${LIMITS.platformHistoryLimit.max}, default ${LIMITS.platformHistoryLimit.default}`,
  ],
  '`limit` of the list of profiles': [`${LIMITS.profilesLimit.min} to ${LIMITS.profilesLimit.max}`],
};

describe('the table of limits', () => {
  const rows = readDocTable('service/limits', 'limits', 'limit', 'value');

  test('has the rows that are held here', () => {
    expect(rows.map(([limit]) => limit)).toEqual(Object.keys(SAYS));
  });

  test.each(rows)('%s: %s', (limit = '', value = '') => {
    for (const words of SAYS[limit] ?? ['no such row']) expect(value).toContain(words);
  });
});

describe('limits on the other pages', () => {
  const { requestRate, suspendAfter } = LIMITS;
  const findValue = (item: string) =>
    readDocTable('service/access', 'request-limit', 'item', 'value').find(([each]) => each === item)?.[1];

  test('requests per window, and when a profile is suspended', () => {
    expect(findValue('limit')).toContain(
      `${requestRate.max} requests per ${requestRate.windowMs / MINUTE_MS} minutes`,
    );
    expect(findValue('suspension')).toContain(
      `${n(suspendAfter.refusals)} responses of 429 within ${suspendAfter.windowMs / HOUR_MS} hours`,
    );
  });

  test('the size of a request', () => {
    const items = readDocTable('service/general', 'body', 'item', 'value').map(([item]) => item);
    expect(items).toContain(`body that is not JSON, or over ${LIMITS.requestBodyBytes / 1_024 ** 2} MiB`);
    expect(items).toContain(`arrays and objects nested more than ${ASSUMED.jsonNesting} levels deep`);
  });

  test('the age of a comment that can be answered', { tags: ['ENG-13'] }, () => {
    const rows = readDocTable('service/errors', 'private-reply-errors', 'code', 'HTTP', 'meaning');
    expect(rows.find(([code]) => code === '491')?.[2]).toContain(
      `older than ${LIMITS.privateReplyDays} days`,
    );
  });
});

test('the limits of the sandbox are those of the table', () => {
  const rows = readDocTable('service/limits', 'sandbox-limits', 'limit', 'value');
  expect(rows.map(([, value]) => value)).toEqual([
    `${n(ASSUMED.urlCharacters)} characters`,
    `${n(ASSUMED.engagementCharacters)} characters`,
    `${n(ASSUMED.maxFilledCharacters)} characters`,
    `${ASSUMED.mediaFileBytes / 1_024 ** 3} GiB; its name: ${ASSUMED.fileNameCharacters} characters`,
    `${ASSUMED.mediaLibraryBytes / 1_024 ** 3} GiB`,
    `valid for ${ASSUMED.uploadUrlMs === HOUR_MS ? 'one hour' : '?'}`,
    `about ${ASSUMED.historyBytes / 1_024 ** 2} MiB`,
  ]);
});

test('the limits of media files are those of the table', () => {
  const rows = readDocTable('service/limits', 'media-files', 'network', 'image');
  const expected = Platform.options.map((platform) => {
    const { image, video } = PLATFORMS[platform].media;
    return [
      PLATFORMS[platform].name,
      image === null ? 'none' : formatBytes(image.maxBytes),
      formatBytes(video.maxBytes),
    ];
  });
  const recorded = rows.map(([network, image, _types, file]) => [network, image, file]);
  expect(recorded.toSorted()).toEqual(expected.toSorted());
});

test('the chosen values are those of the table', () => {
  const rows = readDocTable('service/limits', 'chosen-values', 'value', 'number');
  expect(rows.map(([, value]) => value)).toEqual([
    `${ASSUMED.storyLifetimeMs / HOUR_MS} hours`,
    `${ASSUMED.xWindowMs / MINUTE_MS} minutes`,
    `${ASSUMED.tiktokProcessingMs / 1_000} seconds`,
    `${ASSUMED.minSimilarity * 100} % of their trigrams`,
    `${ASSUMED.dispatchRetryWaitsMs.map((wait) => wait / 1_000).join(', ')} seconds`,
    `${ASSUMED.webhookJitter * 100} %`,
    `${ASSUMED.breaker.failures}`,
    `${ASSUMED.breaker.openMs / 1_000} seconds`,
    `${ASSUMED.receiverClaimMs / DAY_MS} days`,
    `${ASSUMED.maxClockSkewMs / MINUTE_MS} minutes`,
    `${ASSUMED.secretGraceMs / HOUR_MS} hours`,
    PLANS[ASSUMED.sandboxPlan].name,
  ]);
});

describe('plans', () => {
  const rows = readDocTable('service/access', 'plans', '', 'Premium', 'Launch', 'Business', 'Enterprise');
  const readRow = (name: string) => rows.find(([cell]) => cell === name)?.slice(1);
  const listFacts = (read: (fact: (typeof PLANS)[Plan]) => boolean | number) =>
    Plan.options.map((plan) => {
      const value = read(PLANS[plan]);
      return typeof value === 'number' ? n(value) : value ? 'yes' : 'no';
    });

  test('are the four of the table', { tags: ['AUTH-12'] }, () => {
    expect(Object.keys(PLANS)).toEqual(Plan.options);
    expect(Plan.options.map((plan) => PLANS[plan].name)).toEqual([
      'Premium',
      'Launch',
      'Business',
      'Enterprise',
    ]);
  });

  test.each([
    ['User Profiles, `Profile-Key`, link sessions', listFacts(({ userProfiles }) => userProfiles)],
    ['webhook registration', listFacts(({ registersWebhooks }) => registersWebhooks)],
    ['direct messages', listFacts(({ directMessages }) => directMessages)],
    ['automations', listFacts(({ automations }) => automations)],
    ['active automations for each profile', listFacts(({ activeAutomations }) => activeAutomations)],
    ['direct messages a day', listFacts(({ dmsPerDay }) => dmsPerDay)],
  ])('%s', { tags: ['AUTH-10', 'AUTH-12'] }, (name, facts) => expect(readRow(name)).toEqual(facts));
});

test('what each of the 14 networks takes is known', { tags: ['POST-10'] }, () => {
  expect(Platform.options).toHaveLength(14);
});

test.each(Platform.options)('a post of %s can be made at all', (platform) => {
  const { text, media, title } = PLATFORMS[platform].post;
  expect(text.max).toBeGreaterThan(0);
  expect(media.images + media.videos).toBeGreaterThan(0);
  const hasOptions = Object.values(OPTIONS_PLATFORM).includes(platform);
  expect(title === undefined || hasOptions).toBe(true);
});

test.each(Platform.options)(
  'where media can be together on %s, they are no more than of one kind',
  (platform) => {
    const { images, videos, together = Math.max(images, videos) } = PLATFORMS[platform].post.media;
    expect(together).toBe(Math.max(images, videos));
  },
);

test('threads are of X and threads', () => {
  const making = Platform.options.filter((platform) => PLATFORMS[platform].post.threadOptions);
  expect(making).toEqual(['threads', 'twitter']);
});

test('media are required where a post is nothing without them', () => {
  const requiring = Platform.options.filter((platform) => PLATFORMS[platform].post.media.isRequired);
  expect(requiring).toEqual(['instagram', 'pinterest', 'snapchat', 'tiktok', 'youtube']);
  expect(requiring.every((platform) => PLATFORMS[platform].posts)).toBe(true);
});

/** The numbers of a limit, as the page has them. */
const numbersOf = (limits: readonly object[]) =>
  limits.flatMap((each) =>
    Object.values(each)
      .filter((value) => typeof value === 'number')
      .map(n),
  );

test('the page has the limits of each text of a post', () => {
  const rows = new Map(
    readDocTable('service/limits', 'texts', 'network', 'text', 'counted in').map((row) => [
      row[0],
      row.join(' | '),
    ]),
  );
  for (const platform of Platform.options) {
    const { text, title, tags, optionTexts = {} } = PLATFORMS[platform].post;
    const row = rows.get(PLATFORMS[platform].name) ?? '';
    const numbers = numbersOf([text, title ?? {}, tags ?? {}, ...Object.values(optionTexts)]);
    expect([platform, numbers.filter((each) => !row.includes(each))]).toEqual([platform, []]);
  }
});

test('the page has the limits of comments, messages and replies to reviews', () => {
  const rows = new Map(
    readDocTable('service/limits', 'texts', 'network', 'comment or reply', 'direct message').map((row) => [
      row[0],
      row,
    ]),
  );
  for (const { name, comments, messages, reviews } of Object.values(PLATFORMS)) {
    for (const [at, part] of [comments, messages, reviews].entries()) {
      const limits = part?.limits ?? [];
      const cell = rows.get(name)?.[at + 1] ?? '';
      expect([name, numbersOf(limits).filter((number) => !cell.includes(number))]).toEqual([name, []]);
      expect([name, cell.includes('†')]).toEqual([name, limits.some(({ isSuspected }) => isSuspected)]);
    }
  }
});
