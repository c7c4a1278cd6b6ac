import * as z from 'zod';

/** The error of one network, while others may have succeeded. @see docs/service/comments.md#response */
export const NetworkError = z
  .looseObject({
    platform: z.string().nullable().describe('the network that failed'),
    status: z.string().nullable().describe("error, as a rule: the answer's own word"),
    code: z.number().nullable().describe('the numbered error; "crier errors show" explains it'),
    message: z.string().nullable().describe('what the service says of it'),
    id: z.string().nullable().describe('the id that was asked for there'),
  })
  .meta({ id: 'NetworkError' });
export type NetworkError = z.infer<typeof NetworkError>;
