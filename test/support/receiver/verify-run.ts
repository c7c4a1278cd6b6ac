import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Around, crier, type Ran } from '../crier.ts';
import { inFolder } from '../in-folder.ts';

export const NOW_S = 1_790_000_000;
export const SECRET = 'a-secret-that-nobody-sees-1234';
export const BODY = JSON.stringify({
  action: 'automations',
  hookId: 'Ws3eDc6RfV0tGb8YhN2u',
  timeStamp: NOW_S,
  type: 'automation.completed',
  text: 'é 😀',
});
export const digestOf = (body: string | Uint8Array, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest();
export const hex = (body: string | Uint8Array, secret = SECRET) => digestOf(body, secret).toString('hex');
export const headOf = (signature: string, time: number | string = NOW_S) =>
  `POST /hooks HTTP/1.1\r\nHost: hooks.example\r\nX-Service-Delivery-Attempt: 2\r\nX-Service-Delivery-Id: dlv-1\r\nX-Authorization-Content-SHA256: ${signature}\r\nX-Authorization-Timestamp: ${time}\r\n\r\n`;

export interface VerifyResult {
  readonly body?: string | Uint8Array;
  readonly head?: string;
  readonly words?: readonly string[];
  readonly around?: Around;
}

/** The body and the head that came with it, in files. */
export async function verify({
  body = BODY,
  head = headOf(hex(BODY)),
  words = [],
  around = {},
}: VerifyResult = {}): Promise<Ran> {
  return inFolder({ head }, async (folder) => {
    writeFileSync(join(folder, 'body'), body);
    return crier(['hooks', 'verify', 'body', '--headers', 'head', ...words], {
      folder,
      env: { CRIER_WEBHOOK_SECRET: SECRET },
      ...around,
    });
  });
}
