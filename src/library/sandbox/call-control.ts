import { getField } from '../../domain/json/loose-record.ts';
import type { Sandbox } from '../../sandbox/open-sandbox.ts';
import { CONTROL } from '../../service/control/control.ts';
import { CallError } from '../client/call-error.ts';
import type { ControlCalls } from './control-calls.ts';

/**
 * Calls the control interface of a sandbox in this process.
 *
 * @throws CallError of kind `usage` when the input is not valid
 */
export async function callControl<N extends keyof ControlCalls>(
  { answer, credentials }: Sandbox,
  name: N,
  input: ControlCalls[N]['input'],
): Promise<ControlCalls[N]['answer']> {
  const row = Object.hasOwn(CONTROL, name) ? CONTROL[name] : undefined;
  if (row === undefined) throw new CallError('usage', `the control interface has no ${name}`);
  const url = new URL(row.path, 'http://sandbox.localhost');
  const isRead = row.method === 'GET';
  if (isRead) for (const [key, value] of Object.entries(input)) url.searchParams.set(key, String(value));
  const { status, body } = await answer({
    method: row.method,
    url,
    headers: { authorization: `Bearer ${credentials.adminToken}`, 'content-type': 'application/json' },
    body: isRead ? null : JSON.stringify(input),
  });
  const document: unknown = JSON.parse(new TextDecoder().decode(body));
  if (status !== 200) throw toControlError(name, status, document);
  // TypeScript does not relate N to the output of its row's schema.
  return row.answer.parse(document) as ControlCalls[N]['answer'];
}

function toControlError(name: string, http: number, answer: unknown): CallError {
  const [code, details, message] = ['code', 'details', 'message'].map((key) => getField(answer, key));
  const reported = typeof details === 'string' ? details : String(message ?? `HTTP ${http}`);
  return new CallError(http === 500 ? 'internal' : 'usage', `${name}: ${reported}`, {
    http,
    code: typeof code === 'number' ? code : null,
    details,
  });
}
