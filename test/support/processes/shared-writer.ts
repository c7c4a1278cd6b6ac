import { appendSharedLines } from '../../../src/storage/shared-lines.ts';

/** What a writer gets: when to begin, in milliseconds since 1970. */
export type WriterStart = number;

// A program of its own: reports that it is ready, gets the time, and then appends lines to a file, one at a time.
const [file = '', name = '', count = '0'] = process.argv.slice(2);

process.once('message', (moment: WriterStart) => {
  while (Date.now() < moment);
  for (let index = 0; index < Number(count); index++) appendSharedLines(file, `"${name}-${index}"\n`);
  process.disconnect();
});
process.send?.('ready');
