import {
  decodeHistoryPlace,
  encodeHistoryPlace,
} from '../../../../src/cli/features/posts/files/history-cursor.ts';
import { parseTime } from '../../../../src/cli/framework/input/time/since.ts';
import { readRetryAfter } from '../../../../src/client/retry-advice.ts';
import {
  checkPublicUrl,
  checkWebhookUrl,
  isPublicAddress,
  isSameAddress,
} from '../../../../src/domain/addresses/public-url.ts';
import { parseSandboxFileId, parseUrlShape } from '../../../../src/domain/addresses/url-shape.ts';
import { isAddress, parsePostAddress } from '../../../../src/domain/posts/post-address.ts';
import { parseCalendarDay } from '../../../../src/domain/time/calendar-days.ts';
import { createLocalClock } from '../../../../src/domain/time/local-time.ts';
import { parseScheduleTime } from '../../../../src/domain/time/parse-schedule-time.ts';
import { readTimestamp } from '../../../../src/domain/time/read-timestamp.ts';
import { createZoneClock } from '../../../../src/domain/time/zone-clock.ts';
import { CrierError } from '../../../../src/errors.ts';
import { parseTarget } from '../../../../src/outbound/target.ts';
import {
  decodeActivityCursor,
  encodeActivityCursor,
  readCursor,
  writeCursor,
} from '../../../../src/sandbox/page-cursor.ts';
import { expectDeclared, type FuzzTarget, requireSame } from '../fuzz-target.ts';

const SEAL = { key: 'of this test', automation: 'aB3dE6gH9k' };
const isDeclared = (error: unknown) => error instanceof CrierError;

export const cursors: FuzzTarget = {
  seeds: [
    writeCursor([1, 20]),
    encodeActivityCursor({ created: 1_790_000_000_000, id: 'x' }, SEAL),
    encodeHistoryPlace([{ id: 'a', created: '2026-09-21T08:00:00Z' }], { start: null, before: null }) ?? '',
  ],
  tokens: ['.', '=', '-', '_', 'MS4y', 'bnVsbA', 'e30'],
  run(input) {
    const place = readCursor(input, 2);
    if (place !== null)
      requireSame(writeCursor(place), input, 'a cursor that is read is the one that was written');
    const position = decodeActivityCursor(input, SEAL);
    if (position !== null)
      requireSame(encodeActivityCursor(position, SEAL), input, 'only our own cursor is read');
    expectDeclared(() => decodeHistoryPlace(input), isDeclared);
  },
};

const zone = createZoneClock('Europe/Oslo');
const clock = createLocalClock('Europe/Oslo');
const NOW = Date.UTC(2026, 8, 21, 10);

/** When something is scheduled, starts or was made. */
export const times: FuzzTarget = {
  seeds: [
    ...[
      '2026-12-24T17:00:00Z',
      '2026-12-24 17:00',
      'tomorrow 9:00',
      'next tuesday 8am',
      'in 2h 30m',
      'tonight 8',
    ],
    ...[
      '24 dec 2026 17:00 europe/oslo',
      '2027-03-28 02:30',
      '1h',
      '2026-10-25 02:30',
      'Wed, 21 Oct 2026 07:28:00 GMT',
    ],
    ...['{"_seconds":1790000000,"_nanoseconds":5}', 'next month', 'october', '120'],
  ],
  tokens: [
    ...[
      ' ',
      ':',
      '-',
      'T',
      'Z',
      '+02:00',
      '-23:59',
      'am',
      'pm',
      'next',
      'in',
      'noon',
      'utc',
      'days',
      'weeks',
      'mon',
      '.',
    ],
    ...[
      'feb 29',
      '9999-12-31',
      '0000-01-01',
      '24:00',
      '23:59:60',
      '.999999999',
      'europe/oslo',
      'america/st_johns',
    ],
  ],
  maxLength: 400,
  run(input) {
    if (zone === null) throw new Error('no zone');
    const found = parseScheduleTime(input, { now: NOW, zone });
    if ('ms' in found && !Number.isSafeInteger(found.ms)) throw new Error(`a time of ${found.ms}`);
    const { iso, ms } = readTimestamp(input);
    if (ms !== null && iso !== null) {
      const again = readTimestamp(iso);
      requireSame(again.iso, iso, 'a formatted time is read as itself');
    }
    readTimestamp(tryJson(input));
    parseTime(input);
    parseTime(input, 'Europe/Oslo');
    const day = parseCalendarDay(input)?.find(20_000, 'week');
    if (day !== undefined && day !== null && !Number.isSafeInteger(day)) throw new Error(`a day of ${day}`);
    const wait = readRetryAfter(input, NOW);
    if (wait !== null && !(wait >= 0)) throw new Error(`a wait of ${wait}`);
    if (ms !== null) clock.wallAt(ms);
  },
};

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Addresses that users give, and those that names resolve to. */
export const addresses: FuzzTarget = {
  seeds: [
    ...[
      'https://hooks.example/a?b#c',
      'https://user:pw@host.example:8443/',
      'https://[::ffff:127.0.0.1]/',
      'http://0x7f.1/',
    ],
    ...[
      'https://1.1.1.1/',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      'fe80::1%eth0',
      '2002:7f00:1::',
      'https://localhost./x',
    ],
    ...[
      'http://127.0.0.1:3000/files/aB3dE6gH9k',
      'https://xn--bcher-kva.example/',
      'https://例え.jp/',
      'HTTPS://A.EXAMPLE',
    ],
  ],
  tokens: [
    ...[
      'https://',
      'http://',
      '://',
      '[',
      ']',
      ':',
      '::',
      '@',
      '%',
      '%2e',
      '.',
      '/',
      '\\',
      '?',
      '#',
      '。',
      '0x',
      '0177',
      '1e1',
    ],
    ...[
      '127.0.0.1',
      '169.254.169.254',
      '10.',
      'ffff:',
      'localhost',
      '.internal',
      ':65536',
      ':443',
      'xn--',
      '\t',
    ],
  ],
  run(input) {
    const fault = checkPublicUrl(input);
    checkWebhookUrl(input);
    parseUrlShape(input);
    parseSandboxFileId(input);
    isPublicAddress(input);
    if (!isSameAddress(input, input) && isPublicAddress(input)) throw new Error('an address is not itself');
    const target = parseTarget(input, []);
    if ((fault === null) !== (target !== null)) throw new Error('the check and the client disagree');
    if (target === null) return;
    if (!target.isEncrypted || /[\s\p{Cc}]/u.test(target.hostHeader + target.path))
      throw new Error(`a request that is not clean: ${JSON.stringify(target)}`);
  },
};

export const postAddresses: FuzzTarget = {
  seeds: [
    ...[
      'https://www.instagram.com/p/Cabc_-123/',
      'https://x.com/kestrel/status/1234567890123456789',
      'youtu.be/dQw4w9WgXcQ',
    ],
    ...[
      'https://www.linkedin.com/feed/update/urn:li:share:7123/',
      'https://bsky.app/profile/a.bsky.social/post/3k2a',
    ],
    ...[
      'https://www.tiktok.com/@kestrel/video/7123',
      'https://www.facebook.com/1/posts/2',
      'https://t.me/c/1/2',
    ],
  ],
  tokens: [
    '/',
    '?',
    '#',
    '%',
    '@',
    'www.',
    'm.',
    '.com',
    'status',
    'video',
    'posts',
    'p',
    'reel',
    'urn:li:',
    'v=',
  ],
  run(input) {
    isAddress(input);
    parsePostAddress(input);
  },
};
