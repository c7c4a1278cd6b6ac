import * as z from 'zod';
import { defineFlag } from './flags.ts';

/** Words that lead to a command or to some, as what tells of commands takes them. */
export const CommandWords = defineFlag(
  z.array(z.string()).optional().describe('a command, or its first words'),
  { offers: 'command' },
);
