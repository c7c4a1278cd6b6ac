import * as z from 'zod';
import { findFaultAfter, readPlace } from '../../../../client/follow-pages.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { listProfiles } from '../../../../service/endpoints/profiles.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { ProfileEntry, ProfilesAnswer } from '../../../../service/profiles.ts';
import { defineRead } from '../../../framework/command/define-read.ts';
import { defineFlag, defineTextFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { formatFlags } from '../../../framework/output/text/shell-command.ts';
import { buildListMeta, type Column, pickMember } from '../../../framework/output/view.ts';
import { SANDBOX } from '../../../framework/settings/settings.ts';
import { listAliases, type ProfileAlias } from '../saved-profiles.ts';

/** A User Profile with its local alias. */
const NamedProfile = ProfileEntry.extend({
  alias: z.string().nullable().describe('local name; null if its key is not saved'),
  isUsed: z.boolean().describe('whether commands act for it'),
});
type NamedProfile = z.infer<typeof NamedProfile>;

const { min, max } = LIMITS.profilesLimit;

const COLUMNS: readonly Column<NamedProfile>[] = [
  { ...pickMember('alias', 'alias'), role: 'id', drop: 0 },
  { ...pickMember('isUsed', 'used'), show: ({ isUsed }) => (isUsed ? 'yes' : ''), drop: 2 },
  { ...pickMember('title', 'title'), flexible: true },
  {
    name: 'activeSocialAccounts',
    title: 'networks',
    value: ({ activeSocialAccounts }) => (activeSocialAccounts ?? []).join(', '),
    show: ({ activeSocialAccounts }) => (activeSocialAccounts ?? []).map(getNetworkName).join(', '),
    drop: 3,
  },
  {
    name: 'created',
    title: 'created',
    value: ({ created }) => readTimestamp(created).iso,
    role: 'time',
    drop: 4,
  },
  { ...pickMember('refId', 'refId'), dataOnly: true },
];

export default defineRead({
  summary: 'List the User Profiles of the account',
  description:
    'The service returns the key of a profile only once, when it is created; save it with "crier profiles save".',
  examples: ['profiles list', 'profiles list --json --fields alias,title', 'profiles list -n 20'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    limit: defineFlag(
      z
        .int()
        .min(min)
        .max(max)
        .optional()
        .describe(`maximum number to list: ${min} to ${max} (default: ${max})`),
      { short: 'n', placeholder: 'n' },
    ),
    cursor: defineTextFlag('continue a list, with the value of `next`', { placeholder: 'c' }),
  }),
  output: ProfilesAnswer.omit({ pagination: true }).extend({
    profiles: z.array(NamedProfile),
    meta: ListMeta,
  }),
  records: 'profiles',
  call: listProfiles,
  request: ({ limit, cursor }) => ({
    query: { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) },
  }),
  async show({ pagination, ...document }, { limit, cursor }, { service, sandbox }) {
    const { choice, settings } = await service.choose();
    const place = readPlace({ next: pagination?.nextCursor, hasMore: pagination?.hasMore });
    const fault = findFaultAfter(cursor ?? null, place);
    const next = fault === null ? place.next : null;
    const hasMore = next !== null || fault !== null;
    const name = choice.kind === 'sandbox' ? SANDBOX : choice.context;
    const aliases = name === null ? [] : await listAliases(name, settings, sandbox);
    const profiles = (document.profiles ?? []).map((profile) => {
      const known = findAlias(profile.refId, aliases);
      return { ...profile, alias: known, isUsed: known !== null && known === choice.profile };
    });
    return {
      view: {
        kind: 'list',
        document: { ...document, profiles, meta: buildListMeta({ next, hasMore, limit: limit ?? max }) },
        key: 'profiles',
        rows: profiles,
        columns: COLUMNS,
        empty: 'the account has no User Profiles',
      },
      notes: next === null ? [] : [describeMore(profiles.length, next)],
      ...(fault !== null && { failure: fault }),
    };
  },
});

function describeMore(shown: number, next: string): string {
  return `showing the first ${shown}: continue with ${formatFlags`--cursor ${next}`}`;
}

function findAlias(refId: string | null | undefined, aliases: readonly ProfileAlias[]): string | null {
  return aliases.find((each) => each.refId !== null && each.refId === refId)?.alias ?? null;
}
