import type * as z from 'zod';
import { CONTROL, type ControlName } from '../../service/control/control.ts';
import { readBody } from '../http/read-body.ts';
import { checkInput, readQuery } from '../http/read-input.ts';
import type { SandboxRequest } from '../http/sandbox-request.ts';
import { accountHandlers } from './accounts.ts';
import { clockHandlers } from './clock.ts';
import type { ControlContext, ControlHandler } from './control-handler.ts';
import { deleteCopy } from './delete-copy.ts';
import { deliveryHandlers } from './deliveries.ts';
import { effectHandlers } from './effects.ts';
import { engageHandlers } from './engage.ts';
import { faultHandlers } from './faults.ts';
import { findActivity } from './find-activity.ts';
import { findEngagements } from './find-engagements.ts';
import { mediaHandlers } from './media.ts';
import { createNativePost } from './posts.ts';
import { setWebhookSecret } from './set-webhook-secret.ts';
import { settingsHandlers } from './settings.ts';
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
