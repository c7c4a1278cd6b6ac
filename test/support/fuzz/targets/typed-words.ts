import { readQuery } from '../../../../src/cli/features/comments/archive/archive-flags.ts';
import { parsePath } from '../../../../src/cli/features/posts/find-offline-faults.ts';
import { parseNetworks } from '../../../../src/cli/features/posts/post-flags.ts';
import { readSchedule } from '../../../../src/cli/features/schedule/read-schedule.ts';
import { buildCompletionTree } from '../../../../src/cli/framework/argv/completion/build-completion-tree.ts';
import { complete } from '../../../../src/cli/framework/argv/completion/complete.ts';
import { readPublicText } from '../../../../src/cli/framework/input/files/check-text.ts';
import { parseCount } from '../../../../src/client/request-budget.ts';
import { parseSearchWords } from '../../../../src/domain/text/find-words.ts';
import { parseTimeShift, shiftTime } from '../../../../src/domain/time/shift-time.ts';
import { createZoneClock } from '../../../../src/domain/time/zone-clock.ts';
import { CrierError } from '../../../../src/errors.ts';
import { readPostgresAccess } from '../../../../src/receiver/inbox/postgres/postgres-access.ts';
import { readPastTime } from '../../../../src/sandbox/control/control-handler.ts';
import { readConversationId } from '../../../../src/sandbox/engine/events.ts';
import { ServiceFailure } from '../../../../src/sandbox/http/service-failure.ts';
import { readComparedText } from '../../../../src/sandbox/publish/compare-texts.ts';
import { expectDeclared, type FuzzTarget } from '../fuzz-target.ts';

const ZONE = createZoneClock('Europe/Oslo');
const NOW = Date.UTC(2026, 8, 21);
const isDeclared = (error: unknown) => error instanceof CrierError || error instanceof ServiceFailure;
const MACHINE = { env: {}, homeFolder: '/nonexistent', platform: 'linux' };

/** Values of single flags, and ids that clients send back. */
export const typedWords: FuzzTarget = {
  seeds: [
    'oat milk "flat white"',
    '+1h30m',
    '-2w',
    '9007199254740993w9999999999d',
    'instagram, tiktok',
    'media.images[0].url',
    'Hi {{name}}, {{{{',
    'next friday at 9:30 in Europe/Oslo',
    '2026-10-25T02:30:00',
    'postgres://me:secret@db.example:5432/inbox?sslmode=verify-full',
    'postgresql:///a?host=/tmp',
    'MTc4OjE3ODU',
    '900',
  ],
  tokens: [
    ...[
      '"',
      ' ',
      '+',
      '-',
      'w',
      'd',
      'h',
      'm',
      's',
      ',',
      '.',
      '[',
      ']',
      '{{',
      '}}',
      'postgres://',
      '@',
      ':',
      '/',
      '?',
      '=',
      '%00',
      '%',
    ],
    ...[
      'tomorrow',
      'in 3 days',
      'at noon',
      'UTC',
      'Z',
      '2026-',
      'T',
      '1e400',
      '999999999999',
      '\0',
      '\u0301',
      'sslmode=',
    ],
  ],
  async run(input) {
    expectDeclared(() => readQuery(input), isDeclared);
    expectDeclared(() => parseNetworks([input]), isDeclared);
    expectDeclared(() => readPublicText(input, new Map([['name', '{{x}}']])), isDeclared);
    expectDeclared(() => readSchedule(input, { now: NOW, timeZone: 'Europe/Oslo' }), isDeclared);
    expectDeclared(() => readPastTime(input, NOW), isDeclared);
    parseSearchWords(input);
    parsePath(input);
    parseCount(input);
    readComparedText(input);
    readConversationId('178', input);
    const shift = parseTimeShift(input);
    if (shift !== null && ZONE !== null) shiftTime(NOW, shift, { now: NOW, zone: ZONE });
    const sources = { machine: MACHINE, readFile: async () => '' };
    await readPostgresAccess(input, { flag: '--store' }, undefined, sources).catch((error: unknown) => {
      if (!isDeclared(error)) throw error;
      if (error instanceof Error && /secret/.test(error.message))
        throw new Error('a password is in the error');
    });
  },
};

const TREE = await buildCompletionTree();
const SAVED = {
  contexts: [['work', 'api.example']],
  aliases: [['harbour', 'Harbour']],
  recent: () => [],
} as const;

/** Words of a command line of which a shell asks how the last one ends. */
export const completedWords: FuzzTarget = {
  seeds: [
    'posts create --platform ',
    'comments list --fields author.na',
    'help posts sch',
    'automations pause --all --profile harbour,',
    'sandbox engage --kind=com',
    '-o json comments -- x',
    'api get /user',
  ],
  tokens: [
    ' ',
    '--',
    '-',
    '=',
    ',',
    'posts',
    'create',
    'help',
    '--platform',
    '-o',
    'sandbox',
    '__proto__',
    'constructor',
  ],
  run(input) {
    const words = input.split(' ');
    const { choices } = complete(
      { before: words.slice(0, -1), current: words.at(-1) ?? '' },
      TREE,
      () => SAVED,
    );
    for (const [value] of choices) if (typeof value !== 'string') throw new Error('a choice that is no text');
  },
};
