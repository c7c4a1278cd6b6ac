import * as z from 'zod';
import { defineFlag } from './flags.ts';

/** The arguments of commands that describe commands: a path, or the start of one. */
export const CommandWords = defineFlag(
  z.array(z.string()).optional().describe('a command, or its first words'),
  { offers: 'command' },
);
