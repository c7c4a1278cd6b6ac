import * as z from 'zod';
import { AutomationId } from '../../facts/ids.ts';
import { defineFlag } from '../flags.ts';

/** Ids of automations, on the command line or in a file. */
export const SEVERAL_IDS = {
  id: z.array(AutomationId).default([]).describe('ids of automations, as `automations list` prints them'),
  idsFrom: defineFlag(
    z.string().optional().describe('more ids, one a line, from this file; - for standard input'),
    {
      placeholder: 'file',
    },
  ),
};
