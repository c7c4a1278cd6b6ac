import { removeNote, type ServerNote, writeNote } from './server-note.ts';

/** The note (server.json) of a running server. */
export interface KeptNote {
  /** Writes it again if its content has changed, such as the key of a new profile. */
  refresh(): void;
  /** From then on, other processes do not find this server. */
  remove(): void;
}

/** Writes the note of a server and keeps it up to date. The caller holds the folder's lock. */
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
        // the server works without it, and the next change tries again
      }
    },
    remove() {
      isRemoved = true;
      removeNote(folder);
    },
  };
}
