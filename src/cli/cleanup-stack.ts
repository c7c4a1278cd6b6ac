type CloseFunction = () => void | Promise<void>;

/** What has to be closed when a run ends, the last opened first. */
export interface CleanupStack {
  /** Hands something over; when the run has ended already, it is closed at once. */
  add(close: CloseFunction): void;
  /** Closes everything; a failure keeps nothing else open. @throws the first failure */
  closeAll(): Promise<void>;
}

export function createCleanupStack(): CleanupStack {
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
    add(close) {
      closes.push(close);
      // whoever opened it may come too late to be waited for: a command that was told to end still runs
      closing = closing?.then(closeEach) ?? null;
    },
    closeAll() {
      closing = closeEach();
      return closing;
    },
  };
}
