import * as z from 'zod';

/** The error of one network, while others may have succeeded. @see docs/service/comments.md#response */
export const NetworkError = z
  .looseObject({
    platform: z.string().nullable().describe('the network that failed'),
    status: z.string().nullable().describe('usually error, as in the answer'),
    code: z.number().nullable().describe('the numbered error; "crier errors show" explains it'),
    message: z.string().nullable().describe('message of the service'),
    id: z.string().nullable().describe('the requested id there'),
  })
  .meta({ id: 'NetworkError' });
export type NetworkError = z.infer<typeof NetworkError>;
