import { parseEntry } from '../../../../src/cli/features/automations/parse-entry.ts';
import { readReplayRow } from '../../../../src/cli/features/automations/replay/replay-row.ts';
import { readCallbackFields } from '../../../../src/cli/features/callbacks/served-callback.ts';
import { StoredCursor } from '../../../../src/cli/features/comments/watch/cursor-file.ts';
import { parseTypedField } from '../../../../src/cli/features/general/typed-field.ts';
import {
  decodeOutboxCursor,
  encodeOutboxCursor,
} from '../../../../src/cli/features/sandbox/read-outbox-batches.ts';
import { tryParseBoundedJson } from '../../../../src/domain/json/bounded-json.ts';
import { CrierError, createUsageError } from '../../../../src/errors.ts';
import { readBrowser, readReferer } from '../../../../src/sandbox/http/follow-links.ts';
import { readUploadUrl } from '../../../../src/sandbox/http/upload-url.ts';
import { splitJournal } from '../../../../src/storage/journal-file.ts';
import { expectDeclared, type FuzzTarget, JSON_MARKS, requireSame, toBytes } from '../fuzz-target.ts';

const isDeclared = (error: unknown) => error instanceof CrierError;

const readFile = async (): Promise<never> => {
  throw createUsageError('there is no file');
};

/** Triggers, actions and fields of a body, as words of a command line. */
export const typedFields: FuzzTarget = {
  seeds: [
    'comment_keyword,postId=all,keywords=INFO|"a, b"',
    '{"type":"send_dm","message":"Hi"}',
    'send_dm,message="it\'s\\\\n",dedupWindowMinutes=60',
    'fire_webhook,sendCompletedEvent=true,message=@file',
    '@@home',
    '-12.5',
  ],
  tokens: [
    ...JSON_MARKS,
    '|',
    '=',
    '"',
    "'",
    '\\',
    '\\n',
    '@',
    '-',
    'true',
    'null',
    'type',
    '1e999',
    '__proto__',
    ' ',
  ],
  async run(input) {
    for (const flag of ['--trigger', '--action'] as const)
      await parseEntry(input, { flag, types: [] }, readFile).catch((error: unknown) => {
        if (!isDeclared(error)) throw error;
      });
    await parseTypedField({ name: input.slice(0, 20), text: input }, null, readFile).catch(
      (error: unknown) => {
        if (!isDeclared(error)) throw error;
      },
    );
  },
};

/** Records of other programs and of runs before: rows, positions, fields of a callback. */
export const storedRecords: FuzzTarget = {
  isBytes: true,
  seeds: [
    '{"platform":"instagram","id":"1","author":{"id":"2"},"text":"PRICE","createdAt":"2026-09-21T08:00:00Z"}',
    '{"status":"success","eventId":"e","actions":[{"type":"send_dm","status":"sent"}],"createdAt":"2026-09-21T08:00:00Z"}',
    '{"action":"automation.triggered","event":{"commentText":"x"},"hookId":"h"}',
    '{"kind":"crier comments watch","version":3,"id":"x","words":null,"comments":[["instagram","k",null,null,"p",0]]}',
    '{"kind":"a"}\n{"event":"over"}\n{"cut":"\0\0\0\n',
  ],
  tokens: [
    ...JSON_MARKS,
    '\0',
    '\n',
    'null',
    '"author":',
    '"action":',
    '"event":',
    '"status":',
    '__proto__',
    '\xff',
  ],
  run(input) {
    const bytes = toBytes(input);
    const value = tryParseBoundedJson(bytes.toString('utf8'));
    readReplayRow(value, null);
    readReplayRow(value, 'harbour');
    readCallbackFields(value);
    StoredCursor.safeParse(value);
    const [lines, cutLine, end] = splitJournal(bytes);
    const [again] = splitJournal(bytes.subarray(0, end));
    requireSame(
      again,
      lines.slice(0, again.length),
      'a journal without what was cut short has no other lines',
    );
    if (end > bytes.length || cutLine.includes('\n')) throw new Error('what was cut short is a whole line');
  },
};

/** What clients send to addresses of the sandbox, and positions that they send back. */
export const clientValues: FuzzTarget = {
  seeds: [
    'https://news.example/a?b',
    'Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120',
    'http://127.0.0.1/media/aB3?fileName=a.jpg&profile=1&expires=2&signature=00',
    'W251bGwsbnVsbCxudWxsXQ',
    'WyJhIiwiYiIsImMiXQ',
  ],
  tokens: [
    'https://',
    '://',
    '?',
    '&',
    '=',
    '%00',
    '%',
    'signature=',
    'Chrome/',
    'Firefox/',
    'WyJ',
    ' ',
    '\u00e9',
  ],
  run(input) {
    if (!/^[^\s/]+$/.test(readReferer(input))) throw new Error('a host that is none');
    readBrowser(input);
    const url = URL.parse(input);
    if (url !== null && readUploadUrl(url, 'key of this test') !== null)
      throw new Error('a signature was guessed');
    const place = expectDeclared(() => decodeOutboxCursor(input), isDeclared);
    if (place !== null)
      requireSame(decodeOutboxCursor(encodeOutboxCursor(place)), place, 'a position is read as written');
  },
};
