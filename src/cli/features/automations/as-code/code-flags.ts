import * as z from 'zod';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';

/** Arguments and flags of what compares files with the service. */
export const CODE_FLAGS = {
  files: defineFlag(
    z.array(z.string()).min(1).describe('a folder, or files of one (`-` for standard input)'),
    { placeholder: 'file' },
  ),
  allProfiles: defineSwitch('the folder has a folder for each profile', {
    conflicts: ['profile', 'profileKeyFile'],
  }),
  prune: defineSwitch('also delete what was applied from the folder and is no longer in it'),
};
