import { place, readPlace } from '../page-store.ts';
import { findCommandPlace } from './command-places.ts';
import { CopyButton } from './copy-button.tsx';
import { ErrorMeanings, splitErrorCodes } from './error-codes.tsx';
import { Sentence } from './sentence.tsx';

/** A command as sentences have it: `"crier hooks list" shows them`, or `to see it: crier posts get Sp7kQm2XvLr9TzBd4HnW`. */
const COMMAND = /["“](crier [^"”]+)["”]|\b(crier [a-z]+ [^;,]*)/g;

/** A flag of the command line, which the page does not have. */
const FLAG = /(?:^|\s)--[a-z]/;

/**
 * What to do, in the words of a command. A command is a link to where this page does the same, and stays below to be copied
 * for a terminal.
 *
 * @param command a command beside the sentence
 */
export function Advice({ text: given, command = null }: { text: string | null; command?: string | null }) {
  const { rest, codes } = splitErrorCodes(given ?? '');
  const text = rest === '' ? null : rest;
  const named = [...(text ?? '').matchAll(COMMAND)].map(([, quoted, bare]) => (quoted ?? bare ?? '').trim());
  const commands = [...new Set([...named, ...(command === null ? [] : [command])])];
  const here = command === null ? null : findCommandPlace(command);
  const isElsewhere = here !== null && !isShown(here.href);
  return (
    <>
      {text !== null && (
        <p class="dim">
          <AdviceText text={text} />
        </p>
      )}
      {codes.length > 0 && <ErrorMeanings codes={codes} />}
      {isElsewhere && (
        <p>
          <a class="link" href={here.href}>
            Go to {here.title}
          </a>
        </p>
      )}
      {commands.length > 0 && (
        <details class="in-terminal">
          <summary>In a terminal</summary>
          {commands.map((each) => (
            <p key={each}>
              <code>{each}</code> <CopyButton text={each} what="command" />
            </p>
          ))}
        </details>
      )}
    </>
  );
}

/** Whether an address is of what the page shows now, with whatever filters. */
function isShown(href: string): boolean {
  const { view, parameters } = place.value;
  const wanted = readPlace(href);
  return (
    wanted.view === view && [...wanted.parameters].every(([name, value]) => parameters.get(name) === value)
  );
}

/** The same in a line, without what is to be copied. */
export function AdviceText({ text }: { text: string }) {
  // of each command, one of the two groups has the text
  const parts = text.split(COMMAND).filter((part) => part !== undefined);
  const isOfTerminal = FLAG.test(text.replaceAll(COMMAND, ''));
  return (
    <>
      {isOfTerminal && 'In a terminal: '}
      {parts.map((part, index) => (
        <AdvicePart key={index} part={part} isCommand={index % 2 === 1} />
      ))}
    </>
  );
}

function AdvicePart({ part, isCommand }: { part: string; isCommand: boolean }) {
  if (!isCommand) return <Sentence text={part} />;
  const found = findCommandPlace(part);
  if (found === null) return <code>{part.trim()}</code>;
  return (
    <a class="link" href={found.href}>
      {found.title}
    </a>
  );
}
