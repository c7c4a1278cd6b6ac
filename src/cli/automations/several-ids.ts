import * as z from 'zod';
import { AutomationId } from '../../service/ids.ts';
import { defineFlag } from '../shell/flags/flags.ts';

/** Ids of automations, as arguments or in a file. */
export const SEVERAL_IDS = {
  id: z.array(AutomationId).default([]).describe('automation ids, as printed by `automations list`'),
  idsFrom: defineFlag(
    z.string().optional().describe('read more ids from this file, one per line (`-` for standard input)'),
    {
      placeholder: 'file',
    },
  ),
};
