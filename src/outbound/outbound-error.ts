import type { OutboundFault } from './outbound.ts';

/** What ends a request before its time. Anything else that is thrown is a defect of our own. */
export class OutboundError extends Error {
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, cause?: unknown) {
    super(fault, { cause });
    this.name = 'Failed';
    this.fault = fault;
  }
}

/** The code of an error of the system or of Node; empty where it has none. */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
