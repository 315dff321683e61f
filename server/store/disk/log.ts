/** How the store reports problems that no caller waits for. */
export type Log = (level: 'warn' | 'error', message: string, error?: unknown) => void;
