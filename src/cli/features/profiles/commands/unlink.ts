import * as z from 'zod';
import { unlinkAccount } from '../../../../service/endpoints/profiles.ts';
import { PLATFORMS, Platform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedView } from '../../../framework/command/writes.ts';
import { defineFlag, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';

export default defineCommand({
  summary: "Unlink a network's account from a profile",
  description: `
Asks for confirmation. Nothing is published to the network for the profile until an account is linked again ("profiles link").`,
  examples: [
    'profiles unlink facebook --profile harbour --yes',
    'profiles unlink facebook --profile harbour --yes --json',
    'profiles unlink facebook --profile harbour --dry-run',
  ],
  validationCode: 101,
  positional: ['network'],
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    network: defineFlag(Platform.describe('network of the account'), { placeholder: 'network' }),
  }),
  output: unlinkAccount.answer,
  async run({ network, dryRun, yes }, { service, io }) {
    const client = await service.client({ writes: !dryRun, sends: { row: unlinkAccount } });
    const input = { body: { platform: network } };
    if (dryRun) return { view: buildPlannedView(client.plan(unlinkAccount, input)) };
    const { choice } = await service.choose();
    const whose = choice.profile === null ? 'the profile' : `the profile "${choice.profile}"`;
    await io.confirm({ what: `unlink ${PLATFORMS[network].name} from ${whose}`, yes });
    const answer = await client.call(unlinkAccount, input);
    return {
      view: {
        kind: 'record',
        document: answer.body,
        lines: [
          { name: 'platform', title: 'unlinked', value: getNetworkName(answer.body.platform ?? network) },
          { name: 'refId', title: 'refId', value: answer.body.refId ?? null },
        ],
      },
      raw: answer.bytes,
    };
  },
});
