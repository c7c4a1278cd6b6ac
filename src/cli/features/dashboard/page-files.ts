import { basename, extname } from 'node:path';
import { listPageFiles, readPageFile } from '../../framework/output/built-parts.ts';

/** A file of the page, as it is served. */
export interface PageFile {
  readonly type: string;
  readonly gzippedBytes: Uint8Array;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files of the page, by the path of their request: the page itself is ''. */
export function readPageFiles(): ReadonlyMap<string, PageFile> {
  return new Map(
    listPageFiles().map((gzipped) => {
      const name = basename(gzipped, '.gz');
      const file = {
        type: TYPES[extname(name)] ?? 'application/octet-stream',
        gzippedBytes: readPageFile(gzipped),
      };
      return [name === 'page.html' ? '' : name, file];
    }),
  );
}
