import type { Sandbox } from '../../src/sandbox/open-sandbox.ts';
import {
  CONTROL,
  type ControlAnswer,
  type ControlInput,
  type ControlName,
} from '../../src/service/control/control.ts';
import { readAnswer } from './small-sandbox.ts';

/** What a control route answered. */
interface Controlled<N extends ControlName> {
  readonly http: number;
  readonly body: ControlAnswer<N> & { readonly code?: number; readonly details?: string };
}

/** Gives an order to a sandbox; an answer that says it worked is held against its schema. */
export async function control<N extends ControlName>(
  sandbox: Sandbox,
  name: N,
  // What a test sends on purpose may be anything.
  ...[input]: Record<never, never> extends ControlInput<N> ? [ControlInput<N>?] : [ControlInput<N>]
): Promise<Controlled<N>> {
  const { method, path, answer: schema } = CONTROL[name];
  const url = new URL(`http://sandbox.localhost${path}`);
  if (method === 'GET') {
    for (const [key, value] of Object.entries(input ?? {})) url.searchParams.set(key, String(value));
  }
  const answer = await sandbox.answer({
    method,
    url,
    headers: { authorization: `Bearer ${sandbox.credentials.adminToken}` },
    body: input === undefined || method === 'GET' ? null : JSON.stringify(input),
  });
  const body = readAnswer(answer);
  if (answer.status === 200) schema.parse(body);
  // The schema above says so; of a refusal, only code and details are looked at.
  return { http: answer.status, body: body as Controlled<N>['body'] };
}
