import * as z from 'zod';

/**
 * A failure as programs are told of it; what is not known is null.
 *
 * @see docs/command-line.md#output
 */
export const ErrorDocument = z.strictObject({
  kind: z.string().describe('as "crier help exit-codes" lists them'),
  exitCode: z.int().describe('how a command ends that fails so'),
  code: z.number().nullable().describe("the service's numbered code, or the one that crier foresaw"),
  http: z.number().nullable().describe('null when nothing was sent, or no answer came'),
  message: z.string().describe('what went wrong'),
  meaning: z.string().nullable().describe('what the code means'),
  advice: z.string().nullable().describe('what to do next'),
  details: z
    .unknown()
    .describe(
      "the service's own details, the failures of single networks, and the id of a post that none took",
    ),
  retryAvailable: z.boolean().nullable().describe('whether the service says that the same may be sent again'),
  relink: z.boolean().nullable().describe('whether the account has to be linked again'),
});
export type ErrorDocument = z.infer<typeof ErrorDocument>;
