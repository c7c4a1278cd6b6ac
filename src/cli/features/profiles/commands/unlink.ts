import * as z from 'zod';
import { unlinkAccount } from '../../../../service/endpoints/profiles.ts';
import { PLATFORMS, Platform } from '../../../../service/platforms.ts';
import { defineChange } from '../../../framework/command/define-change.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';
import { getNetworkName } from '../../../framework/output/cell.ts';

export default defineChange({
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
  input: z.object({
    network: defineFlag(Platform.describe('network of the account'), { placeholder: 'network' }),
  }),
  output: unlinkAccount.answer,
  call: unlinkAccount,
  request: ({ network }) => ({ body: { platform: network } }),
  async confirm({ network }, { service }) {
    const { choice } = await service.choose();
    const whose = choice.profile === null ? 'the profile' : `the profile "${choice.profile}"`;
    return { what: `unlink ${PLATFORMS[network].name} from ${whose}` };
  },
  lines: ({ platform, refId }, { network }) => [
    { name: 'platform', title: 'unlinked', value: getNetworkName(platform ?? network) },
    { name: 'refId', title: 'refId', value: refId ?? null },
  ],
});
