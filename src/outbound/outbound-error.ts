import type { OutboundFault } from './outbound.ts';

/** Ends a request early. Anything else that is thrown is a defect. */
export class OutboundError extends Error {
  readonly fault: OutboundFault;

  constructor(fault: OutboundFault, cause?: unknown) {
    super(fault, { cause });
    this.name = 'Failed';
    this.fault = fault;
  }
}

/** Error code of the system or of Node; empty when there is none. */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
