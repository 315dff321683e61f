/** The stream of pino-roll, which comes without types: what is used of it. */
declare module 'pino-roll' {
  interface RollOptions {
    file: string;
    /** Such as `5m`. */
    size: string;
    mkdir: boolean;
    /** Rights of the files. */
    mode: number;
    sync: boolean;
    limit: { count: number; removeOtherLogFiles: boolean };
  }
  interface RollStream {
    write(line: string): boolean;
    on(event: 'error', listener: (error: Error) => void): unknown;
  }
  export default function roll(options: RollOptions): Promise<RollStream>;
}
