import { isLoopback } from '../client/target.ts';
import type { Choice } from './config.ts';

/** Whether the service that is talked to is one of this machine: its sandbox, or what listens on a loopback address. */
export function isOwnMachine(choice: Choice): boolean {
  return choice.kind === 'sandbox' || isLoopback(choice.target.baseUrl.hostname);
}
