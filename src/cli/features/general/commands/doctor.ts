import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { REMOTE } from '../../../framework/input/flags/flags.ts';
import { pickMember } from '../../../framework/output/view.ts';
import { runDoctorChecks } from '../doctor-checks.ts';

const Finding = z.strictObject({
  check: z.string(),
  status: z.enum(['ok', 'warn', 'fail']),
  found: z.string(),
  advice: z.string().nullable().describe('what to do; null if nothing is'),
});

export default defineLocalRead({
  summary: 'Check settings, keys and the connection for errors',
  description:
    'Checks files and their permissions, sends one request to the service, and exits 11 if a check fails.',
  examples: ['doctor', 'doctor --sandbox --json'],
  flags: [REMOTE],
  repairsSettings: true,
  input: z.object({}),
  output: z.object({ findings: z.array(Finding) }),
  records: 'findings',
  read: (_input, context) => runDoctorChecks(context),
  show(findings) {
    const failed = findings.filter(({ status }) => status === 'fail');
    return {
      view: {
        kind: 'list',
        document: { findings },
        key: 'findings',
        rows: findings,
        columns: [
          { ...pickMember('status', 'status'), role: 'status', drop: 0 },
          { ...pickMember('check', 'check'), role: 'name', drop: 0 },
          { ...pickMember('found', 'found'), flexible: true },
          { ...pickMember('advice', 'what to do'), dataOnly: true },
        ],
        empty: '',
      },
      notes: findings.flatMap(({ check, advice }) => (advice === null ? [] : [`${check}: ${advice}`])),
      ...(failed.length > 0 && {
        failure: new CrierError('differs', formatCount(failed.length, 'error'), { http: null }),
      }),
    };
  },
});
