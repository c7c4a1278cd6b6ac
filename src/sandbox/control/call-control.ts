import type * as z from 'zod';
import { CONTROL, type ControlName } from '../../service/control/control.ts';
import { checkInput, readBody, readQuery } from '../http/read-input.ts';
import type { SandboxRequest } from '../http/sandbox-request.ts';
import { accountHandlers } from './accounts.ts';
import type { ControlContext, ControlHandler } from './control-handler.ts';
import { deliveryHandlers, setWebhookSecret } from './deliveries.ts';
import { effectHandlers, findActivity } from './effects.ts';
import { engageHandlers, findEngagements } from './engage.ts';
import { createNativePost, deleteCopy, mediaHandlers } from './posts.ts';
import { clockHandlers, faultHandlers, settingsHandlers } from './settings.ts';
import { storeHandlers } from './store.ts';

/** One handler for each control call; a missing one does not compile. */
const HANDLERS: { readonly [N in ControlName]: ControlHandler<N> } = {
  ...accountHandlers,
  ...clockHandlers,
  createNativePost,
  deleteCopy,
  ...deliveryHandlers,
  ...effectHandlers,
  ...engageHandlers,
  ...faultHandlers,
  findActivity,
  findEngagements,
  ...mediaHandlers,
  ...settingsHandlers,
  setWebhookSecret,
  ...storeHandlers,
};

/**
 * Handles a request of the control interface.
 *
 * @returns null when there is no such route
 * @throws ServiceFailure 101 for invalid input
 */
export async function callControl(request: SandboxRequest, context: ControlContext): Promise<object | null> {
  // Object.keys loses the literal types of the names.
  const names = Object.keys(CONTROL) as ControlName[];
  const name = names.find(
    (each) => CONTROL[each].path === request.url.pathname && CONTROL[each].method === request.method,
  );
  return name === undefined ? null : runHandler(name, request, context);
}

async function runHandler<N extends ControlName>(
  name: N,
  request: SandboxRequest,
  context: ControlContext,
): Promise<object> {
  const { method, input: schema } = CONTROL[name];
  const sent = readBody(request.body) ?? {};
  const input = method === 'GET' ? readQuery(schema, request.url.searchParams) : checkInput(schema, sent);
  // Validated by the schema of this call.
  const answer = await HANDLERS[name](input as z.output<(typeof CONTROL)[N]['input']>, context);
  return { status: 'success', ...answer };
}
