import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/facts/limits.ts';
import { PLANS, Plan } from '../../../src/facts/plans.ts';
import { readDocTable } from '../../support/read-doc.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const n = (value: number) => value.toLocaleString('en-GB');
const { launch, business, enterprise } = PLANS;
const { dedupWindowMinutes: dedup, xVideoSeconds: video, callbackMessageCharacters: message } = LIMITS;

/** What each row of the table has to say, written with our numbers. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  'comments returned': [`most recent ${n(LIMITS.commentsReturned)}`],
  'comment refresh interval': [`${LIMITS.commentRefreshMs / MINUTE_MS} minutes`],
  'response compression': [`over ${LIMITS.compressOverBytes} bytes`],
  'triggers per automation': [`${LIMITS.triggers.min} to ${LIMITS.triggers.max}`],
  'actions per automation': [`${LIMITS.actions.min} to ${LIMITS.actions.max}`],
  'active automations per profile': [
    `${launch.activeAutomations} (Launch and Business)`,
    `${business.activeAutomations} (Launch and Business)`,
    `${enterprise.activeAutomations} (Enterprise)`,
  ],
  'daily DM cap': [
    `${n(launch.dmsPerDay)} (Launch and Business)`,
    `${n(business.dmsPerDay)} (Launch and Business)`,
    `${n(enterprise.dmsPerDay)} (Enterprise)`,
  ],
  'monthly conversation limit': ['counts every DM sent'],
  'network DM pacing': [
    `about ${LIMITS.dmsPerHour} per hour`,
    `${LIMITS.dispatchJitterMs.min / 1_000} to ${LIMITS.dispatchJitterMs.max / 1_000} seconds`,
  ],
  'dedup window': [`default ${(dedup.default * MINUTE_MS) / DAY_MS} days`, `${dedup.min} to ${dedup.max}`],
  '`timeoutMs`': [`default ${LIMITS.callbackTimeoutMs.default}, max ${LIMITS.callbackTimeoutMs.max}`],
  'callback response': [
    `max ${LIMITS.callbackAnswerBytes / 1_024} KB`,
    `${message.min} to ${message.max} characters`,
  ],
  'activity `sent` text': [`cut at ${n(LIMITS.activitySentCharacters)} characters`],
  'activity lookback': [`${LIMITS.activityLookbackMs / DAY_MS} days`],
  'activity page size': [`default ${LIMITS.activityPageSize.default}, max ${LIMITS.activityPageSize.max}`],
  'webhook response time': [`${LIMITS.webhookAnswerMs / 1_000} seconds`],
  'webhook attempts': [
    `${LIMITS.webhookAttempts.firstHour} within about an hour, then ${LIMITS.webhookAttempts.later} later`,
    `about ${LIMITS.webhookRetryEndMs / HOUR_MS} hours`,
  ],
  'claim retention advised': [`at least ${LIMITS.claimRetentionMs / HOUR_MS} hours`],
  'instagram publishing': [
    `${LIMITS.instagramPosts.max} posts per rolling ${LIMITS.instagramPosts.windowMs / HOUR_MS} hours`,
  ],
  'thread length': [`max ${LIMITS.threadPosts} posts`],
  'X video length': [`${video.min} to ${video.max} seconds`, `up to ${video.longMax / 3_600} hours`],
  thumbnail: [`${LIMITS.thumbnailBytes / 1_024 ** 2}MB or less`],
  'audio search `limit`': [`${LIMITS.audioSearchLimit.min} to ${LIMITS.audioSearchLimit.max}`],
  '`audioVolume`, `videoVolume`': [`${LIMITS.volume.min} to ${LIMITS.volume.max}`],
  'duplicate check window': [`${LIMITS.duplicateWindowMs / HOUR_MS} hours`],
  '`graduationStrategy` debug echo': [`${LIMITS.strategyEchoCharacters} characters`],
  "general per-key request rate limits of the service's own endpoints": ['not shown'],
};

describe('the table of limits', () => {
  const rows = readDocTable('limits', 'Limit', 'Value');

  test('has the rows that are held here', () => {
    expect(rows.map(([limit]) => limit)).toEqual(Object.keys(SAYS));
  });

  test.each(rows)('%s: %s', (limit = '', value = '') => {
    for (const words of SAYS[limit] ?? ['no such row']) expect(value).toContain(words);
  });
});

describe('limits beside the table', () => {
  const { requestRate, suspendAfter } = LIMITS;

  test('requests per window, and when a profile is suspended', () => {
    const [, value] =
      readDocTable('undescribed-request-limit', 'Item', 'Value').find(([item]) => item === 'limit') ?? [];
    expect(value).toContain(`${requestRate.max} requests per ${requestRate.windowMs / MINUTE_MS} minutes`);
    expect(value).toContain(
      `${n(suspendAfter.refusals)} answers of 429 within ${suspendAfter.windowMs / HOUR_MS} hours`,
    );
  });

  test('the size of a request', () => {
    const items = readDocTable('undescribed-general', 'Item', 'Shape').map(([item]) => item);
    expect(items).toContain(`body not JSON, or over ${LIMITS.requestBodyBytes / 1_024 ** 2} MiB`);
  });

  test('ENG-13 the age of a comment that can be answered', () => {
    const [, meaning] =
      readDocTable('errors', 'Code', 'Meaning and handling').find(([code]) => code === '491') ?? [];
    expect(meaning).toContain(`older than ${LIMITS.privateReplyDays} days`);
  });
});

describe('plans', () => {
  test('AUTH-12 are the four of the overview, and profiles come with three', () => {
    expect(Object.keys(PLANS)).toEqual(Plan.options);
    expect(Plan.options.map((plan) => PLANS[plan].name)).toEqual([
      'Premium',
      'Launch',
      'Business',
      'Enterprise',
    ]);
    const open = Plan.options.filter((plan) => PLANS[plan].userProfiles);
    expect(open).toEqual(['launch', 'business', 'enterprise']);
    for (const plan of Plan.options) {
      const { userProfiles, registersWebhooks, directMessages, automations } = PLANS[plan];
      expect([registersWebhooks, directMessages, automations]).toEqual([
        userProfiles,
        userProfiles,
        userProfiles,
      ]);
    }
  });
});
