import * as z from 'zod';

/** An error or a warning in a file. */
export const Problem = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1).describe('in UTF-16 code units, as editors count'),
  severity: z.enum(['error', 'warning']),
  automation: z.int().min(1).nullable().describe('position in the file, from 1; null for a syntax problem'),
  path: z
    .string()
    .nullable()
    .describe('field in the automation, as the service writes it: triggers[0].postId'),
  message: z.string(),
  suggestion: z.string().nullable().describe('the nearest valid name'),
});
export type Problem = z.infer<typeof Problem>;

/** Output of `automations check`. */
export const AutomationCheckDocument = z.strictObject({
  files: z.int().describe('number of files'),
  automations: z.int().describe('number of automations that could be read'),
  errors: z.int(),
  warnings: z.int(),
  problems: z.array(Problem).describe('by file, line and column'),
});
export type AutomationCheckDocument = z.infer<typeof AutomationCheckDocument>;
