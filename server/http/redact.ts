/**
 * Removes credentials from log lines. It is the last step before the stream, so that no call can forget it and
 * messages of libraries pass it as well.
 */

/** Names of parameters and properties whose values are secrets. */
const SECRET =
  'api_?key|x-api-key|authorization|cookie|set-cookie|pwd|pass(?:word|phrase)?|newpassword|(?:access|refresh|csrf|id)?_?token|x-csrf-token|client_?secret|secret|code|code_verifier';

const IN_QUERY = new RegExp(String.raw`([?&;](?:${SECRET})(?:\[[^\]]*\]|%5B[^=&;]*)?=)[^&;#\s"'\\]*`, 'gi');

/** `"name":"value"`, and the same in JSON inside a JSON text, with a backslash before every quote. */
const IN_JSON = new RegExp(String.raw`("(?:${SECRET})"\s*:\s*")(?:[^"\\]|\\.)*`, 'gi');
const IN_TEXT = new RegExp(
  String.raw`(\\"(?:${SECRET})\\"\s*:\s*\\")(?:[^"\\]|\\\\\\"|\\\\|\\[^"\\])*`,
  'gi',
);

/** Keys, cookies, credentials in headers and URLs, and signed tokens, anywhere in a line. */
const BY_FORM: readonly (readonly [RegExp, string])[] = [
  [/plinth_[0-9a-f]{16,}/gi, 'plinth_[redacted]'],
  [/(plinth_session(?:_\d+)?=)[^;\s"'\\]+/gi, '$1[redacted]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\beyJ[\w-]{10,}\.[\w-]+\.[\w-]*/g, '[redacted]'],
  [/(\w:\/\/)[^/\s"'@\\]+@/g, '$1[redacted]@'],
];

/** A URL for the log: secret parameters are redacted. */
export const redactUrl = (url: string): string => url.replace(IN_QUERY, '$1[redacted]');

/** A log line without credentials. */
export function redactLine(line: string): string {
  let text = redactUrl(line).replace(IN_JSON, '$1[redacted]').replace(IN_TEXT, '$1[redacted]');
  for (const [form, instead] of BY_FORM) text = text.replace(form, instead);
  return text;
}
