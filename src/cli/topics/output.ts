import type { Topic } from '../command.ts';
import { formatRows } from '../format-rows.ts';

const FORMATS = [
  ['table', 'for people; the default on a terminal'],
  ['tsv', 'tab-separated with a header, nothing cut; the default in a pipe'],
  ['json', 'one document, indented by two'],
  ['ndjson', 'one record a line'],
  ['csv', 'for spreadsheets: what one would run, or could not keep, has an apostrophe in front'],
  ['raw', "the service's body, byte for byte"],
] as const;

export const topic: Topic = {
  summary: 'Formats, fields, and what goes to stdout and stderr',
  text: (width) => `
stdout is data, stderr is talk. With --json stdout holds exactly one JSON document; on failure it stays empty, but for
what several ids came to, and the last line of stderr is the error as one JSON object.

${formatRows(FORMATS, width)}

Tables, csv and tsv have a row for each comment and each reply. JSON has replies inside of the comment that they answer,
and beside it with --flat; those of X always stand beside, with the id of what they answer in parentId.

--fields platform,author.name keeps these fields of each record, and leaves the envelope; in table, tsv and csv it
chooses the columns. A name that no record has is answered with all that there are.

--jq runs a program of jq over the JSON document, with -o ndjson over each record. Texts come out raw, everything else
as JSON.

csv that is written to a file begins with a byte order mark, by which spreadsheets know that it is UTF-8; csv in a pipe
has none. An id of more than 15 digits has an apostrophe in front, since a spreadsheet would take it for a number and
lose its end; programs read tsv or JSON, where it has none.

Text from strangers is shown with control characters, bidirectional controls and invisible characters escaped. In JSON
they are \\u escapes, so nothing is lost.

  $ crier comments get Sp7kQm2XvLr9TzBd4HnW --fields platform,author.name,text
  $ crier comments get Sp7kQm2XvLr9TzBd4HnW --json
  $ crier comments get Sp7kQm2XvLr9TzBd4HnW --jq '.comments[].author.handle'
  $ crier schema comments get
`,
};
