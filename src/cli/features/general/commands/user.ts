import * as z from 'zod';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { getUser } from '../../../../service/endpoints/profiles.ts';
import { UserAnswer } from '../../../../service/profiles.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { getLegName } from '../../../framework/output/failures.ts';
import type { RecordLine } from '../../../framework/output/view.ts';

/** The answer, its time in one shape. */
const User = UserAnswer.extend({ created: z.string().nullable() });

export default defineRead({
  summary: 'Show the account and its linked networks',
  examples: ['user', 'user --profile harbour', 'user --json --fields title,activeSocialAccounts'],
  input: z.object({}),
  output: User,
  call: getUser,
  show(answer) {
    const user = { ...answer, created: readTimestamp(answer.created).iso };
    return { view: { kind: 'record', document: user, lines: listUserLines(user) } };
  },
});

function listUserLines(user: z.infer<typeof User>): readonly RecordLine[] {
  return [
    { name: 'title', title: 'profile', value: user.title ?? null },
    { name: 'refId', title: 'reference', value: user.refId ?? null },
    { name: 'email', title: 'email', value: user.email ?? null },
    { name: 'created', title: 'created', value: user.created, role: 'time' },
    { name: 'monthlyApiCalls', title: 'requests this month', value: user.monthlyApiCalls ?? null },
    ...(user.displayNames ?? []).map(({ platform, username, displayName }) => ({
      name: `displayNames.${platform}`,
      title: platform ? getLegName(platform) : 'account',
      value: [displayName, username && `(@${username})`].filter(Boolean).join(' '),
    })),
  ];
}
