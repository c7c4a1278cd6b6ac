// A receiver of webhooks as a process of its own, and the command that restarts it: `serve FOLDER FAULT` and
// `restart FOLDER FAULT`. The folder has its secret, its port, its process id, its claims, and what it processed.
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { verifySignature } from '../../../src/receiver/verify-signature.ts';
import { DAY_MS } from '../../../src/service/durations.ts';

/** What a receiver does wrong, or slowly: `none` is as the contract has it. */
export type RestartFault =
  | 'none'
  | 'starts late'
  | 'forgets claims'
  | 'forgets the secret'
  | 'refuses what it has claimed'
  | 'cannot be restarted';

const LATE_MS = 700;
const RETRY_MS = 20;

const [, script = '', role = '', folder = '', word = ''] = process.argv;
const fault = word as RestartFault; // the test passes one
const file = (name: string) => join(folder, name);
const read = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '');

function replaceFile(name: string, text: string): void {
  writeFileSync(file(`${name}.new`), text);
  renameSync(file(`${name}.new`), file(name));
}

/** Claims on disk before the answer, so that neither a kill nor a loss of power loses one. */
function claim(hookId: string): void {
  const handle = openSync(file('claims'), 'a');
  writeSync(handle, `${hookId}\n`);
  fsyncSync(handle);
  closeSync(handle);
}

async function serve(): Promise<void> {
  const isFirst = read('pid') === '';
  replaceFile('pid', String(process.pid));
  if (fault === 'starts late' && !isFirst) await wait(LATE_MS);
  const secret = fault === 'forgets the secret' && !isFirst ? 'another' : read('secret');
  const claims = new Set(fault === 'forgets claims' ? [] : read('claims').split('\n'));
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const verdict = verifySignature(
      { body, headers },
      { secrets: [secret], now: Date.now(), toleranceMs: DAY_MS },
    );
    if (!verdict.isValid) return void response.writeHead(401).end();
    const { hookId } = JSON.parse(body.toString('utf8')) as { hookId: string };
    if (claims.has(hookId)) {
      return void response.writeHead(fault === 'refuses what it has claimed' ? 409 : 200).end();
    }
    claims.add(hookId);
    claim(hookId);
    appendFileSync(file('processed'), `${hookId}\n`);
    response.end();
  });
  const listen = () => server.listen(Number(read('port')), '127.0.0.1');
  server.on('error', () => setTimeout(listen, RETRY_MS)); // the former process still has the port
  server.on('listening', () => replaceFile('port', String((server.address() as AddressInfo).port)));
  listen();
}

async function restart(): Promise<void> {
  if (fault === 'cannot be restarted') process.exit(7);
  const former = read('pid');
  process.kill(Number(former), 'SIGKILL');
  const words = [script, 'serve', folder, fault];
  spawn(process.execPath, words, { detached: true, stdio: 'ignore' }).unref();
  while (read('pid') === former) await wait(RETRY_MS);
  process.stdout.write('restarted\n');
}

await (role === 'restart' ? restart() : serve());
