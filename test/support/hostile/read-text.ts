/** Reads back what `safeText` wrote, by only its rule: before an escape, two backslashes stand for one. */
export function readSafeText(written: string): string {
  return written.replace(
    /(\\+)([ntr]|u[0-9a-f]{4}|u\{[0-9a-f]+\})/g,
    (_all, slashes: string, code: string) => {
      const half = '\\'.repeat(Math.floor(slashes.length / 2));
      return slashes.length % 2 === 0 ? half + code : half + charOf(code);
    },
  );
}

function charOf(code: string): string {
  const named = { n: '\n', t: '\t', r: '\r' }[code];
  return named ?? String.fromCodePoint(Number.parseInt(code.replace(/[u{}]/g, ''), 16));
}

/** Cells of tab-separated lines, header included. */
export function readTsv(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t').map(readSafeText));
}

/** Cells of comma-separated lines as any reader of RFC 4180 sees them, header included; an empty cell is null. */
export function readCsv(text: string): readonly (readonly (string | null)[])[] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  for (let at = 0; at < text.length; ) {
    const quoted = /"((?:[^"]|"")*)"/y;
    const plain = /[^,\n]*/y;
    quoted.lastIndex = at;
    plain.lastIndex = at;
    const match = quoted.exec(text);
    const bare = match === null ? (plain.exec(text)?.[0] ?? '') : '';
    row.push(match === null ? bare || null : (match[1] ?? '').replaceAll('""', '"'));
    at += match === null ? bare.length : match[0].length;
    if (text[at] === '\n') {
      rows.push(row);
      row = [];
    } else if (text[at] !== ',') {
      throw new Error(`neither a comma nor the end of a line at ${at}`);
    }
    at += 1;
    if (text[at - 1] === ',' && (at === text.length || text[at] === '\n' || text[at] === ',')) continue;
  }
  return rows;
}

/** Reads back a text cell of csv: the escapes, then the apostrophe before what a spreadsheet would run. */
export function readCsvText(cell: string): string {
  const text = cell.replace(/(\\+)(u[0-9a-f]{4}|u\{[0-9a-f]+\})/g, (_all, slashes: string, code: string) => {
    const half = '\\'.repeat(Math.floor(slashes.length / 2));
    return slashes.length % 2 === 0 ? half + code : half + charOf(code);
  });
  const isDefused =
    /^'+\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ||
    /^'+\s*(\d{16,}|0\d+|\d+(\.\d+)?e[+-]?\d+)\s*$/i.test(text);
  return isDefused ? text.slice(1) : text;
}
