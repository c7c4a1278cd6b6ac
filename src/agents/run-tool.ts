import { randomBytes } from 'node:crypto';
import type { CallCommand, CalledCommand } from '../cli/framework/command/called-command.ts';
import { sanitizeText, stringifySafely } from '../cli/framework/output/text/sanitize-text.ts';
import { describeQuestion } from '../cli/framework/terminal/ask-user.ts';
import type { ConfirmQuestion } from '../cli/framework/terminal/run-host.ts';
import { getField, isRecord } from '../domain/json/loose-record.ts';
import { CrierError, createUsageError } from '../errors.ts';
import { describeFence, fenceTexts } from './fence-texts.ts';
import {
  addLocalTimes,
  compactDocument,
  countFitting,
  cutTexts,
  findRecords,
  LONGEST_TEXT,
  shortenDocument,
} from './shorten-document.ts';
import type { AgentTool, ToolCall, ToolPermissions } from './tool.ts';

/** Characters of an answer: some 4,000 tokens of English. */
export const ANSWER_CHARACTERS = 14_000;
/** What a list with a cursor may take of it, so that none of its rows has to be cut: beside it are notes and local times. */
const ROWS_SHARE = 0.85;

/** What a tool answers: the text, or the question that a person has to answer first. */
export type ToolAnswer =
  | { readonly kind: 'answer'; readonly text: string; readonly isError: boolean }
  | { readonly kind: 'question'; readonly question: string };

export interface ToolRun {
  callCommand: CallCommand;
  permissions: ToolPermissions;
  /** The IANA zone in which times are shown where the call names none. */
  timeZone: string;
  /** Another machine that the commands run on, such as that of a service's own server. */
  world?: Parameters<CallCommand>[0]['world'];
  signal: AbortSignal;
  /** The questions that a person has agreed to, as they were asked. */
  agreed: readonly string[];
}

/** Runs a tool, and writes its answer for a model. */
export async function runTool(
  tool: AgentTool,
  input: Readonly<Record<string, unknown>>,
  run: ToolRun,
): Promise<ToolAnswer> {
  try {
    const call = tool.toCall(input);
    refuseLocalChange(tool, call, run);
    return await runCall(tool, call, { ...run, timeZone: readZone(input) ?? run.timeZone });
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return writeFailure({ message: error.message, advice: error.facts.advice ?? null });
  }
}

function readZone({ timeZone, tz }: Readonly<Record<string, unknown>>): string | undefined {
  return [timeZone, tz].find((each): each is string => typeof each === 'string');
}

async function runCall(tool: AgentTool, call: ToolCall, run: ToolRun): Promise<ToolAnswer> {
  const asked: string[] = [];
  const perform = (input: ToolCall['input']): Promise<CalledCommand> =>
    run.callCommand({
      ...{ ...call, input },
      ...{ world: run.world, signal: run.signal, writes: findWriteRule(tool, run.permissions) },
      async confirm(question) {
        const text = await writeQuestion(question);
        if (run.agreed.includes(text)) return;
        asked.push(text);
        throw createUsageError(`a person has to agree first: ${question.what}`);
      },
    });
  let called = await perform(call.input);
  const [question] = asked;
  if (question !== undefined) return { kind: 'question', question };
  const fitting = findFittingLimit(called, tool, call);
  if (fitting !== null) called = await perform({ ...call.input, limit: fitting });
  return writeAnswer(called, tool, run);
}

/** Of a question, which a client shows in a dialog. */
const LONGEST_QUESTION = 2_000;

/** What a person is asked, with what it is about, in which others may have written something. */
async function writeQuestion({ what, ...question }: ConfirmQuestion): Promise<string> {
  const lines = await describeQuestion(question);
  const asked = [`${what.charAt(0).toUpperCase()}${what.slice(1)}?`, ...lines].map(sanitizeText).join('\n');
  return asked.length > LONGEST_QUESTION ? `${asked.slice(0, LONGEST_QUESTION)}…` : asked;
}

const ALLOWED_FOR = 'crier mcp --allow-writes=';

/** The limit of the user for a tool, beside the setting `writes`. */
function findWriteRule({ noun }: AgentTool, { writes, publish }: ToolPermissions) {
  const isAllowed = writes.includes('all') || writes.includes(noun);
  if (!isAllowed) {
    const by = writes.length === 0 ? 'crier mcp without --allow-writes' : ALLOWED_FOR + writes.join(',');
    return { mode: 'off', where: by } as const;
  }
  return publish ? null : ({ mode: 'drafts', where: 'crier mcp without --allow-publish' } as const);
}

/** What a command changes on this machine is no request that the rule would see. */
function refuseLocalChange(tool: AgentTool, { input }: ToolCall, { permissions }: ToolRun): void {
  const rule = findWriteRule(tool, permissions);
  if (tool.effect === 'read' || rule?.mode !== 'off' || input['dryRun'] === true) return;
  throw new CrierError('not-allowed', `writes is "off" (${rule.where}): ${tool.name} was not run`, {
    advice:
      'ask the user to allow it with --allow-writes; dryRun, where a tool has it, shows what would be sent',
  });
}

/** A lower limit for a list with a cursor that is too long: its cursor has to continue after the last row that is shown. */
function findFittingLimit({ document }: CalledCommand, tool: AgentTool, { input }: ToolCall): number | null {
  const key = findRecords(document);
  const records = key === null ? null : getField(document, key);
  if (!('cursor' in tool.input.shape) || !Array.isArray(records) || !('limit' in input)) return null;
  const kept = records.map((each) => compactDocument(each, tool.omit ?? []));
  const fitting = countFitting(kept, ANSWER_CHARACTERS * ROWS_SHARE);
  return fitting < records.length ? fitting : null;
}

function writeAnswer(
  { document, failure, notes }: CalledCommand,
  { omit = [] }: AgentTool,
  { timeZone }: ToolRun,
): ToolAnswer {
  if (document === null && failure !== null) return writeFailure({ ...failure, notes });
  const untrusted = listUntrusted(document);
  const { meta, ...rest } = isRecord(document) ? document : { meta: null, result: document };
  const added = {
    ...(failure !== null && { failure: pickFailure(failure) }),
    ...(notes.length > 0 && { notes }),
    meta: pickMeta(meta),
  };
  const short = compactDocument(rest, omit);
  const fits = shortenDocument(short, ANSWER_CHARACTERS - JSON.stringify(added).length);
  const mark = `others-${randomBytes(4).toString('hex')}`;
  const whole = { ...toRecord(addLocalTimes(fits, timeZone)), timeZone, ...added };
  const text = stringifySafely(compactDocument(fenceTexts(whole, untrusted, mark), []));
  return {
    kind: 'answer',
    text: untrusted.length > 0 ? `${describeFence(mark)}\n${text}` : text,
    isError: false,
  };
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : { result: value };
}

function listUntrusted(document: unknown): readonly string[] {
  const paths = getField(getField(document, 'meta'), 'untrusted');
  return Array.isArray(paths) ? paths.filter((each): each is string => typeof each === 'string') : [];
}

/** Where it came from, and where it continues. */
function pickMeta(meta: unknown) {
  const { next, hasMore } = toRecord(getField(meta, 'pagination'));
  return { sandbox: getField(meta, 'sandbox'), next, hasMore: hasMore === true ? true : undefined };
}

function pickFailure({
  code,
  kind,
  message,
  meaning,
  advice,
  details,
}: NonNullable<CalledCommand['failure']>) {
  return { kind, code, message, meaning, advice, details };
}

function writeFailure(failure: Readonly<Record<string, unknown>>): ToolAnswer {
  const error = cutTexts(compactDocument(failure, ['exitCode', 'relink', 'retryAvailable']), LONGEST_TEXT);
  return { kind: 'answer', text: stringifySafely({ error }), isError: true };
}
