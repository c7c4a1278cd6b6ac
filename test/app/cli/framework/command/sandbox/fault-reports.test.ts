import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ContextParts } from '../../../../../../src/cli/framework/command/context-parts.ts';
import { createFaultReports } from '../../../../../../src/cli/framework/command/sandbox/sandbox-server.ts';
import { openOutput } from '../../../../../../src/cli/framework/output/printing/output.ts';
import { guessOutputSettings } from '../../../../../../src/cli/framework/output/printing/output-settings.ts';
import { createKnownSecrets } from '../../../../../../src/cli/framework/output/text/known-secrets.ts';
import type { OutputStream } from '../../../../../../src/world.ts';
import { stoppedClock } from '../../../../../support/clock.ts';
import { fakeParts, fakeWorld } from '../../../../../support/fake-context.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-faults-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const SECRET = 'SBX-ADMIN-ABCDEFGHIJKLMNOP';

function reporting(words: readonly string[]) {
  let stderr = '';
  const sink: OutputStream = {
    isTerminal: false,
    columns: undefined,
    isEmptyFile: false,
    write: async () => {},
  };
  const world = fakeWorld({
    words,
    env: {},
    stdout: sink,
    stderr: {
      ...sink,
      async write(chunk) {
        stderr += String(chunk);
      },
    },
    clock: stoppedClock(0),
    signal: new AbortController().signal,
    programName: 'crier',
    timeZone: 'UTC',
  });
  const secrets = createKnownSecrets(world);
  secrets.add(SECRET);
  const settings = guessOutputSettings(words, world);
  const output = openOutput(world, settings, secrets);
  const log = join(folder, 'server.log');
  const flags = { verbose: words.includes('--verbose') } as ContextParts['flags']; // no other is read
  const reports = createFaultReports(fakeParts({ world, output, secrets, flags }), log);
  return {
    reports,
    written: async () => {
      await new Promise(setImmediate);
      return { stderr, log: readFileSync(log, 'utf8') };
    },
  };
}

test('a new kind of fault is one line on stderr, --quiet or not, and one in the log, with its trace id', {
  tags: ['T20'],
}, async () => {
  const { reports, written } = reporting(['--quiet']);
  reports.fault('abc123', new Error('no such\n\u001b[31mtable'), 1);
  const { stderr, log } = await written();
  expect(stderr).toBe('! fault of the sandbox, trace id abc123: Error: no such [31mtable\n');
  expect(log).toBe(
    '1970-01-01T00:00:00.000Z fault of the sandbox, trace id abc123: Error: no such [31mtable\n',
  );
});

test('one that repeats is reported at its 10th, 100th and 1,000th time', { tags: ['T20'] }, async () => {
  const { reports, written } = reporting([]);
  for (let count = 1; count <= 1_200; count += 1) reports.fault('abc123', new Error('again'), count);
  const { stderr } = await written();
  expect(stderr.match(/again|\d+ times/g)).toEqual([
    'again',
    '10 times',
    'again',
    '100 times',
    'again',
    '1000 times',
    'again',
  ]);
});

test('--verbose adds the stack', { tags: ['T20'] }, async () => {
  const quiet = reporting([]);
  quiet.reports.fault('abc123', new Error('where'), 1);
  expect((await quiet.written()).stderr).not.toContain(' at ');
  rmSync(join(folder, 'server.log'));
  const verbose = reporting(['--verbose']);
  verbose.reports.fault('abc123', new Error('where'), 1);
  const { stderr, log } = await verbose.written();
  expect(stderr).toContain('fault-reports.test.ts');
  expect(log).toContain('fault-reports.test.ts');
});

test('no secret is in the log or on stderr', { tags: ['C8', 'T16', 'T20'] }, async () => {
  const { reports, written } = reporting(['--verbose']);
  reports.fault('abc123', new Error(`the key ${SECRET} is wrong`), 1);
  reports.end(new Error(`the key ${SECRET} is gone`));
  const { stderr, log } = await written();
  expect(stderr + log).not.toContain(SECRET);
  expect(log).toContain('the server ends: the key');
});
