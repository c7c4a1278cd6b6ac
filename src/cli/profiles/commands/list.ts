import * as z from 'zod';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { listProfiles } from '../../../service/endpoints/profiles.ts';
import { ProfileEntry, ProfilesAnswer } from '../../../service/profiles.ts';
import { getNetworkName } from '../../render/cell.ts';
import type { Column } from '../../render/view.ts';
import { SANDBOX } from '../../settings/settings.ts';
import { defineCommand } from '../../shell/command.ts';
import { REMOTE } from '../../shell/flags/flags.ts';
import { listAliases, type ProfileAlias } from '../saved-profiles.ts';

/** A User Profile with its local alias. */
const NamedProfile = ProfileEntry.extend({
  alias: z.string().nullable().describe('local name; null if its key is not saved'),
  isUsed: z.boolean().describe('whether commands act for it'),
});
type NamedProfile = z.infer<typeof NamedProfile>;

const COLUMNS: readonly Column<NamedProfile>[] = [
  { name: 'alias', title: 'alias', value: ({ alias }) => alias, role: 'id', drop: 0 },
  {
    name: 'isUsed',
    title: 'used',
    value: ({ isUsed }) => isUsed,
    show: ({ isUsed }) => (isUsed ? 'yes' : ''),
    drop: 2,
  },
  { name: 'title', title: 'title', value: ({ title }) => title ?? null, flexible: true },
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
  { name: 'refId', title: 'refId', value: ({ refId }) => refId ?? null, dataOnly: true },
];

export default defineCommand({
  summary: 'List the User Profiles of the account',
  description:
    'The service returns the key of a profile only once, when it is created; save it with "crier profiles save".',
  examples: ['profiles list', 'profiles list --json --fields alias,title'],
  flags: [REMOTE],
  input: z.object({}),
  output: ProfilesAnswer.extend({ profiles: z.array(NamedProfile) }),
  records: 'profiles',
  async run(_input, { service, sandbox }) {
    const { choice, settings } = await service.choose();
    const answer = await (await service.client()).call(listProfiles, {});
    const name = choice.kind === 'sandbox' ? SANDBOX : choice.context;
    const aliases = name === null ? [] : await listAliases(name, settings, sandbox);
    const profiles = (answer.body.profiles ?? []).map((profile) => {
      const known = findAlias(profile.refId, aliases);
      return { ...profile, alias: known, isUsed: known !== null && known === choice.profile };
    });
    return {
      view: {
        kind: 'list',
        document: { ...answer.body, profiles },
        key: 'profiles',
        rows: profiles,
        columns: COLUMNS,
        empty: 'the account has no User Profiles',
      },
      raw: answer.bytes,
    };
  },
});

function findAlias(refId: string | null | undefined, aliases: readonly ProfileAlias[]): string | null {
  return aliases.find((each) => each.refId !== null && each.refId === refId)?.alias ?? null;
}
