import type { Topic } from '../../../framework/command/command.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

const FORMATS = [
  ['table', 'aligned columns; the default on a terminal'],
  ['tsv', 'tab-separated with a header, never truncated; the default in a pipe'],
  ['json', 'one JSON document, indented'],
  ['ndjson', 'one JSON record per line'],
  ['csv', 'for spreadsheets; cells they would run or round start with an apostrophe'],
  ['md', 'a Markdown table for pull requests and chats'],
  ['html', 'one self-contained page of a list or record, to send on or to print'],
  ['raw', 'the unchanged body of the response'],
] as const;

export const topic: Topic = {
  summary: 'Output formats, fields, stdout and stderr',
  text: (width) => `
Data is printed to stdout, notes and errors to stderr. With --json, stdout has exactly one JSON document. If the command
fails, stdout stays empty, except for the results of several ids, and the last line on stderr is the error as a JSON
object.

${formatRows(FORMATS, width)}

Tables, csv and tsv have a row for each comment and each reply. In JSON, replies are nested in the comment they answer, or
separate records with --flat. Replies on X are always separate, with the id of the answered post in parentId.

A narrow table drops columns; --wide shows all of them, with the ids. --no-header prints csv and tsv without the line of
column names.

--fields platform,author.name keeps only these fields of each record, without the envelope; in table, tsv and csv it
selects the columns. An unknown name is an error that lists all names.

--jq filters the JSON document with a jq program; with -o ndjson, each record. Text is printed raw, everything else as
JSON.

-t, --template formats the JSON document with a Liquid template: {{ author.name }} prints a member, {% for post in posts %} and
{% endfor %} repeat, {% if status == "draft" %}, {% else %} and {% endif %} choose, {{ "\\n" }} is a line break, and
{{ document }} is all of it. After a | come the filters of Liquid, such as join, map, where, size and date, which prints times
in your zone (--tz), and ours: truncate: 30 cuts to columns, timeago prints "3h ago", color: "red", "bold" always adds color,
and autocolor only on a terminal. {% tablerow post.id, (post.platforms | join: ", ") %} collects a row of a table, which is
printed at the end, or by {% tablerender %}. With -o ndjson the template is applied to each record. An error is shown with its
line and column before anything is sent.

A csv file starts with a byte order mark, so that spreadsheets detect UTF-8; csv in a pipe has none. In csv, ids of more
than 15 digits start with an apostrophe, because spreadsheets would round them; tsv and JSON are better for programs.

Control characters, bidirectional controls and invisible characters in text from others are escaped on terminals. In JSON
they are \\u escapes, so nothing is lost.

  $ crier comments get Sp7kQm2XvLr9TzBd4HnW --fields platform,author.name,text
  $ crier comments get Sp7kQm2XvLr9TzBd4HnW --json
  $ crier comments get Sp7kQm2XvLr9TzBd4HnW --jq '.comments[].author.handle'
  $ crier posts list -t '{% for p in posts %}{{ p.id }} {% endfor %}'
  $ crier schema comments get
`,
};
