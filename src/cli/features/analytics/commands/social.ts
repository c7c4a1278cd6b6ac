import * as z from 'zod';
import { getSocialAnalytics } from '../../../../service/endpoints/analytics.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { Platform, SOCIAL_ANALYTICS_PLATFORMS } from '../../../../service/platforms.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { buildAccountColumns, DAYS } from '../metric-columns.ts';
import {
  AccountAnalytics,
  AnalyticsEnvelope,
  listAccountAnalytics,
  readEnvelope,
  reportFailedNetworks,
} from '../read-metrics.ts';

const { min, max } = LIMITS.analyticsQuarters;
const networks = z.enum(Platform.extract([...SOCIAL_ANALYTICS_PLATFORMS]).options);

export default defineRead({
  summary: 'Show followers, reach and views of your accounts',
  description: `
Without networks, those of all linked accounts. Followers are those of now; the other figures are sums over the last quarters, which
are of 90 days each. A line draws the impressions of each of the last days, or the new followers where a network counts none.
Names differ by network: the JSON document has the metrics under common names, and as the network names them under "reported".
If some networks fail, the others are printed and the exit code is 3.`,
  examples: [
    'analytics social',
    'analytics social instagram tiktok --quarters 4',
    'analytics social facebook --days 30 --json',
    'analytics social --profile wholesale -o csv',
  ],
  positional: ['networks'],
  validationCode: 101,
  input: z.object({
    networks: defineFlag(
      z.array(networks).default([]).describe('networks, also as --platform (default: all linked ones)'),
      {
        placeholder: 'network',
      },
    ),
    quarters: defineFlag(
      z.int().min(min).max(max).default(1).describe(`quarters to sum up: ${min} to ${max}`),
      { placeholder: 'n' },
    ),
    days: DAYS,
    allowPartial: defineSwitch('exit 0 even if some networks failed'),
  }),
  output: AnalyticsEnvelope.extend({ analytics: z.array(AccountAnalytics) }),
  records: 'analytics',
  call: getSocialAnalytics,
  request: ({ networks: platforms, quarters, days }) => ({
    body: {
      ...(platforms.length > 0 && { platforms }),
      quarters,
      ...(days > 0 && { daily: true }),
    },
  }),
  show(answer, { days, allowPartial }) {
    const envelope = readEnvelope(answer);
    const records = listAccountAnalytics(answer, days);
    const [first] = records;
    return {
      view: {
        kind: 'list',
        document: { ...envelope, analytics: records },
        key: 'analytics',
        rows: records,
        columns: buildAccountColumns(days > 0),
        ...(first?.startDate && { heading: `${first.startDate} to ${first.endDate}` }),
        empty: 'no analytics',
      },
      ...reportFailedNetworks(records, envelope, allowPartial),
    };
  },
});
