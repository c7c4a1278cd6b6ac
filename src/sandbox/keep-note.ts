import { removeNote, type ServerNote, writeNote } from './server-note.ts';

/** The note of a server that is running. */
export interface KeptNote {
  /** Writes it anew where it says something else by now, such as the key of a new profile. */
  refresh(): void;
  /** From then on nobody is sent here. */
  remove(): void;
}

/** Writes the note of a server down, and keeps it as it is to be. Only for who has the folder's lock. */
export function keepNote(folder: string, note: ServerNote): KeptNote {
  let written: string | null = null;
  const write = () => {
    const text = JSON.stringify(note);
    if (text === written) return;
    writeNote(folder, note);
    written = text;
  };
  write();
  let isRemoved = false;
  return {
    refresh() {
      if (isRemoved) return;
      try {
        write();
      } catch {
        // what the note lacks is there all the same, and the next change tries again
      }
    },
    remove() {
      isRemoved = true;
      removeNote(folder);
    },
  };
}
