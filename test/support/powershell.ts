/**
 * A model of how PowerShell reads the words behind a program's name, by its documented rules (about_Parsing,
 * about_Quoting_Rules, about_Special_Characters), and of how Windows PowerShell 5.1 and 7 hand them to a program.
 *
 * @returns the words as the program gets them
 * @throws Error where the line would mean more than words
 */
export function powershellWords(line: string): readonly string[] {
  const reader = { line, at: 0 };
  const words: string[] = [];
  for (;;) {
    while (line[reader.at] === ' ') reader.at += 1;
    if (reader.at >= line.length) break;
    if (line[reader.at] === '#') break;
    words.push(readWord(reader));
  }
  return words.map(handedOver);
}

interface Reader {
  readonly line: string;
  at: number;
}

const SINGLE = "'‘’‚‛";
const DOUBLE = '"“”„';
/** Ends a word, and means something by itself. */
const ENDS = ' \t\r\n;|&(){},';
/** Means something at the beginning of a word. */
const BEGINS = '@#<>$`';

function readWord(reader: Reader): string {
  const first = reader.line[reader.at] ?? '';
  if (BEGINS.includes(first) || ENDS.includes(first)) throw new Error(`a word begins with ${first}`);
  // a word that begins with a quoted text ends behind it: what follows is another word
  if (SINGLE.includes(first)) return readSingle(reader);
  if (DOUBLE.includes(first)) return readDouble(reader);
  let word = '';
  while (reader.at < reader.line.length) {
    const character = reader.line[reader.at] ?? '';
    if (character === ' ') break;
    if (ENDS.includes(character) || '<>$`'.includes(character)) throw new Error(`${character} in a word`);
    if (SINGLE.includes(character)) word += readSingle(reader);
    else if (DOUBLE.includes(character)) word += readDouble(reader);
    else {
      word += character;
      reader.at += 1;
    }
  }
  // a script that stands for a program, as npm makes one, never gets this word
  if (word === '--' && reader.line[reader.at - 1] === '-') throw new Error('-- is removed');
  if (word === '--%') throw new Error('--% ends all parsing');
  return word;
}

function readSingle(reader: Reader): string {
  let text = '';
  for (reader.at += 1; reader.at < reader.line.length; reader.at += 1) {
    const character = reader.line[reader.at] ?? '';
    if (!SINGLE.includes(character)) text += character;
    else if (SINGLE.includes(reader.line[reader.at + 1] ?? ' ')) {
      text += character;
      reader.at += 1;
    } else {
      reader.at += 1;
      return text;
    }
  }
  throw new Error('a quoted text does not end');
}

function readDouble(reader: Reader): string {
  let text = '';
  for (reader.at += 1; reader.at < reader.line.length; reader.at += 1) {
    const character = reader.line[reader.at] ?? '';
    if ('$`'.includes(character)) throw new Error(`${character} between double quotes`);
    if (DOUBLE.includes(character)) {
      reader.at += 1;
      return text;
    }
    text += character;
  }
  throw new Error('a quoted text does not end');
}

/** Windows PowerShell 5.1 drops empty words, and neither escapes `"` nor a backslash at the end. */
function handedOver(word: string): string {
  if (word === '') throw new Error('an empty word is dropped');
  if (word.includes('"')) throw new Error('" is lost');
  if (word.endsWith('\\') && word.includes(' ')) throw new Error('a backslash escapes the quote behind it');
  return word;
}
