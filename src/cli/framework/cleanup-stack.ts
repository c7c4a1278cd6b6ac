type CloseFunction = () => void | Promise<void>;

export type CleanupStack = ReturnType<typeof createCleanupStack>;

/** Cleanup functions for the end of a run, called in reverse order. */
export function createCleanupStack() {
  const closes: CloseFunction[] = [];
  let closing: Promise<void> | null = null;
  const closeEach = async () => {
    const faults: unknown[] = [];
    for (let close = closes.pop(); close !== undefined; close = closes.pop()) {
      await Promise.resolve()
        .then(close)
        .catch((error: unknown) => faults.push(error));
    }
    if (faults.length > 0) throw faults[0];
  };
  return {
    /** Adds a function; called at once when the run has already ended. */
    add(close: CloseFunction) {
      closes.push(close);
      // a resource may be opened after the end: an aborted command still runs
      closing = closing?.then(closeEach) ?? null;
    },
    /** Calls all of them, whatever fails. @throws the first failure */
    closeAll(): Promise<void> {
      closing = closeEach();
      return closing;
    },
  };
}
