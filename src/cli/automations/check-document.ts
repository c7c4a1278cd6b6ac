import * as z from 'zod';

/** Something that is wrong in a file, or hardly meant. */
export const Problem = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1).describe('in UTF-16 units, as editors count'),
  severity: z.enum(['error', 'warning']),
  automation: z.int().min(1).nullable().describe('which of the file; null for how the file is written'),
  path: z
    .string()
    .nullable()
    .describe('where in the automation, as the service writes it: triggers[0].postId'),
  message: z.string(),
  suggestion: z.string().nullable().describe('the nearest name that would be right'),
});
export type Problem = z.infer<typeof Problem>;

/** What `automations check` found. */
export const AutomationCheckDocument = z.strictObject({
  files: z.int().describe('how many were looked at'),
  automations: z.int().describe('how many could be read in them'),
  errors: z.int(),
  warnings: z.int(),
  problems: z.array(Problem).describe('by file, line and column'),
});
export type AutomationCheckDocument = z.infer<typeof AutomationCheckDocument>;
