// session: the permission handlers as they were set, and a fetch that shares its cookies with the pages.

const { EventEmitter } = require('node:events');

/** Some of the dictionaries that Chromium knows. */
const DICTIONARIES = ['de', 'en-GB', 'en-US', 'fr', 'pt-BR', 'pt-PT'];

/** As in Chromium, one address for all sessions. */
let dictionaryServer = 'https://redirector.gvt1.com/edgedl/chrome/dict/';
/** Ports that Chromium never connects to, some of them. */
const UNSAFE_PORTS = new Set(['1', '7', '9']);

class Session extends EventEmitter {
  constructor(app, isOwn = false) {
    super();
    this.app = app;
    this.isOwn = isOwn;
    this.fetched = [];
    this.availableSpellCheckerLanguages = DICTIONARIES;
    this.spellCheckerEnabled = true;
    /** As in Electron, the language of the system, at each start where there is none. */
    this.spellCheckerLanguages = ['en-US'];
    this.downloads = [];
    this.words = [];
  }
  /** Its context in the browser; undefined for the first one. */
  context() {
    if (!this.isOwn) return Promise.resolve(undefined);
    this.opening ??= this.app.browser
      .send('Target.createBrowserContext', {})
      .then(({ browserContextId }) => browserContextId);
    return this.opening;
  }
  flushStorageData() {
    this.flushes = (this.flushes ?? 0) + 1;
  }
  /** As in Chromium, the first page and each change of languages fetch dictionaries, also where checking is off. */
  hasPage() {
    this.pages = (this.pages ?? 0) + 1;
    this.fetchDictionaries();
  }
  fetchDictionaries() {
    if (!this.pages || UNSAFE_PORTS.has(new URL(dictionaryServer).port)) return;
    this.downloads.push(...this.spellCheckerLanguages.map((language) => `${dictionaryServer}${language}`));
  }
  setSpellCheckerDictionaryDownloadURL(url) {
    dictionaryServer = new URL(url).href;
  }
  setSpellCheckerEnabled(enabled) {
    this.spellCheckerEnabled = enabled;
  }
  isSpellCheckerEnabled() {
    return this.spellCheckerEnabled;
  }
  getSpellCheckerLanguages() {
    return this.spellCheckerLanguages;
  }
  setSpellCheckerLanguages(languages) {
    const unknown = languages.find((language) => !DICTIONARIES.includes(language));
    if (unknown !== undefined) throw new Error(`Invalid language code provided: "${unknown}"`);
    this.spellCheckerLanguages = languages;
    this.spellCheckerEnabled = languages.length > 0;
    this.fetchDictionaries();
  }
  addWordToSpellCheckerDictionary(word) {
    this.words.push(word);
    return true;
  }
  getUserAgent() {
    return this.userAgent ?? 'Mozilla/5.0 (the stand-in)';
  }
  /** As in Electron, pages that are there already keep theirs. */
  setUserAgent(userAgent, acceptLanguages) {
    this.userAgent = userAgent;
    this.acceptLanguages = acceptLanguages;
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
    const browserContextId = await this.context();
    await this.app.browser.send('Storage.setCookies', {
      cookies: cookies.map((text) => parse(url, text)),
      ...(browserContextId !== undefined && { browserContextId }),
    });
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

/** Sessions by the name of their partition: the same name is the same session. */
function sessionsOf(app, defaultSession) {
  const byName = new Map();
  return {
    defaultSession,
    fromPartition(name) {
      if (!byName.has(name)) byName.set(name, new Session(app, true));
      return byName.get(name);
    },
  };
}

exports.Session = Session;
exports.sessionsOf = sessionsOf;
