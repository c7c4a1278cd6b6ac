import * as z from 'zod';
import { CONTROL } from '../../../../../service/control/control.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { crier } from '../../../../framework/output/text/shell-command.ts';
import { defineSandboxDelete } from '../../define-sandbox-delete.ts';

const { network } = CONTROL.deleteCopy.input.shape;

export default defineSandboxDelete({
  summary: "Delete posts in a network's own app",
  description: `
Use the Social Post ID for a post that was made in the app. A post of the service that is no longer on a network can be
marked with "posts delete <Service Post ID> --mark-deleted".`,
  examples: [
    'sandbox post delete Sp7kQm2XvLr9TzBd4HnW --platform instagram',
    'sandbox post delete Sp7kQm2XvLr9TzBd4HnW --platform instagram --json',
    'sandbox post delete 18093561427706318 Sp7kQm2XvLr9TzBd4HnW --platform instagram',
  ],
  ids: z
    .array(z.string())
    .default([])
    .describe('Service Post IDs or Social Post IDs, as printed by `posts list`'),
  input: z.object({ platform: defineFlag(network, { placeholder: 'network', synonym: '--network' }) }),
  call: 'deleteCopy',
  request: (postId, { platform }) => ({ postId, network: platform }),
  shownBy: crier`posts list --sandbox`,
});
