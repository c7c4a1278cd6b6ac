import { rmSync } from 'node:fs';
import { runFileOperation } from '../../../../storage/explain-file-fault.ts';
import { runTransaction } from '../../../../storage/transactions.ts';
import { openArchiveDatabase, readNumber, runArchiveWork } from './archive-database.ts';
import { type ArchiveFilter, buildRowFilter } from './archive-filter.ts';
import { withArchives } from './search-archives.ts';

/** @param file exists @throws CrierError of kind usage for an archive of other profiles */
export function countSelected(file: string, filter: ArchiveFilter): number {
  return withArchives([file], filter, (archives) =>
    archives.reduce((sum, { archive, filter: own }) => sum + archive.countAll(own), 0),
  );
}

/** Deletes what is selected, and overwrites it. @returns how many comments */
export function deleteSelected(file: string, filter: ArchiveFilter): number {
  const database = openArchiveDatabase(file, 'write');
  try {
    return runArchiveWork(file, () =>
      runTransaction(database, () => {
        const { where, values } = buildRowFilter(filter);
        database.exec('create temp table selected (place integer primary key)');
        database.prepare(`insert into selected select place from comments ${where}`).run(...values);
        database.exec(`
          delete from comment_words where rowid in (select place from selected);
          delete from comments where place in (select place from selected)`);
        // words of deleted comments stay in the index until its parts are merged
        database.exec(`insert into comment_words (comment_words) values ('optimize')`);
        const count = readNumber(database, 'select count(*) from selected');
        database.exec('drop table selected');
        return count;
      }),
    );
  } finally {
    database.close();
  }
}

/** Removes the file of an archive, and what SQLite keeps beside it. */
export function removeArchive(file: string): void {
  runFileOperation(`cannot remove ${file}`, () => {
    rmSync(file, { force: true });
    rmSync(`${file}-journal`, { force: true });
  });
}
