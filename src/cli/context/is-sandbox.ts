import { isLoopback } from '../../client/target.ts';
import { isSandboxKey } from '../../sandbox/generate-keys.ts';
import type { ServiceOrSandbox } from './choose-service.ts';

/**
 * Whether the service is a sandbox: the built-in one, or one served on this machine, which only accepts keys
 * with a sandbox's prefix. Any other service on a loopback address, such as a proxy, follows the service's
 * rules.
 *
 * @see docs/safety.md#S9
 */
export function isSandbox(choice: ServiceOrSandbox): boolean {
  if (choice.kind === 'sandbox') return true;
  const { baseUrl, apiKey } = choice.target;
  return isLoopback(baseUrl.hostname) && isSandboxKey(apiKey);
}
