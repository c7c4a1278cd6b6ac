import { accessSync, chmodSync, constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CrierError, createUsageError } from '../errors.ts';
import { runFileOperation } from '../storage/explain-file-fault.ts';
import { migrate } from '../storage/migrate.ts';
import { type Database, openDatabase, requireWhole } from '../storage/open-database.ts';
import { generateAdminToken, generateProfileKey, type Random } from './generate-ids.ts';
import { isStoredKey, listKeyValues, readKeys } from './store/access.ts';
import { listUserProfiles, type Profile } from './store/profiles.ts';
import { copyRows, findInvalidJson, findMissingColumn, runWithSource } from './store/schema/copy-rows.ts';
import { createSandboxSchema } from './store/schema/schema.ts';
import { readSettings } from './store/settings.ts';

const ADVICE = 'use a file that "sandbox export" wrote';
const OWNER_ONLY_FILE = 0o600;

interface MigrationMachine {
  random: Random;
  clock: { now(): number };
}

/**
 * Checks an exported file and migrates a copy of it to this version.
 *
 * @param file an absolute path
 * @throws CrierError `usage` when it is not a sandbox, is damaged, or was written by a newer crier
 */
export function openExportedFile(file: string, machine: MigrationMachine) {
  requireFile(file);
  const folder = runFileOperation(`cannot create a folder in ${tmpdir()}`, () =>
    mkdtempSync(join(tmpdir(), 'crier-import-')),
  );
  const copy = join(folder, 'sandbox.db');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  /** Deletes the copy after an error, which says more than one of the removal. */
  const discard = () => {
    try {
      remove();
    } catch {
      // only its owner can read it
    }
  };
  try {
    runFileOperation(`cannot copy ${file} to ${folder}`, () => {
      copyFileSync(file, copy);
      chmodSync(copy, OWNER_ONLY_FILE);
    });
    prepare(copy, machine);
    return {
      /** The copy; the file itself is never opened for writing. */
      file: copy,
      /**
       * Deletes the copy, which has keys.
       *
       * @param done what is done with the file, for the error
       * @throws CrierError `usage` when it cannot be removed
       */
      close: (done: 'was read' | 'is imported') =>
        runFileOperation(`${file} ${done}, but its copy in ${folder} cannot be removed`, remove),
      discard,
    };
  } catch (error) {
    discard();
    throw replaceCopyName(error, copy, file);
  }
}

function requireFile(file: string): void {
  const found = runFileOperation(`cannot read ${file}`, () => statSync(file, { throwIfNoEntry: false }));
  if (found?.isFile() === true) {
    runFileOperation(`cannot read ${file}`, () => accessSync(file, constants.R_OK));
    requireComplete(file);
    return;
  }
  const reason = found === undefined ? 'there is no such file' : 'it is not a plain file';
  throw createUsageError(`cannot read ${file}: ${reason}`, ADVICE);
}

/** Changes in a write-ahead log are not in the file yet: a copy of the file would lack the newest ones. */
function requireComplete(file: string): void {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw createUsageError(
    `cannot import ${file}: it is the store of a sandbox in use, and a part of it is in ${file}-wal`,
    ADVICE,
  );
}

function prepare(copy: string, { random, clock }: MigrationMachine): void {
  requireWhole(copy);
  const database = openDatabase(copy);
  const model = openDatabase(join(dirname(copy), 'model.db'));
  try {
    if (database.first('select 1 from sqlite_schema') === undefined)
      throw createUsageError('it is empty', ADVICE);
    migrate(model, createSandboxSchema({ fill() {}, addAdminToken() {}, now: () => 0 }));
    // new indexes may read it
    const unreadable = findInvalidJson(model, database);
    if (unreadable !== null) throw createUsageError(`${unreadable} is not JSON`, ADVICE);
    migrate(
      database,
      createSandboxSchema({
        fill() {
          throw createUsageError('it contains no profile', ADVICE);
        },
        addAdminToken: () => insertAdminToken(database, generateAdminToken(random)),
        now: () => clock.now(),
      }),
    );
    requireContents(database, model);
  } finally {
    model.close();
    database.close();
  }
}

function insertAdminToken(database: Database, token: string): void {
  database.run(`insert or ignore into keys (name, value) values ('admin', ?)`, token);
}

/**
 * Checks what opening the file and `quick_check` do not: that its rows fit the tables of this version. They are
 * copied into new tables, because the file may have dropped constraints of its own ones.
 *
 * @param model an empty store
 */
function requireContents(database: Database, model: Database): void {
  const missing = findMissingColumn(model, database);
  if (missing !== null) throw createUsageError(`it lacks ${missing}`, ADVICE);
  const broken = database.value<string>('pragma foreign_key_check');
  if (broken !== undefined) throw createUsageError(`rows of ${broken} refer to missing rows`, ADVICE);
  runWithSource(model, database.file, () => model.transaction(() => copyRows(model, { withKeys: true })));
  requireKeys(model);
}

function requireKeys(database: Database): void {
  try {
    readKeys(database);
    readSettings(database);
  } catch (error) {
    if (error instanceof CrierError) throw error;
    throw createUsageError('its keys or its settings cannot be read', ADVICE);
  }
  if (!listKeyValues(database).every(isStoredKey))
    throw createUsageError('one of its keys is not a sandbox key', ADVICE);
}

/** The user knows the given file, not the copy. */
function replaceCopyName(error: unknown, copy: string, file: string): unknown {
  if (!(error instanceof CrierError)) return error;
  const { kind, message, facts } = error;
  if (message.includes(file)) return error;
  const reason = message.replace(/^cannot \w+ [^:]*: /, '').replaceAll(copy, file);
  const advice = reason.includes('newer crier') ? 'update crier' : ADVICE;
  return new CrierError(kind, `cannot import ${file}: ${reason}`, { ...facts, advice });
}

/**
 * Fills an empty store with the rows of an attached database instead of the demo data. The file's keys are not
 * copied: such files are shared, and every sandbox has keys of its own. The caller holds the transaction.
 */
export function fillFromFile({
  store,
  random,
  profiles = [],
}: {
  store: Database;
  random: Random;
  /** Previous profiles: one with the same alias keeps its key. */
  profiles?: readonly Profile[];
}): void {
  copyRows(store, { withKeys: false });
  const users = listUserProfiles(store);
  store.run('update profiles set profile_key = null');
  for (const { id, alias } of users) {
    const before = profiles.find((profile) => profile.alias === alias)?.profileKey;
    store.run('update profiles set profile_key = ? where id = ?', before ?? generateProfileKey(random), id);
  }
}
