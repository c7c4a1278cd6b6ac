import * as z from 'zod';

/**
 * A failure as JSON; unknown members are null.
 *
 * @see docs/command-line.md#output
 */
export const ErrorDocument = z.strictObject({
  kind: z.string().describe('as "crier help exit-codes" lists them'),
  exitCode: z.int().describe('exit code of the command'),
  code: z.number().nullable().describe('error code of the service, or of the same refusal by crier'),
  http: z.number().nullable().describe('null when nothing was sent, or no response came'),
  message: z.string().describe('what went wrong'),
  meaning: z.string().nullable().describe('what the code means'),
  advice: z.string().nullable().describe('what to do next'),
  details: z
    .unknown()
    .describe("the service's details, the failures of networks, and the id of a post that none accepted"),
  retryAvailable: z.boolean().nullable().describe('whether the service says that the request may be retried'),
  relink: z.boolean().nullable().describe('whether the account has to be linked again'),
});
export type ErrorDocument = z.infer<typeof ErrorDocument>;
