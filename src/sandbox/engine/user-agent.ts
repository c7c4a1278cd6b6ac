/** Who asks, in what leaves the sandbox. */
export const USER_AGENT = 'crier-sandbox';
