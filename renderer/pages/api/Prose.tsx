import { Code } from '@mantine/core';

/** A sentence of the description; text between backticks is code. */
export const Prose = ({ text }: { text: string }) =>
  text
    .split(/(`[^`]+`)/)
    .map((part, at) => ({ key: `${at}`, part }))
    .map(({ key, part }) =>
      part.startsWith('`') && part.length > 2 ? <Code key={key}>{part.slice(1, -1)}</Code> : part,
    );
