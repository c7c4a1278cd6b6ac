export const USER_AGENT = 'crier-sandbox';
