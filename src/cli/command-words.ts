import * as z from 'zod';
import { defineFlag } from './flags.ts';

/** Words that lead to a command or to some, as what tells of commands takes them. */
export const CommandWords = defineFlag(
  z.array(z.string()).optional().describe('the words of a command, or those that it begins with'),
  { offers: 'command' },
);
