/** How the store tells of trouble that no caller waits for. */
export type Log = (level: 'warn' | 'error', message: string, error?: unknown) => void;
