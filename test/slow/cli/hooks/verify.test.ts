import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Around, crier, type Ran } from '../../../support/crier.ts';
import { dangerousIn } from '../../../support/dangerous.ts';
import { HOSTILE_TEXTS } from '../../../support/hostile-texts.ts';
import { inFolder } from '../../../support/in-folder.ts';

const NOW_S = 1_790_000_000;
const SECRET = 'a-secret-that-nobody-sees-1234';
const BODY = JSON.stringify({
  action: 'automations',
  hookId: 'Ws3eDc6RfV0tGb8YhN2u',
  timeStamp: NOW_S,
  type: 'automation.completed',
  text: 'é 😀',
});
const digestOf = (body: string | Uint8Array, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest();
const hex = (body: string | Uint8Array, secret = SECRET) => digestOf(body, secret).toString('hex');
const headOf = (signature: string, time: number | string = NOW_S) =>
  `POST /hooks HTTP/1.1\r\nHost: hooks.example\r\nX-Service-Delivery-Attempt: 2\r\nX-Service-Delivery-Id: dlv-1\r\nX-Authorization-Content-SHA256: ${signature}\r\nX-Authorization-Timestamp: ${time}\r\n\r\n`;

interface SlowVerifyResult {
  readonly body?: string | Uint8Array;
  readonly head?: string;
  readonly words?: readonly string[];
  readonly around?: Around;
}

/** The body and the head that came with it, in files. */
async function verify({
  body = BODY,
  head = headOf(hex(BODY)),
  words = [],
  around = {},
}: SlowVerifyResult = {}): Promise<Ran> {
  return inFolder({ head }, async (folder) => {
    writeFileSync(join(folder, 'body'), body);
    return crier(['hooks', 'verify', 'body', '--headers', 'head', ...words], {
      folder,
      env: { CRIER_WEBHOOK_SECRET: SECRET },
      ...around,
    });
  });
}
describe('how it looks', () => {
  test('C1 nothing in a body or a header steers a terminal', async () => {
    for (const [, text] of HOSTILE_TEXTS.filter((_each, at) => at % 7 === 0)) {
      const body = JSON.stringify({ action: text, hookId: text, type: text, timeStamp: NOW_S });
      const heads = [
        headOf(hex(body)),
        headOf(text.replaceAll(/[\r\n]/g, ' ')),
        `${text}: x\nX-Authorization-Content-SHA256: ${hex(body)}\nX-Authorization-Timestamp: ${text.replaceAll(/[\r\n]/g, ' ')}`,
      ];
      for (const head of heads) {
        const { screen } = await verify({
          body,
          head,
          around: { isTerminal: true, env: { CRIER_WEBHOOK_SECRET: SECRET, NO_COLOR: '1' } },
        });
        expect(dangerousIn(screen, '\n\t')).toEqual([]);
      }
    }
  });
});
