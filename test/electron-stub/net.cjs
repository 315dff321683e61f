// net.request over Node's http. As in Electron, errors are named by Chromium, and a redirect that nobody follows ends
// the request.
const http = require('node:http');

const NAMES = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
};

function request(options) {
  if (options.protocol !== 'http:')
    throw new TypeError(`ClientRequest only supports http: here, not ${options.protocol}`);
  const { session, redirect, ...plain } = options;
  const sent = http.request(plain);
  const emit = sent.emit.bind(sent);
  sent.emit = (name, value, ...rest) => {
    if (name === 'error') return emit(name, new Error(NAMES[value.code] ?? 'net::ERR_FAILED'));
    if (name === 'response' && value.statusCode >= 300 && value.statusCode < 400) {
      const { location } = value.headers;
      emit('redirect', value.statusCode, 'GET', new URL(location, `http://${options.hostname}`).href, {});
      sent.destroy();
      return true;
    }
    return emit(name, value, ...rest);
  };
  sent.abort = () => sent.destroy();
  return sent;
}

exports.request = request;
