import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { type CommandOutcome, defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { defineJunitFlag } from '../../../framework/input/flags/shared-flags.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import { type JunitCase, writeJunitReport } from '../../../framework/output/printing/junit-report.ts';
import { splitCommandLine } from '../../../framework/output/text/shell-command.ts';
import { ALLOW_PRIVATE, addScheme, addTypedUrl } from '../../webhooks/private-addresses.ts';
import {
  describeSecrets,
  describeSource,
  readSigningSecrets,
  SECRET_FILES,
  toSigning,
  type WebhookSecret,
} from '../../webhooks/signing-secrets.ts';
import { createEffectsLog } from '../conform/effects-log.ts';
import { COPIES } from '../conform/receiver-checks.ts';
import { createReceiverProbe } from '../conform/receiver-probe.ts';
import { CHECK_NAMES, CONFORM_COLUMNS, ConformRow, runReceiverChecks } from '../conform/run-checks.ts';
import { refuseReceiverUrl, refuseUnanswered } from '../send-plan.ts';

export default defineCommand({
  summary: 'Check a receiver against the delivery contract',
  description: `
Sends made-up deliveries to a receiver, and reports for each rule of the contract whether it is met: valid signatures are
accepted, and wrong ones refused with 4xx; only 200 within ${formatDuration(LIMITS.webhookAnswerMs)} counts; ${COPIES} copies of one hookId are accepted, at once
and one after another; so are retries, unknown fields and types, events in any order, and 1 MB. Exits 11 if a rule is not
met. No service is called. The receiver processes the events it accepts: use one that may.

Set the secret of the receiver with --secret-file, CRIER_WEBHOOK_SECRET or the context; with two, the rotation is checked
too. Whether an event was processed once is not visible from outside: let the receiver append a line with the hookId to a
file for each event that it processes, and name the file with --effects. --restart-command runs without a shell, with its
output on stderr, and must end when the receiver was restarted.`,
  examples: [
    'hooks conform https://hooks.example.com/crier',
    'hooks conform http://127.0.0.1:8080/hooks --only copies-at-once,order',
    'hooks conform https://hooks.example.com/crier --only large --json',
  ],
  positional: ['url'],
  changes: true,
  flags: [],
  input: z.object({
    url: z.string().transform(addScheme).describe('URL of the receiver'),
    only: defineFlag(
      z
        .array(z.enum(CHECK_NAMES))
        .default([])
        .describe('make only these checks; repeat or separate by commas'),
      { placeholder: 'check' },
    ),
    effects: defineTextFlag('file to which the receiver appends the hookId of each processed event', {
      placeholder: 'file',
      offers: 'file',
    }),
    restartCommand: defineTextFlag('command that restarts the receiver; run without a shell', {
      placeholder: 'command',
    }),
    junit: defineJunitFlag('write the results to this file, as JUnit XML'),
    secretFile: SECRET_FILES,
    allowPrivate: ALLOW_PRIVATE,
  }),
  output: z.object({
    url: z.string(),
    conforms: z.boolean().describe('whether no check failed'),
    sent: z.int().describe('number of requests'),
    signedWith: z.string().nullable().describe('source of the secret; null if unsigned'),
    checks: z.array(ConformRow).describe('in the order in which they were made'),
  }),
  records: 'checks',
  async run({ url, only, effects, restartCommand, junit, secretFile, allowPrivate }, context) {
    const { io } = context;
    refuseReceiverUrl(url);
    const restartWords = parseRestartCommand(restartCommand);
    const secrets = await readSigningSecrets(secretFile, context);
    if (effects !== undefined) await io.readBytes(effects); // a wrong name is noticed before anything is sent
    const report = (rows: readonly ConformRow[] | null) => {
      if (junit === undefined) return;
      const cases = rows?.map(toJunitCase) ?? null;
      const { folder } = io.machine;
      writeJunitReport(junit, { suite: `conformance of ${url}`, className: 'hooks.conform', cases, folder });
    };
    report(null);
    const outbound = await io.outbound(addTypedUrl(url, allowPrivate));
    let sent = 0;
    let doing = `waiting for ${new URL(url).host}`;
    const probe = createReceiverProbe({
      url,
      outbound,
      signal: io.signal,
      now: io.now,
      signing: toSigning(secrets),
      onSend() {
        sent += 1;
        io.progress(sent === 1 ? doing : `${doing}: request ${sent}`);
      },
    });
    const first = await probe.send(probe.create());
    if (first.error !== 'timeout') refuseUnanswered({ url, attempts: [first], flaws: [] }, outbound.allowed);
    const tools = {
      probe,
      first,
      secrets: secrets.length,
      clock: io.clock,
      signal: io.signal,
      effects:
        effects === undefined
          ? null
          : createEffectsLog(async () => new TextDecoder().decode(await io.readBytes(effects)), io),
      restart:
        restartWords &&
        (() => io.runWithInput(restartWords, { input: new Uint8Array(), env: {}, signal: io.signal })),
    };
    const checks = await runReceiverChecks(only, tools, (name) => {
      doing = `checking ${name}`;
      io.progress(name === null ? null : doing);
    });
    report(checks);
    return buildOutcome(checks, { url, sent, secrets });
  },
});

function buildOutcome(
  checks: readonly ConformRow[],
  { url, sent, secrets }: { url: string; sent: number; secrets: readonly WebhookSecret[] },
): CommandOutcome {
  const failed = checks.filter(({ status }) => status === 'fail');
  const signedWith = describeSource(secrets);
  const requests = formatCount(sent, 'request');
  const names = failed.map(({ check }) => check).join(', ');
  const message = `${formatCount(failed.length, 'check')} of ${checks.length} failed: ${names}`;
  return {
    view: {
      kind: 'list',
      document: { url, conforms: failed.length === 0, sent, signedWith, checks: [...checks] },
      key: 'checks',
      rows: checks,
      columns: CONFORM_COLUMNS,
      empty: '',
    },
    notes: [
      signedWith === null
        ? `${requests}, unsigned: no secret is set`
        : `${requests}, signed with ${describeSecrets(secrets)}`,
    ],
    ...(failed.length > 0 && { failure: new CrierError('differs', message, { http: null }) }),
  };
}

function toJunitCase({ check, rules, status, found, advice, ms }: ConformRow): JunitCase {
  return {
    name: `${check} (${rules.join(', ')})`,
    ms,
    ...(status === 'skipped' && { skipped: found }),
    ...(status === 'fail' && { failure: { message: found, text: advice ?? '' } }),
  };
}

function parseRestartCommand(line: string | undefined): readonly string[] | null {
  if (line === undefined) return null;
  const words = splitCommandLine(line);
  if (words.length > 0) return words;
  throw createUsageError('--restart-command is blank', 'write it in quotes: "systemctl restart receiver"');
}
