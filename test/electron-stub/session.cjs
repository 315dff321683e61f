// session: the permission handlers as they were set, and a fetch that shares its cookies with the pages.

class Session {
  constructor(app) {
    this.app = app;
    this.fetched = [];
  }
  setPermissionRequestHandler(handler) {
    this.permissionRequestHandler = handler;
  }
  setPermissionCheckHandler(handler) {
    this.permissionCheckHandler = handler;
  }
  /** Follows redirects itself, for a cookie is set by the answer that redirects. */
  async fetch(input, options = {}) {
    this.fetched.push(String(input));
    let url = new URL(input);
    for (let hop = 0; hop < 5; hop += 1) {
      const answer = await fetch(url, { ...options, redirect: 'manual' });
      await this.keep(url, answer.headers.getSetCookie());
      const location = answer.headers.get('location');
      if (location === null) return answer;
      await answer.body?.cancel();
      url = new URL(location, url);
      options = { ...options, method: 'GET', body: undefined };
    }
    throw new Error('net::ERR_TOO_MANY_REDIRECTS');
  }
  async keep(url, cookies) {
    if (cookies.length === 0 || !this.app.browser) return;
    await this.app.browser.send('Storage.setCookies', { cookies: cookies.map((text) => parse(url, text)) });
  }
}

function parse(url, text) {
  const [pair, ...attributes] = text.split(';').map((part) => part.trim());
  const cut = pair.indexOf('=');
  const flags = new Map(
    attributes.map((part) => [part.split('=')[0].toLowerCase(), part.split('=')[1] ?? '']),
  );
  const cookie = { url: url.href, name: pair.slice(0, cut), value: pair.slice(cut + 1) };
  if (flags.has('path')) cookie.path = flags.get('path');
  if (flags.has('samesite')) cookie.sameSite = flags.get('samesite');
  cookie.httpOnly = flags.has('httponly');
  cookie.secure = flags.has('secure');
  return cookie;
}

exports.Session = Session;
