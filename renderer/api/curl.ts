/** Requests as text to copy. Pure. */

export interface SentRequest {
  method: string;
  /** Whole address. */
  url: string;
  /** Headers beside the key. */
  headers: Readonly<Record<string, string>>;
  /** JSON text; a form with a file names its field in `file`. */
  body?: string | undefined;
  /** Field, name of the file, and further fields of a form. */
  form?: { field: string; file: string; fields: Readonly<Record<string, string>> } | undefined;
  /** The request needs no key. */
  open?: boolean;
  /** Where the answer is written. */
  output?: string | undefined;
}

/** A text quoted as one shell argument. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The request for a shell. The key comes from the environment, so that it stays out of histories. */
export function curlOf(request: SentRequest): string {
  const { method, url, headers, body, form, open, output } = request;
  const parts = ['curl'];
  const implied = body === undefined && form === undefined ? 'GET' : 'POST';
  if (method === 'HEAD') parts.push('--head');
  else if (method !== implied) parts.push(`-X ${method}`);
  if (!open) parts.push('-H "X-API-Key: $PLINTH_KEY"');
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${shellWord(`${name}: ${value}`)}`);
  for (const [name, value] of Object.entries(form?.fields ?? {}))
    parts.push(`-F ${shellWord(`${name}=${value}`)}`);
  if (form) parts.push(`-F ${shellWord(`${form.field}=@${form.file}`)}`);
  // A body that begins with @ would be taken for the name of a file.
  if (body !== undefined) parts.push(`--data-raw ${shellWord(body)}`);
  if (output !== undefined) parts.push(`-o ${shellWord(output)}`);
  return `${parts.join(' ')} ${shellWord(url)}`;
}

/** The request for JavaScript, for an app that has the key in its environment. */
export function fetchOf(request: SentRequest): string {
  const { method, url, headers, body, form, open } = request;
  const quoted = (text: string) => JSON.stringify(text);
  const lines: string[] = [];
  if (form) {
    lines.push('const form = new FormData();');
    for (const [name, value] of Object.entries(form.fields))
      lines.push(`form.set(${quoted(name)}, ${quoted(value)});`);
    lines.push(`form.set(${quoted(form.field)}, file, ${quoted(form.file)});`);
  }
  const all = [
    ...(open ? [] : ["    'X-API-Key': process.env.PLINTH_KEY,"]),
    ...Object.entries(headers).map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
    ...(all.length > 0 ? ['  headers: {', ...all, '  },'] : []),
    ...(form ? ['  body: form,'] : body === undefined ? [] : [`  body: ${quoted(body)},`]),
  ];
  const end = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  lines.push(`const answer = await fetch(${quoted(url)}${end});`);
  return lines.join('\n');
}
