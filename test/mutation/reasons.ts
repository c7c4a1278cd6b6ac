// Why no test notices a change: mostly since nothing that the program does differs.
export const REASONS: Readonly<Record<string, string>> = {};
