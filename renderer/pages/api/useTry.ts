/** A request being tried: what is filled in, what is sent, what came back. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ApiDescription, Operation } from '../../api/openapi';
import { useAnnounce } from '../../ui/Announcer';
import { type TriedAnswer, tryRequest } from './answer';
import {
  firstBody,
  firstInput,
  formFields,
  headersOf,
  isForm,
  pathOf,
  problemsOf,
  type TryInput,
} from './try-request';

const texts = {
  answered: (status: number) => `Response status ${status}.`,
  failed: 'No response.',
};

export interface TryControl {
  input: TryInput;
  file: File | undefined;
  /** Shown after the first attempt to send. */
  problems: Readonly<Record<string, string>>;
  sending: boolean;
  answer: TriedAnswer | undefined;
  error: Error | undefined;
  setValue(key: string, value: string): void;
  setBody(body: string): void;
  setType(type: string): void;
  setField(name: string, value: string): void;
  setFile(file: File | null): void;
  /** Whether everything is there; shows what is not. */
  check(): boolean;
  send(): Promise<void>;
  cancel(): void;
}

/** The body as it is sent. */
function bodyOf(
  operation: Operation,
  { type, body, fields }: TryInput,
  file: File | undefined,
): BodyInit | null {
  if (type === '') return null;
  const content = operation.bodies.find((one) => one.type === type);
  if (!content || !isForm(type)) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.set(name, value);
  if (file) form.set(formFields(content).file, file, file.name);
  return form;
}

export function useTry(api: ApiDescription, operation: Operation): TryControl {
  const client = useQueryClient();
  const announce = useAnnounce();
  const [input, setInput] = useState(() => firstInput(operation, api.resolve));
  const [file, setFile] = useState<File>();
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const [answer, setAnswer] = useState<TriedAnswer>();
  const [error, setError] = useState<Error>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const problems = problemsOf(operation, input, file);

  const send = async () => {
    const stop = new AbortController();
    running.current = stop;
    setSending(true);
    setError(undefined);
    setAnswer(undefined);
    const { method } = operation;
    const request = {
      method,
      headers: new Headers(headersOf(operation, input)),
      body: bodyOf(operation, input, file),
    };
    try {
      const next = await tryRequest(pathOf(operation, input), request, stop.signal);
      setAnswer(next);
      announce(texts.answered(next.status));
      // The pages around this one show what was changed.
      if (method !== 'GET' && method !== 'HEAD') await client.invalidateQueries();
    } catch (failure) {
      if (stop.signal.aborted) return;
      setError(failure instanceof Error ? failure : new Error(String(failure)));
      announce(texts.failed);
    } finally {
      setSending(false);
    }
  };
  return {
    input,
    file,
    sending,
    answer,
    error,
    send,
    problems: tried ? problems : {},
    setValue: (key, value) => setInput((now) => ({ ...now, values: { ...now.values, [key]: value } })),
    setBody: (body) => setInput((now) => ({ ...now, body })),
    setType: (type) =>
      setInput((now) => {
        const content = operation.bodies.find((one) => one.type === type);
        const empty = now.body === '' && content && !isForm(type);
        return { ...now, type, body: empty ? firstBody(content, api.resolve) : now.body };
      }),
    setField: (name, value) => setInput((now) => ({ ...now, fields: { ...now.fields, [name]: value } })),
    setFile: (next) => setFile(next ?? undefined),
    check: () => {
      setTried(true);
      return Object.keys(problems).length === 0;
    },
    cancel: () => running.current?.abort(),
  };
}
