/** Headers of the response of an upload, which fetch does not send. */

export function headersOf(request: XMLHttpRequest, names: readonly string[]): Headers {
  const headers = new Headers();
  for (const name of names) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
