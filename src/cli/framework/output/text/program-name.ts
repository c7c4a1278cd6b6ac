import type { World } from '../../../../world.ts';

const PROGRAM_NAMES: Readonly<Record<string, string>> = { start: 'npm start --', npx: 'npx crier-cli' };

/** How the user calls the program. npm sets the variable for what it starts; `crier` is not in the shell's path then. */
export function getProgramName(env: World['env']): string {
  return PROGRAM_NAMES[env.npm_lifecycle_event ?? ''] ?? 'crier';
}

/** A command in a sentence: after a quotation mark, or after a colon. */
const COMMAND_IN_SENTENCE = /(?<=^"|[\s(]"|: |\()crier(?= [a-z-])/g;

/** Replaces the program name of commands in a sentence by the name as called. */
export function replaceProgramName(sentence: string, programName: string): string {
  return programName === 'crier' ? sentence : sentence.replaceAll(COMMAND_IN_SENTENCE, programName);
}
